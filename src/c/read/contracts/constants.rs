//! Numbers that expressions of constants are.

use super::clauses::parts;
use super::emit::{bare, Emitter};
use crate::c::read::token::{Punct, Token};

/// The number that an expression of constants is, as far as it has sums, products, quotients and casts.
pub(super) fn constant(emitter: &Emitter<'_, '_>, tokens: &[Token]) -> Option<u64> {
    let sums = parts(tokens, Punct::Plus);
    if sums.len() > 1 {
        return sums.into_iter().try_fold(0u64, |sum, part| sum.checked_add(constant(emitter, part)?));
    }
    for (mark, apply) in [
        (Punct::Minus, u64::checked_sub as fn(u64, u64) -> Option<u64>),
        (Punct::Star, u64::checked_mul),
        (Punct::Slash, u64::checked_div),
    ] {
        let members = parts(tokens, mark);
        if let [first, rest @ ..] = &members[..] {
            if !rest.is_empty() {
                let first = constant(emitter, first)?;
                return rest.iter().try_fold(first, |all, part| apply(all, constant(emitter, part)?));
            }
        }
    }
    let inner = bare(tokens);
    match inner {
        [token] => emitter.integer(token.kind),
        [open, ty, close, rest @ ..] if open.is(Punct::LeftParen) && close.is(Punct::RightParen) => {
            let is_type =
                emitter.text(ty).ends_with("_t") || ty.name().map_or(false, |n| n.keyword().is_some());
            if is_type && !rest.is_empty() {
                constant(emitter, rest)
            } else {
                None
            }
        }
        _ => (inner.len() < tokens.len()).then(|| constant(emitter, inner)).flatten(),
    }
}

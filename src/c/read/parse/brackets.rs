//! Attributes of C23, `[[…]]`: they are rewritten to GNU attributes before the parser begins, so it knows one form
//! only.

use super::super::names::Names;
use super::super::token::{Kind, Punct, Token};

/// Gives `[[gnu::packed]]` the form of GNU C, `__attribute__((packed))`. Two brackets in a row open nothing else.
pub(super) fn as_gnu_attributes(tokens: &mut Vec<Token>, names: &mut Names) {
    if !tokens.windows(2).any(|pair| pair.iter().all(|token| token.is(Punct::LeftBracket))) {
        return;
    }
    let word = Kind::Name(names.intern("__attribute__"));
    let mut changed = Vec::with_capacity(tokens.len());
    let (mut depth, mut starts) = (0usize, Vec::new());
    let mut at = 0;
    while let Some(&token) = tokens.get(at) {
        let next = |ahead: usize| tokens.get(at + ahead).copied();
        let is_pair = |punct| token.is(punct) && next(1).map_or(false, |next| next.is(punct));
        let as_punct = |punct| Token { kind: Kind::Punct(punct), ..token };
        depth = match token.kind {
            Kind::Punct(Punct::LeftBracket) => depth + 1,
            Kind::Punct(Punct::RightBracket) => depth.saturating_sub(1),
            _ => depth,
        };
        if is_pair(Punct::LeftBracket) {
            starts.push(depth);
            changed.push(Token { kind: word, ..token });
            changed.extend([Punct::LeftParen, Punct::LeftParen].map(as_punct));
            (at, depth) = (at + 2, depth + 1);
        } else if is_pair(Punct::RightBracket) && starts.last() == Some(&depth) {
            starts.pop();
            changed.extend([Punct::RightParen, Punct::RightParen].map(as_punct));
            (at, depth) = (at + 2, depth.saturating_sub(1));
        } else if !starts.is_empty() && is_pair(Punct::Colon) && next(2).and_then(|t| t.name()).is_some() {
            // The name in front of it is that of the compiler.
            changed.pop();
            at += 2;
        } else {
            changed.push(token);
            at += 1;
        }
    }
    *tokens = changed;
}

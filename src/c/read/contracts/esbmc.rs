//! Contracts as ESBMC writes them: clauses that stand as statements at the beginning of a body.
//!
//! ```c
//! int f(int a) { __ESBMC_requires(a > 0); __ESBMC_ensures(__ESBMC_return_value > a); ... }
//! ```
//!
//! The clauses go behind the declarator, with CBMC's words. A function without `__ESBMC_assigns` may change anything.
//! Quantifiers of ESBMC are calls with the address of a variable; contracts with them are refused.

use super::super::names::Names;
use super::super::token::{Kind, Punct, Token};
use super::clauses::{behind, ANY_PLACE};

/// The words, each with CBMC's. The first three are those of clauses.
const WORDS: [(&str, &str); 7] = [
    ("__ESBMC_requires", "__CPROVER_requires"),
    ("__ESBMC_ensures", "__CPROVER_ensures"),
    ("__ESBMC_assigns", "__CPROVER_assigns"),
    ("__ESBMC_is_fresh", "__CPROVER_is_fresh"),
    ("__ESBMC_return_value", "__CPROVER_return_value"),
    ("__ESBMC_old", "__CPROVER_old"),
    ("__ESBMC_old_raw", "__CPROVER_old"),
];

/// The mark of a function with a contract, which its clauses tell as well.
const MARK: &str = "__ESBMC_contract";

/// The tokens of a file with such clauses behind the declarators; of other files, the tokens.
pub(super) fn in_words_of_cbmc(tokens: Vec<Token>, names: &mut Names) -> Vec<Token> {
    let clauses: Vec<_> = WORDS[..3].iter().filter_map(|(word, _)| names.find(word)).collect();
    let mark = names.find(MARK);
    if clauses.is_empty() && mark.is_none() {
        return tokens;
    }
    let tokens: Vec<Token> =
        tokens.into_iter().filter(|token| mark.is_none() || token.name() != mark).collect();
    let is_clause = |at: usize| {
        let name = tokens.get(at).and_then(Token::name);
        let is_call = tokens.get(at + 1).map_or(false, |token| token.is(Punct::LeftParen));
        is_call && name.map_or(false, |name| clauses.contains(&name))
    };
    let (assigns, any_place) = (names.find(WORDS[2].0), Kind::Name(names.intern(ANY_PLACE)));
    let (mut list, mut found): (Vec<Token>, Vec<Token>) = (Vec::new(), Vec::new());
    let (mut at, mut depth, mut body) = (0, 0usize, None);
    while let Some(token) = tokens.get(at) {
        if body.is_some() && depth == 1 && is_clause(at) {
            let end = behind(&tokens, at + 1);
            found.extend_from_slice(&tokens[at..end]);
            at = end + usize::from(tokens.get(end).map_or(false, |token| token.is(Punct::Semicolon)));
            continue;
        }
        if token.is(Punct::LeftBrace) {
            let is_body = depth == 0 && list.last().map_or(false, |last| last.is(Punct::RightParen));
            body = if is_body { Some(list.len()) } else { body };
            depth += 1;
        } else if token.is(Punct::RightBrace) {
            depth = depth.saturating_sub(1);
            if let Some(start) = body.filter(|_| depth == 0) {
                let is_places = |token: &Token| assigns.is_some() && token.name() == assigns;
                let first = found.first().copied().filter(|_| !found.iter().any(is_places));
                let mark = [any_place, Kind::Punct(Punct::LeftParen), Kind::Punct(Punct::RightParen)];
                found.extend(first.into_iter().flat_map(|first| mark.map(|kind| Token { kind, ..first })));
                list.splice(start..start, found.drain(..));
                body = None;
            }
        }
        list.push(*token);
        at += 1;
    }
    for (word, meant) in WORDS {
        if let Some(word) = names.find(word) {
            let meant = Kind::Name(names.intern(meant));
            let used = list.iter_mut().filter(|token| token.kind == Kind::Name(word));
            used.for_each(|token| token.kind = meant);
        }
    }
    list
}

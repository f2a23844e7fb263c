//! The text of a function alone as C that a compiler reads, for a harness.
//!
//! It is the text of the tokens without contracts, with the lines of the file where they come from it. Assumptions hold
//! in the run that a harness repeats, and are left out, as are assertions with quantifiers, which are no C.

use super::super::names::Names;
use super::super::property::{ASSUME_AGAIN, ASSUME_IN_RUNS};
use super::super::source::{Lines, Pos};
use super::super::token::{Kind, Literals, Punct, Token};
use super::clauses::behind;

/// The most empty lines between two lines of the text; a mark gives the number of the second otherwise.
const MOST_EMPTY: usize = 8;

/// The text of the tokens; `None` if it would be no C.
pub(in crate::c::read) fn plain(
    tokens: &[Token],
    (names, literals): (&Names, &Literals),
    lines: &Lines,
) -> Option<String> {
    let word = |token: &Token| token.name().map_or("", |name| names.text(name));
    let tokens = &*without_builtins(tokens);
    let (mut text, mut line, mut at, mut depth) = (String::new(), 0, 0, 0usize);
    let mut last: Option<Token> = None;
    while let Some(token) = tokens.get(at).filter(|token| token.kind != Kind::End) {
        let is_end = last.map_or(false, |last| {
            let marks = [Punct::Semicolon, Punct::LeftBrace, Punct::RightBrace];
            let is_made = token.pos <= last.pos;
            is_made && marks.iter().any(|&mark| last.is(mark))
        });
        if token.starts_line || is_end {
            let at = lines.line_and_column(token.pos).0;
            let ahead = if token.starts_line { at.wrapping_sub(line) } else { 1 };
            if (1..=MOST_EMPTY).contains(&ahead) {
                text.push_str(&"\n".repeat(ahead));
                line += ahead;
            } else {
                let file = lines.file(token.pos).map_or(String::new(), |file| format!(" \"{}\"", file));
                text.push_str(&format!("\n#line {}{}\n", at, file));
                line = at;
            }
        } else if !token.is_joined {
            text.push(' ');
        }
        let is_declared = last.map_or(false, |last| word(&last) == "void");
        let is_call =
            depth > 0 && !is_declared && tokens.get(at + 1).map_or(false, |t| t.is(Punct::LeftParen));
        last = Some(*token);
        let is_left_out = is_call && is_left_out(&tokens[at..behind(tokens, at + 1)], &word);
        match token.kind {
            _ if is_left_out => {
                text.push_str("((void)0)");
                at = behind(tokens, at + 1);
                continue;
            }
            Kind::Punct(punct) => text.push_str(punct.text()),
            _ if is_quantifier(word(token)) => return None,
            kind => text.push_str(literals.spelling(kind).map(|name| names.text(name))?),
        }
        depth = match token.kind {
            Kind::Punct(Punct::LeftBrace) => depth + 1,
            Kind::Punct(Punct::RightBrace) => depth.saturating_sub(1),
            _ => depth,
        };
        at += 1;
    }
    text.push('\n');
    Some(text)
}

fn is_quantifier(word: &str) -> bool {
    matches!(word, "__CPROVER_forall" | "__CPROVER_exists")
}

/// Whether a call is an assumption, or an assertion with a quantifier. One that fails leads to no harness.
fn is_left_out<'t>(call: &[Token], word: &impl Fn(&Token) -> &'t str) -> bool {
    match word(&call[0]) {
        "__CPROVER_assume" | ASSUME_AGAIN | ASSUME_IN_RUNS => true,
        "__CPROVER_assert" => call.iter().any(|token| is_quantifier(word(token))),
        _ => false,
    }
}

/// The tokens without the functions that the preprocessor adds in front of a file. All have its first place.
fn without_builtins(tokens: &[Token]) -> Vec<Token> {
    let is_first = |token: &&Token| token.pos == Pos::START;
    let end = |last: &Token| last.is(Punct::RightBrace) || last.is(Punct::Semicolon);
    let own = tokens.iter().rfind(is_first).copied().filter(|last| !end(last));
    own.into_iter().chain(tokens.iter().filter(|token| !is_first(token)).copied()).collect()
}

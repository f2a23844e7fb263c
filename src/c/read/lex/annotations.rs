//! Assertions of Frama-C in comments: `//@ assert 0 <= i && i < n;` and `/*@ assert p != 0; */`.
//!
//! The lexer goes on inside of such a comment, with a word of its own in the place of `assert`; the parser decides
//! where an assertion may stand. The terms of ACSL are about numbers without bounds, so the lexer takes only those that
//! mean the same in C: names, numbers, members, elements, comparisons and what joins them, without arithmetic. Another
//! assertion stays a comment, with a warning; other annotations are comments.

use std::ops::Range;

/// The word that begins an assertion.
const WORD: &[u8] = b"assert";

/// An assertion in a comment.
#[derive(Clone, Copy, Debug)]
pub(super) struct Annotation {
    /// The first byte of its word.
    pub start: usize,
    /// The byte behind its word.
    pub term: usize,
    /// The byte behind its semicolon.
    pub end: usize,
    /// The byte behind the comment.
    pub behind: usize,
}

/// The assertion in the comment that begins at an offset; `Some(None)` if its term is not one of those that are read.
pub(super) fn annotation(bytes: &[u8], at: usize) -> Option<Option<Annotation>> {
    let all = bytes.get(at..)?;
    let (length, behind) = match all.get(..3)? {
        b"//@" => {
            let length = all.iter().position(|&byte| byte == b'\n').unwrap_or(all.len());
            (length, length)
        }
        b"/*@" => {
            let length = 3 + all.get(3..)?.windows(2).position(|pair| pair == b"*/")?;
            (length, length + 2)
        }
        _ => return None,
    };
    let text = all.get(..length)?;
    let start = 3 + text.get(3..)?.iter().position(|byte| !byte.is_ascii_whitespace())?;
    let term = text.get(start..)?.strip_prefix(WORD)?;
    if !term.first().map_or(false, |&byte| byte == b'(' || byte.is_ascii_whitespace()) {
        return None;
    }
    let last = term.iter().rposition(|byte| !byte.is_ascii_whitespace())?;
    let is_read = term.get(last) == Some(&b';') && is_simple(term, 0..last);
    let word = at + start + WORD.len();
    let found = Annotation { start: at + start, term: word, end: word + last + 1, behind: at + behind };
    Some(Some(found).filter(|_| is_read))
}

/// Whether a term has no other marks than those that mean the same in ACSL and in C.
fn is_simple(term: &[u8], part: Range<usize>) -> bool {
    part.into_iter().all(|at| match term[at] {
        b'-' => {
            let before = term[..at].iter().rev().find(|byte| !byte.is_ascii_whitespace());
            let is_sign = before.map_or(true, |byte| b"(<>=&|".contains(byte));
            term[at + 1] == b'>' || (is_sign && term[at + 1].is_ascii_digit())
        }
        byte => {
            byte.is_ascii_alphanumeric() || byte.is_ascii_whitespace() || b"_()[].<>=!&|*".contains(&byte)
        }
    })
}

//! Texts of no known structure: traces of calls, lists, logs. Lines, words, bytes.

use super::search::deletions;
use super::{Edit, Shape};
use crate::input::ParseError;
use std::ops::Range;

/// Bytes up to which single ones are tried.
const MOST_BYTES: usize = 4_000;

/// A text of lines and words.
pub(super) struct Lines;

impl Shape for Lines {
    fn text(&self, bytes: &[u8]) -> Result<Vec<u8>, ParseError> {
        Ok(bytes.to_vec())
    }

    fn passes(&self) -> usize {
        3
    }

    fn edits(&self, text: &[u8], pass: usize) -> Vec<Edit> {
        match pass {
            0 => deletions(lines(text)),
            1 => deletions(words(text)),
            _ if text.len() <= MOST_BYTES => deletions((0..text.len()).map(|at| at..at + 1)),
            _ => Vec::new(),
        }
    }
}

/// The lines, each with its end.
pub(super) fn lines(text: &[u8]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive(|&b| b == b'\n') {
        found.push(start..start + line.len());
        start += line.len();
    }
    found
}

/// The words, each with the blanks before it in its line.
pub(super) fn words(text: &[u8]) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut start = 0;
    for (at, byte) in text.iter().enumerate() {
        if *byte == b'\n' {
            start = at + 1;
        }
        let ends = text.get(at + 1).map_or(true, |next| next.is_ascii_whitespace());
        if !byte.is_ascii_whitespace() && ends {
            found.push(start..at + 1);
            start = at + 1;
        }
    }
    found
}

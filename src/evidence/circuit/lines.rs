//! Lines of the text forms, with their places.

use crate::input::{describe, ParseError};
use crate::model::PropertyId;

/// Whether a line says nothing: empty or a comment, which is a `c` followed by a blank or nothing.
fn is_silent(line: &[u8]) -> bool {
    matches!(line, [] | [b'c'] | [b'c', b' ' | b'\t', ..])
}

/// The first word of a file, comments left out.
pub(super) fn first_word(bytes: &[u8]) -> &[u8] {
    let line = bytes.split(|&b| b == b'\n').map(trim).find(|line| !is_silent(line)).unwrap_or(&[]);
    line.split(|b| b.is_ascii_whitespace()).next().unwrap_or(&[])
}

/// A line without the blanks around it.
fn trim(line: &[u8]) -> &[u8] {
    let from = line.iter().position(|b| !b.is_ascii_whitespace()).unwrap_or(line.len());
    let to = line.iter().rposition(|b| !b.is_ascii_whitespace()).map_or(from, |last| last + 1);
    line.get(from..to).unwrap_or(&[])
}

/// A cursor over the lines of a file.
pub(super) struct Lines<'a> {
    bytes: &'a [u8],
    at: usize,
}

/// One line, trimmed.
#[derive(Clone, Copy)]
pub(super) struct Line<'a> {
    file: &'a [u8],
    /// The place in the file where its text begins.
    pub offset: usize,
    pub text: &'a [u8],
}

impl<'a> Lines<'a> {
    pub fn new(bytes: &'a [u8]) -> Lines<'a> {
        Lines { bytes, at: 0 }
    }

    /// The next line that is no comment, empty ones included; `None` at the end of the file.
    pub fn next(&mut self) -> Option<Line<'a>> {
        loop {
            let rest = self.bytes.get(self.at..).filter(|rest| !rest.is_empty())?;
            let length = rest.iter().position(|&b| b == b'\n').unwrap_or(rest.len());
            let raw = rest.get(..length).unwrap_or(rest);
            let blanks = raw.iter().take_while(|b| b.is_ascii_whitespace()).count();
            let line = Line { file: self.bytes, offset: self.at + blanks.min(length), text: trim(raw) };
            self.at += length + 1;
            if line.text.is_empty() || !is_silent(line.text) {
                return Some(line);
            }
        }
    }

    /// The next line that says something.
    pub fn next_filled(&mut self) -> Option<Line<'a>> {
        loop {
            let line = self.next()?;
            if !line.text.is_empty() {
                return Some(line);
            }
        }
    }

    /// An error at the end of the file.
    pub fn ended(&self, expected: &str) -> ParseError {
        ParseError::in_text(self.bytes, self.bytes.len(), format!("expected {}, found end of file", expected))
    }
}

impl<'a> Line<'a> {
    /// The words of the line and their offsets in the file.
    pub fn words(&self) -> impl Iterator<Item = (usize, &'a [u8])> {
        let start = self.offset;
        let mut at = 0;
        self.text.split(|b| b.is_ascii_whitespace()).filter_map(move |word| {
            let offset = start + at;
            at += word.len() + 1;
            if word.is_empty() {
                None
            } else {
                Some((offset, word))
            }
        })
    }

    /// An error at an offset of the file, which says what stands there.
    pub fn unexpected(&self, offset: usize, expected: &str) -> ParseError {
        let found = describe(self.file, offset);
        ParseError::in_text(self.file, offset, format!("expected {}, found {}", expected, found))
    }

    /// An error at an offset of the file.
    pub fn error(&self, offset: usize, message: impl Into<String>) -> ParseError {
        ParseError::in_text(self.file, offset, message)
    }
}

/// A decimal number; `None` if it is none or does not fit.
pub(super) fn number(word: &[u8]) -> Option<usize> {
    if word.is_empty() || !word.iter().all(u8::is_ascii_digit) {
        return None;
    }
    std::str::from_utf8(word).ok()?.parse().ok()
}

/// A property by its bare index.
pub(super) fn property_number(word: &[u8]) -> Option<PropertyId> {
    number(word).filter(|&index| u32::try_from(index).is_ok()).map(PropertyId::new)
}

/// A property: `b3`, or `o3` where the properties are outputs, or `j3`.
pub(super) fn property(word: &[u8]) -> Option<PropertyId> {
    match word {
        [b'b' | b'o', digits @ ..] => property_number(digits),
        [b'j', digits @ ..] => Some(PropertyId::justice(property_number(digits)?.index())),
        _ => None,
    }
}

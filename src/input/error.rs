//! Errors of readers: the place and the reason.

use crate::base::Limit;
use std::fmt;

/// The place of an error in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// A position in a text; both numbers count from 1, columns in bytes.
    Line {
        /// The line.
        line: usize,
        /// The byte in the line.
        column: usize,
    },
    /// A position in a binary file, in bytes from 0.
    Byte(usize),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Line { line, column } => write!(f, "line {}, column {}", line, column),
            Place::Byte(offset) => write!(f, "byte {}", offset),
        }
    }
}

/// The reason why a file cannot be read. Displays as `line 3, column 7: expected …, found …`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    place: Place,
    message: String,
    limit: Option<Limit>,
}

impl ParseError {
    /// An error in a text; line and column count from 1.
    pub fn at_line(line: usize, column: usize, message: impl Into<String>) -> ParseError {
        ParseError { place: Place::Line { line, column }, message: message.into(), limit: None }
    }

    /// An error in a binary file; the offset counts from 0.
    pub fn at_byte(offset: usize, message: impl Into<String>) -> ParseError {
        ParseError { place: Place::Byte(offset), message: message.into(), limit: None }
    }

    /// An error in a text at this offset. Counts the lines before it, so readers need not do so as they go.
    pub fn in_text(text: &[u8], offset: usize, message: impl Into<String>) -> ParseError {
        let before = text.get(..offset).unwrap_or(text);
        let line = 1 + before.iter().filter(|&&b| b == b'\n').count();
        let column = 1 + before.iter().rev().take_while(|&&b| b != b'\n').count();
        ParseError::at_line(line, column, message)
    }

    /// The error of a reader that a limit has ended here.
    pub(crate) fn of_limit(self, limit: impl Into<Option<Limit>>) -> ParseError {
        ParseError { limit: limit.into(), ..self }
    }

    /// The limit that ended the reading, if that is the reason: the file may be right.
    pub fn limit(&self) -> Option<Limit> {
        self.limit
    }

    /// The same error in a text that has this many lines before the one that was read.
    pub(crate) fn below(self, lines: usize) -> ParseError {
        match self.place {
            Place::Line { line, column } => {
                ParseError { place: Place::Line { line: line + lines, column }, ..self }
            }
            Place::Byte(_) => self,
        }
    }

    /// The place of the error.
    pub fn place(&self) -> Place {
        self.place
    }

    /// The text `expected …, found …`, or another description of the error.
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.message)
    }
}

impl std::error::Error for ParseError {}

/// The text at this offset, in words for an error message: the word that begins there, shortened, or the kind of end.
pub(crate) fn describe(bytes: &[u8], offset: usize) -> String {
    const LONGEST: usize = 24;
    let rest = bytes.get(offset..).unwrap_or(&[]);
    match rest.first() {
        None => "end of file".to_string(),
        Some(b'\n') | Some(b'\r') => "end of line".to_string(),
        Some(b' ') | Some(b'\t') => "a blank".to_string(),
        Some(_) => {
            let word: Vec<u8> =
                rest.iter().copied().take_while(|b| !b.is_ascii_whitespace()).take(LONGEST).collect();
            let shown: String =
                word.iter().flat_map(|&b| std::ascii::escape_default(b)).map(char::from).collect();
            format!("`{}`", shown)
        }
    }
}

//! Readers: text to models, with the place in every error.

use std::fmt;

mod dimacs;

pub use dimacs::{parse_dimacs, Clauses, Cnf};

/// What is wrong in an input, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    place: Place,
    message: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    Line { line: usize, column: usize },
    Byte(usize),
}

impl ParseError {
    /// An error in a text; line and column count from 1.
    pub fn at_line(line: usize, column: usize, message: impl Into<String>) -> ParseError {
        ParseError { place: Place::Line { line, column }, message: message.into() }
    }

    /// An error in binary data, after `offset` bytes.
    pub fn at_byte(offset: usize, message: impl Into<String>) -> ParseError {
        ParseError { place: Place::Byte(offset), message: message.into() }
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place {
            Place::Line { line, column } => write!(f, "line {}, column {}: {}", line, column, self.message),
            Place::Byte(offset) => write!(f, "byte {}: {}", offset, self.message),
        }
    }
}

impl std::error::Error for ParseError {}

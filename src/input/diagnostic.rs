//! Errors and warnings about a program, with their places and the text there.

use super::error::{ParseError, Place};
use std::fmt;

/// An error or a warning. Displays as
///
/// ```text
/// line 3, column 9: expected an expression, found `;`
///   int x = ;
///           ^
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// The file, of a program of several ones.
    pub(crate) file: Option<String>,
    pub(crate) line: usize,
    pub(crate) column: usize,
    pub(crate) is_warning: bool,
    pub(crate) message: String,
    pub(crate) text: String,
    /// Characters of the text before the caret; `None` if the text is not at hand.
    pub(crate) indent: Option<usize>,
    /// The function of the language's library that it is about.
    pub(crate) library_function: Option<&'static str>,
    pub(crate) is_limit: bool,
}

impl Diagnostic {
    /// The place, with line and column; in a function of the C library those in the text of the function.
    pub fn place(&self) -> Place {
        Place::Line { line: self.line, column: self.column }
    }

    /// The text `expected …, found …`, or another description.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Whether the program was read nevertheless.
    pub fn is_warning(&self) -> bool {
        self.is_warning
    }

    /// Whether the program has a meaning, but is too large here, or for the budget.
    pub fn is_limit(&self) -> bool {
        self.is_limit
    }

    /// The line that it is about, or the part of a long line around the place. Diagnostics of the lowering have none.
    pub fn text(&self) -> &str {
        &self.text
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = if self.is_warning { "warning: " } else { "" };
        match self.library_function {
            Some(name) => write!(f, "in `{}` of the C library: {}{}", name, kind, self.message)?,
            None => {
                let file = self.file.as_ref().map_or(String::new(), |file| format!("{}, ", file));
                write!(f, "{}{}: {}{}", file, self.place(), kind, self.message)?
            }
        }
        match self.indent {
            Some(indent) => write!(f, "\n  {}\n  {:width$}^", self.text, "", width = indent),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Diagnostic {}

impl From<Diagnostic> for ParseError {
    fn from(diagnostic: Diagnostic) -> ParseError {
        ParseError::at_line(diagnostic.line, diagnostic.column, diagnostic.message)
    }
}

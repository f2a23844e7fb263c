//! The reasons for which commands are refused.

use crate::base::Limit;
use crate::solver::term::Overrun;
use std::fmt;

/// A place in a script; both numbers count from 1, columns in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Position {
    pub line: u32,
    pub column: u32,
}

/// The reason why a command was not carried out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Failure {
    pub position: Position,
    pub message: String,
    /// The command is right, but asks for a feature that is not supported. No check may answer `sat` while the
    /// command would be in force.
    pub unsupported: bool,
    /// The limit of the budget that was reached, if that is the reason.
    pub limit: Option<Limit>,
}

impl Failure {
    pub fn new(position: Position, message: impl Into<String>) -> Failure {
        Failure { position, message: message.into(), unsupported: false, limit: None }
    }

    /// The work on a legal construct was ended.
    pub fn over(position: Position, over: Overrun) -> Failure {
        Failure { limit: over.limit(), ..Failure::beyond(position, over.to_string()) }
    }

    /// A legal construct that is beyond a limit.
    pub fn beyond(position: Position, message: impl Into<String>) -> Failure {
        Failure { unsupported: true, ..Failure::new(position, message) }
    }

    /// A legal construct that is not supported; `what` names it in the plural.
    pub fn unsupported(position: Position, what: &str) -> Failure {
        Failure { unsupported: true, ..Failure::new(position, format!("{} are not supported", what)) }
    }
}

/// As it stands in the answer: `3:7: expected …`.
impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.position.line, self.position.column, self.message)
    }
}

/// The reason why an operator does not take its arguments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Misuse {
    /// The argument that is to blame, counted from 0.
    pub argument: Option<usize>,
    pub message: String,
    pub unsupported: bool,
}

impl Misuse {
    pub fn new(message: impl Into<String>) -> Misuse {
        Misuse { argument: None, message: message.into(), unsupported: false }
    }

    /// A legal construct that is beyond a limit.
    pub fn beyond(message: impl Into<String>) -> Misuse {
        Misuse { argument: None, message: message.into(), unsupported: true }
    }

    pub fn of_argument(argument: usize, message: impl Into<String>) -> Misuse {
        Misuse { argument: Some(argument), message: message.into(), unsupported: false }
    }
}

//! The error of the lowering: a construct that is not followed, or a limit.
//!
//! Most constructs that the model cannot follow concern only the runs that reach them. Such an error becomes an
//! unsupported point, and the lowering goes on with the rest of the program. A fatal error ends the lowering.

use crate::c::read::source::Pos;

/// A reason why runs, or the whole program, are not followed, with its place.
#[derive(Clone, Debug)]
pub(super) struct Stop {
    pub pos: Pos,
    pub message: String,
    /// Whether the whole program is given up. Otherwise only the runs that reach the place are not followed.
    pub is_fatal: bool,
}

impl Stop {
    /// Runs that reach this place are not followed.
    pub fn unsupported(pos: Pos, message: impl Into<String>) -> Stop {
        Stop { pos, message: message.into(), is_fatal: false }
    }

    /// The program is given up.
    pub fn fatal(pos: Pos, message: impl Into<String>) -> Stop {
        Stop { pos, message: message.into(), is_fatal: true }
    }
}

//! Reasons to go no further.

use crate::c::read::source::Pos;

/// A reason to go no further, with its place.
#[derive(Clone, Debug)]
pub(super) struct Stop {
    pub pos: Pos,
    pub message: String,
    /// Whether the whole program is given up; otherwise only the runs that come here.
    pub is_fatal: bool,
}

impl Stop {
    /// Runs that come here are not followed.
    pub fn unsupported(pos: Pos, message: impl Into<String>) -> Stop {
        Stop { pos, message: message.into(), is_fatal: false }
    }

    /// The program is given up.
    pub fn fatal(pos: Pos, message: impl Into<String>) -> Stop {
        Stop { pos, message: message.into(), is_fatal: true }
    }
}

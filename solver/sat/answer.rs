//! The answer of a solver.

use crate::base::Limit;
use std::fmt;

/// The answer of a solver. `R` is the reason why there may be none: of the SAT solver a limit, of the SMT solver an
/// [`UnknownReason`](crate::solver::smt::UnknownReason).
#[must_use]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer<R = Limit> {
    /// There is a model; read it with the solver's `value` or `model` before the next change.
    Sat,
    /// There is no model under the assumptions; the solver's `core` names the assumptions that matter.
    Unsat,
    /// A limit of the budget was reached, or the solver gave up. It stays usable.
    Unknown(R),
}

impl<R> Answer<R> {
    /// Whether there is a model.
    ///
    /// # Errors
    ///
    /// The reason for which the answer is unknown.
    pub fn decided(self) -> Result<bool, R> {
        match self {
            Answer::Sat => Ok(true),
            Answer::Unsat => Ok(false),
            Answer::Unknown(reason) => Err(reason),
        }
    }
}

/// As in SMT-LIB.
impl<R> fmt::Display for Answer<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Answer::Sat => "sat",
            Answer::Unsat => "unsat",
            Answer::Unknown(_) => "unknown",
        })
    }
}

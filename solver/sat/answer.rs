//! The answer of a solve call.

use crate::base::Limit;

/// The answer of a solve call.
#[must_use]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// There is a model; read it with [`Solver::value`](super::Solver::value) before the next change.
    Sat,
    /// There is no model under the assumptions; [`Solver::core`](super::Solver::core) names the assumptions that
    /// matter.
    Unsat,
    /// A limit of the budget was reached, or the theory gave up ([`Limit::Incomplete`]). The solver stays usable.
    Unknown(Limit),
}

impl Answer {
    /// Whether there is a model.
    ///
    /// # Errors
    ///
    /// The limit for which the answer is unknown.
    pub fn decided(self) -> Result<bool, Limit> {
        match self {
            Answer::Sat => Ok(true),
            Answer::Unsat => Ok(false),
            Answer::Unknown(limit) => Err(limit),
        }
    }
}

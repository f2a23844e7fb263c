//! What a solve call found.

use crate::base::Limit;

/// What a solve call found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// There is a model; read it with [`Solver::value`](super::Solver::value) before the next change.
    Sat,
    /// There is none under the assumptions; [`Solver::core`](super::Solver::core) names those that matter.
    Unsat,
    /// A limit of the budget was reached, or (`None`) the theory gave up. The solver stays usable.
    Unknown(Option<Limit>),
}

//! The answers of checks.

use crate::base::Limit;
use crate::solver::sat;
use std::fmt;

/// The answer of a check; see [`Solver::model`](super::Solver::model) and [`Solver::core`](super::Solver::core).
pub type Answer = sat::Answer<UnknownReason>;

/// The reason why there was no answer.
#[non_exhaustive]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnknownReason {
    /// A limit of the budget was reached.
    Limit(Limit),
    /// The procedure for integers gave up.
    Incomplete,
    /// A model was found that does not satisfy the assertions: a bug in this program, never hidden.
    ModelRefused,
    /// A refutation was found whose proof failed its check: a bug in this program, never hidden.
    RefutationRefused,
}

impl From<Limit> for UnknownReason {
    fn from(limit: Limit) -> UnknownReason {
        match limit {
            Limit::Incomplete => UnknownReason::Incomplete,
            limit => UnknownReason::Limit(limit),
        }
    }
}

impl fmt::Display for UnknownReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UnknownReason::Limit(limit) => limit.fmt(f),
            UnknownReason::Incomplete => f.write_str("incomplete"),
            UnknownReason::ModelRefused => f.write_str("a model failed its check"),
            UnknownReason::RefutationRefused => f.write_str("a refutation failed its check"),
        }
    }
}

impl std::error::Error for UnknownReason {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            UnknownReason::Limit(limit) => Some(limit),
            _ => None,
        }
    }
}

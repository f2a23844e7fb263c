//! Verdicts, and the reasons for having none.

use crate::base::Limit;
use crate::model::invariant::Certificate;
use crate::model::trace::Trace;
use crate::model::{cfa, horn, system, Depth};
use crate::solver::smt::{Answer, UnknownReason};
use std::fmt;

/// The verdict on one property: proved with a certificate, refuted with a trace, or neither.
#[derive(Clone, PartialEq, Eq, Debug)]
#[must_use]
pub enum Outcome<C, T> {
    /// The property holds; the certificate says why.
    Safe(C),
    /// The property fails; the trace shows how.
    Unsafe(T),
    /// Neither is known.
    Unknown(StopReason),
}

impl<C, T> Outcome<C, T> {
    /// No verdict, and how far the search had come.
    pub(crate) fn unknown(cause: StopCause, safe_depth: Option<Depth>) -> Outcome<C, T> {
        Outcome::Unknown(StopReason { cause, safe_depth })
    }

    /// The verdict with its evidence in other words.
    pub fn map<D, U>(self, certificate: impl FnOnce(C) -> D, trace: impl FnOnce(T) -> U) -> Outcome<D, U> {
        match self {
            Outcome::Safe(c) => Outcome::Safe(certificate(c)),
            Outcome::Unsafe(t) => Outcome::Unsafe(trace(t)),
            Outcome::Unknown(reason) => Outcome::Unknown(reason),
        }
    }
}

/// The verdict on a bad signal of a circuit.
pub type CircuitOutcome = Outcome<Certificate, Trace>;

/// The verdict on a property of a system.
pub type SystemOutcome = Outcome<system::Certificate, system::Trace>;

/// The verdict on a program.
pub type ProgramOutcome = Outcome<cfa::InvariantMap, cfa::Path>;

/// The verdict on Horn clauses.
pub type HornOutcome = Outcome<horn::Interpretation, horn::Refutation>;

/// The reason for which an engine stopped without a verdict, and how far it had come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StopReason {
    /// The cause.
    pub cause: StopCause,
    /// There is no counterexample with this many transitions or fewer; `None` if nothing is known.
    pub safe_depth: Option<Depth>,
}

/// A cause that ends a run without a verdict.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum StopCause {
    /// A limit of the budget.
    Limit(Limit),
    /// The engine's own bound on the depth.
    Bound,
    /// More states than the engine may keep.
    TooManyStates,
    /// More cells of arrays would have to be looked at than is tried.
    TooManyCells,
    /// The model may come to a place that is not understood.
    Unsupported,
    /// Neither a measure of each loop was found, nor a run without end.
    Unmeasured,
    /// The only refutation that was found rests on the result of a partial operation that SMT-LIB leaves open, and no
    /// model was found for another result.
    OpenResults,
    /// The evidence for a verdict did not pass its check: a defect of this program, and no verdict.
    EvidenceFailed,
    /// An engine panicked, and no other one had an answer: a defect of this program.
    Panicked,
}

impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.cause {
            StopCause::Limit(limit) => write!(f, "{}", limit)?,
            StopCause::Bound => f.write_str("depth bound reached")?,
            StopCause::TooManyStates => f.write_str("too many states")?,
            StopCause::TooManyCells => {
                f.write_str("too many cells of memories would have to be looked at")?
            }
            StopCause::Unsupported => f.write_str("a run may come to a place that is not understood")?,
            StopCause::Unmeasured => {
                f.write_str("some loop has no measure that was found, and no run without end was found")?
            }
            StopCause::OpenResults => f.write_str(
                "the refutation rests on a result that SMT-LIB leaves open, of a selector for the value of another \
                 constructor or of a division by zero",
            )?,
            StopCause::EvidenceFailed => f.write_str("the evidence failed its check")?,
            StopCause::Panicked => {
                f.write_str("an engine panicked; please report this as a defect of indubit")?
            }
        }
        match self.safe_depth {
            Some(depth) => write!(f, "; no counterexample up to depth {}", depth),
            None => Ok(()),
        }
    }
}

/// The outcome of a search, or how far it had come when a limit ended it.
pub(in crate::engine) fn settle<C, T>(
    result: Result<Outcome<C, T>, Limit>,
    safe_depth: Option<Depth>,
) -> Outcome<C, T> {
    result.unwrap_or_else(|limit| Outcome::unknown(StopCause::Limit(limit), safe_depth))
}

/// The answer of a solver, or the limit that kept it from one.
pub(in crate::engine) fn decided(verdict: Answer) -> Result<bool, Limit> {
    match verdict {
        Answer::Sat => Ok(true),
        Answer::Unsat => Ok(false),
        Answer::Unknown(UnknownReason::Limit(limit)) => Err(limit),
        Answer::Unknown(_) => Err(Limit::Incomplete),
    }
}

/// The answer to a question that need not be decided: `otherwise` if the theory gives up.
pub(in crate::engine) fn unless_incomplete<T>(answer: Result<T, Limit>, otherwise: T) -> Result<T, Limit> {
    match answer {
        Err(Limit::Incomplete) => Ok(otherwise),
        answer => answer,
    }
}

//! The verdicts of the checker, and the reasons for them.

use std::fmt;

use crate::base::Limit;
use crate::solver::proof::ClauseId;

/// The verdict of the checker on a proof.
#[must_use]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Checked {
    /// Every step is justified and the target is proved.
    Proved,
    /// The proof is wrong, or does not reach its target.
    Rejected(Rejection),
    /// The budget ended first; nothing is known.
    Unknown(Limit),
}

impl Checked {
    /// Whether the proof was accepted.
    pub fn is_proved(&self) -> bool {
        *self == Checked::Proved
    }
}

impl fmt::Display for Checked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Checked::Proved => f.write_str("proved"),
            Checked::Rejected(rejection) => write!(f, "rejected: {}", rejection),
            Checked::Unknown(limit) => write!(f, "unknown: {}", limit),
        }
    }
}

/// The first wrong step of a proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rejection {
    /// Number of the step, from 1; clauses of the formula's file do not count. For [`Reason::TargetNotReached`] the
    /// number of all steps.
    pub step: u64,
    /// The error of the step.
    pub reason: Reason,
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "step {}: {}", self.step, self.reason)
    }
}

/// The reason why a step is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Reason {
    /// Unit propagation from the negated clause ends without a conflict, and the clause is not RAT on its first
    /// literal either (or RAT is not admitted there).
    NotImplied,
    /// A hint names a clause that does not exist (any more).
    HintUnknown(ClauseId),
    /// A hint names a clause that is neither unit nor false when its turn comes.
    HintNotUnit(ClauseId),
    /// The hints end before a clause becomes false.
    HintsExhausted,
    /// The named clause became false, but further hints follow; only chains of solvers must stop there.
    HintAfterConflict(ClauseId),
    /// A RAT hint names a clause without the negated pivot.
    HintNotCandidate(ClauseId),
    /// A clause with the negated pivot is not among the RAT hints.
    CandidateMissing,
    /// A clause of this number exists already.
    IdInUse(ClauseId),
    /// A deletion names a clause that does not exist (any more).
    DeletedUnknown,
    /// A deletion gives a number and a clause that do not belong together.
    DeletedDiffers(ClauseId),
    /// The proof adds a clause to the formula (`o`), which it must not do.
    AxiomInProof,
    /// A clause was added to the formula that mentions the pivot of an earlier RAT step; the step was justified
    /// without it.
    AxiomAfterRat,
    /// The solver's conclusion is not a present clause of this number and these literals, or it mentions the pivot of a
    /// RAT step.
    ConclusionWrong(ClauseId),
    /// All steps are right, but neither the empty clause nor the target follows; a target that mentions the pivot of a
    /// RAT step does not count.
    TargetNotReached,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::NotImplied => f.write_str("the clause is neither implied by unit propagation nor RAT"),
            Reason::HintUnknown(id) => write!(f, "hint {} names no present clause", id.number()),
            Reason::HintNotUnit(id) => write!(f, "hint {} is neither unit nor false", id.number()),
            Reason::HintsExhausted => f.write_str("no clause is false after the last hint"),
            Reason::HintAfterConflict(id) => write!(f, "hints follow after {}, which is false", id.number()),
            Reason::HintNotCandidate(id) => write!(f, "hint -{} lacks the negated pivot", id.number()),
            Reason::CandidateMissing => f.write_str("a clause with the negated pivot has no RAT hint"),
            Reason::IdInUse(id) => write!(f, "there is a clause {} already", id.number()),
            Reason::DeletedUnknown => f.write_str("the clause to delete does not exist"),
            Reason::DeletedDiffers(id) => write!(f, "clause {} has other literals", id.number()),
            Reason::AxiomInProof => f.write_str("a proof cannot add a clause to the formula"),
            Reason::AxiomAfterRat => f.write_str("an axiom mentions the pivot of a RAT step before it"),
            Reason::ConclusionWrong(id) => write!(f, "clause {} is not what was proved", id.number()),
            Reason::TargetNotReached => f.write_str("the proof ends before its target"),
        }
    }
}

impl std::error::Error for Reason {}

/// Its message contains the reason's, so there is no `source`.
impl std::error::Error for Rejection {}

/// The failure of a step inside the checker.
pub(super) enum Failure {
    Wrong(Reason),
    Stopped(Limit),
}

impl From<Reason> for Failure {
    fn from(reason: Reason) -> Failure {
        Failure::Wrong(reason)
    }
}

impl From<Limit> for Failure {
    fn from(limit: Limit) -> Failure {
        Failure::Stopped(limit)
    }
}

/// The way in which derived clauses are justified.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// The checker propagates over all present clauses; hints are ignored.
    Propagation,
    /// The checker propagates over the hints only.
    Chains,
}

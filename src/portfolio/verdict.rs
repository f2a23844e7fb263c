//! Verdicts, believed or not.

use crate::engine::{Outcome, StopCause, StopReason};
use crate::evidence::CheckError;
use crate::model::invariant::Proof;
use crate::model::trace::Trace;
use crate::model::{Depth, PropertyId};
use std::fmt;

/// The verdict on one property, in the words of its model: of a circuit, if nothing else is said.
#[derive(Clone, PartialEq, Eq, Debug)]
#[must_use]
pub struct Verified<C = Proof, T = Trace> {
    /// The property.
    pub property: PropertyId,
    /// Safe with a certificate or unsafe with a trace, both of the original model, or unknown.
    pub outcome: Outcome<C, T>,
    /// The reason why the engine's verdict is not believed, if it gave one and the check did not accept it.
    pub refused: Option<CheckError>,
    /// Of a counterexample to a property of safety of a circuit or a system: a bounded search found that no other one
    /// has fewer transitions ([`VerifyOptions::shortest`](super::VerifyOptions::shortest)). It is 0 if there was no
    /// search; the counterexample is a shortest one if this is its depth. `None` of other verdicts and models.
    pub least_depth: Option<Depth>,
    /// The engine that gave the verdict; of a portfolio its member.
    pub by: &'static str,
    /// Further answers of a portfolio that are not believed. Each is a defect of this library, even if the verdict is
    /// right.
    pub defects: Vec<Defect>,
}

/// A failure of a member of a portfolio.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Defect {
    /// The member.
    pub by: &'static str,
    /// The failure.
    pub failure: Failure,
}

/// The kinds of failures of a member of a portfolio.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Failure {
    /// The evidence for its answer failed its check, for this reason.
    NotBelieved(CheckError),
    /// The evidence for its answer broke off before it could be checked.
    BrokeOff,
    /// It panicked.
    Panicked,
}

impl fmt::Display for Defect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.failure {
            Failure::NotBelieved(error) => write!(f, "an answer of {} failed its check: {}", self.by, error),
            Failure::BrokeOff => write!(f, "an answer of {} failed its check", self.by),
            Failure::Panicked => write!(f, "{} panicked", self.by),
        }
    }
}

impl<C, T> Verified<C, T> {
    /// The same verdict with its outcome in another form.
    pub(super) fn map<D, U>(self, form: impl FnOnce(Outcome<C, T>) -> Outcome<D, U>) -> Verified<D, U> {
        let Verified { property, outcome, refused, least_depth, by, defects } = self;
        Verified { property, outcome: form(outcome), refused, least_depth, by, defects }
    }

    /// An outcome that was checked.
    pub(super) fn checked(property: PropertyId, outcome: Outcome<C, T>, by: &'static str) -> Verified<C, T> {
        Verified { property, outcome, refused: None, least_depth: None, by, defects: Vec::new() }
    }

    /// No verdict, for this reason.
    pub(super) fn unknown(property: PropertyId, reason: StopReason, by: &'static str) -> Verified<C, T> {
        Verified::checked(property, Outcome::Unknown(reason), by)
    }

    /// The reason why evidence that was checked is not believed.
    pub(super) fn not_believed(property: PropertyId, error: CheckError, by: &'static str) -> Verified<C, T> {
        let cause = match error {
            CheckError::Limit(limit) => StopCause::Limit(limit),
            CheckError::Unsupported { .. } => StopCause::Unsupported,
            CheckError::DoesNotHold(_)
            | CheckError::Malformed(_)
            | CheckError::Proof(_)
            | CheckError::FormulaProof(_)
            | CheckError::Solver(_)
            | CheckError::ProofMissing
            | CheckError::ForeignAxiom
            | CheckError::Replay(_)
            | CheckError::OneRun(_)
            | CheckError::Reached(_)
            | CheckError::Left { .. }
            | CheckError::Readings { .. } => StopCause::EvidenceFailed,
        };
        let outcome = Outcome::unknown(cause, None);
        Verified { refused: Some(error), ..Verified::checked(property, outcome, by) }
    }

    /// Whether a run reaches a place that is not understood, so that nothing is known.
    pub(super) fn is_unsupported(&self) -> bool {
        matches!(self.refused, Some(CheckError::Unsupported { .. }))
    }

    /// The verdict on a program that may come to a place that is not understood, if `closed` is the verdict on it
    /// without the ways to such places. A counterexample elsewhere is one, and a proof without these ways is none.
    pub(super) fn or_elsewhere(self, closed: impl FnOnce() -> Option<Self>) -> Self {
        match if self.is_unsupported() { closed() } else { None } {
            Some(found @ Verified { outcome: Outcome::Unsafe(_), .. }) => found,
            Some(Verified { outcome: Outcome::Safe(_) | Outcome::Unknown(_), .. }) | None => self,
        }
    }

    /// Whether it ends a race. An answer does not end it if its evidence was too hard to check: another member may have
    /// easier evidence. Nor does an answer whose evidence failed.
    pub(super) fn is_final(&self) -> bool {
        match &self.outcome {
            Outcome::Safe(_) | Outcome::Unsafe(_) => true,
            // A run of the program reaches a place that is not understood, no matter which member has found it.
            Outcome::Unknown(_) => self.is_unsupported(),
        }
    }

    /// The defect that it is, if its evidence failed.
    pub(super) fn defect(&self) -> Option<Defect> {
        match &self.outcome {
            Outcome::Unknown(StopReason { cause: StopCause::EvidenceFailed, .. }) => {
                let failure = self.refused.clone().map_or(Failure::BrokeOff, Failure::NotBelieved);
                Some(Defect { by: self.by, failure })
            }
            Outcome::Unknown(_) | Outcome::Safe(_) | Outcome::Unsafe(_) => None,
        }
    }
}

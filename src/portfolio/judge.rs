//! Whether a claim about the reduced circuit is to be believed.

use super::options::{Engine, VerifyOptions};
use super::race::Answer;
use crate::base::Budget;
use crate::engine::{CircuitOutcome, Outcome, StopCause, StopReason};
use crate::evidence::circuit::{check_certificate_with, check_trace};
use crate::evidence::CheckError;
use crate::model::circuit::Circuit;
use crate::model::invariant::Certificate;
use crate::model::reduce::{reduce, ReduceOptions, Reduction};
use crate::model::trace::Trace;
use crate::model::PropertyId;
use std::fmt;

/// The verdict on one property, in the words of its model: of a circuit, if nothing else is said.
#[derive(Clone, PartialEq, Eq, Debug)]
#[must_use]
pub struct Verified<C = Certificate, T = Trace> {
    /// The property.
    pub property: PropertyId,
    /// Safe with a certificate or unsafe with a trace, both of the original model, or unknown.
    pub outcome: Outcome<C, T>,
    /// The reason why the engine's verdict is not believed, if it gave one and the check did not accept it.
    pub refused: Option<CheckError>,
    /// The engine that gave the verdict; of a portfolio its member.
    pub by: &'static str,
    /// Further answers of a portfolio that are not believed. Each is a defect of this library, whoever was right.
    pub defects: Vec<Defect>,
}

/// An answer whose evidence failed its check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Defect {
    /// The member of the portfolio that gave the answer.
    pub by: &'static str,
    /// What was wrong; `None` if the evidence broke off before it could be checked.
    pub error: Option<CheckError>,
}

impl fmt::Display for Defect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an answer of {} failed its check", self.by)?;
        match &self.error {
            Some(error) => write!(f, ": {}", error),
            None => Ok(()),
        }
    }
}

impl<C, T> Verified<C, T> {
    /// An outcome that was checked.
    pub(super) fn checked(property: PropertyId, outcome: Outcome<C, T>, by: &'static str) -> Verified<C, T> {
        Verified { property, outcome, refused: None, by, defects: Vec::new() }
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
            | CheckError::Reached(_)
            | CheckError::Left { .. }
            | CheckError::Readings { .. } => StopCause::EvidenceFailed,
        };
        let outcome = Outcome::unknown(cause, None);
        Verified { refused: Some(error), ..Verified::checked(property, outcome, by) }
    }
}

impl<C, T> Verified<C, T> {
    /// Whether a run comes to a place that is not understood, so that nothing is known.
    pub(super) fn is_unsupported(&self) -> bool {
        matches!(self.refused, Some(CheckError::Unsupported { .. }))
    }
}

impl<C: Send, T: Send> Answer for Verified<C, T> {
    fn is_final(&self) -> bool {
        match &self.outcome {
            Outcome::Safe(_) | Outcome::Unsafe(_) => true,
            // A run of the program comes to a place that is not understood, whoever has found it.
            Outcome::Unknown(_) => self.is_unsupported(),
        }
    }

    fn defect(&self) -> Option<Defect> {
        match &self.outcome {
            Outcome::Unknown(StopReason { cause: StopCause::EvidenceFailed, .. }) => {
                Some(Defect { by: self.by, error: self.refused.clone() })
            }
            Outcome::Unknown(_) | Outcome::Safe(_) | Outcome::Unsafe(_) => None,
        }
    }

    fn note(&mut self, defects: Vec<Defect>) {
        self.defects = defects;
    }
}

/// Decides what is to be believed of claims about the reduced circuit.
#[derive(Debug)]
pub(super) struct Judge {
    circuit: Circuit,
    pub options: VerifyOptions,
    pub budget: Budget,
    pub reduction: Reduction,
}

impl Judge {
    /// Reduces the circuit.
    pub fn new(circuit: Circuit, options: VerifyOptions, budget: Budget) -> Judge {
        let reduction = reduction(&circuit, &options, &budget);
        Judge { circuit, options, budget, reduction }
    }

    /// Whether the circuit has the property.
    pub fn has(&self, property: PropertyId) -> bool {
        self.circuit.bad(property).is_some()
    }

    /// The claim's evidence is brought back to the original circuit and checked there.
    pub fn believe(&self, property: PropertyId, claim: CircuitOutcome, by: &'static str) -> Verified {
        let outcome = match claim {
            Outcome::Safe(certificate) => Outcome::Safe(self.reduction.lift_certificate(&certificate)),
            Outcome::Unsafe(trace) => Outcome::Unsafe(self.reduction.lift_trace(&trace)),
            unknown => unknown,
        };
        match self.check(property, &outcome) {
            Ok(()) => Verified::checked(property, outcome, by),
            Err(error) => Verified::not_believed(property, error, by),
        }
    }

    fn check(&self, property: PropertyId, outcome: &CircuitOutcome) -> Result<(), CheckError> {
        let options = match self.options.check.options() {
            Some(options) => options,
            None => return Ok(()),
        };
        match outcome {
            Outcome::Safe(certificate) => {
                check_certificate_with(&self.circuit, property, certificate, &options, &self.budget)
            }
            Outcome::Unsafe(trace) => check_trace(&self.circuit, trace),
            Outcome::Unknown(_) => Ok(()),
        }
    }
}

/// The circuit that the engine is to work on.
///
/// The checker compares the states of simple paths in all latches on which the property depends, so for them only
/// reductions will do that explain each of these by a fact, given the cone of influence.
pub(super) fn reduction(circuit: &Circuit, options: &VerifyOptions, budget: &Budget) -> Reduction {
    let simple_paths = options.engine == Engine::KInduction && options.kinduction.simple_path;
    if options.reduction && !simple_paths {
        return reduce(circuit, &options.reduce, budget);
    }
    let cone = reduce(circuit, &ReduceOptions { rounds: 0, ..options.reduce.clone() }, budget);
    if !options.reduction {
        return cone;
    }
    let smaller = reduce(&cone.circuit, &options.reduce, budget);
    if smaller.keeps_simple_paths(&cone.circuit) {
        cone.then(smaller)
    } else {
        cone
    }
}

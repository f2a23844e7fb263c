//! Proofs about the words of a system from proofs about the integers that they are made.

use super::options::Words;
use crate::base::{Budget, Limit};
use crate::engine::houdini::Houdini;
use crate::engine::{Outcome, StopCause, SystemOutcome};
use crate::evidence::system::{check_certificate_with, check_trace};
use crate::evidence::CheckOptions;
use crate::model::encode::integers::{to_integers, IntegerSystem, Wraps};
use crate::model::system::{Certificate, Invariant, System};
use crate::model::PropertyId;

/// The integers that the words of a system are made, for an engine to work on.
#[derive(Debug)]
pub(super) struct AsIntegers {
    system: System,
    encoded: IntegerSystem,
    wraps: Wraps,
    seed: u64,
    budget: Budget,
    /// If nothing was to wrap around: the search for an invariant of the words, made for this property.
    transfer: Option<(PropertyId, Houdini)>,
}

impl AsIntegers {
    /// `None` if words are to stay words, or the system is not linear.
    pub fn new(system: &System, words: Words, seed: u64, budget: &Budget) -> Option<AsIntegers> {
        let wraps = match words {
            Words::Kept => return None,
            Words::Integers => Wraps::Kept,
            Words::WithoutWraps => Wraps::Ignored,
        };
        let encoded = to_integers(system, wraps, budget).ok()?;
        let (system, budget) = (system.clone(), budget.clone());
        Some(AsIntegers { system, encoded, wraps, seed, budget, transfer: None })
    }

    /// The system over integers.
    pub fn image(&self) -> &System {
        &self.encoded.system
    }

    /// Lets an engine on the image work, and carries its outcome over to the words.
    pub fn prove(&mut self, property: PropertyId, engine: impl FnOnce() -> SystemOutcome) -> SystemOutcome {
        if self.transfer.as_ref().map_or(true, |transfer| transfer.0 != property) {
            let certificate = match engine() {
                Outcome::Safe(certificate) => certificate,
                Outcome::Unsafe(trace) => {
                    let trace = self.encoded.trace(&trace);
                    return match self.wraps == Wraps::Ignored && check_trace(&self.system, &trace).is_err() {
                        true => incomplete(),
                        false => Outcome::Unsafe(trace),
                    };
                }
                // Without wraps a run may be missing at any depth.
                Outcome::Unknown(reason) if self.wraps == Wraps::Ignored => {
                    return Outcome::unknown(reason.cause, None)
                }
                Outcome::Unknown(reason) => return Outcome::Unknown(reason),
            };
            let candidates = match (self.wraps, &certificate) {
                (Wraps::Kept, _) => {
                    let certificate = self.encoded.certificate(&self.system, &certificate);
                    return certificate.map_or_else(incomplete, Outcome::Safe);
                }
                (Wraps::Ignored, Certificate::Inductive(found)) => {
                    if let Some(narrow) = self.encoded.narrow(&self.system, found) {
                        let outcome = self.claim(property, narrow);
                        if let Outcome::Safe(_) = outcome {
                            return outcome;
                        }
                    }
                    self.encoded.candidates(&self.system, found)
                }
                // A proof by k-induction says nothing of single states.
                (Wraps::Ignored, Certificate::KInductive { .. }) => None,
            };
            match candidates {
                Some(candidates) => {
                    let houdini = Houdini::new(&self.system, &candidates, self.seed, &self.budget);
                    self.transfer = Some((property, houdini));
                }
                None => return incomplete(),
            }
        }
        let subset = match &mut self.transfer {
            Some((_, houdini)) => houdini.subset(),
            None => unreachable!("the transfer was just begun"),
        };
        match subset {
            Ok(subset) => self.claim(property, subset),
            Err(limit) => Outcome::unknown(StopCause::Limit(limit), None),
        }
    }

    /// The proof by an invariant of the words, if it excludes the bad states.
    fn claim(&self, property: PropertyId, invariant: Invariant) -> SystemOutcome {
        let certificate = Certificate::Inductive(invariant);
        let options = CheckOptions { proofs: false };
        match check_certificate_with(&self.system, property, &certificate, &options, &self.budget) {
            Ok(()) => Outcome::Safe(certificate),
            Err(_) => match self.budget.check() {
                Ok(()) => incomplete(),
                Err(limit) => Outcome::unknown(StopCause::Limit(limit), None),
            },
        }
    }
}

fn incomplete() -> SystemOutcome {
    Outcome::unknown(StopCause::Limit(Limit::Incomplete), None)
}

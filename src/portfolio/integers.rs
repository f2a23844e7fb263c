//! Engines over systems at work on the integers that the words of a system are made.

use super::options::{VerifyOptions, Words};
use super::system::{is_of_bits, NotForSystem, RunningSystem};
use crate::base::{Budget, Limit};
use crate::engine::{Observer, Outcome, StopCause, SystemOutcome};
use crate::evidence::system::{check_certificate_with, check_trace};
use crate::evidence::CheckOptions;
use crate::model::encode::integers::{to_integers, IntegerSystem, Wraps};
use crate::model::system::{Certificate, Invariant, System};
use crate::model::PropertyId;

/// An engine at work on the integers that the words of a system are made.
#[derive(Debug)]
pub(super) struct AsIntegers {
    system: System,
    encoded: IntegerSystem,
    wraps: Wraps,
    options: VerifyOptions,
    budget: Budget,
    running: RunningSystem,
    /// If no variable was to wrap around: the question whether one does.
    second: Option<Second>,
}

/// The question whether runs that keep to an invariant wrap around.
#[derive(Debug)]
struct Second {
    /// The property that the invariant proves.
    property: PropertyId,
    invariant: Invariant,
    running: RunningSystem,
}

impl AsIntegers {
    /// The engine of these options; `None` if words are to stay words, or the system is not linear.
    pub fn new(
        system: &System,
        options: &VerifyOptions,
        budget: &Budget,
    ) -> Option<Result<AsIntegers, NotForSystem>> {
        let wraps = match options.words {
            Words::Kept => return None,
            Words::Integers => Wraps::Kept,
            Words::WithoutWraps => Wraps::Ignored,
        };
        if !is_of_bits(system) {
            return None;
        }
        let encoded = to_integers(system, wraps, budget).ok()?;
        let options = VerifyOptions { words: Words::Kept, ..options.clone() };
        let running = match RunningSystem::new(&encoded.system, &options, budget) {
            Ok(running) => running,
            Err(error) => return Some(Err(error)),
        };
        let (system, budget) = (system.clone(), budget.clone());
        Some(Ok(AsIntegers { system, encoded, wraps, options, budget, running, second: None }))
    }

    /// Lets the engine work.
    pub fn prove(&mut self, property: PropertyId, observer: &mut dyn Observer) -> SystemOutcome {
        let incomplete = || Outcome::unknown(StopCause::Limit(Limit::Incomplete), None);
        if self.second.as_ref().map_or(true, |second| second.property != property) {
            let invariant = match (self.running.prove(property, observer), self.wraps) {
                (Outcome::Safe(certificate), Wraps::Kept) => return self.lift(&certificate),
                (Outcome::Safe(Certificate::Inductive(invariant)), Wraps::Ignored) => invariant,
                // A proof by k-induction says nothing of single states.
                (Outcome::Safe(Certificate::KInductive { .. }), Wraps::Ignored) => return incomplete(),
                (Outcome::Unsafe(trace), wraps) => {
                    let trace = self.encoded.trace(&trace);
                    return match wraps == Wraps::Ignored && check_trace(&self.system, &trace).is_err() {
                        true => incomplete(),
                        false => Outcome::Unsafe(trace),
                    };
                }
                (Outcome::Unknown(reason), _) => return Outcome::Unknown(reason),
            };
            if let Some(certificate) = self.encoded.narrow(&self.system, &invariant) {
                let options = CheckOptions::default();
                let checked =
                    check_certificate_with(&self.system, property, &certificate, &options, &self.budget);
                if checked.is_ok() {
                    return Outcome::Safe(certificate);
                }
            }
            let system = self.encoded.wraps(&invariant);
            match RunningSystem::new(&system, &self.options, &self.budget) {
                Ok(running) => self.second = Some(Second { property, invariant, running }),
                Err(_) => return incomplete(),
            }
        }
        let found = match &mut self.second {
            Some(second) => match second.running.prove(PropertyId::new(0), observer) {
                Outcome::Safe(Certificate::Inductive(mut found)) => {
                    found.formulas.extend(&second.invariant.formulas);
                    found
                }
                Outcome::Unknown(reason) => return Outcome::Unknown(reason),
                Outcome::Safe(_) | Outcome::Unsafe(_) => return incomplete(),
            },
            None => unreachable!("the second question was just made"),
        };
        self.lift(&Certificate::Inductive(found))
    }

    fn lift(&self, certificate: &Certificate) -> SystemOutcome {
        match self.encoded.certificate(&self.system, certificate) {
            Some(certificate) => Outcome::Safe(certificate),
            None => Outcome::unknown(StopCause::Limit(Limit::Incomplete), None),
        }
    }

    /// The counters of the engine, by name.
    pub fn statistics(&self) -> Vec<(&'static str, u64)> {
        self.running.statistics()
    }
}

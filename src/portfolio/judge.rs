//! Whether a claim about the reduced circuit is to be believed.

use super::options::{Engine, VerifyOptions};
use super::takes::Kind;
use super::verdict::Verified;
use crate::base::Budget;
use crate::engine::{CircuitOutcome, Outcome};
use crate::evidence::circuit::{check_certificate_with, check_trace};
use crate::evidence::CheckError;
use crate::model::circuit::Circuit;
use crate::model::reduce::{reduce, ReduceOptions, Reduction};
use crate::model::PropertyId;

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
        let options = options.resolved(Kind::Circuit);
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

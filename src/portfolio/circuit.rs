//! Circuits under verification.

use super::contestant::Judge;
use super::kind::Kind;
use super::known::{Assumed, Known};
use super::lineup::{on_circuit, Plan};
use super::options::VerifyOptions;
use super::prover::{Adapter, Prover};
use super::race::Engines;
use super::set_up::{over_circuit, reduced_circuit};
use super::takes::Unfit;
use super::verdict::Verified;
use crate::base::Budget;
use crate::engine::ic3::circuit::Sequence;
use crate::engine::{CircuitOutcome, Observer, Outcome};
use crate::evidence::circuit::{check_certificate_with, check_trace};
use crate::evidence::CheckError;
use crate::model::circuit::{Circuit, Signal};
use crate::model::reduce::Reduction;
use crate::model::PropertyId;
use std::sync::Arc;

/// Decides which claims about the circuit are believed.
#[derive(Debug)]
struct CircuitJudge {
    circuit: Circuit,
    options: VerifyOptions,
    budget: Budget,
    reduction: Arc<Reduction>,
    /// The circuit with lemmas, if there are any.
    assumed: Option<Assumed<Circuit, Vec<Vec<Signal>>>>,
}

impl Judge for CircuitJudge {
    type Model = Circuit;

    fn start(&self, plan: &Plan, budget: &Budget) -> Result<Box<dyn Prover<Circuit>>, Unfit> {
        let engine = over_circuit(&self.reduction.circuit, &plan.options, budget)?;
        let engine: Box<dyn Prover<Circuit>> = Box::new(Adapter::new(Arc::clone(&self.reduction), engine));
        Ok(match &self.assumed {
            Some(assumed) => assumed.adapt(engine),
            None => engine,
        })
    }

    fn is_checked(&self, _: &CircuitOutcome) -> bool {
        self.options.check.options().is_some()
    }

    fn check(
        &self,
        property: PropertyId,
        outcome: &CircuitOutcome,
        budget: &Budget,
    ) -> Result<(), CheckError> {
        match (self.options.check.options(), outcome) {
            (None, _) | (Some(_), Outcome::Unknown(_)) => Ok(()),
            (Some(options), Outcome::Safe(certificate)) => {
                check_certificate_with(&self.circuit, property, certificate, &options, budget)
            }
            (Some(_), Outcome::Unsafe(trace)) => check_trace(&self.circuit, trace),
        }
    }
}

/// Verifies the properties of a circuit one by one, with a look at the work done. It owns all that it needs and may be
/// moved to another thread.
#[derive(Debug)]
pub struct Verifier {
    judge: CircuitJudge,
    engines: Engines<Circuit>,
}

impl Verifier {
    /// Reduces the circuit and sets up the engine.
    ///
    /// # Errors
    ///
    /// If the engine takes no circuits.
    pub fn new(circuit: Circuit, options: VerifyOptions, budget: Budget) -> Result<Verifier, Unfit> {
        Verifier::assuming(None, circuit, options, budget)
    }

    /// A verifier whose engines assume lemmas.
    pub(super) fn assuming(
        known: Option<&Known>,
        circuit: Circuit,
        options: VerifyOptions,
        budget: Budget,
    ) -> Result<Verifier, Unfit> {
        let options = options.resolved(Kind::Circuit);
        let assumed = known.map(|known| known.0.on_circuit(&circuit));
        let seen = assumed.as_ref().map_or(&circuit, |assumed| &assumed.model);
        let reduction = reduced_circuit(seen, &options, &budget);
        let judge = CircuitJudge { circuit, options, budget, reduction, assumed };
        let lineup = || on_circuit(&judge.options);
        let engines = Engines::new(&judge, lineup, &judge.options, &judge.budget)?;
        Ok(Verifier { judge, engines })
    }

    /// The circuit that the engine works on.
    pub fn reduced(&self) -> &Circuit {
        &self.judge.reduction.circuit
    }

    /// The verdict on one property.
    ///
    /// # Panics
    ///
    /// If the circuit does not have the property.
    pub fn verify(&mut self, property: PropertyId, observer: &mut dyn Observer) -> Verified {
        let judge = &self.judge;
        assert!(judge.circuit.bad(property).is_some(), "there is no property {} in the circuit", property);
        self.engines.prove(judge, &judge.budget, property, observer)
    }

    /// The counters of the engine, by name.
    pub fn statistics(&self) -> Vec<(String, u64)> {
        self.engines.statistics()
    }

    /// The size of the engine's sequence of frames; `None` for engines that keep none.
    pub fn sequence(&self) -> Option<Sequence> {
        self.engines.sequence()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::circuit::Reset;
    use crate::model::invariant::{Certificate, Invariant};
    use crate::model::trace::Trace;

    /// A latch that stays at 0, and is bad at 1.
    #[test]
    fn neither_wrong_runs_nor_wrong_proofs_are_believed() {
        let mut circuit = Circuit::new();
        let latch = circuit.add_latch(Reset::Zero);
        circuit.set_next(latch, latch);
        circuit.add_bad(latch);
        let budget = Budget::unlimited();
        let verifier = Verifier::new(circuit, VerifyOptions::default(), budget.clone());
        let judge = verifier.expect("a verifier").judge;
        let property = PropertyId::new(0);
        let run = Trace { property, initial: vec![false], inputs: vec![vec![]] };
        assert!(judge.check(property, &Outcome::Unsafe(run), &budget).is_err());
        let proof = Certificate::Inductive(Invariant::default());
        assert!(judge.check(property, &Outcome::Safe(proof), &budget).is_err());
        let proof = Certificate::Inductive(Invariant::of_clauses(vec![vec![!latch]]));
        assert_eq!(judge.check(property, &Outcome::Safe(proof), &budget), Ok(()));
    }
}

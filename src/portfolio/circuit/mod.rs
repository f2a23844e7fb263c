//! Circuits under verification.

mod exchange;

pub use exchange::Exchange;

use super::lineup::{on_circuit, Plan};
use super::member::Condition;
use super::options::VerifyOptions;
use super::stated::Stated;
use super::together::Verifier;
use crate::base::Budget;
use crate::engine::common::prover::{Both, Prover};
use crate::engine::CircuitLemmas;
use crate::evidence::circuit::{check_proof, check_trace};
use crate::evidence::lemmas::known::Known;
use crate::evidence::{CheckError, CheckOptions};
use crate::model::circuit::{Circuit, Signal};
use crate::model::encode::first_bad::{circuit_until_bad, joined_on_circuit};
use crate::model::invariant::{ClausalInvariant, Proof};
use crate::model::reduce::Reduction;
use crate::model::trace::Trace;
use crate::model::{CircuitFile, PropertyId};
use crate::route::bits::reduced;
use crate::route::images::{reduced_circuit, Made};
use crate::route::known::Assumed;
use crate::route::liveness::over_justice;
use crate::route::plan::{of_circuit, route};
use crate::route::step::sharing;
use crate::route::takes::Unfit;
use std::sync::Arc;

/// The parts that the engines on a circuit have in common.
#[derive(Debug)]
pub struct CommonCircuit {
    reduction: Arc<Made<Reduction>>,
    /// The circuit with lemmas of the user, if there are any.
    assumed: Option<Assumed<Circuit>>,
    /// The board of the portfolio's members, if they share lemmas.
    lemmas: Option<CircuitLemmas>,
}

impl Stated for Circuit {
    type Common = CommonCircuit;

    fn counts(&self) -> (usize, usize) {
        (self.bads().len(), self.justice().len())
    }

    fn has(&self, property: PropertyId) -> bool {
        Circuit::has(self, property)
    }

    fn common(&self, known: Option<&Known>, options: &VerifyOptions, budget: &Budget) -> CommonCircuit {
        let assumed = known.map(|known| known.0.on_circuit(self));
        let mut seen = assumed.as_ref().map_or(self, |assumed| &*assumed.model).clone();
        seen.clear_justice();
        let reduction = Made::new(reduced_circuit(&seen, &options.route(), budget), budget);
        CommonCircuit { reduction, assumed, lemmas: options.share_lemmas().then(CircuitLemmas::new) }
    }

    fn engine(
        &self,
        common: &CommonCircuit,
        options: &VerifyOptions,
        budget: &Budget,
    ) -> Result<Box<dyn Prover<Circuit>>, Unfit> {
        let shared = [Some(reduced(&common.reduction)), sharing::<Circuit>(&common.lemmas)];
        let assuming = common.assumed.iter().map(|assumed| assumed.step.clone());
        let before = assuming.chain(shared.into_iter().flatten()).collect();
        route(before, of_circuit, &options.route(), budget).engine(self)
    }

    fn over_justice(
        &self,
        options: &VerifyOptions,
        budget: &Budget,
    ) -> Result<Box<dyn Prover<Both<Circuit>>>, Unfit> {
        over_justice(self, &options.route(), budget)
    }

    fn lineup(_: &CommonCircuit, options: &VerifyOptions) -> Vec<Plan> {
        on_circuit(options)
    }

    fn condition(&self, _: &Budget) -> Option<Condition> {
        None
    }

    fn size(common: &CommonCircuit) -> u64 {
        common.reduction.circuit.nodes().len() as u64
    }

    fn check_proof(
        &self,
        property: PropertyId,
        proof: &Proof,
        options: &CheckOptions,
        budget: &Budget,
    ) -> Result<(), CheckError> {
        check_proof(self, property, proof, options, budget)
    }

    fn check_counterexample(&self, trace: &Trace) -> Result<(), CheckError> {
        check_trace(self, trace)
    }

    fn with_any_of(&self, properties: &[PropertyId]) -> Circuit {
        let mut circuit = self.clone();
        let bads: Vec<Signal> =
            properties.iter().filter_map(|&property| self.bad(property)).map(|bad| !bad).collect();
        circuit.clear_bads();
        circuit.clear_justice();
        let none = circuit.and_all(&bads);
        circuit.add_bad(!none);
        circuit
    }

    fn invariant_of_each(&self, with_any: &Circuit, found: &ClausalInvariant) -> Option<ClausalInvariant> {
        found.moved(self.nodes().len(), with_any.nodes().len())
    }

    fn until_any_of(&self, properties: &[PropertyId]) -> Circuit {
        circuit_until_bad(self, properties)
    }

    fn joined(
        &self,
        until_any: &Circuit,
        with_any: &Circuit,
        found: &[&ClausalInvariant],
    ) -> Option<ClausalInvariant> {
        joined_on_circuit(until_any, with_any, found)
    }

    fn run_into(&self, found: &Trace, property: PropertyId) -> Trace {
        let initial = found.initial.iter().copied().take(self.latches().len()).collect();
        Trace { property, initial, inputs: found.inputs.clone() }
    }
}

impl Verifier<Circuit> {
    /// The way of lemmas to and from other processes, if the engines share some.
    pub(super) fn exchange(&self, file: &CircuitFile) -> Option<Exchange> {
        let CommonCircuit { reduction, assumed, lemmas } = &*self.one.common;
        let nodes = assumed.as_ref().map_or(&file.circuit, |assumed| &*assumed.model).nodes().len();
        let has_safety = !file.circuit.bads().is_empty();
        Some(Exchange::of_circuit(file, reduction, nodes, lemmas.as_ref().filter(|_| has_safety)?))
    }

    /// The circuit that the engine works on.
    pub fn reduced(&self) -> &Circuit {
        &self.one.common.reduction.circuit
    }
}

#[cfg(test)]
mod tests {
    use super::super::contestant::Judge;
    use super::*;
    use crate::engine::Outcome;
    use crate::model::circuit::Reset;
    use crate::model::invariant::Certificate;

    /// A latch that stays at 0, and is bad at 1.
    #[test]
    fn neither_wrong_runs_nor_wrong_proofs_are_believed() {
        let mut circuit = Circuit::new();
        let latch = circuit.add_latch(Reset::Zero);
        circuit.set_next(latch, latch);
        circuit.add_bad(latch);
        let budget = Budget::unlimited();
        let verifier = Verifier::new(circuit, VerifyOptions::default(), budget.clone());
        let judge = verifier.expect("a verifier").one.judge;
        let (property, options) = (PropertyId::new(0), CheckOptions { proofs: false });
        let run = Trace { property, initial: vec![false], inputs: vec![vec![]] };
        assert!(judge.check(property, &Outcome::Unsafe(run), &options, &budget).is_err());
        let proof = Certificate::Inductive(ClausalInvariant::default()).into();
        assert!(judge.check(property, &Outcome::Safe(proof), &options, &budget).is_err());
        let proof = Certificate::Inductive(ClausalInvariant::of_clauses(vec![vec![!latch]])).into();
        assert_eq!(judge.check(property, &Outcome::Safe(proof), &options, &budget), Ok(()));
    }
}

//! Circuits under verification.

use super::contestant::Judge;
use super::engines::Engines;
use super::lineup::{on_circuit, Plan};
use super::liveness::{checked, live_engines, LiveEngines};
use super::options::VerifyOptions;
use super::shortest::{Mark, Searches};
use super::verdict::Verified;
use crate::base::Budget;
use crate::engine::common::prover::Prover;
use crate::engine::table::Engine;
use crate::engine::Sequence;
use crate::engine::{CircuitLemmas, CircuitOutcome, Observer};
use crate::evidence::lemmas::known::Known;
use crate::evidence::CheckError;
use crate::model::circuit::Circuit;
use crate::model::kind::Kind;
use crate::model::reduce::Reduction;
use crate::model::{PropertyId, PropertyKind};
use crate::route::bits::{reduced, reduced_circuit};
use crate::route::known::{assuming, Assumed, Clauses};
use crate::route::plan::{of_circuit, route};
use crate::route::step::sharing;
use crate::route::takes::Unfit;
use std::sync::Arc;

/// Decides which claims about the circuit are believed.
#[derive(Debug)]
struct CircuitJudge {
    circuit: Circuit,
    options: VerifyOptions,
    budget: Budget,
    reduction: Arc<Reduction>,
    /// The circuit with lemmas of the user, if there are any.
    assumed: Option<Arc<Assumed<Circuit, Clauses>>>,
    /// The board of the portfolio's members, if they share lemmas.
    lemmas: Option<CircuitLemmas>,
}

impl Judge for CircuitJudge {
    type Model = Circuit;

    fn start(&self, plan: &Plan, budget: &Budget) -> Result<Box<dyn Prover<Circuit>>, Unfit> {
        let shared = [Some(reduced(&self.reduction)), sharing::<Circuit>(&self.lemmas)];
        let before = self.assumed.iter().map(assuming).chain(shared.into_iter().flatten()).collect();
        route(before, of_circuit, &plan.options.route(), budget).engine(&self.circuit)
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
        checked(&self.circuit, &self.options, property, outcome, budget)
    }
}

impl CircuitJudge {
    /// About the work of setting an engine up.
    fn size(&self) -> u64 {
        self.reduction.circuit.nodes().len() as u64
    }
}

/// Verifies the properties of a circuit one by one, with a look at the work done. It owns all that it needs and may be
/// moved to another thread.
#[derive(Debug)]
pub struct Verifier {
    judge: CircuitJudge,
    /// For bad signals; `None` if there are only justice properties.
    engines: Option<Engines<Circuit>>,
    /// For shorter counterexamples to bad signals.
    searches: Searches,
    /// For justice properties.
    live: Option<LiveEngines<Circuit>>,
}

impl Verifier {
    /// Reduces the circuit and sets up the engine.
    ///
    /// # Errors
    ///
    /// If the engine takes no circuits, or not those with justice properties.
    pub fn new(circuit: Circuit, options: VerifyOptions, budget: Budget) -> Result<Verifier, Unfit> {
        Verifier::assuming(None, circuit, options, budget)
    }

    /// A verifier whose engines assume lemmas. Those for justice properties do not.
    pub(super) fn assuming(
        known: Option<&Known>,
        circuit: Circuit,
        options: VerifyOptions,
        budget: Budget,
    ) -> Result<Verifier, Unfit> {
        let live = live_engines(&circuit, !circuit.justice().is_empty(), Kind::Circuit, &options, &budget)?;
        let has_safety = !circuit.bads().is_empty() || live.is_none();
        let options = options.for_safety().resolved(Kind::Circuit);
        let assumed = known.map(|known| Arc::new(known.0.on_circuit(&circuit)));
        let seen = assumed.as_ref().map_or(&circuit, |assumed| &assumed.model);
        let mut seen = seen.clone();
        seen.clear_justice();
        let reduction = reduced_circuit(&seen, &options.route(), &budget);
        let shares = options.engine == Engine::Portfolio && options.portfolio.share_lemmas;
        let lemmas = shares.then(CircuitLemmas::new);
        let judge = CircuitJudge { circuit, options, budget, reduction, assumed, lemmas };
        let lineup = || on_circuit(&judge.options);
        let engines = match has_safety {
            true => Some(Engines::new(&judge, lineup, &judge.options, &judge.budget)?),
            false => None,
        };
        Ok(Verifier { judge, engines, searches: Searches::default(), live })
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
        let has = self.judge.circuit.has(property);
        match (property.kind(), &mut self.engines, &mut self.live) {
            (PropertyKind::Bad, Some(engines), _) if has => {
                let judge = &self.judge;
                let mark = Mark::of(&judge.budget);
                let verdict = engines.prove(judge, &judge.budget, property, observer);
                if judge.assumed.is_some() {
                    // Lemmas of the user exclude runs from the model of the engines, which may be wrong.
                    return verdict;
                }
                let options = (&judge.options, engines.options(verdict.by, &judge.options));
                self.searches.shorten(judge, options, (&judge.budget, mark, judge.size()), verdict)
            }
            (PropertyKind::Justice, _, Some((judge, engines))) if has => {
                engines.prove(judge, &judge.budget, property, observer)
            }
            (PropertyKind::Bad | PropertyKind::Justice, ..) => {
                panic!("there is no property {} in the circuit", property)
            }
        }
    }

    /// The counters of the engine, by name.
    pub fn statistics(&self) -> Vec<(String, u64)> {
        let engines = self.engines.iter().chain(self.live.as_ref().map(|(_, engines)| engines));
        let counters = engines.flat_map(|engines| engines.statistics());
        counters.chain(self.searches.statistics()).collect()
    }

    /// The size of the engine's sequence of frames; `None` for engines that keep none.
    pub fn sequence(&self) -> Option<Sequence> {
        self.engines.as_ref().and_then(|engines| engines.sequence())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Outcome;
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

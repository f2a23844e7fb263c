//! An engine on a circuit from a later step on, when some of its latches are constant
//! ([`later`](crate::model::encode::later)).
//!
//! The first steps are unrolled; then the engine works on the later circuit, reduced again. For a proof of the whole,
//! IC3 finds the states of the first steps.

use super::adapter::{Adapter, Asked, Back, WayBack};
use super::bits::of_reduced;
use super::images::{reduced_circuit, Made};
use super::step::{step, Route, Step};
use crate::engine::bmc::{Bmc, BmcOptions};
use crate::engine::common::prover::{Counters, Prover};
use crate::engine::ic3::circuit::{Ic3, Ic3Options};
use crate::engine::Sequence;
use crate::engine::{CircuitOutcome, Observer, Outcome, StopCause, StopReason};
use crate::model::circuit::Circuit;
use crate::model::encode::later::{begin_later, FirstSteps, Later};
use crate::model::invariant::Certificate;
use crate::model::trace::Trace;
use crate::model::{Depth, PropertyId};
use std::sync::Arc;

/// The step to what a circuit is after at most this many steps, reduced again.
pub(super) fn from_later_on(most: usize) -> Step {
    step(move |circuit: &Circuit, rest| {
        rest.has_room(circuit)?;
        let later = match begin_later(circuit, most) {
            Some(later) => later,
            None => return Ok(None),
        };
        let budget = &rest.budget;
        let reduction = Made::new(reduced_circuit(&later.circuit, &rest.options, budget), budget);
        let engine = rest.engine(&reduction.circuit)?;
        let engine = Box::new(Arc::new(of_reduced()).over(reduction, engine, budget));
        Ok(Some(Box::new(FromLaterOn::new(circuit, later, engine, rest))))
    })
}

/// An engine on the later part of a circuit, after a search of the first steps.
#[derive(Debug)]
struct FromLaterOn {
    first: Bmc,
    /// The deepest of the first steps.
    last: Depth,
    /// The property that is violated in none of them.
    passed: Option<PropertyId>,
    rest: Adapter<Circuit, OfLater>,
}

impl FromLaterOn {
    /// `rest` is an engine on the later part of the circuit.
    fn new(circuit: &Circuit, later: Later, rest: Box<dyn Prover<Circuit>>, route: &Route) -> FromLaterOn {
        let (seed, budget) = (route.options.engines.ic3.seed, &route.budget);
        let last = Depth::new(later.steps() - 1);
        let of_first = BmcOptions { max_depth: Some(last), seed, ..BmcOptions::default() };
        let way = OfLater { later, seed, present: None };
        FromLaterOn {
            first: Bmc::new(circuit, of_first, budget.clone()),
            last,
            passed: None,
            rest: Adapter::new(way, rest, budget),
        }
    }
}

impl Prover<Circuit> for FromLaterOn {
    fn prove(&mut self, property: PropertyId, observer: &mut dyn Observer) -> CircuitOutcome {
        if self.passed != Some(property) {
            match self.first.prove(property, observer) {
                Outcome::Unknown(reason) if reason.safe_depth.map_or(false, |safe| safe >= self.last) => {
                    self.passed = Some(property)
                }
                outcome => return outcome,
            }
        }
        self.rest.prove(property, observer)
    }

    fn counters(&self) -> Counters {
        self.rest.counters()
    }

    fn has_claim(&self) -> bool {
        self.rest.has_claim()
    }

    fn sequence(&self) -> Option<Sequence> {
        self.rest.sequence()
    }
}

/// From a circuit that begins later.
#[derive(Debug)]
struct OfLater {
    later: Later,
    seed: u64,
    /// The proof of the first steps that is being looked for.
    present: Option<(PropertyId, FirstSteps, Ic3)>,
}

impl WayBack<Circuit, Circuit> for OfLater {
    fn proof(&mut self, found: &Certificate, Asked { property, budget }: Asked) -> Back<Certificate> {
        let (first, mut engine) = match self.present.take() {
            Some((of, first, engine)) if of == property => (first, engine),
            Some(_) | None => {
                let first = self.later.first_steps(property, found.states());
                let options = Ic3Options { seed: self.seed, ..Ic3Options::default() };
                let engine = Ic3::new(&first.circuit, options, budget.clone());
                (first, engine)
            }
        };
        match engine.prove(PropertyId::new(0), &mut ()) {
            Outcome::Safe(Certificate::Inductive(of_first)) => {
                first.proof(&of_first, found).ok_or(StopCause::EvidenceFailed)
            }
            // It is unsafe only if one of the parts was wrong.
            Outcome::Safe(_) | Outcome::Unsafe(_) => Err(StopCause::EvidenceFailed),
            Outcome::Unknown(reason) => {
                self.present = Some((property, first, engine));
                Err(reason.cause)
            }
        }
    }

    fn counterexample(&mut self, found: &Trace, _: Asked) -> Back<Trace> {
        Ok(self.later.lift_trace(found))
    }

    fn stop(&self, reason: StopReason) -> StopReason {
        let known =
            reason.safe_depth.map_or(self.later.steps() - 1, |d| d.transitions() + self.later.steps());
        StopReason { safe_depth: Some(Depth::new(known)), ..reason }
    }

    fn counters(&self) -> Counters {
        vec![("steps before the circuit begins", self.later.steps() as u64)]
    }
}

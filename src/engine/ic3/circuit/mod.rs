//! IC3 over the bits of a circuit.
//!
//! [`Ic3`] is the engine: the [search](super::Search) over the steps of a circuit, property by property. One part a
//! file: `steps` (the questions of the search), `solvers` (one for each frame), `lift`, `justify` and `ternary`
//! (predecessors become cubes), `interpolate` (a way to generalise), `known` (questions that need not be asked),
//! `trace` (counterexamples), `visible` (the latches that a step determines: all of them, unless the abstraction of
//! [`lazy_ic3`](crate::engine::lazy_ic3) says otherwise), `sequence` (how large the frames are).
//!
//! Invariants. Each state of a cube of predecessors steps into the target with the same inputs and satisfies the
//! constraints with them, in the bad step, too. Constraints are not looked at in initial states: a lemma excludes no
//! state that agrees with the resets. Inputs that reset functions read are latches here, so that the resets are a
//! condition on states alone; evidence speaks of them as inputs again.

mod interpolate;
mod justify;
mod known;
mod lift;
mod localise;
mod options;
mod run;
mod sequence;
mod solvers;
mod steps;
mod ternary;
mod trace;
mod visible;

pub use options::{Ic3Options, Lifting};
pub(in crate::engine) use run::Run;
pub use sequence::Sequence;
pub(in crate::engine) use steps::CircuitSteps;
pub(in crate::engine) use visible::Visible;

use super::{Cube, Search, SearchStatistics};
use crate::base::{Budget, Lit};
use crate::engine::{CircuitOutcome, Observer, Outcome};
use crate::model::circuit::Circuit;
use crate::model::invariant::{Certificate, Invariant};
use crate::model::trace::Trace;
use crate::model::transition::Transition;
use crate::model::PropertyId;

/// The counters of a run. They only grow.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Ic3Statistics {
    /// The search's own.
    pub search: SearchStatistics,
    /// Queries to solvers.
    pub queries: u64,
    /// Queries that were spared because a known step answers them.
    pub spared: u64,
    /// Predecessors lifted.
    pub lifted: u64,
}

impl Ic3Statistics {
    pub(in crate::engine) fn of(search: &Search<CircuitSteps>) -> Ic3Statistics {
        let CircuitSteps { ref solvers, lifted, .. } = *search.steps();
        let (queries, spared) = (solvers.queries, solvers.spared);
        Ic3Statistics { search: search.statistics(), queries, spared, lifted }
    }
}

/// IC3 on the bads of one circuit. Frames, lemmas and solvers live on from one property to the next.
#[derive(Debug)]
pub struct Ic3 {
    search: Search<CircuitSteps>,
}

impl Ic3 {
    /// An engine for this circuit. The budget is shared by all its solvers.
    pub fn new(circuit: &Circuit, options: Ic3Options, budget: Budget) -> Ic3 {
        let search = options.search.clone();
        Ic3 { search: Search::new(CircuitSteps::new(circuit, options, &budget), search, budget) }
    }

    /// The counters so far.
    pub fn statistics(&self) -> Ic3Statistics {
        Ic3Statistics::of(&self.search)
    }

    /// The size of the sequence of frames as it is now, lemmas of earlier properties included.
    pub fn sequence(&self) -> Sequence {
        Sequence::of(&self.search)
    }

    /// Proves or refutes a bad signal, named by its index. On a limit the outcome says up to which depth there is no
    /// counterexample.
    ///
    /// # Panics
    ///
    /// If the circuit does not have the property.
    pub fn prove(&mut self, property: PropertyId, observer: &mut dyn Observer) -> CircuitOutcome {
        let steps = self.search.steps_mut();
        steps.goal = steps.relation.bad(property);
        let outcome = self.search.prove(observer);
        circuit_outcome(self.search.steps(), property, outcome)
    }
}

/// The outcome of a search in the words of the circuit.
pub(in crate::engine) fn circuit_outcome(
    steps: &CircuitSteps,
    property: PropertyId,
    outcome: Outcome<Vec<Cube>, Run>,
) -> CircuitOutcome {
    let CircuitSteps { held, copies, .. } = steps;
    let latches = held.circuit.latches().len();
    let signal = |l: Lit| match l.var().index() - 1 {
        latch if latch < latches => Transition::latch_signal(&held.circuit, !l),
        copy => copies[copy - latches].of.signal().negate_if(!l.is_negative()),
    };
    let clause = |cube: &Cube| cube.iter().map(|&l| signal(l)).collect();
    let invariant = |excluded: Vec<Cube>| Invariant::of_clauses(excluded.iter().map(clause).collect());
    let run = |mut run: Run| {
        run.initial.truncate(latches);
        held.lift_trace(Trace { property, initial: run.initial, inputs: run.inputs })
    };
    outcome.map(|excluded| Certificate::Inductive(held.lift_invariant(&invariant(excluded))), run)
}

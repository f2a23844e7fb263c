//! IC3 over the bits of a circuit.
//!
//! [`Ic3`] is the engine: the [search](super::Search) over the steps of a circuit, property by property. One part a
//! file: `steps` (the questions of the search), `solvers` (one for each frame), `lift`, `justify` and `ternary`
//! (predecessors become cubes), `interpolate` (a way to generalise), `known` (questions that need not be asked),
//! `trace` (counterexamples), `localise`, `gates` and `switched` (constraints and gates that are left out until a
//! counterexample needs them), `share` and `exchange` (lemmas that hold in every frame, for and from other engines),
//! `visible` (the latches that a step determines: all of them, unless the abstraction of
//! [`lazy_ic3`](crate::engine::lazy_ic3) says otherwise), `sequence` (how large the frames are).
//!
//! A search begins without most gates. If that does not end soon, another one begins with all of them. By option the
//! property is asked for one step earlier, on another circuit ([`earlier`](crate::model::encode::earlier)).
//!
//! Invariants. Each state of a cube of predecessors steps into the target with the same inputs and satisfies the
//! constraints with them, in the bad step, too. Constraints are not looked at in initial states: a lemma excludes no
//! state that agrees with the resets. Inputs that reset functions read are latches here, so that the resets are a
//! condition on states alone; evidence speaks of them as inputs again.
//!
//! Limits, most important first: each frame has a solver of its own, so that memory grows with frames times gates, and
//! a property with thousands of frames is slow. Properties are taken one after the other, not clustered; lemmas are
//! shared. Gates are never made while the search runs: internal signals are fixed at its beginning
//! ([`internal_signals`](Ic3Options::internal_signals)), and with them no gates are left out.

mod exchange;
mod gates;
mod interpolate;
mod justify;
mod known;
mod lift;
mod localise;
mod options;
mod run;
mod sequence;
mod share;
mod solvers;
mod steps;
mod switched;
mod ternary;
mod trace;
mod visible;

pub(in crate::engine) use justify::Justifier;
pub use options::{Ic3Options, Lifting};
pub(in crate::engine) use run::Run;
pub(in crate::engine) use sequence::sequence_of;
pub(in crate::engine) use steps::CircuitSteps;
pub(in crate::engine) use ternary::roots;
pub(in crate::engine) use visible::Visible;

use super::{Cube, Search, SearchStatistics};
use crate::base::{Budget, Limit};
use crate::engine::common::prover::{Counters, OutcomeOf, Prover};
use crate::engine::common::unroll::Unrolling;
use crate::engine::Sequence;
use crate::engine::{CircuitLemmas, CircuitOutcome, Event, Observer, Outcome, StopCause, StopReason};
use crate::model::circuit::Circuit;
use crate::model::encode::earlier::{one_step_earlier, Earlier};
use crate::model::invariant::{Certificate, ClausalInvariant};
use crate::model::trace::Trace;
use crate::model::transition::Transition;
use crate::model::{Depth, PropertyId};
use std::fmt;

/// The counters of a run. They only grow, but for the gates that are left out.
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
    /// If gates are left out until they are needed: counterexamples that needed some, and the gates that are left out.
    pub cut: Option<(u64, u64)>,
}

impl Ic3Statistics {
    /// The counters, by name.
    pub(in crate::engine) fn counters(&self) -> Counters {
        let mut list = vec![
            ("queries", self.queries),
            ("queries spared by known steps", self.spared),
            ("predecessors lifted", self.lifted),
        ];
        if let Some((refined, cut)) = self.cut {
            list.extend([("counterexamples that needed gates", refined), ("gates left out", cut)]);
        }
        list.extend(self.search.counters());
        list
    }
}

impl Ic3Statistics {
    pub(in crate::engine) fn of(search: &Search<CircuitSteps>) -> Ic3Statistics {
        let CircuitSteps { ref solvers, lifted, .. } = *search.steps();
        let (queries, spared) = (solvers.queries, solvers.spared);
        let cut = search.steps().cut.as_ref().map(|cut| (cut.refinements(), cut.count()));
        Ic3Statistics { search: search.statistics(), queries, spared, lifted, cut }
    }
}

/// IC3 on the bads of one circuit. Frames, lemmas and solvers live on from one property to the next, unless each has
/// the property as a constraint ([`Ic3Options::predicate_property`]).
pub struct Ic3 {
    search: Search<CircuitSteps>,
    /// While gates are left out: what a search with all gates needs.
    whole: Option<Whole>,
    /// Whether some are left out at first.
    begins_without: bool,
    /// The property that is asked for one step earlier, if that is the way.
    earlier: Option<OneStepEarlier>,
}

/// A search with all gates that has not begun.
struct Whole {
    /// It begins as soon as the caller's budget allows.
    is_due: bool,
    circuit: Circuit,
    options: Ic3Options,
    budget: Budget,
    /// The constraint that is there from the beginning.
    assumed: Option<usize>,
    lemmas: Option<CircuitLemmas>,
}

/// A property that is asked for one step earlier.
struct OneStepEarlier {
    original: Circuit,
    options: Ic3Options,
    budget: Budget,
    /// The property and its circuit, once one was asked for. No initial state is bad then.
    current: Option<(PropertyId, Earlier)>,
}

impl fmt::Debug for Ic3 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ic3").field("search", &self.search).finish_non_exhaustive()
    }
}

impl Ic3 {
    /// An engine for this circuit. The budget is shared by all its solvers.
    pub fn new(circuit: &Circuit, options: Ic3Options, budget: Budget) -> Ic3 {
        let earlier = options.predicate_property.then(|| OneStepEarlier {
            original: circuit.clone(),
            options: options.clone(),
            budget: budget.clone(),
            current: None,
        });
        // A search of its own for each property begins when that is known.
        let none = Circuit::new();
        let searched = if earlier.is_some() { &none } else { circuit };
        let (search, whole) = Ic3::begin(searched, options, budget, None);
        Ic3 { search, begins_without: whole.is_some(), whole, earlier }
    }

    /// A search on a circuit; if gates are left out, for so much work only, and what it takes to begin one with all.
    fn begin(
        circuit: &Circuit,
        options: Ic3Options,
        budget: Budget,
        assumed: Option<usize>,
    ) -> (Search<CircuitSteps>, Option<Whole>) {
        let most = options.localise_gates;
        if most == 0 || options.internal_signals > 0 {
            return (Ic3::search(circuit, options, budget, assumed), None);
        }
        let whole = Whole {
            is_due: false,
            circuit: circuit.clone(),
            options: Ic3Options { localise_gates: 0, ..options.clone() },
            budget: budget.clone(),
            assumed,
            lemmas: None,
        };
        let limited = budget.child().and_propagations(most);
        (Ic3::search(circuit, options, limited, assumed), Some(whole))
    }

    fn search(
        circuit: &Circuit,
        options: Ic3Options,
        budget: Budget,
        assumed: Option<usize>,
    ) -> Search<CircuitSteps> {
        let search = options.search.clone();
        let mut steps = CircuitSteps::new(circuit, options, &budget);
        if let Some(constraint) = assumed {
            steps.demand(constraint);
        }
        Search::new(steps, search, budget)
    }

    /// Leaves lemmas that hold in every frame to other engines from now on, and takes theirs. Those that hold together
    /// with a property only are not shared.
    pub fn share(&mut self, lemmas: CircuitLemmas) {
        if self.earlier.is_none() {
            self.whole.iter_mut().for_each(|whole| whole.lemmas = Some(lemmas.clone()));
            self.search.steps_mut().share(lemmas);
        }
    }

    /// The counters so far: of the last property, if each has a search of its own, and without those of a search with
    /// fewer gates that has ended.
    pub fn statistics(&self) -> Ic3Statistics {
        Ic3Statistics::of(&self.search)
    }

    /// The size of the sequence of frames as it is now, lemmas of earlier properties included.
    pub fn sequence(&self) -> Sequence {
        sequence_of(&self.search)
    }

    /// Proves or refutes a bad signal, named by its index. On a limit the outcome says up to which depth there is no
    /// counterexample.
    ///
    /// # Panics
    ///
    /// If the circuit does not have the property.
    pub fn prove(&mut self, property: PropertyId, observer: &mut dyn Observer) -> CircuitOutcome {
        match self.begin_earlier(property) {
            Ok(None) => {}
            Ok(Some(trace)) => return Outcome::Unsafe(trace),
            Err(limit) => return Outcome::unknown(StopCause::Limit(limit), None),
        }
        let asked = if self.asked_earlier().is_some() { PropertyId::new(0) } else { property };
        let outcome = self.search_for(asked, observer);
        let outcome = circuit_outcome(self.search.steps(), asked, outcome);
        match self.asked_earlier() {
            Some(earlier) => one_step_later(earlier, outcome),
            None => outcome,
        }
    }

    /// The circuit in which the property is asked for one step earlier, if it is.
    fn asked_earlier(&self) -> Option<&Earlier> {
        self.earlier.as_ref()?.current.as_ref().map(|(_, earlier)| earlier)
    }

    /// Searches without some gates if that is how it begins, and with all gates after that.
    fn search_for(&mut self, asked: PropertyId, observer: &mut dyn Observer) -> Outcome<Vec<Cube>, Run> {
        self.search.steps_mut().set_goal(asked);
        self.begin_whole(asked);
        self.tell_which(observer);
        let mut outcome = self.search.prove(observer);
        if let (Some(whole), Outcome::Unknown(reason)) = (&mut self.whole, &mut outcome) {
            whole.is_due = matches!(reason.cause, StopCause::Limit(Limit::Propagations | Limit::Incomplete));
            match whole.budget.poll() {
                Ok(()) if whole.is_due => {
                    self.begin_whole(asked);
                    self.tell_which(observer);
                    outcome = self.search.prove(observer);
                }
                Ok(()) => {}
                Err(limit) => reason.cause = StopCause::Limit(limit),
            }
        }
        outcome
    }

    /// Tells the observer which of the two searches its steps belong to, if there are two.
    fn tell_which(&self, observer: &mut dyn Observer) {
        if self.begins_without && observer.wants_details() {
            let engine = if self.whole.is_some() { "ic3 without some gates" } else { "ic3 with all gates" };
            observer.event(Event::Member { engine });
        }
    }

    /// Begins the search with all gates, if it is due.
    fn begin_whole(&mut self, asked: PropertyId) {
        let due =
            if self.whole.as_ref().map_or(false, |whole| whole.is_due) { self.whole.take() } else { None };
        if let Some(Whole { circuit, options, budget, assumed, lemmas, .. }) = due {
            self.search = Ic3::search(&circuit, options, budget, assumed);
            lemmas.into_iter().for_each(|lemmas| self.search.steps_mut().share(lemmas));
            self.search.steps_mut().set_goal(asked);
        }
    }

    /// If properties are asked for one step earlier, and this is not the one that was asked for last: a search for it,
    /// or a counterexample without steps.
    fn begin_earlier(&mut self, property: PropertyId) -> Result<Option<Trace>, Limit> {
        let OneStepEarlier { original, options, budget, current } = match &mut self.earlier {
            Some(earlier) => earlier,
            None => return Ok(None),
        };
        if matches!(current, Some((last, _)) if *last == property) {
            return Ok(None);
        }
        *current = None;
        let relation = Transition::new(original).booked(budget);
        let mut first = Unrolling::new(true, options.seed, budget);
        first.push(&relation);
        let bad = first.lit(0, relation.bad(property));
        if first.solve(&[first.admitted(0), bad])? {
            return Ok(Some(first.trace(&relation, property, 0)));
        }
        if let Some(earlier) = one_step_earlier(original, property) {
            let (options, budget) = (options.clone(), budget.clone());
            let (search, whole) = Ic3::begin(&earlier.circuit, options, budget, earlier.assumed());
            self.search = search;
            self.whole = whole;
            *current = Some((property, earlier));
        }
        Ok(None)
    }
}

/// An outcome about the circuit that is bad one step earlier as one about the original.
fn one_step_later(earlier: &Earlier, outcome: CircuitOutcome) -> CircuitOutcome {
    match outcome {
        Outcome::Safe(proof) => Outcome::Safe(earlier.proof(proof)),
        Outcome::Unsafe(trace) => Outcome::Unsafe(earlier.lift_trace(trace)),
        Outcome::Unknown(StopReason { cause, safe_depth }) => {
            let known = safe_depth.map_or(0, |depth| depth.transitions() + 1);
            Outcome::unknown(cause, Some(Depth::new(known)))
        }
    }
}

/// The outcome of a search in the words of the circuit.
pub(in crate::engine) fn circuit_outcome(
    steps: &CircuitSteps,
    property: PropertyId,
    outcome: Outcome<Vec<Cube>, Run>,
) -> CircuitOutcome {
    let held = &steps.held;
    let latches = held.circuit.latches().len();
    let clause = |cube: &Cube| cube.iter().map(|&l| steps.signal(!l)).collect();
    let invariant = |excluded: Vec<Cube>| {
        ClausalInvariant::of_clauses(excluded.iter().chain(&steps.exchange.taken).map(clause).collect())
    };
    let run = |mut run: Run| {
        run.initial.truncate(latches);
        held.lift_trace(Trace { property, initial: run.initial, inputs: run.inputs })
    };
    outcome.map(|excluded| Certificate::Inductive(held.lift_invariant(&invariant(excluded))), run)
}

impl Prover<Circuit> for Ic3 {
    fn prove(&mut self, property: PropertyId, observer: &mut dyn Observer) -> OutcomeOf<Circuit> {
        Ic3::prove(self, property, observer)
    }

    fn counters(&self) -> Counters {
        self.statistics().counters()
    }

    fn share(&mut self, lemmas: &CircuitLemmas) {
        Ic3::share(self, lemmas.clone());
    }

    fn sequence(&self) -> Option<Sequence> {
        Some(Ic3::sequence(self))
    }
}

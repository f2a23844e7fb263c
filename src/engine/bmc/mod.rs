//! Bounded model checking (Biere, Cimatti, Clarke, Zhu, TACAS 1999): is there a counterexample with `d` transitions?
//!
//! Depth after depth one query, with everything learnt before kept (see `common/unroll`). The first counterexample
//! found is a shortest one, unless [`BmcOptions::step`] takes several depths at once. Safety is never proved, but for
//! programs whose loops all end ([`ProgramBmc`]).
//!
//! The run of a circuit grows at its end, or, by option, at its beginning ([`Start::Bad`]): then the bad state is fixed
//! and the initial state moves (see `unroll/backward.rs`). Runs that are excluded from the bad state backwards are
//! learnt for good, those from the initial state forwards are not learnt, so which direction is better depends on the
//! circuit.
//!
//! Limits, most important first: nothing is proved of a circuit or system. The formula grows with the depth, and each
//! circuit's step is a full copy; there is no sharing of equal steps beyond constants and simplification
//! ([`simplify`](BmcOptions::simplify)). Systems are unrolled from the initial state only, and one depth per query.
//! [`max_depth`](BmcOptions::max_depth) caps the search.
//!
//! The words are those of the [glossary](crate::glossary).

mod guards;
mod program;
mod system;

pub use program::ProgramBmc;
pub use system::SystemBmc;

use super::common::unroll::{Backward, Unrolling};
use super::{CircuitOutcome, Event, Observer, Outcome, StopCause};
use crate::base::{Budget, Limit, Lit};
use crate::engine::common::prover::{Counters, OutcomeOf, Prover};
use crate::model::circuit::Circuit;
use crate::model::trace::Trace;
use crate::model::transition::Transition;
use crate::model::{Depth, PropertyId};
use std::fmt;

/// The end of a run that stays where it is, while the other moves from depth to depth.
#[non_exhaustive]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Start {
    /// The initial state: each new step comes behind all others.
    Initial,
    /// The bad state: each new step comes before all others.
    Bad,
}

/// Settings of [`Bmc`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BmcOptions {
    /// Seed of the solver. Default 0.
    pub seed: u64,
    /// The deepest counterexample looked for; `None`: any. Default `None`.
    pub max_depth: Option<Depth>,
    /// The number of depths that one query about a circuit asks about, at least 1. From the bad state a query asks
    /// about one depth, for every value of this option. Default 1.
    pub step: usize,
    /// The end of a circuit's run from which it is unrolled (Eén and Sörensson, "Temporal induction by incremental SAT
    /// solving", BMC 2003). Default the initial state.
    pub from: Start,
    /// Whether the variables of a circuit's run that no later step mentions may be eliminated or replaced, and the run
    /// is simplified between depths whenever it has doubled (Kupferschmid, Lewis, Schubert, Becker, "Incremental
    /// preprocessing methods for use in BMC", FMSD 2011). Default on.
    pub simplify: bool,
    /// Whether a pass over a program takes one turn of each loop more than the pass before, so that a counterexample
    /// has as few turns as any. Default off.
    pub turn_by_turn: bool,
}

impl Default for BmcOptions {
    fn default() -> BmcOptions {
        let from = Start::Initial;
        BmcOptions { seed: 0, max_depth: None, step: 1, from, simplify: true, turn_by_turn: false }
    }
}

/// Bounded model checking of the bads of one circuit. The unrolling lives on from one property to the next.
pub struct Bmc {
    relation: Transition,
    unrolling: Unrolling,
    /// The run into a bad state of the property that was asked about last, if it was unrolled from there, and the
    /// number of depths without a counterexample to it.
    backward: Option<(Backward, usize)>,
    options: BmcOptions,
    budget: Budget,
}

impl fmt::Debug for Bmc {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Bmc")
            .field("options", &self.options)
            .field("steps", &self.steps())
            .finish_non_exhaustive()
    }
}

impl Bmc {
    /// An engine for this circuit.
    pub fn new(circuit: &Circuit, options: BmcOptions, budget: Budget) -> Bmc {
        let unrolling = Unrolling::new(true, options.seed, &budget);
        let unrolling = if options.simplify { unrolling.simplifying() } else { unrolling };
        Bmc { relation: Transition::new(circuit).booked(&budget), unrolling, backward: None, options, budget }
    }

    /// The steps that were unrolled.
    pub fn steps(&self) -> usize {
        self.unrolling.len() + self.backward.as_ref().map_or(0, |(run, _)| run.len())
    }

    /// Looks for a counterexample to a property, named by its index, until the bound or a limit is reached. The outcome
    /// then says up to which depth there is none.
    ///
    /// # Panics
    ///
    /// If the circuit does not have the property.
    pub fn prove(&mut self, property: PropertyId, observer: &mut dyn Observer) -> CircuitOutcome {
        let mut safe_depth = None;
        let cause = match self.search(property, &mut safe_depth, observer) {
            Ok(Some(trace)) => return Outcome::Unsafe(trace),
            Ok(None) => StopCause::Bound,
            Err(limit) => StopCause::Limit(limit),
        };
        Outcome::unknown(cause, safe_depth)
    }

    fn search(
        &mut self,
        property: PropertyId,
        safe_depth: &mut Option<Depth>,
        observer: &mut dyn Observer,
    ) -> Result<Option<Trace>, Limit> {
        let mut options = self.options.clone();
        match options.from {
            Start::Initial => {
                deepen(&options, safe_depth, observer, |first, last| self.find(property, first, last))
            }
            Start::Bad => {
                options.step = 1;
                deepen(&options, safe_depth, observer, |depth, _| self.find_backward(property, depth))
            }
        }
    }

    /// A counterexample with this depth, if there is one, from its end. Depths of a property are asked about in turn.
    fn find_backward(&mut self, property: PropertyId, depth: usize) -> Result<Option<Trace>, Limit> {
        let (mut run, refuted) = match self.backward.take() {
            Some((run, refuted)) if run.property() == property => (run, refuted),
            _ => (Backward::new(property, self.options.simplify, self.options.seed, &self.budget), 0),
        };
        let found = if depth < refuted {
            Ok(None)
        } else {
            run_backward(&mut run, &self.relation, &self.budget, depth)
        };
        let refuted = if matches!(found, Ok(None)) { refuted.max(depth + 1) } else { refuted };
        self.backward = Some((run, refuted));
        found
    }

    /// A counterexample with a depth in this range, if there is one.
    pub(super) fn find(
        &mut self,
        property: PropertyId,
        first: usize,
        last: usize,
    ) -> Result<Option<Trace>, Limit> {
        // The steps so far were asked about, so all that is needed of them is their border.
        self.unrolling.simplify_grown();
        while self.unrolling.len() <= last {
            self.budget.poll()?;
            self.unrolling.push(&self.relation);
        }
        let bad = self.relation.bad(property);
        let bads: Vec<Lit> = (first..=last).map(|step| self.unrolling.lit(step, bad)).collect();
        let found = if first == last {
            let assumptions = [self.unrolling.admitted(first), bads[0]];
            self.unrolling.solve(&assumptions)?.then_some(first)
        } else {
            self.find_among(first, &bads)?
        };
        if let Some(step) = found {
            return Ok(Some(self.unrolling.trace(&self.relation, property, step)));
        }
        for (step, bad) in (first..).zip(bads) {
            let admitted = self.unrolling.admitted(step);
            self.unrolling.assert(&[!admitted, !bad]);
        }
        Ok(None)
    }

    /// One query for several depths: which of the bads is reached first by a run that is admitted up to there?
    fn find_among(&mut self, first: usize, bads: &[Lit]) -> Result<Option<usize>, Limit> {
        let run = &mut self.unrolling;
        let some = run.fresh();
        let mut clause = vec![!some];
        for (step, &bad) in (first..).zip(bads) {
            let here = run.fresh();
            let admitted = run.admitted(step);
            run.assert(&[!here, bad]);
            run.assert(&[!here, admitted]);
            clause.push(here);
        }
        run.assert(&clause);
        if !run.solve(&[some])? {
            run.assert(&[!some]);
            return Ok(None);
        }
        Ok(clause[1..].iter().position(|&here| run.value(here)).map(|offset| first + offset))
    }
}

/// Asks about the run with `depth` transitions.
fn run_backward(
    run: &mut Backward,
    relation: &Transition,
    budget: &Budget,
    depth: usize,
) -> Result<Option<Trace>, Limit> {
    run.simplify_grown();
    while run.len() <= depth {
        budget.poll()?;
        run.push(relation);
    }
    Ok(run.begins(relation)?.then(|| run.trace(relation)))
}

/// Asks about one range of depths after the other, until something is found or the bound is reached.
fn deepen<T>(
    options: &BmcOptions,
    safe_depth: &mut Option<Depth>,
    observer: &mut dyn Observer,
    mut find: impl FnMut(usize, usize) -> Result<Option<T>, Limit>,
) -> Result<Option<T>, Limit> {
    let bound = options.max_depth.map_or(usize::MAX, Depth::transitions);
    let mut first = 0usize;
    loop {
        let last = first.saturating_add(options.step.max(1) - 1).min(bound);
        observer.event(Event::Depth { depth: Depth::new(first), frames: &[] });
        if let Some(found) = find(first, last)? {
            return Ok(Some(found));
        }
        *safe_depth = Some(Depth::new(last));
        if last == bound {
            return Ok(None);
        }
        first = last + 1;
    }
}

impl Prover<Circuit> for Bmc {
    fn prove(&mut self, property: PropertyId, observer: &mut dyn Observer) -> OutcomeOf<Circuit> {
        Bmc::prove(self, property, observer)
    }

    fn counters(&self) -> Counters {
        vec![("steps unrolled", self.steps() as u64)]
    }
}

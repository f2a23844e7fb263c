//! IC3, also called property-directed reachability: incremental construction of inductive clauses.
//!
//! To prove that a bad signal is never true, IC3 (Bradley, VMCAI 2011) keeps *frames* `F_0, F_1, …, F_k`, each a
//! set of clauses that holds in all states reachable in at most that many steps, each contained in the next, and the
//! successors of each contained in the next. It looks for a state of `F_k` that is bad, and tries to show it
//! unreachable by *blocking* it: a clause that excludes it and is inductive relative to the frame before. Where that
//! fails a predecessor is found, which has to be blocked first, one frame lower. A chain that meets an initial state is a
//! counterexample. When `F_k` has no bad state left, the next frame is opened and clauses are *propagated* to it; two
//! equal frames are an inductive invariant. No transition relation is ever unrolled.
//!
//! This is the algorithm of ch. 3 of T. Lange, "IC3 Software Model Checking" (2018), in the form of Eén, Mishchenko and
//! Brayton (FMCAD 2011), with the later techniques named in [`Ic3Options`]. One phase a file: `block` (obligations),
//! `lift`, `justify` and `ternary` (predecessors become cubes), `generalise` (blocked cubes grow), `propagate` (lemmas
//! move up), `quip` (may-obligations), `frames` and `obligation` (what is stored), `solvers` (what is asked), `known`
//! (what need not be asked), `trace` (counterexamples), `visible` (which latches a step determines: all of them, unless
//! the abstraction of [`lazy_ic3`](super::lazy_ic3) says otherwise).
//!
//! Invariants. A lemma excludes no initial state, so constraints on the initial states are not needed to keep lemmas
//! sound. Frames do not contain the property: they over-approximate reachability whatever is to be proved, and so the
//! lemmas of one property serve the next. Every state of an obligation's cube steps into its successor's cube with the
//! constraints satisfied, the bad step included.

mod activity;
mod block;
mod frames;
mod generalise;
mod justify;
mod known;
mod lift;
mod obligation;
mod options;
mod propagate;
mod quip;
mod sequence;
mod solvers;
mod ternary;
mod trace;
mod visible;

pub use options::{Generalisation, Ic3Options, Lifting, Propagation};

use super::{settle, CircuitOutcome, Event, Observer, Outcome, StopCause, StopReason};
use crate::base::{Budget, Limit, Lit};
use crate::model::circuit::Circuit;
use crate::model::invariant::{Certificate, Invariant};
use crate::model::trace::Trace;
use crate::model::transition::Transition;
use activity::Activity;
pub(super) use frames::INFINITY;
use frames::{Frames, LemmaId};
use generalise::CtgRecord;
use justify::Justifier;
pub(super) use obligation::ObligationId;
use obligation::{Obligation, Obligations};
use quip::Reachable;
pub use sequence::Sequence;
use solvers::Solvers;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use ternary::Ternary;
pub(super) use visible::Visible;

/// What a run has done. Counters only grow.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Ic3Statistics {
    /// Queries to solvers.
    pub queries: u64,
    /// Queries that were spared because a known step answers them.
    pub spared: u64,
    /// Obligations handled, each return counted.
    pub obligations: u64,
    /// Predecessors lifted.
    pub lifted: u64,
    /// Lemmas learnt.
    pub lemmas: u64,
    /// Counterexamples to generalisation blocked.
    pub ctgs: u64,
    /// Attempts to push a lemma.
    pub pushes: u64,
    /// Successful ones.
    pub pushed: u64,
    /// Lemmas moved to the infinity frame.
    pub infinite: u64,
    /// Lemmas found to exclude a reachable state.
    pub bad_lemmas: u64,
    /// The highest frame opened.
    pub frames: u64,
}

/// IC3 on the bads of one circuit. Frames, lemmas and solvers live on from one property to the next.
pub struct Ic3 {
    pub(super) circuit: Circuit,
    pub(super) step: Transition,
    pub(super) options: Ic3Options,
    statistics: Ic3Statistics,
    pub(super) frames: Frames,
    pub(super) solvers: Solvers,
    pub(super) visible: Visible,
    obligations: Obligations,
    push_requests: BinaryHeap<(Reverse<usize>, Reverse<LemmaId>)>,
    reachable: Vec<Reachable>,
    pub(super) activity: Activity,
    ternary: Ternary,
    justifier: Justifier,
    order: Vec<Lit>,
    /// Of concrete steps and of abstract ones.
    ctg_records: [CtgRecord; 2],
    pub(super) budget: Budget,
}

impl Ic3 {
    /// An engine for this circuit. The budget is shared by all its solvers.
    pub fn new(circuit: &Circuit, options: Ic3Options, budget: Budget) -> Ic3 {
        let step = Transition::new(circuit);
        let ternary =
            if options.lifting == Lifting::Ternary { Ternary::new(circuit) } else { Ternary::default() };
        Ic3 {
            solvers: Solvers::new(&step, &options, &budget),
            activity: Activity::new(1 + step.latch_count()),
            circuit: circuit.clone(),
            step,
            options,
            statistics: Ic3Statistics::default(),
            frames: Frames::new(),
            visible: Visible::all(),
            obligations: Obligations::default(),
            push_requests: BinaryHeap::new(),
            reachable: Vec::new(),
            ternary,
            justifier: Justifier::new(circuit),
            order: Vec::new(),
            ctg_records: Default::default(),
            budget,
        }
    }

    /// What has been done so far.
    pub fn statistics(&self) -> Ic3Statistics {
        Ic3Statistics { queries: self.solvers.queries, spared: self.solvers.spared, ..self.statistics }
    }

    /// Proves or refutes a bad signal, named by its index. On a limit the outcome says up to which depth there is no
    /// counterexample.
    pub fn prove(&mut self, property: usize, observer: &mut dyn Observer) -> CircuitOutcome {
        self.forget_obligations();
        let bad = self.step.bads()[property];
        let mut safe_depth = None;
        let result = self.run(property, bad, &mut safe_depth, observer);
        settle(result, safe_depth)
    }

    /// Gives up what is left of an earlier search.
    pub(super) fn forget_obligations(&mut self) {
        self.obligations.clear();
        self.push_requests.clear();
    }

    /// Opens the next frame.
    pub(super) fn open(&mut self) {
        self.frames.open();
        self.solvers.open();
        self.statistics.frames = self.statistics.frames.max(self.frames.top() as u64);
    }

    /// Algorithm 8: one frame after the other until two are equal or a bad state is reached.
    fn run(
        &mut self,
        property: usize,
        bad: Lit,
        safe_depth: &mut Option<usize>,
        observer: &mut dyn Observer,
    ) -> Result<CircuitOutcome, Limit> {
        for depth in 0.. {
            self.budget.check()?;
            if depth > self.frames.top() {
                self.open();
                observer.event(Event::Depth { depth, frames: &self.frames.sizes() });
                if let Some(frame) = self.propagate(observer)? {
                    return Ok(Outcome::Safe(self.close(frame)));
                }
            }
            if let Some(first) = self.exclude_bad(bad, depth, observer)? {
                return self.refuted(first, property, bad, *safe_depth);
            }
            *safe_depth = Some(depth);
            if self.options.max_frames > 0 && depth >= self.options.max_frames {
                return Ok(Outcome::Unknown(StopReason { cause: StopCause::Bound, safe_depth: *safe_depth }));
            }
        }
        unreachable!("frames without end")
    }

    /// Blocks bad states in a frame until there are none, or one is reached.
    pub(super) fn exclude_bad(
        &mut self,
        bad: Lit,
        frame: usize,
        observer: &mut dyn Observer,
    ) -> Result<Option<ObligationId>, Limit> {
        loop {
            if let Some(first) = self.block_all(frame, observer)? {
                return Ok(Some(first));
            }
            if !self.solvers.intersects(frame, &[bad])? {
                return Ok(None);
            }
            let cube = self.lift(frame, &[bad])?;
            let fresh =
                Obligation { cube, frame, depth: 0, successor: None, may: None, activity: 0, done: false };
            self.obligations.add(fresh);
        }
    }

    pub(super) fn refuted(
        &mut self,
        first: ObligationId,
        property: usize,
        bad: Lit,
        safe_depth: Option<usize>,
    ) -> Result<CircuitOutcome, Limit> {
        Ok(match self.concretise(first, &[bad])? {
            Some(run) => Outcome::Unsafe(Trace { property, initial: run.initial, inputs: run.inputs }),
            None => Outcome::Unknown(StopReason { cause: StopCause::EvidenceFailed, safe_depth }),
        })
    }

    /// A frame equals the next one: the lemmas above it are inductive. They move to the infinity frame, for the
    /// certificate and for the properties still to come.
    pub(super) fn close(&mut self, frame: usize) -> Certificate {
        let top = self.frames.top();
        for above in frame + 1..=top {
            for id in self.frames.stored(above).to_vec() {
                self.frames.move_to(id, INFINITY);
                let cube = self.frames.lemma(id).cube.clone();
                self.solvers.add_lemma(&cube, top + 1, INFINITY);
            }
        }
        self.frames.close_above(frame);
        self.solvers.close_above(frame);
        let clause = |id: &LemmaId| {
            let cube = &self.frames.lemma(*id).cube;
            cube.iter().map(|&l| Transition::latch_signal(&self.circuit, !l)).collect()
        };
        Certificate::Inductive(Invariant {
            clauses: self.frames.stored(INFINITY).iter().map(clause).collect(),
        })
    }
}

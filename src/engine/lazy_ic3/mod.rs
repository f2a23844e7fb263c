//! L-IC3: lazy abstraction inside IC3 (Vizel, Grumberg, Shoham, FMCAD 2012).
//!
//! IC3 asks many small questions, each about one step from one frame, and most of them can be answered without most
//! of the latches. L-IC3 gives each frame `i` its own set `U_i` of *visible* latches; in the step from that frame the
//! others take any value (`ic3/circuit/visible.rs`). `U_0` begins with the latches of the property. The frames are
//! extended and strengthened with these abstract steps (`strengthen`, Figs. 2, 4 and 5). Where that fails there is an
//! abstract counterexample; then plain IC3 strengthens the same frames with the whole step, and either ends in a
//! concrete counterexample or learns lemmas that exclude all of this length. The latches that its lemmas needed
//! become visible where they were needed (`refine`, Fig. 3), and the search goes on with the next frame: nothing is
//! begun anew.
//!
//! An abstraction can be far harder to decide than the circuit: without the latch that stops it, a counter needs one
//! frame per value. So abstract strengthening is given up when it has cost a few times what all refinements have cost,
//! and refinement takes its place, as if there were an abstract counterexample; this is not in the paper. It bounds the
//! abstract queries by a multiple of the concrete ones.
//!
//! Laziness pays where the property's own latches are few, the sets stay well below the circuit and the frames are
//! many: then most queries are abstract, obligations and lemmas short. It gives nothing where the property sees most
//! of the circuit at once or is decided within a few frames, since then all the work is in the refinements. Our IC3
//! asks within the cones of its queries and justifies predecessors, so it is lazy to some degree itself and on average
//! the faster one; each solves circuits that the other does not, and a portfolio wants both.
//!
//! L-IC3 is a second main loop over the parts of IC3: frames, solvers, lifting, generalisation, propagation and
//! counterexamples are called there. An abstract step is a query with fewer assumptions. The frames describe the
//! concrete circuit all the time, since every abstract step allows more than the concrete one: certificates and
//! traces are IC3's own.
//!
//! Our frames do not contain the property, so a bad cube of the last frame takes the place of the paper's `¬p'`: its
//! latches have to be reached by an abstract step too. Invariants, checked in debug builds: every lemma of frame
//! `i + 1` follows from an abstract step from frame `i` whenever a frame is finished (Lemma 13), and a predecessor
//! found in a frame has no state in the frames below (Lemma 15).
//!
//! Limits, most important first: visible latches are only added, so a frame that once needed many keeps them. The bound
//! on abstract queries ([`LazyIc3Options`]) can end an abstraction shortly before it would have sufficed. Options of
//! IC3 that leave out constraints or gates, and internal signals, are off here.
//!
//! The words are those of the [glossary](crate::glossary).

mod check;
mod pending;
mod refine;
mod strengthen;
mod wanted;

use super::common::outcome::settle;
use super::ic3::circuit::{
    circuit_outcome, sequence_of, CircuitSteps, Ic3Options, Ic3Statistics, Run, Visible,
};
use super::ic3::{Chain, CtgRecord, Cube, End, Search};
use super::FrameId;
use super::Sequence;
use super::{CircuitLemmas, CircuitOutcome, Observer, Outcome, StopCause};
use crate::base::{Budget, Limit};
use crate::engine::common::prover::{Counters, OutcomeOf, Prover};
use crate::model::circuit::{Circuit, Node, NodeId, Signal};
use crate::model::{Depth, PropertyId};
use pending::Pending;
use std::fmt;
use wanted::Strengthened;

/// Settings of [`LazyIc3`], beside those of IC3.
#[derive(Clone, PartialEq, Debug)]
pub struct LazyIc3Options {
    /// Obligations that need not be met for the present length are handled last and never lead to a refinement
    /// (Definition 10). Default on.
    pub separate_may: bool,
    /// A may-obligation is given up once this many predecessors were found on its behalf; 0: only when an initial state
    /// is reached. Default 10.
    pub may_limit: usize,
    /// Abstract strengthening may cost this many times the queries that refinements have cost; then a refinement is due
    /// even without an abstract counterexample. 0: no bound. Default 2.
    pub patience: u64,
    /// Queries of abstract strengthening beside those. Default 2000.
    pub first_patience: u64,
    /// Before latches become visible, one after the other is left out if the lemma follows without it. Default on.
    pub minimise_core: bool,
    /// The latches visible from the beginning: those of the property, and those that these depend on through this many
    /// steps. Default 0.
    pub start_depth: usize,
}

impl Default for LazyIc3Options {
    fn default() -> LazyIc3Options {
        LazyIc3Options {
            separate_may: true,
            may_limit: 10,
            patience: 2,
            first_patience: 2000,
            minimise_core: true,
            start_depth: 0,
        }
    }
}

/// The counters of a run. They only grow.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LazyIc3Statistics {
    /// The work of both kinds of strengthening.
    pub ic3: Ic3Statistics,
    /// Must-obligations added.
    pub must: u64,
    /// May-obligations added.
    pub may: u64,
    /// May-obligations given up.
    pub given_up: u64,
    /// Queries during abstract strengthening.
    pub abstract_queries: u64,
    /// Refinements, after abstract counterexamples or because patience had run out.
    pub refinements: u64,
    /// The number of times that patience had run out.
    pub impatient: u64,
    /// Queries during refinements.
    pub refining_queries: u64,
    /// Latches that became visible, each counted once for every set that it was the first to be added to.
    pub shown: u64,
}

/// L-IC3 on the bads of one circuit. Frames, lemmas and visible latches live on from one property to the next.
pub struct LazyIc3 {
    search: Search<CircuitSteps>,
    /// The record of counterexamples to generalisation for the kind of step that is not in use now, abstract or
    /// concrete.
    other_record: CtgRecord,
    options: LazyIc3Options,
    statistics: LazyIc3Statistics,
    pending: Pending,
}

impl fmt::Debug for LazyIc3 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("LazyIc3");
        shown.field("search", &self.search).field("statistics", &self.statistics).finish_non_exhaustive()
    }
}

impl LazyIc3 {
    /// An engine for this circuit, with IC3's own options for what both share. The budget is shared by all its solvers.
    pub fn new(circuit: &Circuit, options: LazyIc3Options, ic3: Ic3Options, budget: Budget) -> LazyIc3 {
        let search = ic3.search.clone();
        // The engine refines its own abstraction, and follows chains with all constraints. A copy of a gate that is not
        // visible would be free, although the latches below it are not.
        let ic3 = Ic3Options { localise_constraints: false, localise_gates: 0, internal_signals: 0, ..ic3 };
        let mut steps = CircuitSteps::new(circuit, ic3, &budget);
        steps.visible = Visible::none(steps.relation.latch_count());
        LazyIc3 {
            search: Search::new(steps, search, budget),
            other_record: CtgRecord::default(),
            options,
            statistics: LazyIc3Statistics::default(),
            pending: Pending::default(),
        }
    }

    /// Leaves lemmas that hold in every frame to other engines from now on, and takes theirs.
    pub fn share(&mut self, lemmas: CircuitLemmas) {
        self.search.steps_mut().share(lemmas);
    }

    /// The counters so far.
    pub fn statistics(&self) -> LazyIc3Statistics {
        LazyIc3Statistics { ic3: Ic3Statistics::of(&self.search), ..self.statistics }
    }

    /// The size of the sequence of frames as it is now.
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
        self.search.forget_obligations();
        self.search.log.listen(observer);
        self.set_abstracting(true);
        let steps = self.search.steps_mut();
        steps.set_goal(property);
        let bad = steps.circuit.bads()[property.index()];
        self.show_support(bad);
        let mut safe_depth = None;
        let result = self.run(&mut safe_depth, observer);
        self.search.tell(observer);
        circuit_outcome(self.search.steps(), property, settle(result, safe_depth))
    }

    /// Switches between abstract and concrete steps. Each kind has its own record of counterexamples to generalisation.
    fn set_abstracting(&mut self, on: bool) {
        let visible = &mut self.search.steps.visible;
        if visible.is_abstracting() != on {
            visible.set_abstracting(on);
            std::mem::swap(&mut self.search.ctg_record, &mut self.other_record);
        }
    }

    /// Figs. 1 and 2: abstract model checking, refined where it fails, one frame after the other.
    fn run(
        &mut self,
        safe_depth: &mut Option<Depth>,
        observer: &mut dyn Observer,
    ) -> Result<Outcome<Vec<Cube>, Run>, Limit> {
        // Lemmas that the search for an earlier property has left behind.
        self.refine_abstraction()?;
        let mut frame = FrameId::INIT;
        loop {
            self.search.budget.poll()?;
            if let Some(excluded) = self.search.extend_to(frame, observer)? {
                return Ok(Outcome::Safe(excluded));
            }
            let before = self.queries();
            let strengthened = self.strengthen(frame, observer);
            self.statistics.abstract_queries += self.queries() - before;
            let strengthened = strengthened?;
            if strengthened != Strengthened::Done {
                // When patience ran out, lemmas over visible latches had made no progress.
                let preferred = strengthened == Strengthened::Counterexample;
                self.search.steps.visible.set_preferred(preferred);
                if let Some(first) = self.refine(frame, observer)? {
                    return Ok(match self.search.concretise(first, End::Goal)? {
                        Chain::Concrete(run) => Outcome::Unsafe(run),
                        Chain::Spurious | Chain::Unexplained | Chain::Refined => {
                            Outcome::unknown(StopCause::EvidenceFailed, *safe_depth)
                        }
                    });
                }
            }
            debug_assert!(self.is_consistent(frame));
            *safe_depth = Some(frame.depth());
            if self.search.is_bound(frame) {
                return Ok(Outcome::unknown(StopCause::Bound, *safe_depth));
            }
            frame = frame.next();
        }
    }

    fn queries(&self) -> u64 {
        self.search.steps.solvers.queries
    }

    /// Makes the latches that a signal depends on visible in every step, then those that their next states depend on,
    /// and so on.
    fn show_support(&mut self, signal: Signal) {
        let mut nodes = vec![signal.node()];
        for _ in 0..=self.options.start_depth {
            let mut next = Vec::new();
            let steps = &mut self.search.steps;
            let circuit = &steps.circuit;
            for latch in support(circuit, nodes) {
                if let Node::Latch(id) = circuit.nodes()[latch.index()] {
                    let shown = steps.visible.show(FrameId::INIT, steps.relation.latch(id));
                    self.statistics.shown += shown as u64;
                    next.push(circuit.latches()[id.index()].next.node());
                }
            }
            nodes = next;
        }
    }
}

/// The latches that some nodes depend on within one step.
fn support(circuit: &Circuit, roots: Vec<NodeId>) -> Vec<NodeId> {
    let mut seen = vec![false; circuit.nodes().len()];
    let mut latches = Vec::new();
    let mut stack = roots;
    while let Some(node) = stack.pop() {
        if std::mem::replace(&mut seen[node.index()], true) {
            continue;
        }
        match circuit.nodes()[node.index()] {
            Node::False | Node::Input(_) => {}
            Node::Latch(_) => latches.push(node),
            Node::And(a, b) => stack.extend([a.node(), b.node()]),
        }
    }
    latches
}

impl Prover<Circuit> for LazyIc3 {
    fn prove(&mut self, property: PropertyId, observer: &mut dyn Observer) -> OutcomeOf<Circuit> {
        LazyIc3::prove(self, property, observer)
    }

    fn counters(&self) -> Counters {
        let s = self.statistics();
        let mut list = s.ic3.counters();
        list.extend([
            ("must-obligations", s.must),
            ("may-obligations", s.may),
            ("may-obligations given up", s.given_up),
            ("refinements", s.refinements),
            ("times patience ran out", s.impatient),
            ("queries during abstract strengthening", s.abstract_queries),
            ("queries during refinements", s.refining_queries),
            ("latches made visible", s.shown),
        ]);
        list
    }

    fn share(&mut self, lemmas: &CircuitLemmas) {
        LazyIc3::share(self, lemmas.clone());
    }

    fn sequence(&self) -> Option<Sequence> {
        Some(LazyIc3::sequence(self))
    }
}

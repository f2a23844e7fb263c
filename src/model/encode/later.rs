//! A circuit that begins some steps later, when some of its latches have become constant.
//!
//! A latch that says "this is the first step", or a chain of them that brings a reset to the last corner, is constant
//! from some step on. Gates that read it are constant or smaller then, and logic for the first steps alone can go.
//! Case, Mony, Baumgartner and Kanzelman ("Enhanced verification by temporal decomposition", FMCAD 2009) therefore
//! verify the first steps by themselves, and from then on a circuit in which such *transient* latches are constants.
//! Its initial states are those after the first steps: reset functions of the circuit's latches, over the inputs of
//! those steps.
//!
//! The latches are found by ternary simulation. The inputs of the first steps are more inputs, behind the original's.
//! If there are constraints, one more latch tells whether they held in the first steps, and is a constraint itself.
//!
//! **The way back.** A run is put behind the first steps, whose inputs it names. An invariant of the later circuit
//! speaks of the states after them only, so those of the first steps are to be added, one set a step. They are found
//! by another proof, on the original with a counter of steps ([`Later::first_steps`]): until the counter has come to
//! the end the property holds, and then the invariant does. A stage of the counter put into that proof is a set, and
//! the disjunction of the sets with the invariant is inductive ([`FirstSteps::proof`]).
//!
//! The inputs of the first steps decide nothing but the initial states. An invariant may speak of them all the same. It
//! holds for all their values one step after it began, so it is taken for one of them, and the counter counts one step
//! more.

use crate::model::circuit::{Circuit, LatchId, Node, NodeId, Reset, Signal};
use crate::model::invariant::{Certificate, ClausalInvariant};
use crate::model::reduce::constants::settling_latches;
use crate::model::trace::Trace;
use crate::model::PropertyId;

/// The most nodes of the copies of the circuit that its first steps are.
const MOST_NODES: usize = 4_000_000;

/// A circuit that begins some steps later, with the way back.
#[derive(Clone, Debug)]
pub struct Later {
    /// The circuit. Nodes, latches, inputs and bads are the original's; other inputs, and perhaps a latch, stand behind
    /// them.
    pub circuit: Circuit,
    original: Circuit,
    /// The number of steps before it begins, at least 1.
    steps: usize,
    /// The latches that are constant from then on.
    settled: Vec<(LatchId, bool)>,
    /// By step before: the first of the inputs for those of the original.
    first: Vec<usize>,
    /// The latches that start as either, in the order of the inputs for them, which stand behind the original's.
    free: Vec<LatchId>,
}

/// The circuit as it is after the fewest steps, at most `most`, after which all latches are constant that are from then
/// on. `None` if there are none, for circuits with reset functions, and if the copies for these steps are too large.
/// Properties of liveness are left out.
pub fn begin_later(original: &Circuit, most: usize) -> Option<Later> {
    if original.has_reset_functions() {
        return None;
    }
    let (constants, steps) = settling_latches(original, most);
    if steps == 0 || steps.saturating_mul(original.nodes().len()) > MOST_NODES {
        return None;
    }
    let settled: Vec<(LatchId, bool)> =
        original.latch_ids().filter_map(|(id, _)| Some((id, constants[id.index()]?.is_negated()))).collect();
    let mut circuit = original.clone();
    circuit.clear_justice();
    let mut image = vec![Signal::FALSE; original.nodes().len()];
    let mut free = Vec::new();
    for (id, latch) in original.latch_ids() {
        image[latch.node.index()] = match latch.reset.value() {
            Some(value) => Signal::constant(value),
            None => {
                free.push(id);
                circuit.add_input()
            }
        };
    }
    let of = |image: &[Signal], s: Signal| image[s.node().index()].negate_if(s.is_negated());
    let (mut first, mut admitted) = (Vec::new(), Vec::new());
    for _ in 0..steps {
        first.push(circuit.inputs().len());
        for (n, node) in original.nodes().iter().enumerate() {
            image[n] = match *node {
                Node::False | Node::Latch(_) => continue,
                Node::Input(_) => circuit.add_input(),
                Node::And(a, b) => {
                    let (a, b) = (of(&image, a), of(&image, b));
                    circuit.and(a, b)
                }
            };
        }
        admitted.extend(original.constraints().iter().map(|&constraint| of(&image, constraint)));
        let next: Vec<Signal> = original.latches().iter().map(|latch| of(&image, latch.next)).collect();
        for (latch, next) in original.latches().iter().zip(next) {
            image[latch.node.index()] = next;
        }
    }
    let admitted = circuit.and_all(&admitted);
    let reset = |node: NodeId| (node.signal(), Reset::Function(image[node.index()]));
    let mut resets: Vec<_> = original.latches().iter().map(|latch| reset(latch.node)).collect();
    if admitted != Signal::TRUE {
        let latch = circuit.add_latch(Reset::Free);
        resets.push((latch, Reset::Function(admitted)));
        circuit.add_constraint(latch);
    }
    // They read inputs only.
    let set = circuit.set_resets(&resets);
    debug_assert_eq!(set, Ok(()));
    for &(latch, value) in &settled {
        circuit.set_next(original.latches()[latch.index()].node.signal(), Signal::constant(value));
    }
    Some(Later { circuit, original: original.clone(), steps, settled, first, free })
}

impl Later {
    /// The number of steps before the circuit begins, at least 1.
    pub fn steps(&self) -> usize {
        self.steps
    }

    /// A run as one of the original, longer by the first steps.
    pub fn lift_trace(&self, trace: &Trace) -> Trace {
        let count = self.original.inputs().len();
        let of_first = trace.inputs.first().map_or(&[][..], |step| step);
        let value = |input: usize| of_first.get(input).copied().unwrap_or(false);
        let mut initial: Vec<bool> =
            self.original.latches().iter().map(|latch| latch.reset.value().unwrap_or(false)).collect();
        for (latch, input) in self.free.iter().zip(count..) {
            initial[latch.index()] = value(input);
        }
        let before = self.first.iter().map(|&first| (first..first + count).map(value).collect());
        let after = trace.inputs.iter().map(|step| step[..count].to_vec());
        Trace { property: trace.property, initial, inputs: before.chain(after).collect() }
    }

    /// The first part of a proof of the original, given an invariant of this circuit that proves the property here.
    ///
    /// # Panics
    ///
    /// If the original does not have the property, which is one of safety.
    pub fn first_steps(&self, property: PropertyId, found: &ClausalInvariant) -> FirstSteps {
        let original = &self.original;
        let bad = match original.bad(property) {
            Some(bad) => bad,
            None => panic!("there is no property {} in the circuit", property),
        };
        let later = self.of_original(found);
        let mut circuit = original.clone();
        circuit.clear_bads();
        circuit.clear_justice();
        let counter: Vec<Signal> = (0..=self.steps).map(|_| circuit.add_latch(Reset::Zero)).collect();
        for (place, &latch) in counter.iter().enumerate() {
            circuit.set_next(latch, place.checked_sub(1).map_or(Signal::TRUE, |before| counter[before]));
        }
        let next =
            |node: NodeId| original.latch_of(node.signal()).map(|l| original.latches()[l.index()].next);
        let after =
            later.translate(original, circuit.nodes().len(), |node| next(node).unwrap_or(node.signal()));
        let holds = conjunction(&mut circuit, &after);
        let (is_last, is_over) = (counter[self.steps - 1], counter[self.steps]);
        let fails = circuit.and(is_last, !holds);
        let either = circuit.or(bad, fails);
        let in_time = circuit.and(!is_over, either);
        circuit.add_bad(in_time);
        FirstSteps { circuit, counter, later, original: original.clone() }
    }

    /// An invariant of the circuit as one over the original's latches, inductive there: what is left of it after the
    /// first step, with the constants of the settled latches.
    fn of_original(&self, found: &ClausalInvariant) -> ClausalInvariant {
        let nodes = self.original.nodes().len();
        // The constraints of the first steps held, and any value may stand for the inputs of these steps.
        let leaf = |node: NodeId| match self.circuit.latch_of(node.signal()) {
            _ if node.index() < nodes => node.signal(),
            Some(_) => Signal::TRUE,
            None => Signal::FALSE,
        };
        let mut invariant = found.translate(&self.circuit, nodes, leaf);
        for &(latch, value) in &self.settled {
            let latch = self.original.latches()[latch.index()].node.signal();
            invariant.clauses.push(vec![latch.negate_if(!value)]);
        }
        invariant
    }
}

/// The first part of a proof: the original with a counter of its steps.
#[derive(Clone, Debug)]
pub struct FirstSteps {
    /// The circuit. Its one bad signal is that of the property until the counter is at its end; in the last step
    /// before that it is also true if the next state is not in the invariant of the later circuit.
    pub circuit: Circuit,
    /// The latches of the counter. In step `i` the first `i` of them are true.
    counter: Vec<Signal>,
    /// The invariant of the later circuit, over the original.
    later: ClausalInvariant,
    original: Circuit,
}

impl FirstSteps {
    /// A proof of the original's property, from an invariant that proves that of [`FirstSteps::circuit`] and from what
    /// proves the property of the later circuit. With an inductive invariant there, the result is one: a state of the
    /// first steps or of the later invariant. With a proof by `k`-induction it is `k` steps behind the first ones, and
    /// the lemmas are that disjunction: a state of the first steps is behind them soon enough. `None` if the proof
    /// compares states.
    pub fn proof(&self, first: &ClausalInvariant, later: &Certificate) -> Option<Certificate> {
        let nodes = self.original.nodes().len();
        let mut circuit = self.original.clone();
        let mut sets = vec![conjunction(&mut circuit, &self.later)];
        for stage in 0..self.counter.len() {
            let count = |node: NodeId| self.counter.iter().position(|latch| latch.node() == node);
            let leaf = |node: NodeId| count(node).map_or(node.signal(), |at| Signal::constant(at < stage));
            let set = first.translate(&self.circuit, circuit.nodes().len(), leaf);
            sets.push(conjunction(&mut circuit, &set));
        }
        let none: Vec<Signal> = sets.iter().map(|&set| !set).collect();
        let any = !circuit.and_all(&none);
        let lemmas = ClausalInvariant::behind(&circuit, nodes, vec![vec![any]]);
        if let Certificate::KInductive { k, simple_path: false, .. } = *later {
            return Some(Certificate::KInductive { k: k + self.counter.len(), lemmas, simple_path: false });
        }
        later.inductive().map(|_| Certificate::Inductive(lemmas))
    }
}

/// The states of an invariant, as a signal of the circuit that it speaks of.
fn conjunction(circuit: &mut Circuit, invariant: &ClausalInvariant) -> Signal {
    let clauses = invariant.attach(circuit).expect("an invariant that was translated to this circuit");
    let any = |circuit: &mut Circuit, clause: Vec<Signal>| {
        let none: Vec<Signal> = clause.into_iter().map(|literal| !literal).collect();
        !circuit.and_all(&none)
    };
    let clauses: Vec<Signal> = clauses.into_iter().map(|clause| any(circuit, clause)).collect();
    circuit.and_all(&clauses)
}

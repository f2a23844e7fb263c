//! Running a circuit on concrete values, 64 runs at once.
//!
//! Every node holds a word, one bit a run. A step is `evaluate`, after which all values can be read, then `advance`.
//! All runs read the same gates, so a gate costs two loads and an `and` for 64 of them: random simulation finds the
//! candidates that a solver then only has to confirm, and one run in bit 0 is what replays a trace.

use super::circuit::{Circuit, InputId, LatchId, Node, NodeId, Reset, Signal};
use super::encode::internal::Copy;

/// The values of all nodes in one step of 64 runs.
///
/// Between [`Simulator::advance`] and [`Simulator::evaluate`] only latches are up to date.
#[derive(Clone, Debug)]
pub struct Simulator<'a> {
    circuit: &'a Circuit,
    values: Vec<u64>,
    next: Vec<u64>,
    /// The nodes that reset functions need, each after those that it depends on.
    reset_order: Vec<NodeId>,
}

impl<'a> Simulator<'a> {
    /// All runs in the initial state in which free latches, and the inputs that reset functions read, are false.
    pub fn new(circuit: &'a Circuit) -> Simulator<'a> {
        let values = vec![0; circuit.nodes().len()];
        let next = vec![0; circuit.latches().len()];
        let mut simulator = Simulator { circuit, values, next, reset_order: circuit.reset_order() };
        simulator.reset(|_| 0, |_| 0);
        simulator
    }

    /// Puts all runs into initial states; `free` chooses for the latches that may start as either.
    ///
    /// `inputs` are those of the first step. They are asked for only if the circuit has reset functions, each once and
    /// in order. The runs are runs of the circuit if the first [`Simulator::evaluate`] after this gets the same ones.
    pub fn reset(&mut self, mut free: impl FnMut(LatchId) -> u64, mut inputs: impl FnMut(InputId) -> u64) {
        for (id, latch) in self.circuit.latch_ids() {
            self.values[latch.node.index()] = match latch.reset {
                Reset::Zero => 0,
                Reset::One => !0,
                Reset::Free => free(id),
                Reset::Function(_) => continue,
            };
        }
        if self.reset_order.is_empty() {
            return;
        }
        for (id, node) in self.circuit.input_ids() {
            self.values[node.index()] = inputs(id);
        }
        for i in 0..self.reset_order.len() {
            let node = self.reset_order[i].index();
            self.values[node] = match self.circuit.nodes()[node] {
                Node::And(a, b) => self.value(a) & self.value(b),
                Node::Latch(latch) => match self.circuit.latches()[latch.index()].reset {
                    Reset::Function(signal) => self.value(signal),
                    _ => continue,
                },
                Node::False | Node::Input(_) => continue,
            };
        }
    }

    /// Puts the runs into any states.
    pub fn set_state(&mut self, mut state: impl FnMut(LatchId) -> u64) {
        for (id, latch) in self.circuit.latch_ids() {
            self.values[latch.node.index()] = state(id);
        }
    }

    /// Computes all gates from the present state and these inputs.
    pub fn evaluate(&mut self, mut inputs: impl FnMut(InputId) -> u64) {
        for (i, node) in self.circuit.nodes().iter().enumerate() {
            self.values[i] = match *node {
                Node::False => 0,
                Node::Input(input) => inputs(input),
                Node::Latch(_) => continue,
                Node::And(a, b) => self.value(a) & self.value(b),
            };
        }
    }

    /// [`Simulator::evaluate`] of a circuit with internal signals, whose copies get the values of their gates.
    pub fn evaluate_copies(&mut self, mut inputs: impl FnMut(InputId) -> u64, copies: &[Copy]) {
        let mut copies = copies.iter().peekable();
        for (i, node) in self.circuit.nodes().iter().enumerate() {
            self.values[i] = match *node {
                Node::False => 0,
                Node::Input(input) => inputs(input),
                Node::Latch(_) => continue,
                Node::And(a, b) => self.value(a) & self.value(b),
            };
            if let Some(copy) = copies.next_if(|copy| copy.defined_by.node().index() == i) {
                self.values[self.circuit.latches()[copy.latch.index()].node.index()] = self.values[i];
            }
        }
    }

    /// The value of a signal in each run.
    #[inline]
    pub fn value(&self, signal: Signal) -> u64 {
        // All ones if negated.
        self.values[signal.node().index()] ^ (signal.is_negated() as u64).wrapping_neg()
    }

    /// The runs in which all constraints are true in this step.
    pub fn admitted(&self) -> u64 {
        self.circuit.constraints().iter().fold(!0, |runs, &c| runs & self.value(c))
    }

    /// Moves to the next state.
    pub fn advance(&mut self) {
        for i in 0..self.next.len() {
            self.next[i] = self.value(self.circuit.latches()[i].next);
        }
        for (latch, &value) in self.circuit.latches().iter().zip(&self.next) {
            self.values[latch.node.index()] = value;
        }
    }
}

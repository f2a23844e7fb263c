//! Running a circuit on concrete values, 64 runs at once.
//!
//! Every node holds a word, one bit a run. A step is `evaluate`, after which all values can be read, then `advance`.
//! All runs read the same gates, so a gate costs two loads and an `and` for 64 of them: random simulation finds the
//! candidates that a solver then only has to confirm, and one run in bit 0 is what replays a trace.

use super::circuit::{Circuit, InputId, LatchId, Node, Reset, Signal};

/// The values of all nodes in one step of 64 runs.
///
/// Between [`Simulator::advance`] and [`Simulator::evaluate`] only latches are up to date.
#[derive(Clone, Debug)]
pub struct Simulator<'a> {
    circuit: &'a Circuit,
    values: Vec<u64>,
    next: Vec<u64>,
}

impl<'a> Simulator<'a> {
    /// All runs in the initial state in which free latches are false.
    pub fn new(circuit: &'a Circuit) -> Simulator<'a> {
        let values = vec![0; circuit.nodes().len()];
        let mut simulator = Simulator { circuit, values, next: vec![0; circuit.latches().len()] };
        simulator.reset(|_| 0);
        simulator
    }

    /// Puts all runs into initial states; `free` chooses for the latches that have no reset value.
    pub fn reset(&mut self, mut free: impl FnMut(LatchId) -> u64) {
        for (id, latch) in self.circuit.latch_ids() {
            self.values[latch.node.index()] = match latch.reset {
                Reset::Zero => 0,
                Reset::One => !0,
                Reset::Free => free(id),
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

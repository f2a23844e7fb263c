//! Reset functions: latches whose first value is that of a signal in the first step.

use super::{Circuit, InputId, LatchId, Node, NodeId, Reset, Signal};
use std::fmt;

/// The first value of a latch depends on itself, so that the resets do not say what it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ResetCycle {
    /// A latch of the cycle.
    pub latch: LatchId,
}

impl fmt::Display for ResetCycle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the reset of latch {} depends on the first value of that latch", self.latch.index())
    }
}

impl std::error::Error for ResetCycle {}

impl Reset {
    /// The reset of the latch at `node`, with its own name where it is a constant or the latch itself.
    pub(super) fn simplified(self, node: NodeId) -> Reset {
        match self {
            Reset::Function(Signal::FALSE) => Reset::Zero,
            Reset::Function(Signal::TRUE) => Reset::One,
            Reset::Function(signal) if signal == node.signal() => Reset::Free,
            other => other,
        }
    }
}

/// How far the search has come with a node.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Progress {
    New,
    Open,
    Done,
}

impl Circuit {
    /// Sets the way in which a latch starts. Costs time linear in what the reset depends on, at worst in the circuit;
    /// for many latches [`Circuit::set_resets`] is faster.
    ///
    /// # Panics
    ///
    /// If `latch` is not the signal that [`Circuit::add_latch`] gave for a latch of this circuit, if the function's
    /// signal is no signal of it, or if the first value of the latch would depend on itself.
    pub fn set_reset(&mut self, latch: Signal, reset: Reset) {
        if let Err(cycle) = self.set_resets(&[(latch, reset)]) {
            panic!("{}", cycle);
        }
    }

    /// Sets the ways in which several latches start. Takes time linear in the circuit.
    ///
    /// # Errors
    ///
    /// If the first value of a latch would depend on itself. Nothing is changed then.
    ///
    /// # Panics
    ///
    /// If the first of a pair is not the signal that [`Circuit::add_latch`] gave for a latch of this circuit, or a
    /// function's signal is no signal of it.
    pub fn set_resets(&mut self, resets: &[(Signal, Reset)]) -> Result<(), ResetCycle> {
        let mut before = Vec::with_capacity(resets.len());
        for &(signal, reset) in resets {
            if let Reset::Function(function) = reset {
                self.check(function);
            }
            let id = self.own_latch(signal);
            let latch = &mut self.latches[id.index()];
            before.push((id, latch.reset));
            latch.reset = reset.simplified(latch.node);
        }
        match self.search_resets() {
            Ok(_) => Ok(()),
            Err(cycle) => {
                // The last entry first: a latch may be named twice.
                for (id, reset) in before.into_iter().rev() {
                    self.latches[id.index()].reset = reset;
                }
                Err(cycle)
            }
        }
    }

    /// Whether a latch starts with the value of a signal.
    pub fn has_reset_functions(&self) -> bool {
        self.latches.iter().any(|latch| latch.reset.function().is_some())
    }

    /// The gates and latches from which reset functions give first values, the latches with such functions included,
    /// each after those that its value in the first step depends on. Empty if no reset is a function. Takes time
    /// linear in the circuit.
    pub fn reset_order(&self) -> Vec<NodeId> {
        // The resets were checked when they were set.
        self.search_resets().unwrap_or_default()
    }

    /// The inputs that reset functions read, in order. Takes time linear in the circuit.
    pub fn reset_inputs(&self) -> Vec<InputId> {
        let mut read = vec![false; self.inputs.len()];
        let mut note = |signal: Signal| {
            if let Some(input) = self.input_of(signal) {
                read[input.index()] = true;
            }
        };
        for node in self.reset_order() {
            match self.nodes[node.index()] {
                Node::And(a, b) => {
                    note(a);
                    note(b);
                }
                Node::Latch(latch) => {
                    self.latches[latch.index()].reset.function().into_iter().for_each(&mut note)
                }
                Node::False | Node::Input(_) => {}
            }
        }
        (0..read.len()).filter(|&i| read[i]).map(InputId::new).collect()
    }

    /// A depth-first search from the latches with functions, with its own stack.
    fn search_resets(&self) -> Result<Vec<NodeId>, ResetCycle> {
        let mut order = Vec::new();
        if !self.has_reset_functions() {
            return Ok(order);
        }
        let mut progress = vec![Progress::New; self.nodes.len()];
        let mut stack = Vec::new();
        for root in self.latches.iter().filter(|latch| latch.reset.function().is_some()) {
            stack.push(root.node);
            while let Some(&node) = stack.last() {
                match progress[node.index()] {
                    Progress::Done => drop(stack.pop()),
                    Progress::Open => {
                        progress[node.index()] = Progress::Done;
                        order.push(node);
                        stack.pop();
                    }
                    Progress::New => {
                        progress[node.index()] = Progress::Open;
                        for needed in self.reset_fanins(node).into_iter().flatten() {
                            match progress[needed.index()] {
                                Progress::New => stack.push(needed),
                                Progress::Open => return Err(self.cycle(&stack, &progress, needed)),
                                Progress::Done => {}
                            }
                        }
                    }
                }
            }
        }
        Ok(order)
    }

    /// The gates, and the latches with functions, that a node's value in the first step depends on directly.
    fn reset_fanins(&self, node: NodeId) -> [Option<NodeId>; 2] {
        let fanins = match self.nodes[node.index()] {
            Node::And(a, b) => [Some(a), Some(b)],
            Node::Latch(latch) => [self.latches[latch.index()].reset.function(), None],
            Node::False | Node::Input(_) => [None, None],
        };
        let depends = |node: &NodeId| match self.nodes[node.index()] {
            Node::And(..) => true,
            Node::Latch(latch) => self.latches[latch.index()].reset.function().is_some(),
            Node::False | Node::Input(_) => false,
        };
        fanins.map(|signal| signal.map(Signal::node).filter(depends))
    }

    /// The open nodes on the stack are a path, which `needed` closes. Gates alone close none.
    fn cycle(&self, stack: &[NodeId], progress: &[Progress], needed: NodeId) -> ResetCycle {
        let mut path = stack.iter().rev().filter(|node| progress[node.index()] == Progress::Open);
        let mut latch = LatchId::new(0);
        for &node in &mut path {
            if let Node::Latch(found) = self.nodes[node.index()] {
                latch = found;
            }
            if node == needed {
                break;
            }
        }
        ResetCycle { latch }
    }
}

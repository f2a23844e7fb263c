//! A circuit whose resets read latches only.
//!
//! If a reset function reads an input, a state is initial with certain inputs of its step only: the state alone does
//! not say how a run may go on. Engines that reason about sets of states rely on the state alone, so such an input is
//! made a part of the state. A new latch holds its value in the present step, and the circuit reads that latch instead.
//! The input then says what the latch is in the next step. Nothing else changes, so that an invariant over the new
//! latches is one over the inputs, and runs correspond one to one.

use crate::model::circuit::{Circuit, InputId, Node, NodeId, Reset, Signal};
use crate::model::invariant::ClausalInvariant;
use crate::model::trace::Trace;

/// A circuit whose resets read latches only, with the way back to the circuit it was made of.
#[derive(Clone, Debug)]
pub struct Held {
    /// The circuit: inputs and properties are the original's in the same order, latches are the original's followed by
    /// one for each input that is held.
    pub circuit: Circuit,
    /// By latch: the latch or the input of the original.
    originals: Vec<Signal>,
    /// The inputs of the original that are held.
    inputs: Vec<InputId>,
    /// The number of nodes of the original.
    nodes: usize,
}

/// Makes latches of the inputs that reset functions read. A circuit without such inputs is copied as it is.
pub fn hold_inputs(circuit: &Circuit) -> Held {
    let inputs = circuit.reset_inputs();
    let latches = circuit.latches().iter().map(|latch| latch.node.signal());
    let held = inputs.iter().map(|input| circuit.inputs()[input.index()].signal());
    let originals = latches.chain(held).collect();
    let nodes = circuit.nodes().len();
    let circuit = if inputs.is_empty() { circuit.clone() } else { with_latches(circuit, &inputs) };
    Held { circuit, originals, inputs, nodes }
}

fn with_latches(original: &Circuit, held: &[InputId]) -> Circuit {
    let mut circuit = Circuit::new();
    let mut image = vec![Signal::FALSE; original.nodes().len()];
    for &node in original.inputs() {
        image[node.index()] = circuit.add_input();
    }
    for latch in original.latches() {
        let reset = latch.reset.function().map_or(latch.reset, |_| Reset::Free);
        image[latch.node.index()] = circuit.add_latch(reset);
    }
    for input in held {
        let node = original.inputs()[input.index()].index();
        let latch = circuit.add_latch(Reset::Free);
        circuit.set_next(latch, image[node]);
        image[node] = latch;
    }
    let of = |image: &[Signal], s: Signal| image[s.node().index()].negate_if(s.is_negated());
    for (i, node) in original.nodes().iter().enumerate() {
        if let Node::And(a, b) = *node {
            image[i] = circuit.and(of(&image, a), of(&image, b));
        }
    }
    let mut resets = Vec::new();
    for latch in original.latches() {
        let copy = image[latch.node.index()];
        circuit.set_next(copy, of(&image, latch.next));
        if let Reset::Function(signal) = latch.reset {
            resets.push((copy, Reset::Function(of(&image, signal))));
        }
    }
    // The functions read the same latches as before, and new ones that are free.
    let set = circuit.set_resets(&resets);
    debug_assert_eq!(set, Ok(()));
    circuit.add_properties_of(original, &image);
    name(original, held, &mut circuit);
    circuit
}

/// A held input gives its name to its latch.
fn name(original: &Circuit, held: &[InputId], circuit: &mut Circuit) {
    let mut symbols = original.symbols.clone();
    symbols.inputs.resize(circuit.inputs().len(), String::new());
    symbols.latches.resize(circuit.latches().len(), String::new());
    let first = original.latches().len();
    for (place, input) in (first..).zip(held) {
        symbols.latches[place] = std::mem::take(&mut symbols.inputs[input.index()]);
    }
    circuit.symbols = symbols;
}

impl Held {
    /// The latch or input of the original that a latch, given by its place, is.
    ///
    /// # Panics
    ///
    /// If there is no such latch.
    pub fn original(&self, latch: usize) -> Signal {
        self.originals[latch]
    }

    /// The number of latches of the original.
    pub fn original_latches(&self) -> usize {
        self.originals.len() - self.inputs.len()
    }

    /// An invariant as one of the original, over latches and the inputs that are held. Inductive, it stays so.
    ///
    /// # Panics
    ///
    /// If a clause depends on an input of the circuit.
    pub fn lift_invariant(&self, invariant: &ClausalInvariant) -> ClausalInvariant {
        let lift = |node: NodeId| match self.circuit.latch_of(node.signal()) {
            Some(latch) => self.original(latch.index()),
            None => panic!("{:?} is no latch of this circuit", node),
        };
        invariant.translate(&self.circuit, self.nodes, lift)
    }

    /// A trace as one of the original, of the same depth.
    pub fn lift_trace(&self, mut trace: Trace) -> Trace {
        let mut first = trace.initial.split_off(self.originals.len() - self.inputs.len());
        for step in &mut trace.inputs {
            for (&input, held) in self.inputs.iter().zip(&mut first) {
                std::mem::swap(held, &mut step[input.index()]);
            }
        }
        trace
    }
}

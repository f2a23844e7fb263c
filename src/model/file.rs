//! A circuit together with the names that its file gives things.

use super::circuit::{Circuit, Signal};

/// A circuit as it stands in a file: the literals of its inputs and latches there, which evidence files refer to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CircuitFile {
    /// The circuit. A list of names is left empty if the file names none of its kind.
    pub circuit: Circuit,
    /// The literal of each input.
    pub input_literals: Vec<u32>,
    /// The literal of each latch.
    pub latch_literals: Vec<u32>,
    /// Whether the file has no bad states, so that its outputs became the circuit's bads.
    pub bads_are_outputs: bool,
    /// The outputs beside bad states, which mean nothing to a verdict.
    pub outputs: Vec<Output>,
}

/// An output of a circuit that is no property.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Output {
    /// The name that the file gives it, or nothing.
    pub name: String,
    /// The signal.
    pub signal: Signal,
}

impl CircuitFile {
    /// A circuit that was built in memory, with the literals that a binary AIGER file gives it: first the inputs, then
    /// the latches.
    pub fn new(circuit: Circuit) -> CircuitFile {
        let literals = |from: usize, count: usize| (from..from + count).map(|i| 2 * (i as u32 + 1)).collect();
        let (inputs, latches) = (circuit.inputs().len(), circuit.latches().len());
        let (input_literals, latch_literals) = (literals(0, inputs), literals(inputs, latches));
        let outputs = Vec::new();
        CircuitFile { circuit, input_literals, latch_literals, bads_are_outputs: false, outputs }
    }
}

//! A circuit together with the names that its file gives things.

use super::circuit::Circuit;

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
}

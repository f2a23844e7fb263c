//! Traces: refutations of a property.

use crate::model::{Depth, PropertyId};

/// A run of a circuit from an initial state into a bad step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trace {
    /// Index of the bad signal that is true in the last step.
    pub property: PropertyId,
    /// The value of each latch in the first step.
    pub initial: Vec<bool>,
    /// For each step the value of each input; the bad signal is true in the last step, so it is never empty.
    pub inputs: Vec<Vec<bool>>,
}

impl Trace {
    /// The number of transitions from the first step to the bad one.
    pub fn depth(&self) -> Depth {
        Depth::new(self.inputs.len() - 1)
    }
}

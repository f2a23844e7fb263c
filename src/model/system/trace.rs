//! Traces of systems: runs into a bad step.

use crate::model::{Depth, PropertyId};
use crate::solver::term::Value;

/// One step of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The value of each state variable.
    pub states: Vec<Value>,
    /// The value of each input.
    pub inputs: Vec<Value>,
}

/// A run of a system from an initial state into a bad step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trace {
    /// The property that is violated in the last step.
    pub property: PropertyId,
    /// The steps, at least one.
    pub steps: Vec<Step>,
}

impl Trace {
    /// The number of transitions from the first step to the bad one.
    pub fn depth(&self) -> Depth {
        Depth::new(self.steps.len() - 1)
    }
}

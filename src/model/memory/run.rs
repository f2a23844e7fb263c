//! Runs of systems with memories.

use crate::base::HashMap;
use crate::model::system::Step;
use crate::model::{Depth, PropertyId};
use crate::solver::term::Value;
use crate::theories::bv::Bits;

/// The contents of a memory, as values: a few cells, and one value for all others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contents {
    /// The value of the cells that are not listed.
    pub others: Value,
    /// Cells by index.
    pub cells: HashMap<Bits, Value>,
}

impl Contents {
    /// The value at an index.
    pub fn get(&self, index: &Bits) -> &Value {
        self.cells.get(index).unwrap_or(&self.others)
    }
}

/// A run from an initial state into a bad step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MemoryRun {
    /// The property that is violated in the last step.
    pub property: PropertyId,
    /// The words of each step. The inputs are the plain ones: values that are read follow.
    pub steps: Vec<Step>,
    /// By step and memory: the contents, where the system leaves them open.
    pub open: Vec<Vec<Option<Contents>>>,
}

impl MemoryRun {
    /// The number of transitions from the first step to the bad one.
    pub fn depth(&self) -> Depth {
        Depth::new(self.steps.len().saturating_sub(1))
    }
}

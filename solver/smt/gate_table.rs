//! The gates made so far, by the functions that they compute.

use crate::base::{HashMap, Lit};

/// A function of literals.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Gate {
    And([Lit; 2]),
    Xor([Lit; 2]),
    Ite([Lit; 3]),
    Majority([Lit; 3]),
}

impl Gate {
    pub fn inputs(&self) -> &[Lit] {
        match self {
            Gate::And(inputs) | Gate::Xor(inputs) => inputs,
            Gate::Ite(inputs) | Gate::Majority(inputs) => inputs,
        }
    }
}

/// The gates made so far.
#[derive(Clone, Default)]
pub(super) struct GateTable {
    outputs: HashMap<Gate, Lit>,
    /// Gates in the order of their making, for leaving scopes.
    log: Vec<Gate>,
}

impl GateTable {
    pub fn mark(&self) -> usize {
        self.log.len()
    }

    /// All gates with their outputs, in the order of their making.
    pub fn iter(&self) -> impl Iterator<Item = (Gate, Lit)> + '_ {
        self.log.iter().map(move |&gate| (gate, self.outputs[&gate]))
    }

    /// Bytes held by the arrays.
    pub fn bytes(&self) -> usize {
        (self.outputs.capacity() + self.log.capacity()) * (std::mem::size_of::<Gate>() + 5)
    }

    /// Whether this many more gates fit without growing.
    pub fn has_room(&self, more: usize) -> bool {
        self.outputs.len() + more <= self.outputs.capacity()
    }

    /// The literal of a gate, if it was made.
    pub fn get(&self, gate: &Gate) -> Option<Lit> {
        self.outputs.get(gate).copied()
    }

    pub fn insert(&mut self, gate: Gate, output: Lit) {
        self.outputs.insert(gate, output);
        self.log.push(gate);
    }

    pub fn undo_to(&mut self, mark: usize) {
        for gate in self.log.drain(mark..) {
            self.outputs.remove(&gate);
        }
    }
}

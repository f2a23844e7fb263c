//! Runs of a circuit.

use crate::engine::ic3::Cube;
use crate::model::transition::Transition;

/// A run of the circuit to a reachable state.
#[derive(Clone, Debug)]
pub(in crate::engine) struct Run {
    /// The value of each latch at the end.
    pub state: Vec<bool>,
    /// The value of each latch at the beginning.
    pub initial: Vec<bool>,
    /// The inputs of each step; where the run ends in the goal, those of the bad step, too.
    pub inputs: Vec<Vec<bool>>,
}

impl Run {
    /// Whether the last state is in the cube.
    pub fn ends_in(&self, cube: &Cube, relation: &Transition) -> bool {
        cube.iter().all(|&l| self.state[relation.latch_of_lit(l).index()] != l.is_negative())
    }
}

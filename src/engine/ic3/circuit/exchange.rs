//! The lemmas that an engine shares with others on the same circuit, as it keeps them.

use crate::base::{HashMap, Lit};
use crate::engine::common::lemmas::CircuitLemmas;
use crate::engine::ic3::Cube;
use crate::model::circuit::NodeId;

/// The side of one engine.
#[derive(Debug, Default)]
pub(in crate::engine) struct Exchange {
    pub board: Option<CircuitLemmas>,
    /// Cubes excluded in every frame that are not on the board yet.
    pub found: Vec<Cube>,
    /// Cubes that others exclude in every frame and that have not been looked at yet.
    pub news: Vec<Cube>,
    /// Those that have been taken. Cubes that the search excludes in every frame are in its frames.
    pub taken: Vec<Cube>,
    /// By gate that has a copy: the copy's literal.
    pub copies: HashMap<NodeId, Lit>,
    /// The work spent on searches for inductive sets, and on the last of them.
    pub spent: u64,
    pub last_spent: u64,
}

impl Exchange {
    /// Notes that the search excludes a cube in every frame.
    pub fn note(&mut self, cube: &Cube) {
        if self.board.is_some() {
            self.found.push(cube.clone());
        }
    }
}

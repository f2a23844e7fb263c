//! The O-sequence: one frame and its lemmas.
//!
//! Frames are not monotone, so a lemma holds in one frame only, and each frame has a store of its own.

use super::options::CarOptions;
use crate::base::Lit;
use crate::engine::ic3::{Cube, Frames, LemmaId};
use crate::engine::FrameId;

/// An over-approximation of the states at one distance.
pub(super) struct Frame {
    lemmas: Frames,
    /// A lemma excludes every state.
    is_empty: bool,
    /// Lemmas came since the last search for an invariant.
    pub changed: bool,
    /// The cube of the last lemma.
    last: Cube,
    /// The literals of the state that was blocked last, with those first that earlier ones have, too.
    rotated: Vec<Lit>,
}

impl Frame {
    /// A frame of all states.
    pub fn new() -> Frame {
        let (last, rotated) = (Cube::default(), Vec::new());
        Frame { lemmas: Frames::new(), is_empty: false, changed: true, last, rotated }
    }

    /// Notes that the states of a cube are excluded.
    pub fn exclude(&mut self, cube: Cube) {
        self.is_empty |= cube.is_empty();
        self.changed = true;
        self.last = cube.clone();
        self.lemmas.insert(cube, FrameId::INFINITY);
    }

    /// Whether a lemma excludes the cube.
    pub fn excludes(&mut self, cube: &Cube) -> bool {
        self.is_empty || self.lemmas.excluding(cube, FrameId::INFINITY).is_some()
    }

    /// The lemmas, by age.
    pub fn stored(&self) -> &[LemmaId] {
        self.lemmas.stored(FrameId::INFINITY)
    }

    /// The cubes that are excluded, by age.
    pub fn cubes(&self) -> impl Iterator<Item = &Cube> {
        self.lemmas.all().map(|lemma| &lemma.cube)
    }

    pub fn cube(&self, id: LemmaId) -> &Cube {
        &self.lemmas.lemma(id).cube
    }

    /// Whether the state that kept a lemma from the next frame is excluded by now, or none is known.
    pub fn is_worth_pushing(&mut self, id: LemmaId) -> bool {
        let witness = self.lemmas.lemma(id).witness.clone();
        witness.is_empty() || self.excludes(&witness)
    }

    /// Notes the state that keeps a lemma from the next frame.
    pub fn set_witness(&mut self, id: LemmaId, witness: Cube) {
        self.lemmas.lemma_mut(id).witness = witness;
    }

    /// The literals of a cube in the order in which they are assumed. The solver's core prefers the first ones.
    pub fn ordered(&self, cube: &Cube, options: &CarOptions) -> Vec<Lit> {
        let first = if options.intersection { &self.last[..] } else { &[] };
        let then = if options.rotation { &self.rotated[..] } else { &[] };
        let mut order = Vec::with_capacity(cube.len());
        let mut taken = vec![false; cube.len()];
        for l in first.iter().chain(then).chain(cube) {
            if let Ok(at) = cube.binary_search(l) {
                if !std::mem::replace(&mut taken[at], true) {
                    order.push(*l);
                }
            }
        }
        order
    }

    /// Notes that a state was blocked. `order` has its literals.
    pub fn rotate(&mut self, cube: &Cube) {
        let mut common: Vec<Lit> = self.rotated.iter().copied().filter(|&l| cube.contains_lit(l)).collect();
        let known = Cube::new(common.clone());
        common.extend(cube.iter().filter(|&&l| !known.contains_lit(l)));
        self.rotated = common;
    }
}

//! May-obligations (Ivrii and Gurfinkel, FMCAD 2015): states that keep a lemma from being pushed.
//!
//! An edge that leads from a state of the frame into the cube of a lemma keeps the lemma where it is. Such states *may*
//! be blocked, with all their predecessors that have to be blocked before; then the lemma is tried again. The effort is
//! bounded, as nothing depends on it. If the predecessors go back to the initial location, a run into the cube of the
//! lemma is found, and the lemma is *bad*: it is not pushed again.

use super::search::Ic3Cfa;
use crate::base::Limit;
use crate::engine::common::program::at;
use crate::engine::ic3::Cube;
use crate::engine::{FrameId, Step};
use crate::model::cfa::LocId;
use crate::model::Depth;

/// The end of an attempt to block states.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Attempt {
    Blocked,
    /// A run reaches the states.
    Reached,
    GivenUp,
}

impl Ic3Cfa {
    /// Blocks a cube up to this frame, if that takes no more obligations than are left.
    pub(super) fn block_if_easy(
        &mut self,
        location: LocId,
        cube: Cube,
        frame: FrameId,
        left: &mut usize,
    ) -> Result<Attempt, Limit> {
        let mut open = vec![(location, cube, frame)];
        while let Some((location, cube, frame)) = open.last().cloned() {
            if self.space.excluding(location, &cube, frame).is_some() {
                open.pop();
                continue;
            }
            if location == self.space.edges.cfa.initial() {
                return Ok(Attempt::Reached);
            }
            if *left == 0 {
                return Ok(Attempt::GivenUp);
            }
            *left -= 1;
            self.statistics.may_obligations += 1;
            self.log.note_at(at(location), || {
                let (cube, depth) = (cube.to_vec(), Depth::new(open.len()));
                Step::Obligation { frame, cube, depth, returns: 0, may: true }
            });
            match self.consecution_or_edge(location, &cube, frame)? {
                Ok(core) => self.learn_core(location, core, frame)?,
                Err(edge) => {
                    let (source, states) = self.predecessor_along(edge)?;
                    self.note_predecessor(source, frame.previous(), &states);
                    open.push((source, states, frame.previous()));
                }
            }
        }
        Ok(Attempt::Blocked)
    }
}

//! Counterexamples to generalisation (Hassan, Bradley, Somenzi, FMCAD 2013), location by location.
//!
//! When an edge leads to a smaller cube, the predecessor may itself be unreachable. If no edge leads to it one frame
//! earlier, it is blocked, and the smaller cube is tried again.

use super::options::Dropping;
use super::search::Ic3Cfa;
use crate::base::Limit;
use crate::engine::common::program::at;
use crate::engine::ic3::{Cube, Places};
use crate::engine::{FrameId, Step};
use crate::model::cfa::LocId;

/// The most predecessors that are blocked for one literal.
const MOST_CTGS: usize = 3;

impl Ic3Cfa {
    /// An inductive part of the candidate, if there is one in easy reach.
    pub(super) fn down(
        &mut self,
        location: LocId,
        candidate: &Cube,
        frame: FrameId,
    ) -> Result<Option<Cube>, Limit> {
        let mut ctgs = 0;
        loop {
            let edge = match self.consecution_or_edge(location, candidate, frame)? {
                Ok(part) => return Ok(Some(part)),
                Err(edge) => edge,
            };
            let source = self.space.edges.cfa.edge(edge).source;
            let before = frame.previous();
            let may_block = self.options.dropping == Dropping::Ctg
                && ctgs < MOST_CTGS
                && before > FrameId::INIT
                && source != self.space.edges.cfa.initial()
                && self.ctg_record.is_worth_trying();
            if !may_block {
                return Ok(None);
            }
            let queries = self.space.edges.queries;
            let predecessor = self.predecessor()?;
            let blocked = self.block_ctg(source, &predecessor, before)?;
            self.log.note_at(at(source), || {
                let cube = predecessor.to_vec();
                Step::Ctg { frame: before, cube, blocked }
            });
            self.ctg_record.note(blocked, self.space.edges.queries - queries);
            if !blocked {
                return Ok(None);
            }
            ctgs += 1;
        }
    }

    /// Blocks a predecessor up to this frame if no edge leads to it from the frame before.
    fn block_ctg(&mut self, location: LocId, cube: &Cube, frame: FrameId) -> Result<bool, Limit> {
        let core = match self.consecution(location, cube, frame)? {
            Some(core) => core,
            None => return Ok(false),
        };
        self.statistics.ctgs += 1;
        self.learn_core(location, core, frame)?;
        Ok(true)
    }

    /// Blocks a part of a cube that no edge leads to from the frame before.
    fn learn_core(&mut self, location: LocId, core: Cube, frame: FrameId) -> Result<(), Limit> {
        let lemma = self.drop_by(core, &Cube::default(), |engine, candidate| {
            let smaller = engine.consecution(location, candidate, frame)?;
            engine.note_drop(location, frame, candidate, &smaller);
            Ok(smaller)
        })?;
        let (lemma, frame) = self.push_as_far(location, lemma, frame)?;
        self.statistics.lemmas += 1;
        self.add_lemma(location, lemma, frame);
        Ok(())
    }
}

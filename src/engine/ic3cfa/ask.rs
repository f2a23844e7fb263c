//! The question about one edge, with all that may answer it without a solver.
//!
//! The procedure for integers may give a question up. An obligation needs the answer. Generalisation and pushing can do
//! without, and keep a literal or leave a lemma where it is.

use super::search::Ic3Cfa;
use crate::base::Limit;
use crate::engine::ic3::Cube;
use crate::engine::FrameId;
use crate::model::cfa::EdgeId;

impl Ic3Cfa {
    /// Consecution: if an edge does not lead from this frame of its source into the cube, the part of the cube that it
    /// does not lead to either; along a loop from states outside the cube alone. `None` if it does; a model of a run is
    /// at hand then.
    pub(super) fn consecution_along(
        &mut self,
        edge: EdgeId,
        frame: FrameId,
        cube: &Cube,
    ) -> Result<Option<Cube>, Limit> {
        let part = self.answer_along(edge, frame, cube)?;
        self.note_answer(edge, frame, cube, part.is_none());
        Ok(part)
    }

    /// A question to the solver of an edge: whether consecution fails.
    pub(super) fn fails_along(&mut self, edge: EdgeId, frame: FrameId, cube: &Cube) -> Result<bool, Limit> {
        let answer = self.space.fails_consecution(edge, frame, cube)?;
        self.note_answer(edge, frame, cube, answer);
        Ok(answer)
    }

    fn answer_along(&mut self, edge: EdgeId, frame: FrameId, cube: &Cube) -> Result<Option<Cube>, Limit> {
        let source = self.space.edges.cfa.edge(edge).source;
        if self.options.predecessor_cubes && !self.space.is_empty(source, frame) {
            if let Some(part) = self.part_by_predecessors(edge, frame, cube) {
                self.statistics.predecessor_cubes += 1;
                return Ok(Some(part));
            }
        }
        match self.space.fails_consecution(edge, frame, cube) {
            Ok(true) => Ok(None),
            Ok(false) => Ok(Some(self.space.core(0))),
            Err(limit) => {
                self.statistics.too_hard += (limit == Limit::Incomplete) as u64;
                Err(limit)
            }
        }
    }
}

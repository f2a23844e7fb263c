//! The question about one edge, with all that may answer it without a solver.

use super::search::Ic3Cfa;
use crate::base::Limit;
use crate::engine::ic3::Cube;
use crate::engine::FrameId;
use crate::model::cfa::EdgeId;

impl Ic3Cfa {
    /// If an edge does not lead from this frame of its source into the cube, the part of the cube that it does not lead
    /// to either; along a loop from states outside the cube alone. `None` if it does; a model of a run is at hand then.
    pub(super) fn kept_out(
        &mut self,
        edge: EdgeId,
        frame: FrameId,
        cube: &Cube,
    ) -> Result<Option<Cube>, Limit> {
        let source = self.space.edges.cfa.edge(edge).source;
        if self.options.predecessor_cubes && !self.space.is_empty(source, frame) {
            if let Some(part) = self.part_by_predecessors(edge, frame, cube) {
                self.statistics.predecessor_cubes += 1;
                return Ok(Some(part));
            }
        }
        if self.space.reaches(edge, frame, cube, true)? {
            return Ok(None);
        }
        Ok(Some(self.space.core(0)))
    }
}

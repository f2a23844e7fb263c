//! The question about one edge, with all that may answer it without a solver.
//!
//! An obligation needs the answer, so its question has no limit. Generalisation and pushing can do without, and keep a
//! literal or leave a lemma where it is if the question is too hard.

use super::answers::Answer;
use super::options::Dropping;
use super::search::Ic3Cfa;
use crate::base::Limit;
use crate::engine::ic3::Cube;
use crate::engine::FrameId;
use crate::model::cfa::EdgeId;

impl Ic3Cfa {
    /// The most conflicts that a question may cost if the search can do without its answer.
    pub(super) fn effort(&self) -> u64 {
        match self.options.question_conflicts {
            0 => u64::MAX,
            conflicts => conflicts,
        }
    }

    /// Consecution: if an edge does not lead from this frame of its source into the cube, the part of the cube that it
    /// does not lead to either; along a loop from states outside the cube alone. `None` if it does; a model of a run is
    /// at hand then. With a limit on conflicts the answer may be [`Limit::Incomplete`], and if no technique that is on
    /// looks at models of such questions, none need be at hand.
    pub(super) fn consecution_along(
        &mut self,
        edge: EdgeId,
        frame: FrameId,
        cube: &Cube,
        conflicts: Option<u64>,
    ) -> Result<Option<Cube>, Limit> {
        let part = self.answer_along(edge, frame, cube, conflicts)?;
        self.note_answer(edge, frame, cube, part.is_none());
        Ok(part)
    }

    /// A question to the solver of an edge, with this many conflicts at most: whether consecution fails.
    pub(super) fn fails_along(
        &mut self,
        edge: EdgeId,
        frame: FrameId,
        cube: &Cube,
        conflicts: Option<u64>,
    ) -> Result<bool, Limit> {
        let answer = self.space.fails_consecution(edge, frame, cube, conflicts)?;
        self.note_answer(edge, frame, cube, answer);
        Ok(answer)
    }

    fn answer_along(
        &mut self,
        edge: EdgeId,
        frame: FrameId,
        cube: &Cube,
        conflicts: Option<u64>,
    ) -> Result<Option<Cube>, Limit> {
        let source = self.space.edges.cfa.edge(edge).source;
        if self.options.predecessor_cubes && !self.space.is_empty(source, frame) {
            if let Some(part) = self.part_by_predecessors(edge, frame, cube) {
                self.statistics.predecessor_cubes += 1;
                return Ok(Some(part));
            }
        }
        if let Some(answer) = self.remembered(edge, frame, cube, conflicts) {
            self.statistics.remembered += 1;
            return answer;
        }
        let found = self.space.fails_consecution(edge, frame, cube, conflicts);
        let answer = match found {
            Ok(true) => Answer::Yes,
            Ok(false) => Answer::No(self.space.core(0)),
            Err(Limit::Incomplete) => {
                self.statistics.too_hard += 1;
                Answer::TooHard(conflicts.unwrap_or(u64::MAX))
            }
            Err(limit) => return Err(limit),
        };
        if self.answers.is_on() {
            let age = self.space.age(source, frame);
            self.answers.add(edge, frame, cube, age, answer.clone());
        }
        match answer {
            Answer::Yes => Ok(None),
            Answer::No(part) => Ok(Some(part)),
            Answer::TooHard(_) => Err(Limit::Incomplete),
        }
    }

    /// An answer that is remembered, unless it is yes and a model is wanted, or too hard within fewer conflicts.
    fn remembered(
        &mut self,
        edge: EdgeId,
        frame: FrameId,
        cube: &Cube,
        conflicts: Option<u64>,
    ) -> Option<Result<Option<Cube>, Limit>> {
        let Ic3Cfa { space, answers, options, .. } = self;
        let source = space.edges.cfa.edge(edge).source;
        let answer = answers.get(edge, frame, cube, |frame| space.age(source, frame))?;
        let needs_model = conflicts.is_none()
            || options.triggered
            || options.may_obligations > 0
            || options.dropping == Dropping::Ctg;
        match answer {
            Answer::No(part) => Some(Ok(Some(part.clone()))),
            Answer::Yes if !needs_model => Some(Ok(None)),
            Answer::TooHard(most) if conflicts.unwrap_or(u64::MAX) <= *most => Some(Err(Limit::Incomplete)),
            _ => None,
        }
    }
}

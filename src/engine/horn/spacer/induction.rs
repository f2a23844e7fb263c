//! *Induction*: lemmas move to the next frame if F leads from their frame to no state that they exclude.

use super::places::at;
use super::search::Spacer;
use crate::base::Limit;
use crate::engine::ic3::{Cube, Frames, LemmaId, Places};
use crate::engine::{FrameId, Question, Step};
use crate::model::horn::PredicateId;

impl Places for Spacer {
    type Place = PredicateId;

    fn places(&self) -> Vec<PredicateId> {
        self.heads.ids().collect()
    }

    fn frames(&self, predicate: PredicateId) -> &Frames {
        &self.heads[predicate].frames
    }

    fn frames_mut(&mut self, predicate: PredicateId) -> &mut Frames {
        &mut self.heads[predicate].frames
    }

    fn consecution(
        &mut self,
        predicate: PredicateId,
        cube: &Cube,
        frame: FrameId,
    ) -> Result<Option<Cube>, Limit> {
        let before = frame.previous();
        let is_reached = self.fails_consecution(predicate, before, cube, true)?;
        self.note_answer(Question::Consecution, predicate, before, cube, is_reached);
        Ok((!is_reached).then(|| self.heads[predicate].core(cube)))
    }

    /// None if a fact is in the cube.
    fn inductive_part(
        &mut self,
        predicate: PredicateId,
        cube: &Cube,
        frame: FrameId,
    ) -> Result<Option<Cube>, Limit> {
        if self.options.respect_facts && self.meets_point(predicate, cube) {
            return Ok(None);
        }
        self.consecution(predicate, cube, frame)
    }

    fn push(&mut self, predicate: PredicateId, id: LemmaId) -> Result<bool, Limit> {
        let lemma = self.heads[predicate].frames.lemma(id);
        let (cube, frame) = (lemma.cube.clone(), lemma.frame);
        self.statistics.pushes += 1;
        let is_reached = self.fails_consecution(predicate, frame, &cube, false)?;
        self.note_answer(Question::Push, predicate, frame, &cube, is_reached);
        if is_reached {
            self.log.note_at(at(predicate), || Step::Held { frame, cube: cube.to_vec(), state: Vec::new() });
            return Ok(false);
        }
        self.statistics.pushed += 1;
        let core = self.heads[predicate].core(&cube);
        if core.len() < cube.len() {
            self.learn(predicate, core, frame.next());
        } else {
            self.heads[predicate].frames.move_to(id, frame.next());
            self.tell(predicate, &cube, frame.next());
            let frame = frame.next();
            self.log.note_at(at(predicate), || Step::Pushed { frame, cube: cube.to_vec() });
        }
        Ok(true)
    }
}

//! Propagation: lemmas move to the next frame of their location.
//!
//! A lemma may hold in frame `i + 1` of a location only if *every* edge into the location keeps it from frame `i` of
//! the edge's source. Lange's text (2018, §4.4) copies lemmas along single edges to other locations, and finds that
//! copying does not pay; so lemmas stay at their location here. Frames become equal by the push at the same location.

use super::search::Ic3Cfa;
use crate::base::Limit;
use crate::engine::common::outcome::unless_incomplete;
use crate::engine::common::program::at;
use crate::engine::ic3::{Cube, Frames, LemmaId, Places};
use crate::engine::{FrameId, Step};
use crate::model::cfa::LocId;

impl Places for Ic3Cfa {
    type Place = LocId;

    fn places(&self) -> Vec<LocId> {
        self.space.edges.cfa.locations().collect()
    }

    fn frames(&self, location: LocId) -> &Frames {
        self.space.frames(location)
    }

    fn frames_mut(&mut self, location: LocId) -> &mut Frames {
        &mut self.space.frames[location.index()]
    }

    fn consecution(&mut self, location: LocId, cube: &Cube, frame: FrameId) -> Result<Option<Cube>, Limit> {
        Ok(self.consecution_or_edge(location, cube, frame)?.ok())
    }

    fn push(&mut self, location: LocId, id: LemmaId) -> Result<bool, Limit> {
        let is_pushed = unless_incomplete(self.raise(location, id), false)?;
        if !is_pushed {
            let lemma = self.space.frames[location.index()].lemma(id);
            let (frame, cube) = (lemma.frame, &lemma.cube);
            self.log.note_at(at(location), || Step::Held { frame, cube: cube.to_vec(), state: Vec::new() });
        }
        Ok(is_pushed)
    }
}

impl Ic3Cfa {
    /// Tries to move a lemma to the next frame.
    fn raise(&mut self, location: LocId, id: LemmaId) -> Result<bool, Limit> {
        let frame = self.space.frames(location).lemma(id).frame;
        let cube = self.space.frames(location).lemma(id).cube.clone();
        self.statistics.pushes += 1;
        let part = match unless_incomplete(self.consecution(location, &cube, frame.next()), None)? {
            Some(part) => part,
            None => return Ok(false),
        };
        self.statistics.pushed += 1;
        if part.len() < cube.len() {
            self.add_lemma(location, part, frame.next());
        } else {
            self.space.move_to(location, id, frame.next());
            let frame = frame.next();
            self.log.note_at(at(location), || Step::Pushed { frame, cube: cube.to_vec() });
        }
        Ok(true)
    }
}

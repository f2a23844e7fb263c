//! Propagation: lemmas move to the next frame of their location.
//!
//! A lemma may hold in frame `i + 1` of a location only if *every* edge into the location keeps it from frame `i` of
//! the edge's source. Lange's text (2018, §4.4) copies lemmas along single edges to other locations, and finds that
//! copying does not pay. An option copies them, under the condition above. Another option tries a new lemma at all
//! locations at once. Frames become equal by the push at the same location.

use super::may::Attempt;
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
        let next = self.space.frames(location).lemma(id).frame.next();
        let is_pushed = unless_incomplete(self.raise(location, id), false)?;
        if !is_pushed {
            let lemma = self.space.frames[location.index()].lemma(id);
            let (frame, cube) = (lemma.frame, &lemma.cube);
            self.log.note_at(at(location), || Step::Held { frame, cube: cube.to_vec(), state: Vec::new() });
        }
        if self.options.forward {
            self.copy_forward(location, id, next)?;
        }
        Ok(is_pushed)
    }
}

impl Ic3Cfa {
    /// Tries to move a lemma to the next frame.
    fn raise(&mut self, location: LocId, id: LemmaId) -> Result<bool, Limit> {
        let frame = self.space.frames(location).lemma(id).frame;
        let cube = self.space.frames(location).lemma(id).cube.clone();
        if let Some((source, states)) = self.witnesses.get(&(location, id)) {
            if self.space.excluding(*source, states, frame).is_none() {
                return Ok(false);
            }
        }
        if self.space.frames(location).lemma(id).bad {
            return Ok(false);
        }
        self.statistics.pushes += 1;
        let mut left = self.options.may_obligations;
        loop {
            let asked = self.consecution_or_edge(location, &cube, frame.next());
            let edge = match unless_incomplete(asked.map(Some), None)? {
                Some(Ok(part)) => {
                    self.statistics.pushed += 1;
                    if part.len() < cube.len() {
                        self.add_lemma(location, part, frame.next());
                    } else {
                        self.space.move_to(location, id, frame.next());
                        let frame = frame.next();
                        self.log.note_at(at(location), || Step::Pushed { frame, cube: cube.to_vec() });
                    }
                    return Ok(true);
                }
                Some(Err(edge)) if self.options.triggered || left > 0 => edge,
                _ => return Ok(false),
            };
            let (source, states) = self.predecessor_along(edge)?;
            if self.options.triggered {
                self.witnesses.insert((location, id), (source, states.clone()));
            }
            if left == 0 {
                return Ok(false);
            }
            let attempt = self.block_if_easy(source, states, frame, &mut left);
            match unless_incomplete(attempt, Attempt::GivenUp)? {
                Attempt::Blocked if self.space.frames(location).lemma(id).frame == frame => {}
                Attempt::Reached => {
                    self.space.frames[location.index()].lemma_mut(id).bad = true;
                    return Ok(false);
                }
                // A lemma that was learnt on the way may be stronger and take the place of this one.
                Attempt::Blocked | Attempt::GivenUp => return Ok(false),
            }
        }
    }

    /// Tries a lemma at the targets of edges from its location. Lange's printed rule looks at the one edge alone.
    fn copy_forward(&mut self, location: LocId, id: LemmaId, frame: FrameId) -> Result<(), Limit> {
        let cube = self.space.frames(location).lemma(id).cube.clone();
        let cfa = &self.space.edges.cfa;
        let mut targets: Vec<LocId> =
            cfa.leaving(location).iter().map(|&edge| cfa.edge(edge).target).collect();
        targets.sort_unstable();
        targets.dedup();
        targets.retain(|&target| target != location && target != cfa.error());
        self.copy_to(&targets, &cube, frame)
    }

    /// Tries a lemma at all other locations. If the program seldom changes the variables of the lemma, it is true at
    /// many of them.
    pub(super) fn copy_everywhere(
        &mut self,
        location: LocId,
        cube: &Cube,
        frame: FrameId,
    ) -> Result<(), Limit> {
        let cfa = &self.space.edges.cfa;
        let here = [location, cfa.initial(), cfa.error()];
        let targets: Vec<LocId> = cfa.locations().filter(|target| !here.contains(target)).collect();
        self.copy_to(&targets, cube, frame)
    }

    /// Blocks a cube up to this frame at the locations where that is possible.
    fn copy_to(&mut self, targets: &[LocId], cube: &Cube, frame: FrameId) -> Result<(), Limit> {
        for &target in targets {
            if self.space.excluding(target, cube, frame).is_some() {
                continue;
            }
            if let Some(part) = unless_incomplete(self.consecution(target, cube, frame), None)? {
                self.statistics.copied += 1;
                self.add_lemma(target, part, frame);
            }
        }
        Ok(())
    }
}

//! Propagation: lemmas move to the next frame of their location.
//!
//! A lemma may hold in frame `i + 1` of a location only if *every* edge into the location keeps it from frame `i` of
//! the edge's source. Lange's text (2018, §4.4) copies lemmas along single edges to other locations, and found that not
//! to pay. The push at the same location is what lets frames become equal.

use super::search::Ic3Cfa;
use crate::base::Limit;
use crate::engine::ic3::Cube;
use crate::engine::outcome::unless_incomplete;
use crate::engine::{Event, FrameId, Observer};
use crate::model::cfa::LocId;

impl Ic3Cfa {
    /// Pushes the lemmas of all frames but the last one, lowest frame first.
    pub(super) fn push_all(&mut self, observer: &mut dyn Observer) -> Result<(), Limit> {
        let top = self.space.top();
        for frame in FrameId::INIT.next().to(top.previous()) {
            let mut stays = false;
            for location in self.space.edges.cfa.locations() {
                let mut lemmas = self.space.frames(location).stored(frame).to_vec();
                lemmas.sort_by_key(|&id| self.space.frames(location).lemma(id).cube.len());
                for id in lemmas {
                    let lemma = self.space.frames(location).lemma(id);
                    if lemma.frame != frame {
                        continue;
                    }
                    let cube = lemma.cube.clone();
                    self.statistics.pushes += 1;
                    match unless_incomplete(self.inductive_part(location, &cube, frame.next()), None)? {
                        None => stays = true,
                        Some(part) => {
                            self.statistics.pushed += 1;
                            if part.len() < cube.len() {
                                self.space.add(location, part, frame.next());
                            } else {
                                self.space.move_to(location, id, frame.next());
                            }
                        }
                    }
                }
            }
            if !stays {
                observer.event(Event::Propagated { frame: frame.next() });
                return Ok(());
            }
        }
        observer.event(Event::Propagated { frame: top });
        Ok(())
    }

    /// The highest frame up to which a cube is blocked that is blocked up to this one, and the part of it that is.
    pub(super) fn push_as_far(
        &mut self,
        location: LocId,
        cube: Cube,
        frame: FrameId,
    ) -> Result<(Cube, FrameId), Limit> {
        let (mut cube, mut frame) = (cube, frame);
        while frame < self.space.top() {
            match unless_incomplete(self.inductive_part(location, &cube, frame.next()), None)? {
                Some(part) => cube = part,
                None => break,
            }
            frame = frame.next();
        }
        Ok((cube, frame))
    }
}

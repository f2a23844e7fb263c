//! Propagation at all places of a model: lemmas move to the next frame, from the lowest frame that has changed.
//!
//! A circuit has one place, a program one for each location, Horn clauses one for each predicate; each has frames of
//! its own, and all have the same number of them. A frame *equals* the next one if that holds at all places: it has no
//! lemma of its own left. It is inductive then.

use super::cube::Cube;
use super::frames::{Frames, LemmaId};
use super::obligation::Place;
use crate::base::Limit;
use crate::engine::common::outcome::unless_incomplete;
use crate::engine::{Event, FrameId, Observer};

/// An engine whose model has frames at several places.
pub(in crate::engine) trait Places {
    type Place: Place;

    /// All places, in the order in which their lemmas are pushed.
    fn places(&self) -> Vec<Self::Place>;

    fn frames(&self, place: Self::Place) -> &Frames;

    fn frames_mut(&mut self, place: Self::Place) -> &mut Frames;

    /// Consecution: the part of a cube that is excluded from a frame if the cube is inductive relative to the frame
    /// before, else `None`.
    fn consecution(&mut self, place: Self::Place, cube: &Cube, frame: FrameId)
        -> Result<Option<Cube>, Limit>;

    /// Consecution, as above; also `None` if a state is known in the cube that can be reached.
    fn inductive_part(
        &mut self,
        place: Self::Place,
        cube: &Cube,
        frame: FrameId,
    ) -> Result<Option<Cube>, Limit> {
        self.consecution(place, cube, frame)
    }

    /// Inductive parts of these candidates, which together contain a cube that has this core; the core alone if one of
    /// them has none, or there are no candidates.
    fn parts_or_core(
        &mut self,
        place: Self::Place,
        candidates: Vec<Cube>,
        core: Cube,
        frame: FrameId,
    ) -> Result<Vec<Cube>, Limit> {
        let mut parts = Vec::new();
        for candidate in candidates {
            match unless_incomplete(self.inductive_part(place, &candidate, frame), None)? {
                Some(part) => parts.push(part),
                None => return Ok(vec![core]),
            }
        }
        Ok(if parts.is_empty() { vec![core] } else { parts })
    }

    /// Tries to move a lemma one frame up.
    fn push(&mut self, place: Self::Place, lemma: LemmaId) -> Result<bool, Limit>;

    /// The highest frame.
    fn top(&self) -> FrameId {
        let mut places = self.places().into_iter();
        places.next().map_or(FrameId::INIT, |place| self.frames(place).top())
    }

    /// The number of lemmas in each frame from 1 on, and of those that hold in every frame.
    fn sizes(&self) -> Vec<usize> {
        let mut sizes = vec![0; self.top().index() + 1];
        for place in self.places() {
            sizes.iter_mut().zip(self.frames(place).sizes()).for_each(|(sum, size)| *sum += size);
        }
        sizes
    }

    /// The highest frame up to which a cube is inductive, from a frame where it is; the cube shrinks with each step.
    fn push_as_far(
        &mut self,
        place: Self::Place,
        cube: Cube,
        frame: FrameId,
    ) -> Result<(Cube, FrameId), Limit> {
        let (mut cube, mut frame, top) = (cube, frame, self.top());
        while frame < top {
            match unless_incomplete(self.consecution(place, &cube, frame.next()), None)? {
                Some(part) => cube = part,
                None => break,
            }
            frame = frame.next();
        }
        Ok((cube, frame))
    }

    /// A frame below this one that equals the next one.
    fn equal_below(&self, frontier: FrameId) -> Option<FrameId> {
        let places = self.places();
        let is_equal = |&frame: &FrameId| {
            frame < frontier && places.iter().all(|&place| self.frames(place).stored(frame).is_empty())
        };
        FrameId::INIT.next().to(frontier).find(is_equal)
    }

    /// Pushes lemmas from all frames below the top, as far down as they have changed. `Some` is a frame that equals the
    /// next one, and is below the frontier: the goal is excluded from it.
    fn propagate_all(
        &mut self,
        frontier: FrameId,
        observer: &mut dyn Observer,
    ) -> Result<Option<FrameId>, Limit> {
        let (places, top) = (self.places(), self.top());
        let lowest = places.iter().map(|&place| self.frames(place).lowest_changed).min().unwrap_or(top);
        for frame in lowest.to(top.previous()) {
            for &place in &places {
                let frames = self.frames(place);
                let mut lemmas = frames.stored(frame).to_vec();
                lemmas.sort_by_key(|&id| frames.lemma(id).cube.len());
                for id in lemmas {
                    if self.frames(place).lemma(id).frame == frame {
                        unless_incomplete(self.push(place, id), false)?;
                    }
                }
            }
            if frame < frontier && places.iter().all(|&place| self.frames(place).stored(frame).is_empty()) {
                observer.event(Event::Propagated { frame: frame.next() });
                return Ok(Some(frame));
            }
        }
        places.iter().for_each(|&place| self.frames_mut(place).lowest_changed = top);
        observer.event(Event::Propagated { frame: top });
        Ok(self.equal_below(frontier))
    }
}

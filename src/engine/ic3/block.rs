//! The blocking phase: obligations until the frontier excludes a cube, or a counterexample.
//!
//! This is Algorithm 9 of T. Lange, "IC3 Software Model Checking" (2018), with the queue of Eén, Mishchenko and
//! Brayton: the obligation of the lowest frame is next. If its cube has predecessors in the frame before, a cube of
//! them becomes an obligation there and the first one waits. If it has none, its generalisation becomes a lemma, and
//! it comes back at the next frame, so that long counterexamples are found early (Bradley 2011).

use super::cube::Cube;
use super::obligation::{Obligation, ObligationId, Return};
use super::options::Propagation;
use super::places::Places;
use super::search::Search;
use super::steps::{Steps, Target};
use super::tally::Purpose;
use crate::base::Limit;
use crate::engine::FrameId;
use crate::engine::{Event, Observer, Question, Step};
use crate::model::Depth;

impl<S: Steps> Search<S> {
    /// Handles all obligations up to the frame `limit`. `Some` is an obligation whose cube contains an initial state,
    /// or a state known to be reachable: a counterexample.
    pub(super) fn block_all(
        &mut self,
        limit: FrameId,
        observer: &mut dyn Observer,
    ) -> Result<Option<ObligationId>, Limit> {
        loop {
            if self.push_request_is_next(limit) {
                self.serve_push_request()?;
                continue;
            }
            let id = match self.obligations.pop(limit) {
                Some(id) => id,
                None => return Ok(None),
            };
            let is_reached = self.block(id, limit, observer)?;
            self.tell(observer);
            if is_reached {
                if self.obligations.get(id).may.is_none() {
                    return Ok(Some(id));
                }
                self.refute_may(id)?;
            }
        }
    }

    /// Handles one obligation; true if its cube is reached.
    pub(super) fn block(
        &mut self,
        id: ObligationId,
        limit: FrameId,
        observer: &mut dyn Observer,
    ) -> Result<bool, Limit> {
        let Obligation { ref cube, frame, depth, may, returns, .. } = *self.obligations.get(id);
        let is_vain = |lemma| self.frames.lemma(lemma).frame == FrameId::INIT || self.frames.lemma(lemma).bad;
        if may.map_or(false, is_vain) {
            self.obligations.get_mut(id).done = true;
            return Ok(false);
        }
        let cube = cube.clone();
        let depth = Depth::new(depth);
        let is_may = may.is_some();
        self.log.note(|| Step::Obligation { frame, cube: cube.to_vec(), depth, returns, may: is_may });
        if frame == FrameId::INIT || self.meets_init(&cube)? || self.is_known_reachable(&cube) {
            self.log.note(|| Step::Reached { cube: cube.to_vec() });
            return Ok(true);
        }
        self.statistics.obligations += 1;
        observer.event(Event::Obligation { frame, depth, size: cube.len() });
        if let Some(lemma) = self.frames.excluding(&cube, frame) {
            let excluded = self.frames.lemma(lemma).frame;
            self.come_back(id, excluded.next());
            return Ok(false);
        }
        if self.options.containment_check {
            let answer = self.steps.meets(frame, &cube)?;
            let question = Question::Inside;
            self.log.note(|| Step::Query { question, frame, cube: cube.to_vec(), answer });
            if !answer {
                self.come_back(id, frame.next());
                return Ok(false);
            }
        }
        if self.tallied(Purpose::Consecution, |search| search.fails_consecution(&cube, frame))? {
            self.add_predecessor(id, &cube)?;
            return Ok(false);
        }
        let mut blocked = FrameId::INFINITY;
        for part in self.blocked_parts(&cube, frame)? {
            let lemma = self.generalise(part, frame, returns)?;
            let (lemma, reached) = if self.options.propagation == Propagation::Eager {
                self.tallied(Purpose::Pushing, |search| search.push_as_far((), lemma, frame))?
            } else {
                (lemma, frame)
            };
            observer.event(Event::Lemma { frame: reached, size: lemma.len() });
            self.tell(observer);
            let lemma = self.add_lemma(lemma, reached);
            if self.options.may_obligations && reached < limit {
                self.try_to_push(lemma, reached.next());
            }
            blocked = blocked.min(reached);
        }
        self.come_back(id, blocked.next());
        Ok(false)
    }

    /// After a query has shown that the cube is blocked: inductive cubes without initial states that contain it
    /// together, or else its core.
    fn blocked_parts(&mut self, cube: &Cube, frame: FrameId) -> Result<Vec<Cube>, Limit> {
        let core = self.steps.core(cube, &self.activity)?;
        let candidates = self.steps.enlarged(frame.previous(), cube)?;
        self.parts_or_core((), candidates, core, frame)
    }

    /// A state before the cube was found: those around it become an obligation, and the cube waits for it.
    fn add_predecessor(&mut self, id: ObligationId, cube: &Cube) -> Result<(), Limit> {
        let Obligation { frame, depth, may, .. } = *self.obligations.get(id);
        let before = frame.previous();
        let predecessor = self.lift(before, Target::Cube(cube))?;
        self.log.note(|| Step::Waits { frame, cube: cube.to_vec() });
        self.obligations.enqueue(id);
        self.obligations.add(Obligation {
            depth: depth + 1,
            successor: Some((id, ())),
            may,
            ..Obligation::new((), predecessor, before)
        });
        Ok(())
    }

    /// The cube is excluded below this frame.
    fn come_back(&mut self, id: ObligationId, frame: FrameId) {
        let obligations = &self.obligations;
        self.log.note(|| Step::Returns { frame, cube: obligations.get(id).cube.to_vec() });
        let how = if self.options.requeue { Return::Queued } else { Return::Never };
        self.obligations.come_back(id, frame, how);
    }
}

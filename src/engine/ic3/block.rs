//! The blocking phase: obligations until the frontier excludes a cube, or a counterexample.
//!
//! Algorithm 9 of the dissertation with the queue of Eén, Mishchenko and Brayton: the obligation of the lowest frame
//! is next. If its cube has predecessors in the frame before, one of them, lifted, becomes an obligation there and the
//! cube waits. If it has none, its generalisation becomes a lemma, and the cube comes back at the next frame, so that
//! long counterexamples are found early (Bradley 2011).

use super::frames::INFINITY;
use super::obligation::{Obligation, ObligationId};
use super::options::Propagation;
use super::Ic3;
use crate::base::{Limit, Lit};
use crate::engine::{Event, Observer};

impl Ic3 {
    /// Handles all obligations up to the frame `limit`. `Some` is an obligation whose cube contains an initial state, or
    /// a state known to be reachable: a counterexample.
    pub(super) fn block_all(
        &mut self,
        limit: usize,
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
            if self.block(id, limit, observer)? {
                if self.obligations.get(id).may.is_none() {
                    return Ok(Some(id));
                }
                self.refute_may(id)?;
            }
        }
    }

    /// Handles one obligation; true if its cube is reached.
    fn block(&mut self, id: ObligationId, limit: usize, observer: &mut dyn Observer) -> Result<bool, Limit> {
        let Obligation { ref cube, frame, depth, may, activity, .. } = *self.obligations.get(id);
        if may.map_or(false, |lemma| self.frames.lemma(lemma).frame == 0) {
            self.obligations.get_mut(id).done = true;
            return Ok(false);
        }
        if frame == 0 || self.step.meets_init(cube) || self.is_known_reachable(cube) {
            return Ok(true);
        }
        let cube = cube.clone();
        self.statistics.obligations += 1;
        observer.event(Event::Obligation { frame, depth, size: cube.len() });
        if let Some(lemma) = self.frames.excluding(&cube, frame) {
            let excluded = self.frames.lemma(lemma).frame;
            self.come_back(id, excluded.saturating_add(1), limit);
            return Ok(false);
        }
        if self.options.containment_check && !self.solvers.intersects(frame, &cube)? {
            self.come_back(id, frame + 1, limit);
            return Ok(false);
        }
        if self.finds_predecessor(&cube, frame)? {
            self.add_predecessor(id, &cube)?;
            return Ok(false);
        }
        let core = self.inductive_core(&cube);
        let lemma = self.generalise(core, frame, activity)?;
        let (lemma, reached) = if self.options.propagation == Propagation::Eager {
            self.push_as_far(lemma, frame)?
        } else {
            (lemma, frame)
        };
        observer.event(Event::Lemma { frame: reached, size: lemma.len() });
        let lemma = self.add_lemma(lemma, reached);
        if self.options.may_obligations && reached < limit {
            self.try_to_push(lemma, reached + 1);
        }
        self.come_back(id, reached + 1, limit);
        Ok(false)
    }

    /// The solver found a state before the cube: it becomes an obligation, and the cube waits for it.
    fn add_predecessor(&mut self, id: ObligationId, cube: &[Lit]) -> Result<(), Limit> {
        let Obligation { frame, depth, may, .. } = *self.obligations.get(id);
        let target = self.target(cube, frame - 1);
        let predecessor = self.lift(frame - 1, &target)?;
        self.obligations.enqueue(id);
        self.obligations.add(Obligation {
            cube: predecessor,
            frame: frame - 1,
            depth: depth + 1,
            successor: Some(id),
            may,
            activity: 0,
            done: false,
        });
        Ok(())
    }

    /// The cube is excluded below this frame: it waits there, unless it is not worth it.
    fn come_back(&mut self, id: ObligationId, frame: usize, limit: usize) {
        let bound = self.options.obligation_limit;
        let requeue = self.options.requeue;
        let o = self.obligations.get_mut(id);
        o.activity += 1;
        // A cube that a may-obligation wanted to exclude from one frame is excluded now.
        let finished = o.may.is_some() && o.successor.is_none();
        let tired = bound > 0 && o.activity > bound && o.successor.is_some();
        if frame > INFINITY - 1
            || finished
            || tired
            || (frame > limit && !requeue)
            || (!requeue && frame > o.frame)
        {
            o.done = true;
            return;
        }
        o.frame = frame;
        self.obligations.enqueue(id);
    }

    /// The highest frame up to which the cube is inductive, from a frame where it is; the cube shrinks with each step.
    pub(in crate::engine) fn push_as_far(
        &mut self,
        cube: Vec<Lit>,
        frame: usize,
    ) -> Result<(Vec<Lit>, usize), Limit> {
        let (mut cube, mut frame) = (cube, frame);
        while frame < self.frames.top() && self.is_inductive(&cube, frame + 1)? {
            cube = self.inductive_core(&cube);
            frame += 1;
        }
        Ok((cube, frame))
    }
}

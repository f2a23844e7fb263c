//! The propagation phase: lemmas move to the next frame if they hold there too (Lange 2018, §3.4).
//!
//! A frame that has no lemma of its own left equals the next one, which is then inductive: the property is proved. A
//! lemma that moves may shrink to its core. With *triggered* pushing (Suda 2013) the states that kept a lemma back are
//! remembered, and the lemma is tried again when a new lemma excludes those states, at once and not before.
//!
//! A state of the frame whose step leads into the lemma's cube is a *counterexample to propagation*. As with those to
//! generalisation, the state may itself be unreachable: if it is blocked at once, with the few queries that takes, the
//! lemma may move after all (rIC3, 2026). The search stops at the first one that cannot be blocked.

use super::cube::Cube;
use super::frames::{Frames, LemmaId};
use super::options::Propagation;
use super::places::Places;
use super::search::Search;
use super::steps::{Steps, Target};
use crate::base::Limit;
use crate::engine::common::outcome::unless_incomplete;
use crate::engine::{FrameId, Observer, Question, Step};
use std::cmp::Reverse;

impl<S: Steps> Places for Search<S> {
    type Place = ();

    fn places(&self) -> Vec<()> {
        vec![()]
    }

    fn frames(&self, (): ()) -> &Frames {
        &self.frames
    }

    fn frames_mut(&mut self, (): ()) -> &mut Frames {
        &mut self.frames
    }

    fn consecution(&mut self, (): (), cube: &Cube, frame: FrameId) -> Result<Option<Cube>, Limit> {
        if !self.is_inductive(cube, frame)? {
            return Ok(None);
        }
        self.steps.core(cube, &self.activity).map(Some)
    }

    /// None if an initial state is in the cube.
    fn inductive_part(&mut self, (): (), cube: &Cube, frame: FrameId) -> Result<Option<Cube>, Limit> {
        if self.meets_init(cube)? {
            return Ok(None);
        }
        self.consecution((), cube, frame)
    }

    fn push(&mut self, (): (), id: LemmaId) -> Result<bool, Limit> {
        let lemma = self.frames.lemma(id);
        let waits = self.options.propagation == Propagation::Triggered && !lemma.witness.is_empty();
        Ok(!lemma.bad && !waits && self.raise(id)?)
    }
}

impl<S: Steps> Search<S> {
    /// Pushes lemmas from all frames below the top. `Some` is a frame that equals the next one, and is below the
    /// frontier: the goal is excluded from it.
    pub(super) fn propagate(
        &mut self,
        frontier: FrameId,
        observer: &mut dyn Observer,
    ) -> Result<Option<FrameId>, Limit> {
        let equal = self.propagate_all(frontier, observer)?;
        if equal.is_none() && self.options.inductive_subset {
            self.extract_inductive_subset()?;
            return Ok(self.equal_below(frontier));
        }
        Ok(equal)
    }

    /// Tries to move a lemma one frame up.
    fn raise(&mut self, id: LemmaId) -> Result<bool, Limit> {
        let frame = self.frames.lemma(id).frame;
        let cube = self.frames.lemma(id).cube.clone();
        self.statistics.pushes += 1;
        let wants_witness = self.options.propagation == Propagation::Triggered;
        if !wants_witness && self.steps.is_known_to_fail(frame, &cube, false) {
            self.log.note(|| Step::Held { frame, cube: cube.to_vec(), state: Vec::new() });
            return Ok(false);
        }
        let mut answer = self.fails_push(&cube, frame)?;
        let mut ctps = 0;
        while answer && frame > FrameId::INIT && ctps < self.options.ctp_limit {
            let ctp = self.steps.quick_predecessor(frame, Target::Cube(&cube), &self.activity)?;
            ctps += 1;
            let blocked = self.block_ctp(&ctp, frame)?;
            self.log.note(|| Step::Ctg { frame, cube: ctp.to_vec(), blocked });
            // The query about the counterexample has left another model, and the lemma may have moved.
            answer = self.fails_push(&cube, frame)?;
            if !blocked {
                break;
            }
            // A lemma against the counterexample may have taken the place of this one.
            if self.frames.lemma(id).frame != frame {
                return Ok(false);
            }
        }
        if answer {
            let state = if self.log.is_on() { self.steps.state(frame) } else { Vec::new() };
            if wants_witness {
                let witness = self.steps.predecessor(frame, Target::Cube(&cube), &self.activity)?;
                self.frames.lemma_mut(id).witness = witness;
            }
            self.log.note(|| Step::Held { frame, cube: cube.to_vec(), state });
            return Ok(false);
        }
        self.statistics.pushed += 1;
        let core = self.steps.core(&cube, &self.activity)?;
        if core.len() < cube.len() {
            // The smaller lemma holds in all frames up to the next one and subsumes the old one. It was only shown to
            // hold after a step, so the lower frames get it because they are contained in this one.
            self.add_lemma(core, frame.next());
        } else {
            self.frames.move_to(id, frame.next());
            self.steps.learn(id, &cube, frame.next(), frame.next());
            self.log.note(|| Step::Pushed { frame: frame.next(), cube: cube.to_vec() });
            self.trigger(&cube, frame.next());
        }
        Ok(true)
    }

    /// Whether a step from the frame leads into the cube.
    fn fails_push(&mut self, cube: &Cube, frame: FrameId) -> Result<bool, Limit> {
        let answer = self.steps.fails_consecution(frame, cube, false, &self.activity)?;
        let question = Question::Push;
        self.log.note(|| Step::Query { question, frame, cube: cube.to_vec(), answer });
        Ok(answer)
    }

    /// Stores a lemma, tells the system, and wakes lemmas that waited for it.
    pub(in crate::engine) fn add_lemma(&mut self, cube: Cube, frame: FrameId) -> LemmaId {
        self.statistics.lemmas += 1;
        self.log.note(|| Step::Lemma { frame, cube: cube.to_vec() });
        self.activity.bump(&cube);
        self.trigger(&cube, frame);
        let id = self.frames.insert(cube, frame);
        self.steps.learn(id, &self.frames.lemma(id).cube, FrameId::INIT.next(), frame);
        id
    }

    /// A cube is now excluded up to a frame: lemmas whose witness lay in it can be tried again.
    fn trigger(&mut self, cube: &Cube, frame: FrameId) {
        if self.options.propagation != Propagation::Triggered {
            return;
        }
        for id in self.frames.triggered(cube, frame) {
            self.frames.lemma_mut(id).witness = Cube::default();
            let at = self.frames.lemma(id).frame;
            self.push_requests.push((Reverse(at), Reverse(id)));
        }
    }

    /// Whether a push request comes before all obligations: those of its frame go first.
    pub(super) fn push_request_is_next(&mut self, limit: FrameId) -> bool {
        match self.push_requests.peek() {
            Some(&(Reverse(frame), _)) => {
                frame < limit.min(self.frames.top()) && self.obligations.lowest().map_or(true, |o| frame < o)
            }
            None => false,
        }
    }

    pub(super) fn serve_push_request(&mut self) -> Result<(), Limit> {
        if let Some((Reverse(frame), Reverse(id))) = self.push_requests.pop() {
            if self.frames.lemma(id).frame == frame
                && unless_incomplete(self.raise(id), false)?
                && self.frames.lemma(id).frame < self.frames.top()
            {
                self.push_requests.push((Reverse(frame.next()), Reverse(id)));
            }
        }
        Ok(())
    }

    /// Moves the largest set of lemmas that is inductive by itself to the infinity frame (Eén, Mishchenko, Brayton
    /// 2011; Quip's good lemmas).
    fn extract_inductive_subset(&mut self) -> Result<(), Limit> {
        let frames = FrameId::INIT.next().to(self.frames.top());
        let stored = frames.flat_map(|frame| self.frames.stored(frame)).copied();
        let candidates: Vec<LemmaId> = stored.filter(|&id| !self.frames.lemma(id).bad).collect();
        let cubes: Vec<&Cube> = candidates.iter().map(|&id| &self.frames.lemma(id).cube).collect();
        for at in unless_incomplete(self.steps.inductive_subset(&cubes), Vec::new())? {
            let id = candidates[at];
            let frame = self.frames.lemma(id).frame;
            self.frames.move_to(id, FrameId::INFINITY);
            let cube = &self.frames.lemma(id).cube;
            self.steps.learn(id, cube, frame.next(), FrameId::INFINITY);
            self.log.note(|| Step::Pushed { frame: FrameId::INFINITY, cube: cube.to_vec() });
            self.statistics.infinite += 1;
        }
        Ok(())
    }
}

//! The propagation phase: lemmas move to the next frame if they hold there too (§3.4 of the dissertation).
//!
//! A frame that has no lemma of its own left equals the next one, which is then inductive: the property is proved. A
//! lemma that moves may shrink to its core. With *triggered* pushing (Suda 2013) the state that kept a lemma back is
//! remembered, and the lemma is tried again when a new lemma excludes that state, at once and not before.

use super::frames::{LemmaId, INFINITY};
use super::options::Propagation;
use super::Ic3;
use crate::base::{Limit, Lit};
use crate::engine::{Event, Observer};
use crate::solver::sat::{Answer, SatOptions, Solver};
use std::cmp::Reverse;

impl Ic3 {
    /// Pushes lemmas from all frames below the top. `Some` is a frame that equals the next one.
    pub(in crate::engine) fn propagate(
        &mut self,
        observer: &mut dyn Observer,
    ) -> Result<Option<usize>, Limit> {
        let top = self.frames.top();
        for frame in self.frames.lowest_changed..top {
            let mut lemmas = self.frames.stored(frame).to_vec();
            lemmas.sort_by_key(|&id| self.frames.lemma(id).cube.len());
            for id in lemmas {
                if self.frames.lemma(id).frame == frame && self.is_worth_pushing(id) {
                    self.push(id)?;
                }
            }
            if self.frames.stored(frame).is_empty() {
                observer.event(Event::Propagated { frame: frame + 1 });
                return Ok(Some(frame));
            }
        }
        self.frames.lowest_changed = top;
        observer.event(Event::Propagated { frame: top });
        if self.options.inductive_subset {
            self.extract_inductive_subset()?;
        }
        Ok((1..top).find(|&frame| self.frames.stored(frame).is_empty()))
    }

    fn is_worth_pushing(&self, id: LemmaId) -> bool {
        let lemma = self.frames.lemma(id);
        !lemma.bad && (self.options.propagation != Propagation::Triggered || lemma.witness.is_empty())
    }

    /// Tries to move a lemma one frame up.
    fn push(&mut self, id: LemmaId) -> Result<bool, Limit> {
        let frame = self.frames.lemma(id).frame;
        let cube = self.frames.lemma(id).cube.clone();
        self.statistics.pushes += 1;
        let wants_witness = self.options.propagation == Propagation::Triggered;
        if !wants_witness && self.is_known_to_step_into(&cube, frame, false) {
            return Ok(false);
        }
        if self.steps_into(&cube, frame, false)? {
            if wants_witness {
                let target = self.target(&cube, frame);
                self.frames.lemma_mut(id).witness = self.lift(frame, &target)?;
            }
            return Ok(false);
        }
        self.statistics.pushed += 1;
        let core = self.inductive_core(&cube);
        if core.len() < cube.len() {
            // The smaller lemma holds in all frames up to the next one and subsumes the old one. It was only shown to
            // hold after a step, so the lower frames get it because they are contained in this one.
            self.add_lemma(core, frame + 1);
        } else {
            self.frames.move_to(id, frame + 1);
            self.visible.note(id);
            self.solvers.add_lemma(&cube, frame + 1, frame + 1);
            self.trigger(&cube, frame + 1);
        }
        Ok(true)
    }

    /// Stores a lemma, tells the solvers, and wakes lemmas that waited for it.
    pub(in crate::engine) fn add_lemma(&mut self, cube: Vec<Lit>, frame: usize) -> LemmaId {
        self.statistics.lemmas += 1;
        self.activity.bump(&cube);
        self.solvers.add_lemma(&cube, 1, frame);
        self.trigger(&cube, frame);
        let id = self.frames.insert(cube, frame);
        self.visible.note(id);
        id
    }

    /// A cube is now excluded up to a frame: lemmas whose witness lay in it can be tried again.
    fn trigger(&mut self, cube: &[Lit], frame: usize) {
        if self.options.propagation != Propagation::Triggered {
            return;
        }
        for id in self.frames.triggered(cube, frame) {
            self.frames.lemma_mut(id).witness.clear();
            let at = self.frames.lemma(id).frame;
            self.push_requests.push((Reverse(at), Reverse(id)));
        }
    }

    /// Whether a push request comes before all obligations: those of its frame go first.
    pub(super) fn push_request_is_next(&mut self, limit: usize) -> bool {
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
                && self.push(id)?
                && self.frames.lemma(id).frame < self.frames.top()
            {
                self.push_requests.push((Reverse(frame + 1), Reverse(id)));
            }
        }
        Ok(())
    }

    /// Moves the largest set of lemmas that is inductive by itself to the infinity frame (Eén, Mishchenko, Brayton
    /// 2011; Quip's good lemmas): starting from all, those are removed that the rest does not preserve, until none is.
    fn extract_inductive_subset(&mut self) -> Result<(), Limit> {
        let mut candidates: Vec<(LemmaId, Lit)> = Vec::new();
        let mut solver: Solver = self.solvers.frame(INFINITY).clone();
        *solver.options_mut() = SatOptions::incremental();
        for frame in 1..=self.frames.top() {
            for &id in self.frames.stored(frame) {
                if self.frames.lemma(id).bad {
                    continue;
                }
                let selector = solver.new_var().positive();
                let mut clause: Vec<Lit> = self.frames.lemma(id).cube.iter().map(|&l| !l).collect();
                clause.push(!selector);
                solver.add_clause(&clause);
                candidates.push((id, selector));
            }
        }
        let mut stable = false;
        while !stable {
            stable = true;
            for i in (0..candidates.len()).rev() {
                let mut assumptions: Vec<Lit> = candidates.iter().map(|&(_, s)| s).collect();
                let cube = &self.frames.lemma(candidates[i].0).cube;
                assumptions.extend(cube.iter().map(|&l| self.step.next(l)));
                match solver.solve(&assumptions) {
                    Answer::Sat => {
                        candidates.remove(i);
                        stable = false;
                    }
                    Answer::Unsat => {}
                    Answer::Unknown(limit) => return Err(limit.unwrap_or(Limit::Cancelled)),
                }
            }
        }
        for (id, _) in candidates {
            let frame = self.frames.lemma(id).frame;
            self.frames.move_to(id, INFINITY);
            let cube = self.frames.lemma(id).cube.clone();
            self.solvers.add_lemma(&cube, frame + 1, INFINITY);
            self.statistics.infinite += 1;
        }
        Ok(())
    }
}

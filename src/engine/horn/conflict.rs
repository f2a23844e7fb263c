//! *Conflict*: `φ ∧ F(R_i, …, R_i)` is empty, so a lemma excludes φ, and more, from frame `i + 1`.
//!
//! The lemma begins as the literals of φ that the refutation needed. Then literals are dropped one after the other as
//! long as the rest is inductive: where a clause has the predicate in its body as well, the states there are outside the
//! cube, too.

use super::search::{Head, Spacer};
use crate::base::{Limit, Lit};
use crate::engine::ic3::{drop_literals, Cube};
use crate::engine::outcome::unless_incomplete;
use crate::engine::{Event, FrameId, Observer};
use crate::solver::term::TermId;

impl Spacer {
    /// After a query has shown that the cube is excluded from the frame: learns a lemma. Returns the highest frame that
    /// it excludes the cube from.
    pub(super) fn conflict(
        &mut self,
        predicate: usize,
        cube: &Cube,
        frame: FrameId,
        observer: &mut dyn Observer,
    ) -> Result<FrameId, Limit> {
        let core = self.core(predicate, cube);
        let cube = self.generalise(predicate, core, frame)?;
        let (cube, frame) = self.push_as_far(predicate, cube, frame)?;
        observer.event(Event::Lemma { frame, size: cube.len() });
        self.learn(predicate, cube, frame);
        Ok(frame)
    }

    /// A larger cube than this one, excluded from the same frame.
    fn generalise(&mut self, predicate: usize, cube: Cube, frame: FrameId) -> Result<Cube, Limit> {
        let mut order: Vec<Lit> = cube.to_vec();
        self.heads[predicate].activity.sort_ascending(&mut order);
        drop_literals(cube, &order, |candidate, _| {
            unless_incomplete(self.inductive_part(predicate, candidate, frame), None)
        })
    }

    /// The core of a cube if it is excluded from the frame, relative to itself, and no fact is in it.
    fn inductive_part(
        &mut self,
        predicate: usize,
        cube: &Cube,
        frame: FrameId,
    ) -> Result<Option<Cube>, Limit> {
        if self.options.respect_facts && self.meets_point(predicate, cube) {
            return Ok(None);
        }
        if self.meets(predicate, frame.previous(), cube, true)? {
            return Ok(None);
        }
        Ok(Some(self.core(predicate, cube)))
    }

    /// The highest frame that the cube is excluded from, from one where it is; the cube shrinks with each step.
    fn push_as_far(
        &mut self,
        predicate: usize,
        cube: Cube,
        frame: FrameId,
    ) -> Result<(Cube, FrameId), Limit> {
        let (mut cube, mut frame) = (cube, frame);
        while frame < self.top() && !unless_incomplete(self.meets(predicate, frame, &cube, true), true)? {
            cube = self.core(predicate, &cube);
            frame = frame.next();
        }
        Ok((cube, frame))
    }

    /// Stores a lemma, and tells the transformers of the clauses that have the predicate in their bodies.
    pub(super) fn learn(&mut self, predicate: usize, cube: Cube, frame: FrameId) {
        self.statistics.lemmas += 1;
        let Head { frames, activity, .. } = &mut self.heads[predicate];
        activity.bump(&cube);
        frames.insert(cube.clone(), frame);
        self.tell(predicate, &cube, frame);
    }

    /// Adds a lemma to the transformers.
    pub(super) fn tell(&mut self, predicate: usize, cube: &Cube, frame: FrameId) {
        let Spacer { heads, horn, switches, .. } = self;
        let atoms = &heads[predicate].atoms;
        let clause: Vec<TermId> = cube.iter().map(|&l| atoms.formula(!l)).collect();
        let switch = switches.get(frame.index()).copied();
        for (head, rule, position) in heads[predicate].occurrences.clone() {
            heads[head].transformer.learn(horn.terms_mut(), (rule, position), &clause, switch);
        }
    }
}

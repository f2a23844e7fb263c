//! *Conflict*: `φ ∧ F(R_i, …, R_i)` is empty, so a lemma excludes φ, and more, from frame `i + 1`.
//!
//! The lemma begins as the literals of φ that the refutation needed, or as the clauses of an interpolant between the
//! transformer and φ ("Interpolating Conflict" and "Farkas+T Lemmas" on the slides). Then literals are dropped one
//! after the other as long as the rest is inductive: where a clause has the predicate in its body as well, the states
//! there are outside the cube, too.

use super::heads::{Head, OccursIn};
use super::options::HornLemmas;
use super::places::at;
use super::search::Spacer;
use crate::base::{Limit, Lit};
use crate::engine::common::outcome::unless_incomplete;
use crate::engine::ic3::{drop_literals, Cube, Places};
use crate::engine::ic3_smt::excluded_by;
use crate::engine::{Event, FrameId, Observer, Step};
use crate::model::horn::PredicateId;
use crate::solver::term::{TermId, Terms};

impl Spacer {
    /// After a query has shown that the cube is excluded from the frame: learns a lemma. Returns the highest frame that
    /// it excludes the cube from.
    pub(super) fn conflict(
        &mut self,
        predicate: PredicateId,
        cube: &Cube,
        frame: FrameId,
        observer: &mut dyn Observer,
    ) -> Result<FrameId, Limit> {
        let mut lowest = FrameId::INFINITY;
        for part in self.parts(predicate, cube, frame)? {
            self.log.note_at(at(predicate), || Step::Generalise { frame, cube: part.to_vec() });
            let part = self.generalise(predicate, part, frame)?;
            let (part, reached) = self.push_as_far(predicate, part, frame)?;
            observer.event(Event::Lemma { frame: reached, size: part.len() });
            self.learn(predicate, part, reached);
            lowest = lowest.min(reached);
        }
        Ok(lowest)
    }

    /// Cubes that contain this one together and are excluded from the frame.
    fn parts(&mut self, predicate: PredicateId, cube: &Cube, frame: FrameId) -> Result<Vec<Cube>, Limit> {
        let core = self.heads[predicate].core(cube);
        if self.options.lemmas == HornLemmas::Core {
            return Ok(vec![core]);
        }
        let candidates = self.interpolated(predicate, cube, frame.previous())?;
        self.parts_or_core(predicate, candidates, core, frame)
    }

    /// The cubes that the clauses of an interpolant between the transformer of the frame and the cube exclude; none if
    /// there is no interpolant in easy reach.
    fn interpolated(
        &mut self,
        predicate: PredicateId,
        cube: &Cube,
        frame: FrameId,
    ) -> Result<Vec<Cube>, Limit> {
        let Spacer { heads, horn, budget, options, parts, .. } = self;
        let terms = horn.terms_mut();
        let clause = terms.or(&heads[predicate].atoms.clause(cube));
        let known =
            heads.map(
                |head| if frame == FrameId::INIT { vec![Terms::FALSE] } else { head.clauses(terms, frame) },
            );
        let formulas =
            heads[predicate].transformer.formulas(terms, &|of| known[of].clone(), (predicate, clause));
        parts.clear();
        formulas.iter().for_each(|&f| parts.add(terms, 0, f));
        heads[predicate].atoms.formulas(cube).for_each(|f| parts.add(terms, 1, f));
        let is_farkas = options.lemmas == HornLemmas::Farkas;
        let interpolant = match parts.lemma(terms, is_farkas, options.seed, budget)? {
            Some(interpolant) => interpolant,
            None => return Ok(Vec::new()),
        };
        let atoms = &mut heads[predicate].atoms;
        let cubes = excluded_by(terms, interpolant, options.split_equalities);
        let cube = |literals: Vec<TermId>| literals.into_iter().map(|l| atoms.literal(terms, l)).collect();
        Ok(cubes.into_iter().map(cube).collect())
    }

    /// A larger cube than this one, excluded from the same frame.
    fn generalise(&mut self, predicate: PredicateId, cube: Cube, frame: FrameId) -> Result<Cube, Limit> {
        let mut order: Vec<Lit> = cube.to_vec();
        self.heads[predicate].activity.sort_ascending(&mut order);
        drop_literals(cube, &order, |candidate, _| {
            let smaller = unless_incomplete(self.inductive_part(predicate, candidate, frame), None)?;
            self.log.note_at(at(predicate), || Step::Drop {
                frame,
                candidate: candidate.to_vec(),
                smaller: smaller.as_ref().map(|smaller| smaller.to_vec()),
            });
            Ok(smaller)
        })
    }

    /// Stores a lemma, and tells the transformers of the clauses that have the predicate in their bodies.
    pub(super) fn learn(&mut self, predicate: PredicateId, cube: Cube, frame: FrameId) {
        self.statistics.lemmas += 1;
        self.log.note_at(at(predicate), || Step::Lemma { frame, cube: cube.to_vec() });
        let Head { frames, activity, .. } = &mut self.heads[predicate];
        activity.bump(&cube);
        frames.insert(cube.clone(), frame);
        self.tell(predicate, &cube, frame);
    }

    /// Adds a lemma to the transformers.
    pub(super) fn tell(&mut self, predicate: PredicateId, cube: &Cube, frame: FrameId) {
        let Spacer { heads, horn, switches, .. } = self;
        let atoms = &heads[predicate].atoms;
        let clause = atoms.clause(cube);
        let switch = switches.get(frame.index()).copied();
        for OccursIn { head, at } in heads[predicate].occurrences.clone() {
            heads[head].transformer.learn(horn.terms_mut(), at, &clause, switch);
        }
    }
}

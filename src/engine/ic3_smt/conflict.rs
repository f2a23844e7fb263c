//! Lemmas from the conflict between a frame's steps and a blocked cube ("Interpolating Conflict" and "Farkas+T Lemmas"
//! in Bjørner's slides, "Software Model Checking with IC3").
//!
//! The steps from the frame, together with the initial states, contradict the cube over the next state. An interpolant
//! of the two is about the next state only; it contains all states that a step from the frame leads to, all initial
//! states, and none of the cube. So its clauses are lemmas that exclude the cube together.
//!
//! A *strong* interpolant is made of atoms that the steps of the frame suggest. The *weakest* one is made from the side
//! of the cube: there each conflict of the theory has one Farkas sum of literals of the cube, and the interpolant is a
//! single clause of negated sums. For example `x <= 3 ∧ y <= 4` is blocked by the lemma `x + y > 7` if the conflict
//! adds both up.
//!
//! Neither need be inductive without the cube in its hypothesis, if there are several clauses; the search asks again
//! before it learns one.

use super::options::{Ic3SmtOptions, Lemmas};
use crate::base::Limit;
use crate::engine::common::unroll::StepParts;
use crate::engine::ic3::system::Base;
use crate::engine::ic3::Cube;
use crate::engine::FrameId;
use crate::model::system::Role;
use crate::solver::smt::{cnf, split_equalities};
use crate::solver::term::{Model, Sort, TermId, Terms};

/// Interpolants whose clauses have more literals together are not used.
const MOST_LITERALS: usize = 60;

/// The questions that interpolants come from.
pub(super) struct Conflicts {
    query: StepParts,
    /// True for a step from the frame, false for an initial state in the place of the next state.
    is_step: TermId,
}

impl Conflicts {
    pub fn new(base: &mut Base, options: &Ic3SmtOptions) -> Conflicts {
        Conflicts {
            query: StepParts::new(options.seed, &base.budget),
            is_step: base.system.terms_mut().declare(".step", Sort::Bool),
        }
    }

    /// Cubes that contain the blocked one together, by an interpolant between the steps from the frame and the cube;
    /// none if there is no interpolant in easy reach.
    pub fn cubes(
        &mut self,
        base: &mut Base,
        frame: FrameId,
        cube: &Cube,
        options: &Ic3SmtOptions,
    ) -> Result<Vec<Cube>, Limit> {
        match self.interpolant(base, frame, cube, options)? {
            Some(interpolant) => Ok(clauses(base, interpolant, options.split_equalities)),
            None => Ok(Vec::new()),
        }
    }

    /// The interpolant as a formula about states.
    fn interpolant(
        &mut self,
        base: &mut Base,
        frame: FrameId,
        cube: &Cube,
        options: &Ic3SmtOptions,
    ) -> Result<Option<TermId>, Limit> {
        let Base { system, atoms, solvers, .. } = base;
        let mut primes = system.primes();
        let init = system.init();
        let next_init = primes.apply(system.terms_mut(), init);
        let outside: Vec<TermId> = cube.iter().map(|&l| atoms.formula(!l)).collect();
        let mut parts = solvers.clauses(system, frame);
        parts.extend([system.trans(), system.constraint(), system.terms_mut().or(&outside)]);
        let terms = system.terms_mut();
        self.query.parts.clear();
        for part in parts {
            let of_step = terms.implies(self.is_step, part);
            self.query.parts.add(terms, 0, of_step);
        }
        let of_init = terms.or(&[self.is_step, next_init]);
        self.query.parts.add(terms, 0, of_init);
        cube.iter().for_each(|&l| self.query.parts.add(terms, 1, atoms.next(l)));
        let is_farkas = options.lemmas == Lemmas::Farkas;
        let found = self.query.parts.lemma(terms, is_farkas, options.seed, &base.budget)?;
        Ok(found.map(|interpolant| base.unprime(interpolant)))
    }
}

/// The cubes that the clauses of an interpolant exclude; none if there are too many.
fn clauses(base: &mut Base, interpolant: TermId, splits: bool) -> Vec<Cube> {
    if base.system.foreign_symbol(interpolant, Role::Init).is_some() {
        return Vec::new();
    }
    let cubes = excluded_by(base.system.terms_mut(), interpolant, splits);
    cubes.into_iter().map(|literals| base.cube(&literals)).collect()
}

/// The negated clauses of a formula, as lists of literals; none if there are too many. `splits`: equalities are two
/// bounds each.
pub(in crate::engine) fn excluded_by(terms: &mut Terms, formula: TermId, splits: bool) -> Vec<Vec<TermId>> {
    let mut cubes = Vec::new();
    for clause in cnf(terms, formula, MOST_LITERALS).unwrap_or_default() {
        let mut literals = Vec::new();
        for l in clause {
            let literal = terms.not(l);
            if splits && !terms.split_not(literal).1 {
                // Equalities alone are split, which takes no model.
                literals.extend(split_equalities(terms, &[literal], &Model::new()));
            } else {
                literals.push(literal);
            }
        }
        cubes.push(literals);
    }
    cubes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Budget;
    use crate::input::vmt;

    /// From `x <= y` a step leads to `x + 3 <= y`, which contradicts the sum `y - x <= 1` of `y <= 1` and `0 <= x`. The
    /// initial states contradict `y <= 1` alone.
    #[test]
    fn a_lemma_is_the_sum_of_the_bounds_in_the_conflict() {
        let text = "(declare-fun x () Real)
                    (declare-fun y () Real)
                    (define-fun .x () Real (! x :next x.next))
                    (define-fun .y () Real (! y :next y.next))
                    (define-fun .i () Bool (! (and (= x 0.0) (= y 9.0)) :init true))
                    (define-fun .t () Bool (! (and (<= x y) (= x.next x) (= y.next (+ y 3.0))) :trans true))
                    (define-fun .p () Bool (! true :invar-property 0))";
        let budget = Budget::unlimited();
        let system = vmt::read(text.as_bytes(), &budget).expect("a system");
        let mut base = Base::new(&system, 0, &budget);
        let [x, y] = [0, 1].map(|i| base.system.states()[i].current);
        let terms = base.system.terms_mut();
        let (zero, one) = (terms.real(0.into()), terms.real(1.into()));
        let (low, high) = (terms.le(zero, x), terms.le(y, one));
        let blocked = base.cube(&[low, high]);
        let options = Ic3SmtOptions { lemmas: Lemmas::Farkas, ..Ic3SmtOptions::default() };
        let mut conflicts = Conflicts::new(&mut base, &options);
        base.solvers.open(&mut base.system);
        let found = conflicts.cubes(&mut base, FrameId::new(1), &blocked, &options).expect("no limits");
        let text = |cube: &Cube| -> Vec<String> {
            cube.iter().map(|&l| base.system.terms().text(base.atoms.formula(l))).collect()
        };
        let texts: Vec<Vec<String>> = found.iter().map(text).collect();
        assert_eq!(texts, [["(<= y 1.0)", "(>= (+ x (* (- 1.0) y)) (- 1.0))"]]);
    }
}

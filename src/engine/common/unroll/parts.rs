//! Questions about runs that fall into parts, and the interpolants between the parts.

use super::Copies;
use crate::base::{Budget, HashSet, Limit};
use crate::engine::common::outcome::{decided, unless_incomplete};
use crate::model::system::functional::conjuncts;
use crate::model::system::System;
use crate::solver::smt::{
    tree_interpolants, FarkasChoice, InterpolationOptions, NoInterpolant, SmtOptions, Solver, Strength,
    UnknownReason,
};
use crate::solver::term::{Model, TermId, Terms};

/// The most conflicts and propagated literals that an interpolant for lemmas may cost. Chosen by hand; no
/// measurement is recorded.
const MOST_CONFLICTS: u64 = 2_000;
const MOST_PROPAGATIONS: u64 = 1_000_000;

/// Are these formulas, each in one of several parts, true together? One solver for all such questions.
///
/// Each conjunct is an assumption of its own, so that the clauses of a step are made once and serve all questions, and
/// the core names the conjuncts that a refutation needs. Interpolants are then taken between those only.
pub(in crate::engine) struct Parts {
    solver: Solver,
    assumptions: Vec<TermId>,
    /// The part that each assumption belongs to.
    parts: Vec<usize>,
    /// The number of questions so far.
    pub queries: u64,
}

impl Parts {
    /// No question yet.
    pub fn new(seed: u64, budget: &Budget) -> Parts {
        let mut smt = SmtOptions::incremental();
        smt.sat.seed = seed;
        let mut solver = Solver::new(smt);
        solver.set_budget(budget.clone());
        Parts { solver, assumptions: Vec::new(), parts: Vec::new(), queries: 0 }
    }

    /// Begins a question.
    pub fn clear(&mut self) {
        self.assumptions.clear();
        self.parts.clear();
    }

    /// Adds a formula to a part of the question.
    pub fn add(&mut self, terms: &Terms, part: usize, formula: TermId) {
        for conjunct in conjuncts(terms, formula) {
            self.assumptions.push(conjunct);
            self.parts.push(part);
        }
    }

    /// Whether the formulas are true together under some values.
    pub fn is_possible(&mut self, terms: &mut Terms) -> Result<bool, Limit> {
        self.queries += 1;
        decided(self.solver.check(terms, &self.assumptions))
    }

    /// Such values.
    pub fn model(&mut self, terms: &Terms) -> &Model {
        self.solver.model(terms)
    }

    /// After there were none: what a refutation needs of each of the first `count` parts.
    pub fn needed(&self, terms: &mut Terms, count: usize) -> Vec<TermId> {
        let core: HashSet<TermId> = self.solver.core().iter().copied().collect();
        let mut needed: Vec<Vec<TermId>> = vec![Vec::new(); count];
        for (&t, &part) in self.assumptions.iter().zip(&self.parts) {
            if core.contains(&t) {
                needed[part].push(t);
            }
        }
        needed.iter().map(|part| terms.and(part)).collect()
    }

    /// If the first part contradicts the second, which is a blocked cube: an interpolant of the two for lemmas, if
    /// there is one in easy reach. With `farkas` it is made from the side of the cube, by sums with Farkas'
    /// coefficients.
    pub fn lemma(
        &mut self,
        terms: &mut Terms,
        farkas: bool,
        seed: u64,
        budget: &Budget,
    ) -> Result<Option<TermId>, Limit> {
        if unless_incomplete(self.is_possible(terms), true)? {
            return Ok(None);
        }
        let needed = self.needed(terms, 2);
        let (strength, farkas) = if farkas {
            (Strength::Weak, FarkasChoice::Weak)
        } else {
            (Strength::Strong, FarkasChoice::Strong)
        };
        let options =
            InterpolationOptions { strength, farkas, proofs: 1, seed, ..InterpolationOptions::default() };
        let some = budget.clone().and_conflicts(MOST_CONFLICTS).and_propagations(MOST_PROPAGATIONS);
        let found = interpolants_between(terms, &needed, &options, &some);
        // If it was too much for the interpolant alone, there is none in easy reach.
        budget.poll()?;
        Ok(found.ok().flatten().map(|found| found[0]))
    }
}

/// Is there a run that satisfies these formulas, each about one of its steps?
pub(in crate::engine) struct StepParts {
    pub copies: Copies,
    pub parts: Parts,
}

impl StepParts {
    /// No question yet.
    pub fn new(seed: u64, budget: &Budget) -> StepParts {
        StepParts { copies: Copies::default(), parts: Parts::new(seed, budget) }
    }

    /// Adds a formula about a step to a part of the question.
    pub fn add(&mut self, system: &mut System, part: usize, step: usize, formula: TermId) {
        // A run has the step even if nothing is said about it.
        self.copies.extend_to(system, step);
        for conjunct in conjuncts(system.terms(), formula) {
            let copy = self.copies.at(system, step, conjunct);
            self.parts.add(system.terms(), part, copy);
        }
    }
}

/// Interpolants between formulas that contradict each other, if there are any in easy reach.
pub(in crate::engine) fn interpolants_between(
    terms: &mut Terms,
    parts: &[TermId],
    options: &InterpolationOptions,
    budget: &Budget,
) -> Result<Option<Vec<TermId>>, Limit> {
    interpolants_of_tree(terms, parts, &vec![0; parts.len()], options, budget)
}

/// Interpolants of a tree of formulas that contradict each other, see [`tree_interpolants`].
pub(in crate::engine) fn interpolants_of_tree(
    terms: &mut Terms,
    parts: &[TermId],
    starts: &[usize],
    options: &InterpolationOptions,
    budget: &Budget,
) -> Result<Option<Vec<TermId>>, Limit> {
    match tree_interpolants(terms, parts, starts, options, budget) {
        Ok(found) => Ok(Some(found)),
        Err(NoInterpolant::Unknown(UnknownReason::Limit(limit))) if limit != Limit::Incomplete => Err(limit),
        Err(reason) => {
            debug_assert!(reason != NoInterpolant::Refused, "an interpolant failed its check");
            Ok(None)
        }
    }
}

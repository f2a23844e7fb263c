//! Models of formulas, as values of chosen terms.

use super::Blocking;
use crate::solver::smt::{Answer, SmtOptions, Solver, UnknownReason};
use crate::solver::term::{TermId, Terms, Value};

/// Values of some of the chosen terms, in the order of the choice.
pub type TermCube = Vec<(TermId, Value)>;

/// An iterator over the models of a solver's assertions, which [`Solver::models`] makes.
///
/// An item has values of terms of the choice. With [`Blocking::Exact`] it has values of all of them, and there is a
/// model with these. Otherwise it has those without which the values would not imply the assertions, or the assertions
/// outside of the cubes before; if even all values do not imply them, because the choice leaves more open, it has all.
/// An error is the reason for which the answer was unknown; it is the last item. It is
/// [`UnknownReason::Incomplete`] if a value is an element of a declared sort, which no term denotes.
/// [`TermModels::is_complete`] tells after the last item whether all models have been found. Over integers and reals
/// there may be infinitely many.
#[derive(Debug)]
pub struct TermModels<'a> {
    solver: &'a mut Solver,
    terms: &'a mut Terms,
    over: Vec<TermId>,
    blocking: Blocking,
    /// The cubes so far, as formulas.
    cubes: Vec<TermId>,
    /// A solver for the question whether a cube implies the assertions.
    implied: Solver,
    ended: bool,
    complete: bool,
}

impl Solver {
    /// All models, as far as they differ on these terms. The iterator draws on the solver's budget. A propagator may
    /// object to models that a cube stands for, so with one the models are exact.
    ///
    /// ```
    /// use indubit::solver::{models::Blocking, smt::Solver, term::{Sort, Terms}};
    ///
    /// let mut terms = Terms::new();
    /// let mut solver = Solver::default();
    /// let x = terms.declare("x", Sort::BitVec(8));
    /// let (square, one) = (terms.bv_mul(x, x), terms.bv(1, 8));
    /// let root = terms.eq(square, one);
    /// solver.assert(&mut terms, root);
    /// let mut models = solver.models(&mut terms, &[x], Blocking::Exact);
    /// assert_eq!(models.by_ref().filter(Result::is_ok).count(), 4);
    /// assert!(models.is_complete());
    /// ```
    ///
    /// # Panics
    ///
    /// If the store is not the one of the calls before.
    pub fn models<'a>(
        &'a mut self,
        terms: &'a mut Terms,
        over: &[TermId],
        blocking: Blocking,
    ) -> TermModels<'a> {
        let mut implied = Solver::new(SmtOptions::default());
        implied.set_budget(self.present_budget());
        let blocking = if self.is_observed() { Blocking::Exact } else { blocking };
        self.push();
        TermModels {
            solver: self,
            terms,
            over: over.to_vec(),
            blocking,
            cubes: Vec::new(),
            implied,
            ended: false,
            complete: false,
        }
    }
}

impl TermModels<'_> {
    /// The cubes found so far, as formulas.
    pub fn cubes(&self) -> &[TermId] {
        &self.cubes
    }

    /// Whether there is no model beside those found.
    pub fn is_complete(&self) -> bool {
        self.complete
    }

    /// The store of the terms, for printing values.
    pub fn terms(&self) -> &Terms {
        self.terms
    }

    /// The members of the cube that are needed.
    fn needed(&mut self, members: Vec<TermId>) -> Vec<TermId> {
        let assertions = self.solver.assertions();
        let assertions = &assertions[..assertions.len() - self.cubes.len()];
        let all = self.terms.and(assertions);
        let mut outside = vec![self.terms.not(all)];
        if self.blocking == Blocking::Disjoint {
            outside.extend_from_slice(&self.cubes);
        }
        self.implied.add_temporary_clause(self.terms, &outside);
        if self.implied.check(self.terms, &members) != Answer::Unsat {
            return members;
        }
        self.implied.minimise_core(self.terms);
        self.implied.core().to_vec()
    }

    /// The cube of the solver's model, which is blocked; `None` if no formula says it.
    fn cube(&mut self) -> Option<TermCube> {
        let model = self.solver.model(self.terms);
        let values = model.evaluate_all(self.terms, &self.over);
        let mut members = Vec::with_capacity(values.len());
        for (&t, value) in self.over.iter().zip(&values) {
            if !value.has_term() {
                return None;
            }
            let sort = self.terms.sort(t);
            let literal = value.term(self.terms, sort);
            members.push(self.terms.eq(t, literal));
        }
        let needed = match self.blocking {
            Blocking::Exact => members.clone(),
            Blocking::Cubes | Blocking::Disjoint => self.needed(members.clone()),
        };
        let cube = self.terms.and(&needed);
        self.cubes.push(cube);
        let outside = self.terms.not(cube);
        self.solver.assert(self.terms, outside);
        let kept = members.iter().map(|member| needed.contains(member));
        let pairs = self.over.iter().copied().zip(values);
        Some(pairs.zip(kept).filter(|(_, kept)| *kept).map(|(pair, _)| pair).collect())
    }
}

impl Iterator for TermModels<'_> {
    type Item = Result<TermCube, UnknownReason>;

    fn next(&mut self) -> Option<Result<TermCube, UnknownReason>> {
        if self.ended {
            return None;
        }
        match self.solver.check(self.terms, &[]) {
            Answer::Sat => {
                let cube = self.cube();
                self.ended = cube.is_none();
                Some(cube.ok_or(UnknownReason::Incomplete))
            }
            Answer::Unsat => {
                self.ended = true;
                self.complete = true;
                None
            }
            Answer::Unknown(reason) => {
                self.ended = true;
                Some(Err(reason))
            }
        }
    }
}

/// Leaves the scope of the assertions that block.
impl Drop for TermModels<'_> {
    fn drop(&mut self) {
        self.solver.pop();
    }
}

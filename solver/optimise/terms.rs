//! An SMT solver as the search by cores sees it: formulas are literals.

use super::oracle::Oracle;
use crate::solver::smt::{Answer, Solver, UnknownReason};
use crate::solver::term::{Sort, TermId, Terms};
use crate::theories::num::Rational;

/// A solver and the store of its terms.
pub(super) struct Formulas<'a> {
    pub solver: &'a mut Solver,
    pub terms: &'a mut Terms,
}

impl Oracle for Formulas<'_> {
    type Literal = TermId;
    type Reason = UnknownReason;

    fn negated(&mut self, lit: TermId) -> TermId {
        self.terms.not(lit)
    }

    fn fresh(&mut self) -> TermId {
        self.terms.declare("at least", Sort::Bool)
    }

    fn add(&mut self, clause: &[TermId]) {
        let formula = self.terms.or(clause);
        self.solver.assert(self.terms, formula);
    }

    fn ask(&mut self, assumptions: &[TermId]) -> Result<bool, UnknownReason> {
        self.solver.check(self.terms, assumptions).decided()
    }

    fn core(&self) -> Vec<TermId> {
        self.solver.core().to_vec()
    }

    fn holds(&mut self, lit: TermId) -> bool {
        debug_assert_eq!(self.solver.answer(), Some(Answer::Sat));
        self.solver.model(self.terms).evaluate(self.terms, lit).is_true()
    }
}

/// The weight of violated formulas as a term.
pub(super) fn cost_term(terms: &mut Terms, soft: &[(TermId, Rational)]) -> TermId {
    let is_integral = soft.iter().all(|(_, weight)| weight.is_integer());
    let sort = if is_integral { Sort::Int } else { Sort::Real };
    let zero = terms.numeral(Rational::ZERO, sort);
    let mut parts = vec![zero];
    for (formula, weight) in soft {
        let weight = terms.numeral(weight.clone(), sort);
        parts.push(terms.ite(*formula, zero, weight));
    }
    terms.add(&parts)
}

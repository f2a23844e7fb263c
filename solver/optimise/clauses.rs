//! The cheapest assignment to clauses.

use super::oracle::Oracle;
use super::soft::Search;
use crate::base::{Limit, Lit};
use crate::solver::sat::{Answer, Solver};
use crate::theories::num::Rational;

/// Conflicts of a brief question.
const BRIEF: u64 = 1000;

/// The outcome of [`least_cost`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cost {
    /// The least cost.
    Optimum(Rational),
    /// The clauses have no model.
    Impossible,
    /// A limit was reached.
    Unknown {
        /// The limit.
        limit: Limit,
        /// No model is cheaper than this.
        lower: Rational,
        /// The cost of the cheapest model so far.
        upper: Option<Rational>,
    },
}

impl Oracle for Solver {
    type Literal = Lit;
    type Reason = Limit;

    fn negated(&mut self, lit: Lit) -> Lit {
        !lit
    }

    fn fresh(&mut self) -> Lit {
        let v = self.new_var();
        self.freeze(v);
        v.positive()
    }

    fn add(&mut self, clause: &[Lit]) {
        self.add_clause(clause);
    }

    fn ask(&mut self, assumptions: &[Lit]) -> Result<bool, Limit> {
        self.solve(assumptions).decided()
    }

    fn ask_briefly(&mut self, assumptions: &[Lit]) -> Option<bool> {
        let budget = self.present_budget();
        self.set_budget(budget.clone().and_conflicts(BRIEF));
        let answer = self.solve(assumptions).decided().ok();
        self.set_budget(budget);
        answer
    }

    fn implied(&mut self, lit: Lit) -> Vec<Lit> {
        Solver::implied(self, lit)
    }

    fn core(&self) -> Vec<Lit> {
        Solver::core(self).to_vec()
    }

    fn holds(&mut self, lit: Lit) -> bool {
        debug_assert_eq!(self.answer(), Some(Answer::Sat));
        self.value(lit) == Some(true)
    }
}

/// The least sum of weights of literals that are false, over all models of the solver's clauses. The search adds
/// clauses, which exclude models that are not cheapest: a caller that goes on opens a scope before.
///
/// `better` is called for each model that is cheaper than all before, with the solver, which has it, and its cost. The
/// last one is the optimum.
///
/// ```
/// use indubit::solver::{optimise::{least_cost, Cost}, sat::Solver};
/// use indubit::theories::num::Rational;
///
/// let mut solver = Solver::default();
/// let (a, b) = (solver.new_var().positive(), solver.new_var().positive());
/// solver.add_clause(&[!a, !b]);
/// let soft = [(a, Rational::from(3)), (b, Rational::from(2))];
/// let mut best = None;
/// let cost = least_cost(&mut solver, &soft, |solver, _| best = solver.value(a));
/// assert_eq!(cost, Cost::Optimum(Rational::from(2)));
/// assert_eq!(best, Some(true));
/// ```
///
/// # Panics
///
/// If a literal's variable was not made, or was popped or released.
pub fn least_cost(
    solver: &mut Solver,
    soft: &[(Lit, Rational)],
    mut better: impl FnMut(&Solver, &Rational),
) -> Cost {
    soft.iter().for_each(|(lit, _)| solver.freeze(lit.var()));
    let mut search = Search::new(solver, soft);
    let ended = search.run(solver, &mut |solver: &mut Solver, cost: &Rational| better(solver, cost));
    soft.iter().for_each(|(lit, _)| solver.melt(lit.var()));
    let bounds = search.bounds;
    match (ended, bounds.upper) {
        (Ok(true), Some(upper)) => Cost::Optimum(upper),
        (Ok(_), _) => Cost::Impossible,
        (Err(limit), upper) => Cost::Unknown { limit, lower: bounds.lower, upper },
    }
}

//! Goals over terms, one after the other or each for itself.

use super::evidence::{claims, Goal, Optimum, Order};
use super::numbers::{Descent, Least};
use super::soft::Search;
use super::terms::Formulas;
use super::words::best_word;
use crate::solver::smt::{Solver, UnknownReason};
use crate::solver::term::{Family, Model, TermId, Terms, Value};
use crate::theories::num::Rational;

/// The outcome of [`optimise`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Best {
    /// By goal: its optimum.
    pub optima: Vec<Optimum>,
    /// Formulas that a best model satisfies, and that make a model of the assertions a best one.
    pub commitments: Vec<TermId>,
    /// Formulas that together contradict the assertions, for each optimum but [`Optimum::Unbounded`]: that something
    /// better exists among the models that are best for the goals before.
    pub refutations: Vec<Vec<TermId>>,
}

/// A goal that is being worked on.
struct Work<'a> {
    solver: &'a mut Solver,
    terms: &'a mut Terms,
    best: Best,
}

/// The best values of the goals over the models of the assertions; `None` if there is no model. The solver is left as
/// it was. [`Solver::check`] under the commitments then has a best model.
///
/// ```
/// use indubit::solver::{optimise::{optimise, Goal, Optimum, Order}, smt::Solver, term::{Sort, Terms, Value}};
/// use indubit::theories::num::Rational;
///
/// let mut terms = Terms::new();
/// let mut solver = Solver::default();
/// let x = terms.declare("x", Sort::Int);
/// let (square, limit) = (terms.scale(&Rational::from(3), x), terms.int(20));
/// let bound = terms.le(square, limit);
/// solver.assert(&mut terms, bound);
/// let goals = [Goal::Maximize(x), Goal::Minimize(x)];
/// let best = optimise(&mut solver, &mut terms, &goals, Order::Box).unwrap().unwrap();
/// assert_eq!(best.optima, [Optimum::Value(Value::Number(Rational::from(6))), Optimum::Unbounded]);
/// ```
///
/// # Errors
///
/// The reason for which an optimum is not known: [`UnknownReason::Incomplete`] also for a goal that is neither a number
/// nor a word.
///
/// # Panics
///
/// If a term belongs to another store, or a soft goal is no formula.
pub fn optimise(
    solver: &mut Solver,
    terms: &mut Terms,
    goals: &[Goal],
    order: Order,
) -> Result<Option<Best>, UnknownReason> {
    let scopes = solver.scopes();
    solver.push();
    let best = Best { optima: Vec::new(), commitments: Vec::new(), refutations: Vec::new() };
    let mut work = Work { solver, terms, best };
    let ended = work.run(goals, order);
    while work.solver.scopes() > scopes {
        work.solver.pop();
    }
    let best = work.best;
    ended.map(|has_model| has_model.then_some(best))
}

impl Work<'_> {
    fn run(&mut self, goals: &[Goal], order: Order) -> Result<bool, UnknownReason> {
        let mut model = match self.model()? {
            Some(model) => model,
            None => return Ok(false),
        };
        for goal in goals {
            // The scope of a goal stays open if it counts for the next ones.
            self.solver.push();
            let _ = self.solver.check(self.terms, &[]).decided()?;
            let optimum = self.one(goal)?;
            if order == Order::Box {
                self.solver.pop();
            }
            self.best.optima.push(optimum);
            if let Some(best) = self.model()? {
                model = best;
            }
        }
        if order == Order::Lexicographic {
            self.commit(goals, &model);
        }
        let claims = claims(self.terms, goals, &self.best.optima, order).ok_or(UnknownReason::Incomplete)?;
        self.best.refutations = claims.into_iter().filter_map(|claim| claim.better).collect();
        Ok(true)
    }

    fn model(&mut self) -> Result<Option<Model>, UnknownReason> {
        let answer = self.solver.check(self.terms, &[]);
        Ok(if answer.decided()? { Some(self.solver.model(self.terms).clone()) } else { None })
    }

    fn one(&mut self, goal: &Goal) -> Result<Optimum, UnknownReason> {
        let (term, least) = match goal {
            Goal::Minimize(term) => (*term, true),
            Goal::Maximize(term) => (*term, false),
            Goal::Soft(soft) => return self.soft(soft),
        };
        match self.terms.sort(term).family() {
            Family::Word(width) => {
                let value = best_word(self.solver, self.terms, term, width, least)?;
                self.settle(term, &value);
                Ok(Optimum::Value(value))
            }
            Family::Int | Family::Real => self.number(term, least),
            Family::Bool | Family::Opaque => Err(UnknownReason::Incomplete),
        }
    }

    /// The term has its best value from now on.
    fn settle(&mut self, term: TermId, value: &Value) {
        let sort = self.terms.sort(term);
        let value = value.term(self.terms, sort);
        let settled = self.terms.eq(term, value);
        self.solver.assert(self.terms, settled);
    }

    fn number(&mut self, term: TermId, least: bool) -> Result<Optimum, UnknownReason> {
        let goal = if least { term } else { self.terms.neg(term) };
        let budget = self.solver.present_budget();
        let found = Descent { solver: self.solver, terms: self.terms, goal, budget }.run()?;
        Ok(match found {
            Least::Unbounded => Optimum::Unbounded,
            Least::At(number) => {
                let value = Value::Number(if least { number } else { -number });
                self.settle(term, &value);
                Optimum::Value(value)
            }
            Least::Above(number) if least => Optimum::Above(number),
            Least::Above(number) => Optimum::Below(-number),
        })
    }

    fn soft(&mut self, soft: &[(TermId, Rational)]) -> Result<Optimum, UnknownReason> {
        let mut formulas = Formulas { solver: self.solver, terms: self.terms };
        let mut search = Search::new(&mut formulas, soft);
        let has_model = search.run(&mut formulas, &mut |_, _| {})?;
        let cost = search.bounds.upper.clone().filter(|_| has_model).ok_or(UnknownReason::ModelRefused)?;
        search.commit(&mut formulas);
        Ok(Optimum::Value(Value::Number(cost)))
    }

    /// The commitments: values of terms, and of soft formulas their truth in the best model.
    fn commit(&mut self, goals: &[Goal], model: &Model) {
        for (goal, optimum) in goals.iter().zip(&self.best.optima) {
            match (goal, optimum) {
                (Goal::Minimize(term) | Goal::Maximize(term), Optimum::Value(value)) => {
                    let sort = self.terms.sort(*term);
                    let value = value.term(self.terms, sort);
                    self.best.commitments.push(self.terms.eq(*term, value));
                }
                (Goal::Soft(soft), _) => {
                    for (formula, _) in soft {
                        let holds = model.evaluate(self.terms, *formula).is_true();
                        let literal = if holds { *formula } else { self.terms.not(*formula) };
                        self.best.commitments.push(literal);
                    }
                }
                (_, Optimum::Above(_) | Optimum::Below(_) | Optimum::Unbounded) => {}
            }
        }
    }
}

//! Products of terms: lemmas where a model fails them.
//!
//! A product is a column of its own for linear arithmetic, which knows nothing of its factors. When all theories are
//! satisfied, the products are compared with the values of their factors. Where they differ, facts that the values
//! contradict ([`crate::theories::nla`]) are asserted as clauses, and the search goes on. Facts are valid formulas, so
//! they hold in all scopes, and a proof names the data from which each is made again (`lemma.rs`). A formula found
//! unsatisfiable is so by linear arithmetic over the products. A model agrees with all of them, and is evaluated in the
//! end like any other.
//!
//! Lemmas refute; they rarely make a model, since a product of two free numbers is missed again and again. So from time
//! to time the search is asked for a model in which enough factors have one of a few values each, so that all products
//! are linear (`repair.rs`). Such a question has no bearing on the answer `unsat`.
//!
//! Linear problems have no products, and nothing here happens.
//!
//! | file | content |
//! | --- | --- |
//! | `blast.rs` | small models of integers, by words |
//! | `choose.rs` | the lemmas that a model contradicts |
//! | `irrational.rs` | models with irrational values, by a zero of equations |
//! | `lemma.rs` | a lemma as data, and its formula |
//! | `relations.rs` | lemmas about several products |
//! | `rounds.rs` | the candidates so far |
//! | `repair.rs` | models with some factors from a few values |

mod blast;
mod choose;
mod irrational;
mod lemma;
mod relations;
mod repair;
mod rounds;
#[cfg(test)]
mod tests;

pub use irrational::IrrationalModel;
pub(super) use lemma::Lemma;
pub(super) use rounds::Rounds;

use super::solver::Solver;
use crate::base::Limit;
use crate::solver::sat::Answer;
use crate::solver::term::{Op, TermId, Terms};
use crate::theories::num::Rational;

/// Searches with new bounds of products after one that gave up, at most.
const MOST_SEARCHES: u32 = 3;

impl Solver {
    /// Looks at the products in the present model. Returns whether one was missed, and the search has to go on with
    /// what was added.
    ///
    /// # Errors
    ///
    /// A limit of the budget, or [`Limit::Incomplete`] if nothing is left to be told.
    pub(super) fn multiply(&mut self, terms: &mut Terms, rounds: &mut Rounds) -> Result<bool, Limit> {
        if self.encoder.products().is_empty() {
            return Ok(false);
        }
        let wrong = self.wrong_products(terms);
        if wrong.is_empty() {
            return Ok(false);
        }
        rounds.note(&wrong);
        self.budget.poll()?;
        if rounds.is_over() {
            return Err(Limit::Incomplete);
        }
        // A proof is recorded for a question that has no model.
        let is_question = !self.assertions.is_empty() || !self.query.assumptions.is_empty();
        if self.options.irrational && is_question && rounds.is_zero_due() {
            self.irrational = self.irrational(terms);
            if self.irrational.is_some() {
                return Err(Limit::Incomplete);
            }
        }
        let is_new = self.tell_lemmas(terms, &wrong, rounds)?;
        let is_new = self.complete_products(terms, rounds)? || is_new;
        if is_question && (rounds.is_repair_due() || !is_new) && self.repair(terms, rounds)? {
            return Ok(false);
        }
        if is_question && (rounds.is_blast_due() || !is_new) {
            let attempt = rounds.blasts;
            rounds.blasts += 1;
            if self.blast(terms, attempt)? {
                return Ok(false);
            }
        }
        if is_new || is_question && rounds.has_repairs() {
            Ok(true)
        } else {
            Err(Limit::Incomplete)
        }
    }

    /// The answer after a search that gave up: branches on products do not end where nothing bounds them, and come
    /// before any product is looked at. The search goes on if bounds of factors give new ones of products; else a model
    /// of small integers is looked for.
    pub(super) fn after_branches(&mut self, terms: &mut Terms, rounds: &mut Rounds) -> Answer {
        let unknown = Answer::Unknown(Limit::Incomplete);
        if self.encoder.products().is_empty() || self.irrational.is_some() {
            return unknown;
        }
        let mut go_on = || {
            for _ in 0..MOST_SEARCHES {
                if !self.tell_envelopes(terms)? {
                    break;
                }
                self.sat.theory_mut().arithmetic.branch_again();
                let answer = self.ask();
                if answer != unknown {
                    return Ok(answer);
                }
            }
            Ok(match self.has_small_model(terms, rounds)? {
                true => Answer::Sat,
                false => unknown,
            })
        };
        go_on().unwrap_or_else(Answer::Unknown)
    }

    /// Whether there is a model of small integers. If so, it is the present model.
    fn has_small_model(&mut self, terms: &mut Terms, rounds: &mut Rounds) -> Result<bool, Limit> {
        let is_question = !self.assertions.is_empty() || !self.query.assumptions.is_empty();
        if !is_question {
            return Ok(false);
        }
        while rounds.blasts < blast::WIDTHS.len() {
            rounds.blasts += 1;
            if self.blast(terms, rounds.blasts - 1)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The products whose values are not those of their factors, small ones first.
    pub(super) fn wrong_products(&self, terms: &Terms) -> Vec<TermId> {
        let is_wrong = |&t: &TermId| match (self.known_number(terms, t), self.factor_product(terms, t)) {
            (Some(value), Some(product)) => value != product,
            _ => true,
        };
        let mut wrong: Vec<TermId> = self.encoder.products().iter().copied().filter(is_wrong).collect();
        wrong.sort_by_key(|&t| (terms.args(t).len(), t));
        wrong
    }

    /// The product of the factors' values.
    fn factor_product(&self, terms: &Terms, t: TermId) -> Option<Rational> {
        terms
            .args(t)
            .iter()
            .try_fold(Rational::ONE, |product, &f| Some(&product * &self.known_number(terms, f)?))
    }

    /// The value of a number, by the column of a product if it has one, else by its factors.
    fn value_of(&self, terms: &Terms, t: TermId) -> Option<Rational> {
        let known = self.known_number(terms, t);
        match terms.op(t) {
            Op::Product => known.or_else(|| self.factor_product(terms, t)),
            _ => known,
        }
    }
}

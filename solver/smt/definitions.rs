//! Equalities that define a constant.
//!
//! An assertion `x = t` about a bit-vector `x` that does not occur in `t` is used on all formulas that are asserted
//! with it or later: `t` takes the place of `x`, which often makes terms equal. The definition itself stays asserted,
//! so that a formula with `x` and the same formula with `t` are equivalent: models, cores and scopes are not
//! concerned.
//!
//! Where numbers are multiplied, here or in later formulas, an equation `x = t` between numbers is one, too, if `t` is
//! a sum of few terms: `i = n` makes the products `i·i` and `n·n` one. Elsewhere simplex does as much.
//!
//! Definitions are found in rounds. Definitions of one round do not mention each other's constants, so one substitution
//! serves them all; the substitutions of the rounds are applied in order. Definitions go with their scope.

use crate::base::{HashMap, HashSet};
use crate::solver::term::{Op, Sort, Substitution, TermId, Terms};
use crate::theories::num::Rational;

/// Rounds in all open scopes.
const MOST_ROUNDS: usize = 12;
/// Terms with more nodes are not put in the place of a constant.
const MOST_NODES: usize = 60;

/// The most terms of a sum that takes the place of a number. Products of longer ones have many terms.
const MOST_SUMMANDS: usize = 2;

/// The definitions of the open scopes.
#[derive(Clone, Default)]
pub(super) struct Definitions {
    rounds: Vec<Substitution>,
    /// Formulas that will come again, with the definitions of their time applied. These stay asserted as long as the
    /// entry lives.
    known: HashMap<TermId, TermId>,
    /// The keys of `known`, in the order of their making.
    log: Vec<TermId>,
    /// Rounds and known formulas when each scope was opened.
    scopes: Vec<(usize, usize)>,
}

impl Definitions {
    pub fn push(&mut self) {
        self.scopes.push((self.rounds.len(), self.log.len()));
    }

    pub fn pop(&mut self) {
        if let Some((rounds, known)) = self.scopes.pop() {
            self.rounds.truncate(rounds);
            for t in self.log.drain(known..) {
                self.known.remove(&t);
            }
        }
    }

    /// Rounds so far.
    pub fn rounds(&self) -> usize {
        self.rounds.len()
    }

    /// Gives up the definitions of later rounds, which have not been asserted.
    pub fn forget(&mut self, rounds: usize) {
        self.rounds.truncate(rounds);
    }

    /// The formula after substitution of the definitions found before.
    pub fn apply(&mut self, terms: &mut Terms, formula: TermId) -> TermId {
        self.rounds.iter_mut().fold(formula, |f, round| round.apply(terms, f))
    }

    /// As [`Definitions::apply`], for a formula that may come again: from the second time on the result is looked up.
    pub fn apply_for_long(&mut self, terms: &mut Terms, formula: TermId) -> TermId {
        if self.rounds.is_empty() {
            return formula;
        }
        // A negation shares the entry.
        let (inner, negated) = terms.split_not(formula);
        let plain = match self.known.get(&inner) {
            Some(&plain) => plain,
            None => {
                let plain = self.apply(terms, inner);
                self.known.insert(inner, plain);
                self.log.push(inner);
                plain
            }
        };
        if negated {
            terms.not(plain)
        } else {
            plain
        }
    }

    /// The result of [`Definitions::apply_for_long`] for a formula that it was called with.
    pub fn known(&self, formula: TermId) -> Option<TermId> {
        self.known.get(&formula).copied()
    }

    /// Formulas that together say the same as these, and use the definitions among them.
    pub fn add(&mut self, terms: &mut Terms, formulas: &[TermId]) -> Vec<TermId> {
        let mut rest: Vec<TermId> = formulas.iter().map(|&f| self.apply(terms, f)).collect();
        let mut definitions = Vec::new();
        let multiplies = terms.has_products();
        while self.rounds.len() < MOST_ROUNDS {
            rest = conjuncts(terms, &rest);
            let mut round = Round::default();
            rest.retain(|&f| {
                let taken = round.take(terms, f) || (multiplies && round.take_sum(terms, f));
                if taken {
                    definitions.push(f);
                }
                !taken
            });
            if round.defined.is_empty() {
                break;
            }
            let mut substitution = Substitution::new();
            for (x, value) in round.defined {
                substitution.insert(x, value);
            }
            rest = rest.into_iter().map(|f| substitution.apply(terms, f)).collect();
            self.rounds.push(substitution);
        }
        definitions.append(&mut rest);
        definitions
    }
}

/// The formulas that are asserted when these are.
pub(super) fn conjuncts(terms: &Terms, formulas: &[TermId]) -> Vec<TermId> {
    let mut found = Vec::with_capacity(formulas.len());
    let mut seen: HashSet<TermId> = HashSet::default();
    let mut work: Vec<TermId> = formulas.iter().rev().copied().collect();
    while let Some(f) = work.pop() {
        if !seen.insert(f) {
            continue;
        }
        if terms.op(f) == Op::And {
            work.extend(terms.args(f).iter().rev());
        } else {
            found.push(f);
        }
    }
    found
}

/// Definitions that do not mention each other's constants.
#[derive(Default)]
struct Round {
    defined: HashMap<TermId, TermId>,
    mentioned: HashSet<TermId>,
}

impl Round {
    /// Takes a formula as a definition if it is one and fits.
    fn take(&mut self, terms: &Terms, f: TermId) -> bool {
        if terms.op(f) != Op::Eq || terms.width(terms.arg(f, 0)) == 0 {
            return false;
        }
        let (a, b) = (terms.arg(f, 0), terms.arg(f, 1));
        // The younger of two constants goes.
        [(b, a), (a, b)].iter().any(|&(x, value)| self.define(terms, x, value))
    }

    /// Takes an equation between numbers as a definition if it can be solved for a constant. The youngest goes.
    fn take_sum(&mut self, terms: &mut Terms, f: TermId) -> bool {
        let is_number = |t: TermId| matches!(terms.sort(t), Sort::Int | Sort::Real);
        if terms.op(f) != Op::Eq || !is_number(terms.arg(f, 0)) {
            return false;
        }
        let (left, right) = (terms.arg(f, 0), terms.arg(f, 1));
        let sort = terms.sort(left);
        let sum = terms.linear(left);
        if sum.monomials.len() > MOST_SUMMANDS + 1 {
            return false;
        }
        let can_go = |(factor, x): &&(Rational, TermId)| {
            let is_unit = sort == Sort::Real || factor.is_one() || (-factor).is_one();
            is_unit && matches!(terms.op(*x), Op::Symbol(_)) && !self.mentioned.contains(x)
        };
        let mut candidates: Vec<(Rational, TermId)> = sum.monomials.iter().filter(can_go).cloned().collect();
        candidates.reverse();
        candidates.into_iter().any(|(factor, x)| {
            let mut parts = vec![(factor.recip(), right)];
            let others = sum.monomials.iter().filter(|(_, t)| *t != x);
            parts.extend(others.map(|(c, t)| (-(c / &factor), *t)));
            let value = terms.combination(&parts);
            self.define(terms, x, value)
        })
    }

    fn define(&mut self, terms: &Terms, x: TermId, value: TermId) -> bool {
        let is_free = |t: &TermId| !self.defined.contains_key(t);
        if !matches!(terms.op(x), Op::Symbol(_)) || !is_free(&x) || self.mentioned.contains(&x) {
            return false;
        }
        match symbols(terms, value) {
            Some(symbols) if !symbols.contains(&x) && symbols.iter().all(is_free) => {
                self.mentioned.extend(symbols);
                self.defined.insert(x, value);
                true
            }
            _ => false,
        }
    }
}

/// The constants in a term; `None` if it is too large.
fn symbols(terms: &Terms, t: TermId) -> Option<Vec<TermId>> {
    let mut seen: HashSet<TermId> = HashSet::default();
    let mut found = Vec::new();
    let mut work = vec![t];
    while let Some(t) = work.pop() {
        if !seen.insert(t) {
            continue;
        }
        if seen.len() > MOST_NODES {
            return None;
        }
        if matches!(terms.op(t), Op::Symbol(_)) {
            found.push(t);
        }
        work.extend(terms.args(t));
    }
    Some(found)
}

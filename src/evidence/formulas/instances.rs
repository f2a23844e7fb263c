//! Refutations from assumptions that hold for all values of some constants.
//!
//! An invariant such as `forall i. i < n => a[i] = 0` is a formula with a bound constant `i`. Where it has to hold
//! after a step, the bound constants stand for themselves: they are new, so they are any values. Where it is assumed,
//! it may be used for any values: an *instance* puts terms in the place of the bound constants. A few instances
//! mostly suffice, and those are found by a solver (as models are in E. Ge, L. de Moura, "Complete instantiation for
//! quantified formulas in satisfiability modulo theories", CAV 2009):
//!
//! 1. The first instance puts the bound constants themselves in place.
//! 2. If there is a model of what is known, tuples of candidates with different values are tried in it. Instances
//!    that are false in the model are added, and the question is asked again.
//!
//! Candidates for a bound constant are the indices at which arrays are read and written in what is known so far, the
//! index at which two arrays that are compared may differ, and all these less a constant that some read of the
//! assumption adds: `a[i + 1]` is of interest at the index `k` if `i` is `k - 1`. The default value of its sort is a
//! candidate, too, for arrays that are nowhere read, and all values of a sort that has few of them.
//!
//! 3. If no candidate is false in the model, a solver looks for values of the bound constants at which an assumption
//!    is, with the model's values in the place of all other constants. These values are the next instance. If there
//!    are none, the model satisfies the assumption for all values.
//!
//! An instance follows from the assumption for any terms, so a refutation stands. After many models, or where no terms
//! denote the model's values, the question is open: the certificate may be right, and the check ends with
//! [`Limit::Incomplete`].

use super::prover::Prover;
use crate::base::{Budget, HashSet, Limit};
use crate::evidence::{CheckError, CheckOptions};
use crate::solver::term::{Family, Op, Sort, Substitution, TermId, Terms, Value};

/// Instances of a formula that are tried in a model, at most.
const MOST_TRIED: usize = 4096;
/// Instances that one model adds, at most.
const MOST_ADDED: usize = 24;
/// Models that are looked at for one question.
const MOST_MODELS: usize = 200;

/// Bound constants of sorts with no more values than this are tried with all of them.
const FEW_VALUES: u64 = 8;

/// Formulas that are assumed for all values of the bound constants.
pub(in crate::evidence) struct Universal<'a> {
    /// The constants. The rest of the question does not mention them.
    pub bound: &'a [TermId],
    /// The formulas.
    pub formulas: Vec<TermId>,
}

impl Universal<'_> {
    /// Whether the assertions, these formulas, and instances of the assumption contradict each other. If the result is
    /// false, there is a model.
    ///
    /// # Errors
    ///
    /// The limit that ended the search; `Incomplete` if no candidate decides the question.
    pub fn refute(
        &self,
        prover: &mut Prover,
        terms: &mut Terms,
        ground: &[TermId],
        budget: &Budget,
    ) -> Result<bool, CheckError> {
        let mut asked = ground.to_vec();
        asked.extend(&self.formulas);
        if prover.refute(terms, &asked)? {
            return Ok(true);
        }
        if self.bound.is_empty() {
            return Ok(false);
        }
        let quantified: Vec<TermId> = {
            let is_bound = |t: TermId| self.bound.contains(&t);
            let about = |&f: &TermId| terms.subterms(&[f]).into_iter().any(is_bound);
            self.formulas.iter().copied().filter(about).collect()
        };
        if quantified.is_empty() {
            return Ok(false);
        }
        let shifts = self.shifts(terms, &quantified, budget)?;
        let mut known: HashSet<TermId> = asked.iter().copied().collect();
        for _ in 0..MOST_MODELS {
            budget.poll()?;
            let lists = self.candidates(prover, terms, &asked, &shifts, budget)?;
            let mut tried = Vec::new();
            for &formula in &quantified {
                budget.poll()?;
                let inside: HashSet<TermId> = terms.subterms(&[formula]).into_iter().collect();
                let own: Vec<usize> =
                    (0..self.bound.len()).filter(|&i| inside.contains(&self.bound[i])).collect();
                let of_formula: Vec<&[TermId]> = own.iter().map(|&i| &lists[i][..]).collect();
                for tuple in tuples(&of_formula, budget)? {
                    let mut values = Substitution::new();
                    own.iter().zip(&tuple).for_each(|(&i, &t)| values.insert(self.bound[i], t));
                    tried.push(values.apply(terms, formula));
                }
            }
            let mut new: HashSet<TermId> = HashSet::default();
            tried.retain(|t| !known.contains(t) && new.insert(*t));
            let is_true = prover.model(terms).evaluate_all(terms, &tried);
            let refuted = tried.into_iter().zip(is_true).filter(|(_, value)| *value == Value::Bool(false));
            let added: Vec<TermId> = refuted.map(|(t, _)| t).take(MOST_ADDED).collect();
            let added = match added.is_empty() {
                true => self.false_in_model(prover, terms, &quantified, budget)?,
                false => added,
            };
            if added.is_empty() {
                return Ok(false);
            }
            known.extend(&added);
            asked.extend(&added);
            if prover.refute(terms, &asked)? {
                return Ok(true);
            }
        }
        Err(Limit::Incomplete.into())
    }

    /// Instances at values at which the assumptions are false in the model; none if they are true for all values there.
    fn false_in_model(
        &self,
        prover: &mut Prover,
        terms: &mut Terms,
        quantified: &[TermId],
        budget: &Budget,
    ) -> Result<Vec<TermId>, CheckError> {
        let mut values = Substitution::new();
        for symbol in terms.symbols_in(quantified) {
            let constant = terms.symbol_term(symbol);
            if !self.bound.contains(&constant) {
                let value = prover.model(terms).evaluate(terms, constant);
                if !value.has_term() {
                    return Err(Limit::Incomplete.into());
                }
                let value = value.term(terms, terms.sort(constant));
                values.insert(constant, value);
            }
        }
        let mut added = Vec::new();
        for &formula in quantified {
            let here = values.apply(terms, formula);
            let fails = terms.not(here);
            let mut search = Prover::new(&CheckOptions { proofs: false }, budget);
            if search.refute(terms, &[fails])? {
                continue;
            }
            let mut instance = Substitution::new();
            for &bound in self.bound {
                let value = search.model(terms).evaluate(terms, bound);
                if !value.has_term() {
                    return Err(Limit::Incomplete.into());
                }
                let value = value.term(terms, terms.sort(bound));
                instance.insert(bound, value);
            }
            let instance = instance.apply(terms, formula);
            // Functions and open results may have other values in the search.
            if prover.model(terms).evaluate(terms, instance) != Value::Bool(false) {
                return Err(Limit::Incomplete.into());
            }
            added.push(instance);
        }
        Ok(added)
    }

    /// By bound constant: the terms that reads and writes of the formulas add to it.
    fn shifts(
        &self,
        terms: &mut Terms,
        formulas: &[TermId],
        budget: &Budget,
    ) -> Result<Vec<Vec<TermId>>, Limit> {
        let mut shifts: Vec<Vec<TermId>> = vec![Vec::new(); self.bound.len()];
        for index in indices(terms, formulas) {
            budget.poll()?;
            for (&bound, list) in self.bound.iter().zip(&mut shifts) {
                if terms.sort(bound) != terms.sort(index) {
                    continue;
                }
                let shift = match terms.sort(index).family() {
                    Family::Int | Family::Real => terms.sub(index, bound),
                    Family::Word(_) => terms.bv_sub(index, bound),
                    Family::Bool | Family::Opaque => continue,
                };
                let is_constant = terms.number_of(shift).is_some() || terms.bits_of(shift).is_some();
                if is_constant && !list.contains(&shift) {
                    list.push(shift);
                }
            }
        }
        Ok(shifts)
    }

    /// By bound constant: the terms that are tried in its place, one of each value in the model. It is the first one:
    /// the terms of the question come before those of instances, which would bring terms without end.
    fn candidates(
        &self,
        prover: &mut Prover,
        terms: &mut Terms,
        asked: &[TermId],
        shifts: &[Vec<TermId>],
        budget: &Budget,
    ) -> Result<Vec<Vec<TermId>>, Limit> {
        let mut all = prover.assertions().to_vec();
        all.extend(asked);
        let found = indices(terms, &all);
        let mut lists = Vec::with_capacity(self.bound.len());
        for (&bound, shifts) in self.bound.iter().zip(shifts) {
            budget.poll()?;
            let sort = terms.sort(bound);
            let plain = found.iter().chain(self.bound).copied();
            let plain: Vec<TermId> = plain.filter(|&t| terms.sort(t) == sort).collect();
            let mut list = Vec::new();
            for t in plain {
                list.push(t);
                for &shift in shifts {
                    list.push(match sort {
                        Sort::BitVec(_) => terms.bv_sub(t, shift),
                        _ => terms.sub(t, shift),
                    });
                }
            }
            let values = match terms.value_count(sort) {
                few if few <= FEW_VALUES => terms.some_values(sort, FEW_VALUES as usize),
                _ => Vec::new(),
            };
            list.extend(values.iter().map(|value| value.term(terms, sort)));
            list.push(terms.default_term(sort));
            // A formula is true of all terms with the same value in the model, or of none.
            let values = prover.model(terms).evaluate_all(terms, &list);
            let mut seen: HashSet<Value> = HashSet::default();
            let list = list.into_iter().zip(values).filter(|(_, value)| seen.insert(value.clone()));
            lists.push(list.map(|(t, _)| t).collect());
        }
        Ok(lists)
    }
}

/// The indices at which these formulas read and write arrays, and those at which compared arrays may differ.
fn indices(terms: &mut Terms, formulas: &[TermId]) -> Vec<TermId> {
    let mut found = Vec::new();
    let mut compared = Vec::new();
    for t in terms.subterms(formulas) {
        match terms.op(t) {
            Op::Select | Op::Store => found.push(terms.arg(t, 1)),
            Op::Eq if matches!(terms.sort(terms.arg(t, 0)), Sort::Array(_)) => compared.push(t),
            _ => {}
        }
    }
    for t in compared {
        let (a, b) = (terms.arg(t, 0), terms.arg(t, 1));
        found.push(terms.difference(a, b));
    }
    let mut seen: HashSet<TermId> = HashSet::default();
    found.retain(|&t| seen.insert(t));
    found
}

/// The first tuples with a term of each list.
fn tuples(lists: &[&[TermId]], budget: &Budget) -> Result<Vec<Vec<TermId>>, Limit> {
    let mut tuples: Vec<Vec<TermId>> = vec![Vec::new()];
    for list in lists {
        budget.poll()?;
        let longer = tuples.iter().flat_map(|tuple| {
            list.iter().map(move |&t| tuple.iter().copied().chain([t]).collect::<Vec<TermId>>())
        });
        tuples = longer.take(MOST_TRIED).collect();
    }
    Ok(tuples)
}

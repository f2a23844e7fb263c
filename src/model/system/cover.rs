//! Values by cases whose conditions cover everything.

use crate::base::HashMap;
use crate::solver::term::{Op, TermId, Terms};

/// A value under a condition.
#[derive(Clone, Debug)]
pub(in crate::model) struct Case {
    /// Formulas that all hold.
    pub guards: Vec<TermId>,
    /// The value.
    pub value: TermId,
}

/// Distinctions of cases for one variable.
const MOST_SPLITS: usize = 256;

/// The term that has the value of each case where its guards hold. There is one if the guards of some case are seen to
/// hold always, and cases with different values to exclude each other. Only guards and their negations are compared;
/// they are distinguished one after the other until the values agree. Conjunctions are guards as they stand, or all
/// their conjuncts are.
pub(in crate::model) fn covered(terms: &mut Terms, cases: &[Case]) -> Option<TermId> {
    let mut splits = MOST_SPLITS;
    split(terms, cases.to_vec(), &mut splits).or_else(|| {
        let mut splits = MOST_SPLITS;
        let flat = cases.iter().map(|case| flat(terms, case, &mut splits)).collect::<Option<Vec<Case>>>()?;
        split(terms, flat, &mut splits)
    })
}

/// The case with single conjuncts as guards.
fn flat(terms: &Terms, case: &Case, splits: &mut usize) -> Option<Case> {
    let mut guards = Vec::new();
    let mut stack = case.guards.clone();
    while let Some(t) = stack.pop() {
        *splits = splits.checked_sub(1)?;
        match terms.op(t) {
            Op::And => stack.extend(terms.args(t)),
            _ if guards.contains(&t) => {}
            _ => guards.push(t),
        }
    }
    Some(Case { guards, value: case.value })
}

/// Recursion ends with the splits.
fn split(terms: &mut Terms, cases: Vec<Case>, splits: &mut usize) -> Option<TermId> {
    let value = cases.first()?.value;
    let is_covered = cases.iter().any(|case| case.guards.is_empty());
    if cases.iter().all(|case| case.value == value) && is_covered {
        return Some(value);
    }
    // A value that holds anyway would have to be that of all cases.
    if is_covered {
        return None;
    }
    *splits = splits.checked_sub(cases.len())?;
    let guard = most_frequent(terms, &cases)?;
    let opposite = terms.not(guard);
    let under = |literal: TermId, excluded: TermId| -> Vec<Case> {
        let remaining = cases.iter().filter(|case| !case.guards.contains(&excluded));
        remaining
            .map(|case| Case {
                guards: case.guards.iter().copied().filter(|&g| g != literal).collect(),
                value: case.value,
            })
            .collect()
    };
    let (positive, negative) = (under(guard, opposite), under(opposite, guard));
    let positive = split(terms, positive, splits)?;
    let negative = split(terms, negative, splits)?;
    Some(terms.ite(guard, positive, negative))
}

/// The formula that is a guard of the most cases, negated or not; of several the oldest.
fn most_frequent(terms: &Terms, cases: &[Case]) -> Option<TermId> {
    let mut counts: HashMap<TermId, usize> = HashMap::default();
    for guard in cases.iter().flat_map(|case| &case.guards) {
        *counts.entry(terms.split_not(*guard).0).or_insert(0) += 1;
    }
    counts.into_iter().max_by_key(|&(guard, count)| (count, std::cmp::Reverse(guard))).map(|c| c.0)
}

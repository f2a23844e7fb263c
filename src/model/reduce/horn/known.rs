//! Clauses whose bodies assume formulas that are known already.
//!
//! A refutation is one of the original clauses, step by step. A model is one of them together with the formulas that
//! were assumed, if these are a model of the clauses with heads.

use crate::model::horn::{Clause, Horn, Interpretation};

/// The system in which each fact of a body satisfies the formula of its predicate.
///
/// # Panics
///
/// If a predicate has no formula.
pub fn assume(horn: &Horn, known: &Interpretation) -> Horn {
    let mut known = known.clone();
    let mut clauses = Vec::with_capacity(horn.clauses().len());
    for clause in horn.clauses() {
        let mut parts = vec![clause.constraint];
        parts.extend(clause.body.iter().map(|atom| known.apply(horn, atom)));
        clauses.push(Clause { constraint: known.terms.and(&parts), ..clause.clone() });
    }
    horn.with_clauses(known.terms, clauses)
}

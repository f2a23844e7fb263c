//! Clauses of invariants, and equations from pairs of inequalities.

use super::number::numeral;
use crate::base::HashMap;
use crate::solver::term::{Op, Sort, TermId, Terms};
use crate::theories::num::Integer;

/// The bounds on a sum that hold unless one of some formulas does.
#[derive(Default)]
struct Bounds {
    low: Option<Integer>,
    high: Option<Integer>,
}

/// The formulas with each conjunction in a disjunction taken apart, one level deep.
pub(super) fn clauses(terms: &mut Terms, formulas: &[TermId]) -> Vec<TermId> {
    let mut found = Vec::new();
    let mut open: Vec<TermId> = formulas.iter().rev().copied().collect();
    while let Some(formula) = open.pop() {
        if terms.op(formula) == Op::And {
            open.extend(terms.args(formula));
            continue;
        }
        let negation = terms.not(formula);
        let members = match terms.op(negation) {
            Op::And => terms.args(negation).to_vec(),
            _ => Vec::new(),
        };
        // The negation of a conjunction among the negated members.
        let inner = |t: &TermId| terms.op(*t) == Op::Not && terms.op(terms.arg(*t, 0)) == Op::And;
        match members.iter().position(inner) {
            Some(place) => {
                let mut others = members.clone();
                let conjunction = others.remove(place);
                for part in terms.args(terms.arg(conjunction, 0)).to_vec() {
                    let mut negations = others.clone();
                    negations.push(terms.not(part));
                    let negation = terms.and(&negations);
                    found.push(terms.not(negation));
                }
            }
            None => found.push(formula),
        }
    }
    found
}

/// For two clauses `c ∨ s <= k` and `c ∨ s >= k`, the clause `c ∨ s = k`.
pub(super) fn joined(terms: &mut Terms, clauses: &[TermId]) -> Vec<TermId> {
    // By sum and the negations of the other members.
    let mut known: HashMap<(TermId, Vec<TermId>), Bounds> = HashMap::default();
    let mut found = Vec::new();
    for &clause in clauses {
        let negation = terms.not(clause);
        let negations = match terms.op(negation) {
            Op::And => terms.args(negation).to_vec(),
            _ => vec![negation],
        };
        for (i, &member) in negations.iter().enumerate() {
            let (sum, bound, is_low) = match inequality(terms, member) {
                Some(inequality) => inequality,
                None => continue,
            };
            let mut others = negations.clone();
            others.remove(i);
            let bounds = known.entry((sum, others.clone())).or_default();
            *(if is_low { &mut bounds.low } else { &mut bounds.high }) = Some(bound.clone());
            if bounds.low == bounds.high {
                let bound = numeral(terms, &bound);
                let equation = terms.eq(sum, bound);
                others.push(terms.not(equation));
                let negation = terms.and(&others);
                found.push(terms.not(negation));
            }
        }
    }
    found
}

/// The negation of a formula as a bound on a sum of integers, from below or from above.
fn inequality(terms: &Terms, formula: TermId) -> Option<(TermId, Integer, bool)> {
    let (atom, negated) = terms.split_not(formula);
    if terms.op(atom) != Op::Le || terms.sort(terms.arg(atom, 0)) != Sort::Int {
        return None;
    }
    let bound = terms.number_of(terms.arg(atom, 1))?.to_integer()?;
    let bound = if negated { bound } else { bound + Integer::ONE };
    Some((terms.arg(atom, 0), bound, !negated))
}

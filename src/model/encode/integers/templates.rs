//! Simple formulas about words that may hold where an invariant says something.

use super::image::Image;
use crate::base::HashSet;
use crate::solver::term::{Op, Sort, TermId, Terms};

/// Formulas at most.
const MOST: usize = 1_000;
/// Constants that words are compared with, at most.
const MOST_CONSTANTS: usize = 12;

/// Comparisons of variables with each other and with constants in the roots, each under the conditions on Booleans
/// that a clause of the invariant has.
pub(super) fn templates(
    terms: &mut Terms,
    roots: &[TermId],
    states: &[Image],
    clauses: &[TermId],
) -> Vec<TermId> {
    let atoms = comparisons(terms, roots, states);
    let mut found = Vec::new();
    for guard in guards(terms, clauses) {
        if found.len() + atoms.len() > MOST {
            break;
        }
        found.extend(atoms.iter().map(|&atom| terms.or(&[guard, atom])));
    }
    found
}

fn comparisons(terms: &mut Terms, roots: &[TermId], states: &[Image]) -> Vec<TermId> {
    let words: Vec<_> = states.iter().filter_map(|image| Some((image.original, image.range?))).collect();
    let mut constants: Vec<TermId> = Vec::new();
    for t in terms.subterms(roots) {
        if terms.bits_of(t).is_some() && constants.len() < MOST_CONSTANTS {
            constants.push(t);
        }
    }
    let mut atoms = Vec::new();
    for &(x, range) in &words {
        let zero = terms.bv_zero(range.width);
        let others = words.iter().filter(|(y, other)| *y != x && *other == range).map(|(y, _)| *y);
        let constants = constants.iter().copied().filter(|c| terms.width(*c) == range.width);
        let bounds: Vec<TermId> = others.chain(constants).chain(Some(zero)).collect();
        for bound in bounds {
            let both = if range.signed {
                [terms.bv_sle(x, bound), terms.bv_sle(bound, x)]
            } else {
                [terms.bv_ule(x, bound), terms.bv_ule(bound, x)]
            };
            atoms.extend(both.iter().filter(|&&t| t != Terms::TRUE));
        }
    }
    atoms.sort_unstable();
    atoms.dedup();
    atoms
}

/// The Boolean members of clauses that have others, too, each disjunction once.
fn guards(terms: &mut Terms, clauses: &[TermId]) -> Vec<TermId> {
    let mut guards = vec![Terms::FALSE];
    let mut known: HashSet<TermId> = HashSet::default();
    known.insert(Terms::FALSE);
    for &clause in clauses {
        let negation = terms.not(clause);
        let negations = match terms.op(negation) {
            Op::And => terms.args(negation).to_vec(),
            _ => vec![negation],
        };
        let is_flag = |terms: &Terms, t: TermId| {
            let (atom, _) = terms.split_not(t);
            matches!(terms.op(atom), Op::Symbol(_)) && terms.sort(atom) == Sort::Bool
        };
        let flags: Vec<TermId> = negations.iter().copied().filter(|&t| is_flag(terms, t)).collect();
        let all = terms.and(&flags);
        let guard = terms.not(all);
        if known.insert(guard) {
            guards.push(guard);
        }
    }
    guards
}

//! An invariant as few telling parts.

use super::facts::Facts;
use crate::base::Budget;
use crate::model::system::functional::conjuncts;
use crate::solver::smt::{Answer, SmtOptions, Solver};
use crate::solver::term::{TermId, Terms};

/// Parts of a formula beyond which they stay as they are, unless facts say all of it.
const MOST_PARTS: usize = 200;

/// Parts whose conjunction is equivalent to a formula, the most telling ones first: equations, bounds, comparisons,
/// remainders, those of the model's own atoms that follow, alone or where a flag of the formula is set or not, then
/// what is left of the formula, short parts first. An atom may be a word of the model, whose bounds are looked for.
/// The signs of words decide which bounds. If the budget ends, the parts are those of the formula.
pub fn telling(
    terms: &mut Terms,
    formula: TermId,
    atoms: &[TermId],
    is_signed: &dyn Fn(TermId) -> bool,
    budget: &Budget,
) -> Vec<TermId> {
    let parts = conjuncts(terms, formula);
    if formula == Terms::FALSE {
        return parts;
    }
    let facts = Facts::new(terms, formula, atoms, is_signed, budget);
    let facts = facts.map_or(Vec::new(), |facts| facts.all(terms, formula, atoms));
    let whole = [formula];
    let few = if parts.len() > MOST_PARTS { &whole[..] } else { &parts[..] };
    match smaller(terms, facts, few, budget) {
        Some(found) if parts.len() <= MOST_PARTS || !found.contains(&formula) => found,
        Some(_) | None => parts,
    }
}

/// The facts alone: what they say follows from the formula, and may be less.
pub(crate) fn facts(
    terms: &mut Terms,
    formula: TermId,
    atoms: &[TermId],
    budget: &Budget,
) -> Option<Vec<TermId>> {
    let facts = Facts::new(terms, formula, atoms, &|_| false, budget)?.all(terms, formula, atoms);
    smaller(terms, facts, &[], budget)
}

/// The facts that earlier ones do not imply, and the parts that they and each other do not imply. `None` if the budget
/// ended.
fn smaller(terms: &mut Terms, facts: Vec<TermId>, parts: &[TermId], budget: &Budget) -> Option<Vec<TermId>> {
    let mut solver = Solver::new(SmtOptions::default());
    solver.set_budget(budget.clone());
    let mut implied = |terms: &mut Terms, by: &[TermId], t: TermId| {
        let negation = terms.not(t);
        let mut asked = by.to_vec();
        asked.push(negation);
        match solver.check(terms, &asked) {
            Answer::Unsat => Some(true),
            Answer::Sat => Some(false),
            Answer::Unknown(_) => None,
        }
    };
    let mut kept: Vec<TermId> = Vec::new();
    for fact in facts {
        if !implied(terms, &kept, fact)? {
            kept.push(fact);
        }
    }
    let mut rest = parts.to_vec();
    rest.sort_by_cached_key(|&part| terms.subterms(&[part]).len());
    for part in rest {
        if !implied(terms, &kept, part)? {
            kept.push(part);
        }
    }
    // Later parts may imply earlier ones, as `lo <= hi` and `hi <= 16` the bound of `lo`.
    let mut at = kept.len();
    while at > 0 {
        at -= 1;
        let others: Vec<TermId> =
            kept.iter().enumerate().filter(|&(other, _)| other != at).map(|(_, &part)| part).collect();
        if implied(terms, &others, kept[at])? {
            kept = others;
        }
    }
    Some(kept)
}

//! Interpolants without a proof: the strongest ones, by elimination.
//!
//! The formula of a subtree with all its local constants quantified away is an interpolant if there is one at all. It
//! costs an elimination for each node, and may be much longer than an interpolant from a proof. But some conflicts of
//! integers, which no sum of inequalities refutes, have interpolants of this kind only, with divisibility in them.

use super::answer::Answer;
use super::interpolate::options::NoInterpolant;
use super::options::SmtOptions;
use super::project::eliminate;
use super::solver::Solver;
use crate::base::Budget;
use crate::solver::term::{SymbolId, TermId, Terms};

/// As [`tree_interpolants`](super::tree_interpolants), which calls it where proofs do not help.
pub(super) fn strongest_interpolants(
    terms: &mut Terms,
    formulas: &[TermId],
    starts: &[usize],
    budget: &Budget,
) -> Result<Vec<TermId>, NoInterpolant> {
    let mut solver = Solver::new(SmtOptions::default());
    solver.set_budget(budget.clone());
    formulas.iter().for_each(|&f| solver.assert(terms, f));
    match solver.check(terms, &[]) {
        Answer::Unsat => {}
        Answer::Sat => return Err(NoInterpolant::Satisfiable),
        Answer::Unknown(reason) => return Err(NoInterpolant::Unknown(reason)),
    }
    let nodes = formulas.len().saturating_sub(1);
    let mut found: Vec<TermId> = Vec::with_capacity(nodes);
    let mut waiting: Vec<usize> = Vec::new();
    for node in 0..nodes {
        let mut known = vec![formulas[node]];
        while waiting.last().map_or(false, |&child| child >= starts[node]) {
            known.extend(waiting.pop().map(|child| found[child]));
        }
        waiting.push(node);
        let rest: Vec<TermId> =
            (0..formulas.len()).filter(|&i| i < starts[node] || i > node).map(|i| formulas[i]).collect();
        let outside = terms.symbols_in(&rest);
        let mut local: Vec<SymbolId> = terms.symbols_in(&known);
        local.retain(|s| outside.binary_search(s).is_err());
        let known = terms.and(&known);
        found.push(eliminate(terms, known, &local, budget).map_err(NoInterpolant::Unknown)?);
    }
    Ok(found)
}

//! The implications that define interpolants, proved by fresh solvers.

use super::options::NoInterpolant;
use crate::base::Budget;
use crate::solver::smt::answer::Answer;
use crate::solver::smt::options::SmtOptions;
use crate::solver::smt::solver::Solver;
use crate::solver::term::{TermId, Terms};

/// Proves the implications that define a sequence interpolant.
///
/// # Errors
///
/// [`NoInterpolant::Refused`] if one does not hold; a limit if it could not be found out.
///
/// # Panics
///
/// If one of the terms is no formula, or there is not one interpolant less than there are formulas.
pub fn check(
    terms: &mut Terms,
    formulas: &[TermId],
    interpolants: &[TermId],
    budget: &Budget,
) -> Result<(), NoInterpolant> {
    check_tree(terms, formulas, &vec![0; formulas.len()], interpolants, budget)
}

/// Proves the implications that define a tree interpolant; see [`tree_interpolants`](super::tree_interpolants).
///
/// # Errors
///
/// As [`check`].
///
/// # Panics
///
/// As [`check`], and if `starts` does not give each node a start that is no later than the node.
pub fn check_tree(
    terms: &mut Terms,
    formulas: &[TermId],
    starts: &[usize],
    interpolants: &[TermId],
    budget: &Budget,
) -> Result<(), NoInterpolant> {
    demand_tree(formulas.len(), starts);
    assert_eq!(
        interpolants.len(),
        formulas.len().saturating_sub(1),
        "an interpolant for each node but the root"
    );
    // Roots of subtrees whose parent has not come yet.
    let mut waiting: Vec<usize> = Vec::new();
    for (node, &formula) in formulas.iter().enumerate() {
        let after = interpolants.get(node).copied().unwrap_or(Terms::FALSE);
        let mut solver = Solver::new(SmtOptions::default());
        solver.set_budget(budget.clone());
        while let Some(child) = waiting.pop() {
            if child < starts[node] {
                waiting.push(child);
                break;
            }
            solver.assert(terms, interpolants[child]);
        }
        waiting.push(node);
        let not_after = terms.not(after);
        solver.assert(terms, formula);
        solver.assert(terms, not_after);
        match solver.check(terms, &[]) {
            Answer::Unsat => {}
            Answer::Sat => return Err(NoInterpolant::Refused),
            Answer::Unknown(reason) => return Err(NoInterpolant::Unknown(reason)),
        }
    }
    Ok(())
}

/// Refuses starts of subtrees that are not there.
pub(super) fn demand_tree(nodes: usize, starts: &[usize]) {
    let suits = starts.len() == nodes && starts.iter().enumerate().all(|(node, &start)| start <= node);
    assert!(suits, "a start for each of the {} nodes, no later than the node", nodes);
}

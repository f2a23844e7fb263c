//! The implications that make interpolants, proved by fresh solvers.

use super::options::NoInterpolant;
use crate::base::Budget;
use crate::solver::smt::solver::{SmtOptions, Solver, Verdict};
use crate::solver::term::{TermId, Terms};

/// Proves the implications that make a sequence interpolant.
///
/// # Errors
///
/// [`NoInterpolant::Refused`] if one does not hold; a limit if it could not be found out.
pub fn check(
    terms: &mut Terms,
    formulas: &[TermId],
    interpolants: &[TermId],
    budget: &Budget,
) -> Result<(), NoInterpolant> {
    check_tree(terms, formulas, &vec![0; formulas.len()], interpolants, budget)
}

/// Proves the implications that make a tree interpolant; see [`tree_interpolants`](super::tree_interpolants).
///
/// # Errors
///
/// As [`check`].
pub fn check_tree(
    terms: &mut Terms,
    formulas: &[TermId],
    starts: &[usize],
    interpolants: &[TermId],
    budget: &Budget,
) -> Result<(), NoInterpolant> {
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
            Verdict::Unsat => {}
            Verdict::Sat => return Err(NoInterpolant::Refused),
            Verdict::Unknown(reason) => return Err(NoInterpolant::Unknown(reason)),
        }
    }
    Ok(())
}

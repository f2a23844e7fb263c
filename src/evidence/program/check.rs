//! The checks.

use crate::base::Budget;
use crate::evidence::formulas::{import, Bound, Prover, Universal};
use crate::evidence::{CheckError, CheckOptions, Condition, Malformed};
use crate::model::cfa::{Cfa, InvariantMap, LocId, Path};
use crate::solver::term::{Op, TermId, Terms};

/// Checks that a path is a run of the program to its error location.
///
/// # Errors
///
/// The condition that does not hold.
pub fn check_path(cfa: &Cfa, path: &Path) -> Result<(), CheckError> {
    check_path_within(cfa, path, &Budget::unlimited())
}

/// Checks a path, like [`check_path`], within a budget: paths may be long.
///
/// # Errors
///
/// The condition that does not hold, or the limit that ended the check.
pub fn check_path_within(cfa: &Cfa, path: &Path, budget: &Budget) -> Result<(), CheckError> {
    path.run(cfa, budget, |_| ()).map_err(CheckError::Limit)?.map_err(Condition::Path)?;
    let end = path.steps.last().map_or(cfa.initial(), |step| cfa.edge(step.edge).target);
    if end != cfa.error() {
        return Err(Condition::EndsAtError.into());
    }
    Ok(())
}

/// Checks that an invariant proves that the error location is not reached. Where its formulas are meant for all values
/// of some constants, that of the source of an edge may be used for any of them (`formulas/instances.rs`).
///
/// # Errors
///
/// The condition that does not hold, or the limit that ended the check.
pub fn check_invariant(
    cfa: &Cfa,
    invariant: &InvariantMap,
    options: &CheckOptions,
    budget: &Budget,
) -> Result<(), CheckError> {
    check_inductive(cfa, invariant, true, options, budget)
}

/// Checks that the formulas hold where runs are, and if `excludes_error` is set that no run is at the error location.
pub(super) fn check_inductive(
    cfa: &Cfa,
    invariant: &InvariantMap,
    excludes_error: bool,
    options: &CheckOptions,
    budget: &Budget,
) -> Result<(), CheckError> {
    budget.poll()?;
    let (expected, found) = (cfa.location_count(), invariant.formulas.len());
    if expected != found {
        return Err(Malformed::LocationCount { expected, found }.into());
    }
    let mut terms = cfa.terms().clone();
    let variables = cfa.variables().iter().copied();
    let bound = Bound::declare(&mut terms, &invariant.terms, &invariant.bound)?;
    let formulas = import(&mut terms, variables, &bound, &invariant.terms, &invariant.formulas, budget)?;
    let mut prover = Prover::new(options, budget);
    let starts = formulas[cfa.initial().index()];
    let excluded = terms.not(starts);
    if !prover.refute(&mut terms, &[excluded])? {
        return Err(Condition::InitialLocation.into());
    }
    let at =
        |location: LocId| Universal { bound: &bound.constants, formulas: vec![formulas[location.index()]] };
    if excludes_error && !at(cfa.error()).refute(&mut prover, &mut terms, &[], budget)? {
        return Err(Condition::ErrorLocation.into());
    }
    for id in cfa.edge_ids() {
        let edge = cfa.edge(id);
        let formula = formulas[edge.target.index()];
        // Instances are many where constants are bound. Then each member of a conjunction is a question of its own, and
        // no edge sees the instances of another one.
        let is_bound = !bound.constants.is_empty();
        let parts = if is_bound { conjuncts(&terms, formula) } else { vec![formula] };
        if is_bound {
            prover = Prover::new(options, budget);
        }
        for part in parts {
            let outside = terms.not(part);
            let leaves = cfa.commands().wep(&mut terms, edge.command, outside);
            if !at(edge.source).refute(&mut prover, &mut terms, &[leaves], budget)? {
                return Err(Condition::Edge(id).into());
            }
        }
    }
    Ok(())
}

/// The members of a conjunction, or the formula itself.
fn conjuncts(terms: &Terms, formula: TermId) -> Vec<TermId> {
    match terms.op(formula) {
        Op::And => terms.args(formula).to_vec(),
        _ => vec![formula],
    }
}

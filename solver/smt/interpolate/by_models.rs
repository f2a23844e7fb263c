//! Interpolants without a proof, from models.
//!
//! Cubes over shared symbols are collected until they cover one side of a cut (Chockler, Ivrii, Matsliah, "Computing
//! interpolants without proofs", HVC 2012). Each begins with a model of that side: literals that imply it there, of
//! these a core that contradicts the other side, without the local symbols by projection, of what is left a core
//! again. The disjunction of the cubes is implied by the side and contradicts the other one, whatever the theories
//! are. Only projection and satisfiability know them, so formulas over functions, arrays, datatypes and mixtures
//! with numbers and words need nothing of their own here, and no literal of the search has to belong to a side.
//!
//! Conflicts of integers that no sum of inequalities refutes have interpolants of this kind only, with divisibility
//! in them.
//!
//! Indices that only [`Op::Difference`] names are avoided as long as there are few cubes: another term that is equal in
//! a model is tried first. If one side has no cubes, for example for a local element of a declared sort about which
//! formulas with quantifiers would be needed, the other one is tried.

use super::options::NoInterpolant;
use crate::base::{Budget, HashSet};
use crate::solver::smt::answer::{Answer, UnknownReason};
use crate::solver::smt::normal_form::split_equalities;
use crate::solver::smt::options::SmtOptions;
use crate::solver::smt::project::{project_in_manner, Manner};
use crate::solver::smt::solver::Solver;
use crate::solver::term::{FunctionId, Op, SymbolId, TermId, Terms};

/// Cubes in which differences of arrays are avoided.
const WITHOUT_DIFFERENCES: usize = 24;

/// Cubes of a side.
const MOST_CUBES: usize = 4096;

/// Checks that make a core smaller.
const TRIALS: usize = 64;

/// As [`tree_interpolants`](super::tree_interpolants), which calls it where proofs do not help.
pub(super) fn interpolants_by_models(
    terms: &mut Terms,
    formulas: &[TermId],
    starts: &[usize],
    budget: &Budget,
) -> Result<Vec<TermId>, NoInterpolant> {
    let mut solver = solver_of(terms, formulas, budget);
    match solver.check(terms, &[]) {
        Answer::Unsat => {}
        Answer::Sat => return Err(NoInterpolant::Satisfiable),
        Answer::Unknown(reason) => return Err(NoInterpolant::Unknown(reason)),
    }
    let nodes = formulas.len().saturating_sub(1);
    let mut found: Vec<TermId> = Vec::with_capacity(nodes);
    // Roots of subtrees whose parent has not come yet.
    let mut waiting: Vec<usize> = Vec::new();
    for node in 0..nodes {
        let mut inside = vec![formulas[node]];
        while waiting.last().map_or(false, |&child| child >= starts[node]) {
            inside.extend(waiting.pop().map(|child| found[child]));
        }
        let mut outside: Vec<TermId> = waiting.iter().map(|&other| found[other]).collect();
        outside.extend_from_slice(&formulas[node + 1..]);
        waiting.push(node);
        found.push(between(terms, &inside, &outside, budget)?);
    }
    Ok(found)
}

fn solver_of(terms: &mut Terms, formulas: &[TermId], budget: &Budget) -> Solver {
    let mut solver = Solver::new(SmtOptions::default());
    solver.set_budget(budget.clone());
    formulas.iter().for_each(|&f| solver.assert(terms, f));
    solver
}

/// An interpolant of two contradictory sides, by cubes of the first, or else of the second.
fn between(
    terms: &mut Terms,
    left: &[TermId],
    right: &[TermId],
    budget: &Budget,
) -> Result<TermId, NoInterpolant> {
    match cubes(terms, left, right, budget) {
        Ok(cubes) => Ok(terms.or(&cubes)),
        Err(NoInterpolant::NeedsQuantifiers) => {
            let cubes = cubes(terms, right, left, budget)?;
            let covered = terms.or(&cubes);
            Ok(terms.not(covered))
        }
        Err(other) => Err(other),
    }
}

/// Cubes over shared symbols that cover the first side, and each of which contradicts the second.
fn cubes(
    terms: &mut Terms,
    side: &[TermId],
    other: &[TermId],
    budget: &Budget,
) -> Result<Vec<TermId>, NoInterpolant> {
    let whole = terms.and(side);
    let (constants, functions) = local(terms, whole, other);
    let mut covered = solver_of(terms, &[whole], budget);
    let mut opposite = solver_of(terms, other, budget);
    let mut found = Vec::new();
    while found.len() < MOST_CUBES {
        match covered.check(terms, &[]) {
            Answer::Unsat => return Ok(found),
            Answer::Unknown(reason) => return Err(NoInterpolant::Unknown(reason)),
            Answer::Sat => {}
        }
        let literals = covered.implicant(terms, &[whole]);
        let literals = match contradiction(terms, &mut opposite, &literals)? {
            Some(core) => core,
            None => return Err(NoInterpolant::Refused),
        };
        let manner =
            Manner { cover: true, differences: found.len() >= WITHOUT_DIFFERENCES, ..Manner::default() };
        let model = covered.model(terms);
        let cube = project_in_manner(terms, literals, (&constants, &functions), model, manner, budget)
            .map_err(|limit| NoInterpolant::Unknown(UnknownReason::from(limit)))?;
        let cube = split_equalities(terms, &cube, covered.model(terms));
        let cube = match contradiction(terms, &mut opposite, &cube)? {
            Some(core) => terms.and(&core),
            // The cover of the cube is too weak.
            None => return Err(NoInterpolant::NeedsQuantifiers),
        };
        found.push(cube);
        let outside = terms.not(cube);
        covered.assert(terms, outside);
    }
    Err(NoInterpolant::NeedsQuantifiers)
}

/// Some of the literals that contradict the solver's formulas; those with differences of arrays are left out first.
/// `None` if they do not contradict them.
fn contradiction(
    terms: &mut Terms,
    solver: &mut Solver,
    literals: &[TermId],
) -> Result<Option<Vec<TermId>>, NoInterpolant> {
    match solver.check(terms, literals) {
        Answer::Sat => return Ok(None),
        Answer::Unknown(reason) => return Err(NoInterpolant::Unknown(reason)),
        Answer::Unsat => {}
    }
    let mut order = solver.core().to_vec();
    let names_difference = |&l: &TermId| terms.subterms(&[l]).iter().any(|&t| terms.op(t) == Op::Difference);
    order.sort_by_cached_key(|l| !names_difference(l));
    solver.minimise_core_by(terms, &order, TRIALS, |_| true);
    Ok(Some(solver.core().to_vec()))
}

/// The constants and functions of a formula that do not occur in the others.
fn local(terms: &Terms, formula: TermId, others: &[TermId]) -> (Vec<SymbolId>, Vec<FunctionId>) {
    let outside = terms.symbols_in(others);
    let mut constants = terms.symbols_in(&[formula]);
    constants.retain(|s| outside.binary_search(s).is_err());
    let outside: HashSet<FunctionId> = terms.functions_in(others).into_iter().collect();
    let mut functions = terms.functions_in(&[formula]);
    functions.retain(|f| !outside.contains(f));
    (constants, functions)
}

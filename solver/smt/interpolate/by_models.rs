//! Interpolants without a proof, from models.
//!
//! Cubes over shared symbols are collected until they cover one side of a cut (Chockler, Ivrii, Matsliah, "Computing
//! interpolants without proofs", HVC 2012). Each begins with a model of that side: literals that imply it there, of
//! these a core that contradicts the other side, without the local symbols by projection, of what is left a core
//! again. The disjunction of the cubes is implied by the side and contradicts the other one, in all theories.
//! Only projection and satisfiability know them, so formulas over functions, arrays, datatypes and mixtures
//! with numbers and words need nothing of their own here, and no literal of the search has to belong to a side.
//!
//! Conflicts of integers that no sum of inequalities refutes have interpolants of this kind only, with divisibility
//! in them.
//!
//! Indices that only [`Op::Difference`] names are avoided as long as there are few cubes: another term that is equal in
//! a model is tried first. One side may have no cubes, or no end of them, for example because a local element of a
//! declared sort or a local index matters that no term names; so both sides take turns.

use super::options::NoInterpolant;
use crate::base::{Budget, HashSet};
use crate::solver::smt::answer::{Answer, UnknownReason};
use crate::solver::smt::normal_form::split_equalities;
use crate::solver::smt::options::SmtOptions;
use crate::solver::smt::project::{project_in_manner, Manner};
use crate::solver::smt::solver::Solver;
use crate::solver::term::{FunctionId, Model, Op, SymbolId, TermId, Terms};

/// Cubes in which differences of arrays are avoided.
const WITHOUT_DIFFERENCES: usize = 24;

/// Cubes of a side before the other one has its turn for the first time.
const FIRST_TURN: usize = 16;

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

/// An interpolant of two contradictory sides, by cubes of the first, or else of the second. They take turns: each may
/// have infinitely many where the other has few.
fn between(
    terms: &mut Terms,
    left: &[TermId],
    right: &[TermId],
    budget: &Budget,
) -> Result<TermId, NoInterpolant> {
    let mut sides = [Cover::new(terms, left, right, budget), Cover::new(terms, right, left, budget)];
    let mut most = FIRST_TURN;
    while sides.iter().any(|side| side.goes_on) {
        for (i, side) in sides.iter_mut().enumerate() {
            if side.goes_on && side.extend(terms, most)? {
                let covered = terms.or(&side.cubes);
                return Ok(if i == 0 { covered } else { terms.not(covered) });
            }
        }
        most *= 4;
    }
    Err(NoInterpolant::NeedsQuantifiers)
}

/// Cubes over shared symbols that are to cover a side, and each of which contradicts the other one.
struct Cover {
    side: TermId,
    constants: Vec<SymbolId>,
    functions: Vec<FunctionId>,
    /// Knows the side, but for the cubes.
    left: Solver,
    /// Knows the other side.
    opposite: Solver,
    cubes: Vec<TermId>,
    /// Whether more cubes may help.
    goes_on: bool,
    budget: Budget,
}

impl Cover {
    fn new(terms: &mut Terms, side: &[TermId], other: &[TermId], budget: &Budget) -> Cover {
        let side = terms.and(side);
        let (constants, functions) = local(terms, side, other);
        Cover {
            side,
            constants,
            functions,
            left: solver_of(terms, &[side], budget),
            opposite: solver_of(terms, other, budget),
            cubes: Vec::new(),
            goes_on: true,
            budget: budget.clone(),
        }
    }

    /// Adds cubes until there are this many. Returns whether they cover the side.
    fn extend(&mut self, terms: &mut Terms, most: usize) -> Result<bool, NoInterpolant> {
        while self.cubes.len() < most {
            match self.left.check(terms, &[]) {
                Answer::Unsat => return Ok(true),
                Answer::Unknown(reason) => return Err(NoInterpolant::Unknown(reason)),
                Answer::Sat => {}
            }
            match self.cube(terms)? {
                Some(cube) => {
                    self.cubes.push(cube);
                    let outside = terms.not(cube);
                    self.left.assert(terms, outside);
                }
                None => {
                    self.goes_on = false;
                    return Ok(false);
                }
            }
        }
        self.goes_on = most < MOST_CUBES;
        Ok(false)
    }

    /// A cube that the model of the side satisfies; `None` if its projection is too weak to contradict the other side.
    fn cube(&mut self, terms: &mut Terms) -> Result<Option<TermId>, NoInterpolant> {
        let literals = self.left.implicant(terms, &[self.side]);
        let literals = match contradiction(terms, &mut self.opposite, &literals)? {
            Some(core) => core,
            None => return Err(NoInterpolant::Refused),
        };
        let differences = self.cubes.len() >= WITHOUT_DIFFERENCES;
        let manner = Manner { cover: true, differences, ..Manner::default() };
        let (gone, model) = ((&self.constants[..], &self.functions[..]), self.left.model(terms));
        let cube = project_in_manner(terms, literals, gone, model, manner, &self.budget)
            .map_err(|limit| NoInterpolant::Unknown(UnknownReason::from(limit)))?;
        let parts: Vec<Vec<TermId>> = cube.iter().map(|&l| parts_of(terms, l, model)).collect();
        let core = match contradiction(terms, &mut self.opposite, &parts.concat())? {
            Some(core) => core,
            None => return Ok(None),
        };
        // An equality of which all parts are needed stays as it was; a negated one says less than its part.
        let needed = cube.into_iter().zip(parts).flat_map(|(literal, parts)| {
            let says_as_much = !terms.split_not(literal).1;
            if says_as_much && parts.iter().all(|part| core.contains(part)) {
                vec![literal]
            } else {
                parts.into_iter().filter(|part| core.contains(part)).collect()
            }
        });
        Ok(Some(terms.and(&needed.collect::<Vec<TermId>>())))
    }
}

/// The bounds or the fields that an equality is. A remainder is what it is: it has no bounds of use.
fn parts_of(terms: &mut Terms, literal: TermId, model: &Model) -> Vec<TermId> {
    let atom = terms.split_not(literal).0;
    if terms.op(atom) == Op::Eq && terms.op(terms.arg(atom, 0)) == Op::IntMod {
        return vec![literal];
    }
    let mut parts = split_equalities(terms, &[literal], model);
    parts.retain(|&part| part != Terms::TRUE);
    parts
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

//! Facts about where runs are, at the heads of loops: formulas that hold of a first state and that no step falsifies.

use super::relations::{components, depth_first, main_variables, relations_with, successors, Component};
use super::states::{new_solver, States};
use crate::base::{Budget, Limit};
use crate::engine::common::outcome::{decided, unless_incomplete};
use crate::model::cfa::{Cfa, InvariantMap};
use crate::solver::term::{Substitution, TermId, Terms};

/// Work for the first facts, in units.
const WORK: u64 = 4_000_000;
/// Weakenings of the guess.
const MOST_WEAKENED: usize = 800;

/// Facts about where runs are.
#[derive(Clone, Debug)]
pub struct Facts {
    /// Formulas at the heads of loops that no way from one head to the next leaves; `true` elsewhere, and `false` at
    /// the error location if no run reaches it.
    pub invariant: InvariantMap,
    /// By location: formulas without bound constants that follow from it.
    pub ground: Vec<TermId>,
    /// Whether no run reaches the error location.
    pub excludes_error: bool,
}

impl Facts {
    /// Formulas by location with that which these facts have at the error location.
    pub(super) fn with_error(&self, cfa: &Cfa, mut formulas: Vec<TermId>) -> Vec<TermId> {
        let error = cfa.error().index();
        formulas[error] = self.invariant.formulas[error];
        formulas
    }
}

/// The facts that are found with some effort.
///
/// # Errors
///
/// The limit that was reached.
pub fn facts(cfa: &Cfa, seed: u64, budget: &Budget) -> Result<Facts, Limit> {
    let mut own = cfa.clone();
    let whole = whole(&own);
    let known = vec![Terms::TRUE; own.location_count()];
    // Facts that take too long are none.
    let share = budget.child();
    share.pause_at(share.work_used() + WORK);
    let found = inductive(&mut own, &whole, &known, &[Terms::TRUE], seed, &share);
    budget.poll()?;
    let mut formulas = found.unwrap_or_else(|_| known.clone());
    let mut none = Substitution::new();
    let mut ends = vec![Terms::FALSE; own.location_count()];
    ends[own.error().index()] = Terms::TRUE;
    let errors = successors(&mut own, &whole, &ends, &mut none, budget)?.1;
    let mut excludes_error = true;
    for &head in &whole.heads {
        let mut solver = new_solver(seed, budget);
        let asked = [formulas[head.index()], errors[head.index()]];
        if unless_incomplete(decided(solver.check(own.terms_mut(), &asked)), true)? {
            excludes_error = false;
            break;
        }
    }
    let ground = formulas.clone();
    if excludes_error {
        formulas[own.error().index()] = Terms::FALSE;
    }
    let invariant = InvariantMap::new(own.terms().clone(), formulas);
    Ok(Facts { invariant, ground, excludes_error })
}

/// Stronger facts about the states that satisfy a formula, and about the others, at each head. By location: they hold
/// where those that are known do. Those that are known themselves, if it is not told whether a step falsifies the
/// formula.
pub(super) fn divided(
    cfa: &mut Cfa,
    known: &[TermId],
    split: TermId,
    seed: u64,
    budget: &Budget,
) -> Result<Vec<TermId>, Limit> {
    let whole = whole(cfa);
    let untold = whole.untold(cfa);
    let about = cfa.terms().symbols_in(&[split]);
    if about.into_iter().any(|symbol| untold.contains(&cfa.terms().symbol_term(symbol))) {
        return Ok(known.to_vec());
    }
    let other = cfa.terms_mut().not(split);
    let found = inductive(cfa, &whole, known, &[split, other], seed, budget)?;
    let both = |(&old, new): (&TermId, TermId)| cfa.terms_mut().and(&[old, new]);
    Ok(known.iter().zip(found).map(both).collect())
}

/// The automaton as one component, whose heads are those of loops and the initial location.
fn whole(cfa: &Cfa) -> Component {
    let (order, is_head) = depth_first(cfa);
    let mut has = vec![false; cfa.location_count()];
    order.iter().for_each(|location| has[location.index()] = true);
    let mut heads = vec![cfa.initial()];
    heads.extend(cfa.locations().filter(|l| is_head[l.index()]));
    let changed = main_variables(cfa, &components(cfa));
    Component { has, order, heads, changed }
}

/// By location: at heads formulas that hold where runs are, for each cell a conjunction; `true` elsewhere.
fn inductive(
    cfa: &mut Cfa,
    whole: &Component,
    known: &[TermId],
    cells: &[TermId],
    seed: u64,
    budget: &Budget,
) -> Result<Vec<TermId>, Limit> {
    let mut formulas = vec![Terms::TRUE; cfa.location_count()];
    if whole.heads.len() == 1 {
        return Ok(formulas);
    }
    let (relations, next) = relations_with(cfa, whole, &mut Substitution::new(), budget)?;
    // The next values of other variables are not known.
    let is_known = |v: TermId| next.contains_key(&v);
    let mut states = States::new(cfa, &whole.heads, cells, &relations, &next, is_known, MOST_WEAKENED);
    states.join_all(cfa.initial());
    let done = states.weaken(cfa, (&relations, &next), known, seed, budget);
    if unless_incomplete(done, false)? {
        let set = states.set(cfa);
        whole.heads.iter().for_each(|head| formulas[head.index()] = set[head.index()]);
        // Runs begin in any state.
        formulas[cfa.initial().index()] = Terms::TRUE;
    }
    Ok(formulas)
}

//! Facts about where runs are, at the heads of loops: formulas that hold of a first state and that no step falsifies.

use super::relations::{components, depth_first, relations_with, relevant, successors, Component};
use super::states::{new_solver, States};
use crate::base::{Budget, Limit};
use crate::engine::common::outcome::{decided, unless_incomplete};
use crate::model::cfa::{Cfa, InvariantMap};
use crate::solver::term::{Substitution, TermId, Terms};

/// Weakenings of the guess.
const MOST_WEAKENED: usize = 800;

/// Facts about where runs are.
#[derive(Clone, Debug)]
pub struct Facts {
    /// Formulas at the heads of loops that no way from one head to the next leaves; `true` elsewhere, and `false` at the
    /// error location if no run reaches it.
    pub invariant: InvariantMap,
    /// By location: formulas without bound constants that follow from it.
    pub ground: Vec<TermId>,
    /// Whether no run reaches the error location.
    pub excludes_error: bool,
}

/// The facts that are found with some effort.
///
/// # Errors
///
/// The limit that was reached.
pub fn facts(cfa: &Cfa, seed: u64, budget: &Budget) -> Result<Facts, Limit> {
    let mut own = cfa.clone();
    let (order, is_head) = depth_first(&own);
    let mut has = vec![false; own.location_count()];
    order.iter().for_each(|location| has[location.index()] = true);
    let mut heads = vec![own.initial()];
    heads.extend(own.locations().filter(|l| is_head[l.index()]));
    let changed = relevant(&own, &components(&own));
    let whole = Component { has, order, heads, changed };
    let mut none = Substitution::new();
    let mut ends = vec![Terms::FALSE; own.location_count()];
    ends[own.error().index()] = Terms::TRUE;
    let errors = successors(&mut own, &whole, &ends, &mut none, budget)?.1;
    let mut formulas = vec![Terms::TRUE; own.location_count()];
    if whole.heads.len() > 1 {
        let (relations, next) = relations_with(&mut own, &whole, &mut none, budget)?;
        let mut states = States::new(&own, &whole.heads, &relations, &next, MOST_WEAKENED);
        states.join_all(own.initial());
        if unless_incomplete(states.weaken(&mut own, &relations, &next, seed, budget), false)? {
            let set = states.set(&mut own);
            whole.heads.iter().for_each(|head| formulas[head.index()] = set[head.index()]);
        }
    }
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

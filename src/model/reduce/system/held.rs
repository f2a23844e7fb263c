//! State variables that are functions of others in every state.
//!
//! A formula holds in every state if it is a conjunct of Init, and its copy about the next state one of Trans, or if it
//! is a conjunct of the constraint. Synchronous languages have a variable for each node of an expression, and say in
//! this way what it is: as an equation, or case by case. Such a variable is replaced unless Trans says elsewhere what
//! it is next.

use super::acyclic::Acyclic;
use super::candidates::candidates;
use super::definitions::{Definitions, Unknown};
use super::replace::Replacement;
use super::values::symbol;
use crate::base::{Budget, HashMap, HashSet};
use crate::model::system::functional::conjuncts;
use crate::model::system::{Role, System};
use crate::solver::term::{SymbolId, TermId};

/// Subterms that the search for definitions may visit.
const MOST_EFFORT: usize = 1 << 20;

/// A formula that holds in every state.
struct Held {
    formula: TermId,
    /// About the next state.
    next: TermId,
    /// It is a part of the constraint.
    is_constraint: bool,
}

/// Finds the variables, and what is left of the system.
pub(super) fn definitions(system: &mut System, _: &Budget) -> Option<Replacement> {
    let held = held(system);
    let states = system.states().to_vec();
    let unknowns: HashMap<TermId, Unknown> = states.iter().map(|s| s.current).zip(0..).collect();
    let mut definitions = Definitions::new(&unknowns, MOST_EFFORT);
    let formulas: Vec<TermId> = held.iter().map(|h| h.formula).collect();
    let candidates = candidates(system.terms_mut(), &mut definitions, &formulas)?;
    if candidates.iter().all(Vec::is_empty) {
        return None;
    }
    let has_update = updates(system, &held);
    let terms = system.terms_mut();
    let mut chosen = Acyclic::default();
    let mut is_used = vec![false; held.len()];
    for (i, candidates) in candidates.iter().enumerate() {
        for candidate in candidates {
            let inside = definitions.unknowns_in(terms, candidate.value)?;
            let may_be = inside.is_empty() || !has_update[i];
            let is_free = candidate.by.iter().all(|&h| !is_used[h]);
            if may_be && is_free && chosen.add(i as Unknown, candidate.value, inside) {
                candidate.by.iter().for_each(|&h| is_used[h] = true);
                break;
            }
        }
    }
    if chosen.is_empty() {
        return None;
    }
    let values = chosen.resolve(terms, |u| states[u as usize].current);
    let used: Vec<&Held> = held.iter().zip(&is_used).filter(|(_, used)| **used).map(|(h, _)| h).collect();
    let known: HashSet<TermId> = used.iter().flat_map(|h| [h.formula, h.next]).collect();
    let facts = used.iter().filter(|h| !h.is_constraint).map(|h| h.formula).collect();
    let formulas = [system.init(), system.trans(), system.constraint()];
    let terms = system.terms_mut();
    let [init, trans, constraint] = formulas.map(|formula| {
        let mut parts = conjuncts(terms, formula);
        parts.retain(|part| !known.contains(part));
        terms.and(&parts)
    });
    Some(Replacement { init, trans, constraint, values, facts })
}

/// The formulas that hold in every state.
fn held(system: &mut System) -> Vec<Held> {
    let mut primes = system.primes();
    let is_about_states = |&c: &TermId| system.foreign_symbol(c, Role::Init).is_none();
    let constraint: Vec<TermId> =
        conjuncts(system.terms(), system.constraint()).into_iter().filter(is_about_states).collect();
    let init = conjuncts(system.terms(), system.init());
    let trans = conjuncts(system.terms(), system.trans());
    let trans: HashSet<TermId> = trans.into_iter().collect();
    let of_constraint: HashSet<TermId> = constraint.iter().copied().collect();
    let terms = system.terms_mut();
    let mut held = Vec::new();
    for formula in constraint {
        held.push(Held { formula, next: primes.apply(terms, formula), is_constraint: true });
    }
    for formula in init {
        let next = primes.apply(terms, formula);
        if trans.contains(&next) && !of_constraint.contains(&formula) {
            held.push(Held { formula, next, is_constraint: false });
        }
    }
    held
}

/// By state variable: whether Trans, without the invariant part, determines the next value.
fn updates(system: &System, held: &[Held]) -> Vec<bool> {
    let nexts: HashSet<TermId> = held.iter().map(|h| h.next).collect();
    let mut others = conjuncts(system.terms(), system.trans());
    others.retain(|part| !nexts.contains(part));
    let about: HashSet<SymbolId> = system.terms().symbols_in(&others).into_iter().collect();
    let is_about = |t: TermId| symbol(system.terms(), t).map_or(false, |s| about.contains(&s));
    system.states().iter().map(|s| is_about(s.next)).collect()
}

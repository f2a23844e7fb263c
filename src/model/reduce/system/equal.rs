//! State variables that keep their first value, and those that are always equal to another one.
//!
//! Both are greatest fixed points. All variables with a constant first value are assumed to be constant, and all with
//! the same one to be equal. Variables of which Trans then does not say so, as functions of the step (`functional`),
//! are taken out, until the assumption says of the next state what it says of this one.

use super::replace::Replacement;
use crate::base::{Budget, HashMap};
use crate::model::system::functional::{FirstValues, NextValues};
use crate::model::system::{StateVar, System};
use crate::solver::term::{Substitution, TermId, Terms};

/// Terms that a search may look at.
const MOST_EFFORT: usize = 1 << 18;

/// Finds constants.
pub(super) fn constants(system: &mut System, budget: &Budget) -> Option<Replacement> {
    let first = with_terms(system, FirstValues::of);
    let states = system.states().to_vec();
    let mut values: Vec<Option<TermId>> = first.constants;
    let mut effort = MOST_EFFORT;
    loop {
        let known: Vec<(TermId, TermId)> = pairs(&states, &values);
        if known.is_empty() {
            return None;
        }
        let mut substitution = Substitution::new();
        known.iter().for_each(|&(variable, value)| substitution.insert(variable, value));
        let trans = system.trans();
        let trans = substitution.apply(system.terms_mut(), trans);
        effort = effort.checked_sub(system.terms().subterms(&[trans]).len())?;
        budget.poll().ok()?;
        let next = next_values(system, trans);
        let mut is_stable = true;
        for (value, function) in values.iter_mut().zip(next) {
            if trans != Terms::FALSE && value.is_some() && *value != function {
                *value = None;
                is_stable = false;
            }
        }
        if is_stable {
            return Some(replacement(system, known));
        }
    }
}

/// Finds variables that are equal to others.
pub(super) fn equal(system: &mut System, budget: &Budget) -> Option<Replacement> {
    let first = with_terms(system, FirstValues::of);
    let states = system.states().to_vec();
    // By state variable: the place of the first one that is equal to it.
    let mut classes = refined(&vec![0; states.len()], |i| first.constants[i]);
    if classes.iter().enumerate().all(|(i, &class)| i == class) {
        return None;
    }
    let trans = system.trans();
    let next = next_values(system, trans);
    let mut effort = MOST_EFFORT;
    loop {
        let values: Vec<Option<TermId>> = classes
            .iter()
            .enumerate()
            .map(|(i, &class)| Some(states[class].current).filter(|_| class != i))
            .collect();
        let known = pairs(&states, &values);
        if known.is_empty() {
            return None;
        }
        let mut substitution = Substitution::new();
        known.iter().for_each(|&(variable, value)| substitution.insert(variable, value));
        let mut functions = Vec::with_capacity(next.len());
        for &function in &next {
            functions.push(function.map(|f| substitution.apply(system.terms_mut(), f)));
        }
        let all: Vec<TermId> = functions.iter().copied().flatten().collect();
        effort = effort.checked_sub(system.terms().subterms(&all).len())?;
        budget.poll().ok()?;
        let finer = refined(&classes, |i| functions[i]);
        if finer == classes {
            return Some(replacement(system, known));
        }
        classes = finer;
    }
}

/// The variables that have a value, with it.
fn pairs(states: &[StateVar], values: &[Option<TermId>]) -> Vec<(TermId, TermId)> {
    states.iter().zip(values).filter_map(|(state, value)| value.map(|value| (state.current, value))).collect()
}

/// Has something done with the system's terms that only needs to know its variables and formulas.
fn with_terms<T>(system: &mut System, work: impl FnOnce(&System, &mut Terms) -> T) -> T {
    let mut terms = std::mem::take(system.terms_mut());
    let result = work(system, &mut terms);
    *system.terms_mut() = terms;
    result
}

/// The next values of the variables if this is Trans.
fn next_values(system: &mut System, trans: TermId) -> Vec<Option<TermId>> {
    with_terms(system, |system, terms| NextValues::in_formula(system, terms, trans)).functions
}

/// By variable: the first one of the same class and with the same key. Variables without a key are alone.
fn refined(classes: &[usize], key: impl Fn(usize) -> Option<TermId>) -> Vec<usize> {
    let mut firsts: HashMap<(usize, TermId), usize> = HashMap::default();
    let of = |(i, &class): (usize, &usize)| key(i).map_or(i, |key| *firsts.entry((class, key)).or_insert(i));
    classes.iter().enumerate().map(of).collect()
}

/// The replacement of variables of which Trans says for itself that they have these values.
fn replacement(system: &mut System, values: Vec<(TermId, TermId)>) -> Replacement {
    let (init, trans, constraint) = (system.init(), system.trans(), system.constraint());
    let terms = system.terms_mut();
    let facts = values.iter().map(|&(variable, value)| terms.eq(variable, value)).collect();
    Replacement { init, trans, constraint, values, facts }
}

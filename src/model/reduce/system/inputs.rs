//! Inputs that a step computes from others: names for parts of Trans.

use super::acyclic::Acyclic;
use super::candidates::candidates;
use super::definitions::{Definitions, Unknown};
use super::replace::Replacement;
use crate::base::{Budget, HashMap, HashSet};
use crate::model::system::functional::{conjuncts, NextValues};
use crate::model::system::System;
use crate::solver::term::TermId;

/// Subterms that the search for definitions may visit.
const MOST_EFFORT: usize = 1 << 20;

/// Finds inputs that only Trans is about, and that conjuncts of it define. In the last step of a run, where Trans need
/// not hold, they may be anything.
///
/// If Trans gives each word its next value, all inputs stay: an input that is kept in a register, `x' = i`, would
/// become that register's next value, which then has no function any more, and the system would be a circuit no more.
pub(super) fn definitions(system: &mut System, _: &Budget) -> Option<Replacement> {
    let is_of_bits = system.first_beyond_bits().is_none();
    if is_of_bits && NextValues::of(system, &mut system.terms().clone()).rest.is_empty() {
        return None;
    }
    let mut others = vec![system.constraint()];
    others.extend(system.property_formulas());
    let others: HashSet<TermId> =
        system.terms().symbols_in(&others).into_iter().map(|s| system.terms().symbol_term(s)).collect();
    let inputs: Vec<TermId> =
        system.inputs().iter().copied().filter(|input| !others.contains(input)).collect();
    let unknowns: HashMap<TermId, Unknown> = inputs.iter().copied().zip(0..).collect();
    let (init, trans, constraint) = (system.init(), system.trans(), system.constraint());
    let terms = system.terms_mut();
    let mut definitions = Definitions::new(&unknowns, MOST_EFFORT);
    let mut chosen = Acyclic::default();
    let parts = conjuncts(terms, trans);
    let mut is_used = vec![false; parts.len()];
    for (i, of_input) in candidates(terms, &mut definitions, &parts)?.into_iter().enumerate() {
        for candidate in of_input {
            let inside = definitions.unknowns_in(terms, candidate.value)?;
            let is_free = candidate.by.iter().all(|&part| !is_used[part]);
            if is_free && chosen.add(i as Unknown, candidate.value, inside) {
                candidate.by.iter().for_each(|&part| is_used[part] = true);
                break;
            }
        }
    }
    if chosen.is_empty() {
        return None;
    }
    let values = chosen.resolve(terms, |u| inputs[u as usize]);
    let left: Vec<TermId> =
        parts.iter().zip(is_used).filter(|(_, used)| !used).map(|(&part, _)| part).collect();
    let trans = terms.and(&left);
    Some(Replacement { init, trans, constraint, values, facts: Vec::new() })
}

//! The system that is bad when a lasso has been run through.

use crate::model::system::System;
use crate::model::PropertyId;
use crate::solver::term::{Sort, TermId, Terms};

/// The system whose one property says that a lasso of another system has been run through that violates a justice
/// property; `None` if the system does not have that property.
///
/// Its variables are the original's, followed by: the input `lasso.save`, the state `lasso.saved`, which tells that the
/// input was true before, for each state variable its copy of that moment, called `lasso.copy.` and its name, and for
/// each formula that is to be true infinitely often `lasso.seen.` and its number, which tells that it was true since
/// then. All state variables are compared with their copies. Over words, a proof for this system is one that the
/// justice property holds; over numbers, runs need not come back to any state.
pub fn system_lasso_form(original: &System, property: PropertyId) -> Option<System> {
    let mut signals = original.recurring(property)?;
    if signals.is_empty() {
        signals.push(Terms::TRUE);
    }
    let mut system = original.without_properties();
    let save = system.declare_input("lasso.save", Sort::Bool);
    let saved = system.declare_state("lasso.saved", Sort::Bool);
    let (mut init, mut trans, mut closed) = (vec![system.init()], vec![system.trans()], vec![saved.current]);
    let mut copies = Vec::new();
    for state in original.states() {
        let sort = original.terms().sort(state.current);
        copies.push(system.declare_state(&format!("lasso.copy.{}", original.name(state.current)), sort));
    }
    let seen: Vec<_> =
        (0..signals.len()).map(|i| system.declare_state(&format!("lasso.seen.{}", i), Sort::Bool)).collect();

    let terms = system.terms_mut();
    let not_saved = terms.not(saved.current);
    let saving = terms.and(&[save, not_saved]);
    let inside = terms.or(&[save, saved.current]);
    init.push(not_saved);
    trans.push(terms.eq(saved.next, inside));
    for (state, copy) in original.states().iter().zip(&copies) {
        let sort = terms.sort(copy.current);
        let first = terms.default_term(sort);
        init.push(terms.eq(copy.current, first));
        let kept = terms.ite(saving, state.current, copy.current);
        trans.push(terms.eq(copy.next, kept));
        closed.push(terms.eq(state.current, copy.current));
    }
    for (&signal, seen) in signals.iter().zip(&seen) {
        init.push(terms.not(seen.current));
        let now = terms.and(&[inside, signal]);
        let next = terms.or(&[seen.current, now]);
        trans.push(terms.eq(seen.next, next));
        closed.push(seen.current);
    }
    let (init, trans, bad): (TermId, TermId, TermId) =
        (terms.and(&init), terms.and(&trans), terms.and(&closed));
    system.set_init(init);
    system.set_trans(trans);
    system.add_property("", bad);
    Some(system)
}

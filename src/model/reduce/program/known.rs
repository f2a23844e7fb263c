//! An automaton whose edges assume an invariant that is known already.
//!
//! Its runs from the initial location are those of the original, step by step, so a path needs no way back. An
//! invariant of it is one of the original together with the formulas that were assumed.

use crate::model::cfa::{Cfa, Invariant};
use crate::solver::term::{TermId, Terms};

/// An automaton with the formulas that its edges assume.
#[derive(Clone, Debug)]
pub struct Informed {
    /// The automaton. Each edge assumes the formula of its source.
    pub cfa: Cfa,
    known: Vec<TermId>,
}

/// The automaton with this knowledge: a formula for each location, which holds whenever a run comes to the location.
///
/// # Panics
///
/// If there is not one formula a location.
pub fn assume(cfa: &Cfa, known: &Invariant) -> Informed {
    assert_eq!(known.formulas.len(), cfa.location_count(), "one formula a location");
    let mut informed = cfa.emptied();
    *informed.terms_mut() = known.terms.clone();
    for location in cfa.locations().filter(|&l| l != cfa.initial() && l != cfa.error()) {
        informed.add_location(cfa.location_name(location));
    }
    for edge in cfa.edges() {
        let mut command = edge.command;
        let formula = known.formulas[edge.source.index()];
        if formula != Terms::TRUE {
            let commands = informed.commands_mut();
            let assumption = commands.assume(formula);
            command = commands.sequence(&[assumption, command]);
        }
        informed.add_edge(edge.source, edge.target, command);
    }
    Informed { cfa: informed, known: known.formulas.clone() }
}

impl Informed {
    /// An invariant of the original automaton, if the edges lead from states of the known formulas to such states.
    pub fn lift_invariant(&self, mut found: Invariant) -> Invariant {
        for (formula, &known) in found.formulas.iter_mut().zip(&self.known) {
            *formula = found.terms.and(&[*formula, known]);
        }
        found
    }
}

//! An automaton whose edges assume an invariant that is known already, or claims that are to be proved with it.
//!
//! The runs of an [`Informed`] automaton from the initial location are those of the original, step by step, so a path
//! needs no way back. An invariant of it is one of the original together with the formulas that were assumed.
//!
//! An [`Annotated`] automaton has claims at some locations, which need not be inductive step by step. It reaches the
//! error where the original does, and where a claim is false; so behind a claim the claim is known. A proof of it
//! implies the claims, and is one of the original as it is.

use crate::model::cfa::{Cfa, InvariantMap, LocId, Path, PathStep};
use crate::solver::term::{TermId, Terms};

/// An automaton with the formulas that its edges assume.
#[derive(Clone, Debug)]
pub struct Informed {
    /// The automaton. Each edge assumes what is known of its source.
    pub cfa: Cfa,
    known: Vec<TermId>,
    bound: Vec<TermId>,
}

/// The automaton with this knowledge: a formula for each location, which holds whenever a run reaches the location. Its
/// edges assume the formulas of `ground`, which follow from it, and have no bound constants.
///
/// # Panics
///
/// If there is not one formula a location.
pub fn assume(cfa: &Cfa, known: &InvariantMap, ground: &[TermId]) -> Informed {
    assert_eq!(known.formulas.len(), cfa.location_count(), "one formula a location");
    assert_eq!(ground.len(), cfa.location_count(), "one formula a location");
    let mut informed = cfa.emptied();
    *informed.terms_mut() = known.terms.clone();
    for location in cfa.locations().filter(|&l| l != cfa.initial() && l != cfa.error()) {
        informed.add_location(cfa.location_name(location));
    }
    for edge in cfa.edges() {
        let mut command = edge.command;
        let formula = ground[edge.source.index()];
        if formula != Terms::TRUE {
            let commands = informed.commands_mut();
            let assumption = commands.assume(formula);
            command = commands.sequence(&[assumption, command]);
        }
        informed.add_edge(edge.source, edge.target, command);
    }
    Informed { cfa: informed, known: known.formulas.clone(), bound: known.bound.clone() }
}

impl Informed {
    /// An invariant of the original automaton, if the edges lead from states of the known formulas to such states.
    pub fn lift_invariant(&self, mut found: InvariantMap) -> InvariantMap {
        for (formula, &known) in found.formulas.iter_mut().zip(&self.known) {
            *formula = found.terms.and(&[*formula, known]);
        }
        found.bound.extend(&self.bound);
        found
    }
}

/// An automaton with claims at some locations.
#[derive(Clone, Debug)]
pub struct Annotated {
    /// The automaton: the edges of the original, each of which assumes the claims of its source, then an edge into the
    /// error for each claim.
    pub cfa: Cfa,
    /// The number of edges of the original.
    edges: usize,
}

/// The automaton with these claims, formulas of its own store.
pub fn annotate(cfa: &Cfa, claims: &[(LocId, TermId)]) -> Annotated {
    let mut annotated = cfa.emptied();
    for location in cfa.locations().filter(|&l| l != cfa.initial() && l != cfa.error()) {
        annotated.add_location(cfa.location_name(location));
    }
    let mut known = vec![Vec::new(); cfa.location_count()];
    for &(location, formula) in claims {
        let command = annotated.commands_mut().assume(formula);
        known[location.index()].push(command);
    }
    for edge in cfa.edges() {
        let mut parts = known[edge.source.index()].clone();
        parts.push(edge.command);
        let command = annotated.commands_mut().sequence(&parts);
        annotated.add_edge(edge.source, edge.target, command);
    }
    for &(location, formula) in claims.iter().filter(|&&(location, _)| location != cfa.error()) {
        let (commands, terms) = annotated.parts_mut();
        let falsity = terms.not(formula);
        let command = commands.assume(falsity);
        annotated.add_edge(location, annotated.error(), command);
    }
    Annotated { cfa: annotated, edges: cfa.edges().len() }
}

impl Annotated {
    /// The run of the original that a path into the error is; `None` if it reaches a claim that is false.
    pub fn lift_path(&self, found: &Path) -> Option<Path> {
        let is_original = |step: &PathStep| step.edge.index() < self.edges;
        found.steps.iter().all(is_original).then(|| found.clone())
    }
}

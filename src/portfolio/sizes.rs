//! The sizes of models, as they are and reduced, for statistics.

use super::horn::HornVerifier;
use super::program::ProgramVerifier;
use super::Verifier;
use crate::input::SystemFile;
use crate::model::cfa::Cfa;
use crate::model::circuit::Circuit;
use crate::model::horn::Horn;
use crate::model::CircuitFile;
use crate::solver::term::Sort;

/// The sizes of a circuit, as it is and reduced.
pub(super) fn of_circuit(file: &CircuitFile, verifier: &Verifier<Circuit>) -> Vec<(String, u64)> {
    let mut list = Vec::new();
    for (which, circuit) in [("original", &file.circuit), ("reduced", verifier.reduced())] {
        list.push((format!("{} inputs", which), circuit.inputs().len() as u64));
        list.push((format!("{} latches", which), circuit.latches().len() as u64));
        list.push((format!("{} gates", which), circuit.and_count() as u64));
    }
    list
}

/// The sizes of the clauses before and after preprocessing.
pub(super) fn of_horn(original: &Horn, verifier: &HornVerifier) -> Vec<(String, u64)> {
    let mut list = Vec::new();
    for (which, horn) in [("original", original), ("reduced", verifier.reduced())] {
        let places: usize = horn.predicates().iter().map(|p| p.places.len()).sum();
        let variables: usize = horn.clauses().iter().map(|c| c.variables.len()).sum();
        list.push((format!("{} clauses", which), horn.clauses().len() as u64));
        list.push((format!("{} places of predicates", which), places as u64));
        list.push((format!("{} variables of clauses", which), variables as u64));
    }
    list
}

/// The sizes of an automaton, as it is and in large blocks.
pub(super) fn of_program(original: &Cfa, verifier: &ProgramVerifier) -> Vec<(String, u64)> {
    let mut list = Vec::new();
    for (which, cfa) in [("original", original), ("reduced", verifier.reduced())] {
        list.push((format!("{} variables", which), cfa.variables().len() as u64));
        list.push((format!("{} locations", which), cfa.location_count() as u64));
        list.push((format!("{} edges", which), cfa.edges().len() as u64));
    }
    list
}

/// The sizes of a system.
pub(super) fn of_system(file: &SystemFile) -> Vec<(String, u64)> {
    let system = file.system();
    let (states, inputs) = (system.states().len(), system.inputs().len());
    let mut list = vec![("state variables".to_string(), states as u64), ("inputs".into(), inputs as u64)];
    // By sort, in the order of first occurrence.
    let mut sorts: Vec<(Sort, u64)> = Vec::new();
    let variables = system.states().iter().map(|s| s.current).chain(system.inputs().iter().copied());
    for sort in variables.map(|t| system.terms().sort(t)) {
        match sorts.iter_mut().find(|(known, _)| *known == sort) {
            Some((_, count)) => *count += 1,
            None => sorts.push((sort, 1)),
        }
    }
    list.extend(
        sorts
            .into_iter()
            .map(|(sort, count)| (format!("variables of sort {}", system.terms().sort_text(sort)), count)),
    );
    list
}

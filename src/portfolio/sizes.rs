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

/// The sizes of a model, as it is and reduced.
fn of_both<M>(original: &M, reduced: &M, sizes: fn(&M) -> [(&'static str, usize); 3]) -> Vec<(String, u64)> {
    let both = [("original", original), ("reduced", reduced)].into_iter();
    let named = |(which, model)| {
        sizes(model).into_iter().map(move |(name, count)| (format!("{} {}", which, name), count as u64))
    };
    both.flat_map(named).collect()
}

/// The sizes of a circuit.
pub(super) fn of_circuit(file: &CircuitFile, verifier: &Verifier<Circuit>) -> Vec<(String, u64)> {
    of_both(&file.circuit, verifier.reduced(), |circuit| {
        let (inputs, latches) = (circuit.inputs().len(), circuit.latches().len());
        [("inputs", inputs), ("latches", latches), ("gates", circuit.and_count())]
    })
}

/// The sizes of clauses.
pub(super) fn of_horn(original: &Horn, verifier: &HornVerifier) -> Vec<(String, u64)> {
    of_both(original, verifier.reduced(), |horn| {
        let places = horn.predicates().iter().map(|p| p.places.len()).sum();
        let variables = horn.clauses().iter().map(|c| c.variables.len()).sum();
        let clauses = horn.clauses().len();
        [("clauses", clauses), ("places of predicates", places), ("variables of clauses", variables)]
    })
}

/// The sizes of an automaton, the reduced one in large blocks.
pub(super) fn of_program(original: &Cfa, verifier: &ProgramVerifier) -> Vec<(String, u64)> {
    of_both(original, verifier.reduced(), |cfa| {
        let (variables, edges) = (cfa.variables().len(), cfa.edges().len());
        [("variables", variables), ("locations", cfa.location_count()), ("edges", edges)]
    })
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

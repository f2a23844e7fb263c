//! Evidence about programs as text.

use crate::base::Budget;
use crate::evidence::formulas::{import, rename_with_bound, texts, Bound};
use crate::evidence::{CheckError, Malformed};
use crate::input::smtlib::distinct_names;
use crate::model::cfa::{Cfa, InvariantMap, Path};
use crate::solver::term::{quoted, TermId, Value};
use std::fmt::Write;

/// The names under which texts speak of the variables.
pub(super) fn variable_names(cfa: &Cfa) -> Vec<String> {
    let wanted: Vec<&str> = cfa.variables().iter().map(|&v| cfa.name(v)).collect();
    distinct_names(&wanted)
}

/// The names under which texts speak of the locations.
pub(super) fn location_names(cfa: &Cfa) -> Vec<String> {
    let wanted: Vec<&str> = cfa.locations().map(|l| cfa.location_name(l)).collect();
    distinct_names(&wanted)
}

/// An invariant as an SMT-LIB script: an assertion for each location, in their order, each behind a comment with its
/// name.
///
/// ```text
/// ; invariant by location
/// (declare-fun x () Int)
/// ; start
/// (assert true)
/// ; error
/// (assert false)
/// ; loop
/// (assert (<= x 10))
/// ```
///
/// # Errors
///
/// [`CheckError::Malformed`] if the invariant does not fit the program.
pub fn write_invariant(cfa: &Cfa, invariant: &InvariantMap) -> Result<String, CheckError> {
    let (expected, found) = (cfa.location_count(), invariant.formulas.len());
    if expected != found {
        return Err(Malformed::LocationCount { expected, found }.into());
    }
    let mut terms = cfa.terms().clone();
    let variables = cfa.variables();
    let budget = Budget::unlimited();
    let bound = Bound::declare(&mut terms, &invariant.terms, &invariant.bound)?;
    let own = variables.iter().copied();
    let mut formulas = import(&mut terms, own, &bound, &invariant.terms, &invariant.formulas, &budget)?;
    let names = variable_names(cfa);
    let bound = rename_with_bound(&mut terms, variables, &names, &bound.constants, &mut formulas);
    let mut out = String::from("; invariant by location\n");
    out.push_str(&terms.sort_declarations_of(variables.iter().chain(&formulas).copied()));
    for (&variable, name) in variables.iter().zip(&names) {
        // Writing to a string cannot fail.
        let _ = writeln!(out, "(declare-fun {} () {})", quoted(name), terms.sort_text(terms.sort(variable)));
    }
    let (definitions, texts) = texts(&terms, &bound, &formulas);
    for definition in definitions {
        let _ = writeln!(out, "{}", definition);
    }
    for (text, name) in texts.iter().zip(location_names(cfa)) {
        let _ = writeln!(out, "; {}\n(assert {})", quoted(&name), text);
    }
    Ok(out)
}

/// A path as text: the first values of the variables, and for each step its edge, by index, with the values of its
/// inputs and the parts of its choices.
///
/// ```text
/// path
/// start
///   x = 3
/// edge 2: start -> loop
///   x? = 7
///   choice 1
/// ```
///
/// # Errors
///
/// If the path is no run of the program.
pub fn write_path(cfa: &Cfa, path: &Path) -> Result<String, CheckError> {
    super::check_path(cfa, path)?;
    Ok(path_lines(cfa, path))
}

/// The lines of a path that is a run of the automaton to any location.
pub(super) fn path_lines(cfa: &Cfa, path: &Path) -> String {
    let mut out = String::from("path\nstart\n");
    let line = |out: &mut String, name: &str, constant: TermId, value: &Value| {
        let _ = writeln!(
            out,
            "  {} = {}",
            quoted(name),
            cfa.terms().value_text(value, cfa.terms().sort(constant))
        );
    };
    for ((&variable, name), value) in cfa.variables().iter().zip(variable_names(cfa)).zip(&path.start) {
        line(&mut out, &name, variable, value);
    }
    let locations = location_names(cfa);
    for step in &path.steps {
        let edge = cfa.edge(step.edge);
        let [source, target] = [edge.source, edge.target].map(|l| quoted(&locations[l.index()]));
        let _ = writeln!(out, "edge {}: {} -> {}", step.edge.index(), source, target);
        for (&input, value) in cfa.commands().inputs(edge.command).iter().zip(&step.inputs) {
            line(&mut out, cfa.name(input), input, value);
        }
        for part in &step.choices {
            let _ = writeln!(out, "  choice {}", part);
        }
    }
    out
}

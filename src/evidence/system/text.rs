//! Evidence as text, for people and for simple programs.

use super::rounds::rounds;
use super::{import, import_universal};
use crate::base::Budget;
use crate::evidence::formulas::{rename_with_bound, texts};
use crate::evidence::program::write_ranking;
use crate::evidence::{CheckError, Malformed};
use crate::input::smtlib::distinct_names;
use crate::input::vmt;
use crate::model::encode::live::system_lasso_form;
use crate::model::system::{Certificate, Invariant, Layer, Proof, System, Trace};
use crate::model::PropertyId;
use crate::solver::term::{quoted, TermId, Value};
use std::fmt::Write;

/// The names under which texts speak of the variables: state variables, then inputs.
pub(super) fn names(system: &System) -> (Vec<TermId>, Vec<String>) {
    let states = system.states().iter().map(|s| s.current);
    let variables: Vec<TermId> = states.chain(system.inputs().iter().copied()).collect();
    let wanted: Vec<&str> = variables.iter().map(|&t| system.name(t)).collect();
    let names = distinct_names(&wanted);
    (variables, names)
}

/// A certificate as an SMT-LIB script: its assertions are the invariant, or the lemmas of a proof by k-induction. The
/// first line, a comment, says which property they prove and how.
///
/// ```text
/// ; invariant b0
/// (declare-fun x () Int)
/// (assert (<= x 5))
/// ```
///
/// An assertion about all values of some constants begins with `forall`: `(assert (forall ((i Int)) (<= (select a i)
/// 5)))`.
///
/// For k-induction the first line is `; k-induction b0 4 simple-path` or `; k-induction b0 4 any-path`. For a ranking
/// of a justice property it names for each layer, the lowest first, the formula that it waits for and how many of the
/// assertions are its: `; ranking j0 0:2 1:1`. A proof that there is no lasso is one for the [system of
/// lassos](system_lasso_form), with `lasso-free j0` before it: `; lasso-free j0 invariant b0`. Measures are those of
/// the automaton of [`rounds`], as [`write_ranking`] writes them but for the first line, `; rounds j0`.
///
/// # Errors
///
/// [`CheckError::Malformed`] if the certificate does not fit the system.
pub fn write_certificate(system: &System, property: PropertyId, proof: &Proof) -> Result<String, CheckError> {
    let mut out = match proof {
        Proof::Safety(Certificate::Inductive(_)) => format!("; invariant {}\n", property),
        Proof::Safety(Certificate::KInductive { k, simple_path, .. }) => {
            let path = if *simple_path { "simple-path" } else { "any-path" };
            format!("; k-induction {} {} {}\n", property, k, path)
        }
        Proof::LassoFree(certificate) => {
            let lassos = system_lasso_form(system, property);
            let count = system.justice().len();
            let lassos = lassos.ok_or(Malformed::NoSuchProperty { property, count })?;
            let inner = write_certificate(&lassos, PropertyId::new(0), &certificate.clone().into())?;
            return Ok(format!("; lasso-free {} {}", property, inner.trim_start_matches("; ")));
        }
        Proof::Ranked(layers) => {
            let layer = |layer: &Layer| format!(" {}:{}", layer.waits_for, layer.states.formulas.len());
            let layers: String = layers.iter().map(layer).collect();
            format!("; ranking {}{}\n", property, layers)
        }
        Proof::Ends(ranking) => {
            let text = write_ranking(&rounds(system, property)?, ranking)?;
            let rest = text.split_once('\n').map_or("", |(_, rest)| rest);
            return Ok(format!("; rounds {}\n{}", property, rest));
        }
    };
    let mut terms = system.terms().clone();
    let (mut formulas, mut bound) = (Vec::new(), Vec::new());
    for part in proof.sets() {
        let (built, of_part) = import_universal(system, part, &mut terms, &Budget::unlimited())?;
        formulas.extend(built);
        bound.extend(of_part);
    }
    let (variables, names) = names(system);
    let bound = rename_with_bound(&mut terms, &variables, &names, &bound, &mut formulas);
    let states = variables.iter().take(system.states().len());
    out.push_str(&terms.sort_declarations_of(states.chain(&formulas).copied()));
    for (&variable, name) in variables.iter().zip(&names).take(system.states().len()) {
        // Writing to a string cannot fail.
        let _ = writeln!(out, "(declare-fun {} () {})", quoted(name), terms.sort_text(terms.sort(variable)));
    }
    let (definitions, texts) = texts(&terms, &bound, &formulas);
    for definition in definitions {
        let _ = writeln!(out, "{}", definition);
    }
    for text in texts {
        let _ = writeln!(out, "(assert {})", text);
    }
    Ok(out)
}

/// The system as a VMT-LIB script in which the invariant is one more `:invar-property`, the last one. It is inductive,
/// so that a model checker can use it to prove the others at once.
///
/// # Errors
///
/// [`CheckError::Malformed`] if the invariant does not fit the system.
pub fn write_vmt(system: &System, invariant: &Invariant) -> Result<String, CheckError> {
    let mut system = system.clone();
    let mut terms = system.terms().clone();
    let formulas = import(&system, invariant, &mut terms, &Budget::unlimited())?;
    *system.terms_mut() = terms;
    let holds = system.terms_mut().and(&formulas);
    let bad = system.terms_mut().not(holds);
    system.add_property("", bad);
    Ok(vmt::write(&system))
}

/// A trace as other model checkers for VMT-LIB print it: for each step a conjunction of literals and equalities, state
/// variables first.
///
/// ```text
/// counterexample
/// ;; step 0
/// (and (= x 0) go)
///
/// ;; step 1
/// (and (= x 1) (not go))
///
/// unsafe
/// ```
///
/// If the property is not the first one, a comment `;; property b1` follows the first line.
///
/// # Errors
///
/// [`CheckError::Malformed`] if the trace does not fit the system.
pub fn write_trace(system: &System, trace: &Trace) -> Result<String, CheckError> {
    if !system.has(trace.property) {
        let (property, count) = (trace.property, system.property_ids().count());
        return Err(Malformed::NoSuchProperty { property, count }.into());
    }
    super::replay::fits(system, trace)?;
    let (variables, names) = names(system);
    let mut out = String::from("counterexample\n");
    if trace.property != PropertyId::new(0) {
        // Writing to a string cannot fail.
        let _ = writeln!(out, ";; property {}", trace.property);
    }
    for (step, values) in trace.steps.iter().enumerate() {
        let values = values.states.iter().chain(&values.inputs);
        let literals = variables.iter().zip(&names).zip(values).map(|((&variable, name), value)| {
            let name = quoted(name);
            match value {
                Value::Bool(true) => name,
                Value::Bool(false) => format!("(not {})", name),
                value => format!(
                    "(= {} {})",
                    name,
                    system.terms().value_text(value, system.terms().sort(variable))
                ),
            }
        });
        let literals: Vec<String> = literals.collect();
        let text = match literals.as_slice() {
            [] => "true".to_string(),
            [literal] => literal.clone(),
            _ => format!("(and {})", literals.join(" ")),
        };
        // Writing to a string cannot fail.
        let _ = writeln!(out, ";; step {}\n{}\n", step, text);
    }
    out.push_str("unsafe\n");
    Ok(out)
}

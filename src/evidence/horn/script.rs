//! A model as a script for other solvers.

use super::text::{name, predicate_names, write_interpretation};
use crate::evidence::CheckError;
use crate::input::horn::application;
use crate::input::smtlib::{distinct_names, rename};
use crate::model::horn::{Atom, Horn, Interpretation};
use crate::solver::term::{quoted, TermId, SCRIPT_PREFIX};
use std::fmt::Write;

/// A script that defines the predicates and asks for each clause whether it can be false. Every `check-sat` must be
/// answered by `unsat`.
///
/// # Errors
///
/// [`CheckError::Malformed`] if the interpretation does not fit the clauses.
pub fn script(horn: &Horn, interpretation: &Interpretation) -> Result<String, CheckError> {
    let mut out = String::from("; every answer must be unsat\n(set-logic ALL)\n");
    out += &horn.sort_declarations();
    out += &write_interpretation(horn, interpretation)?;
    let predicates = predicate_names(horn);
    let mut terms = horn.terms().clone();
    for clause in horn.clauses() {
        let mut wanted: Vec<&str> = predicates.iter().map(String::as_str).collect();
        wanted.extend(clause.variables.iter().map(|&v| name(horn, v)));
        let names = distinct_names(&wanted).split_off(predicates.len());
        out.push_str("(push 1)\n");
        for (&variable, name) in clause.variables.iter().zip(&names) {
            // Writing to a string cannot fail.
            let _ =
                writeln!(out, "(declare-fun {} () {})", quoted(name), terms.sort_text(terms.sort(variable)));
        }
        let mut roots: Vec<TermId> = vec![clause.constraint];
        roots.extend(clause.body.iter().chain(&clause.head).flat_map(|atom| &atom.arguments));
        rename(&mut terms, &clause.variables, &names, &mut roots);
        let _ = writeln!(out, "(assert {})", terms.text_with(roots[0], SCRIPT_PREFIX));
        let mut arguments = roots[1..].iter();
        let mut applied = |atom: &Atom| {
            let arguments = arguments.by_ref().take(atom.arguments.len());
            application(&terms, &predicates[atom.predicate.index()], arguments)
        };
        for atom in &clause.body {
            let _ = writeln!(out, "(assert {})", applied(atom));
        }
        if let Some(head) = &clause.head {
            let _ = writeln!(out, "(assert (not {}))", applied(head));
        }
        out.push_str("(check-sat)\n(pop 1)\n");
    }
    Ok(out)
}

//! A model as a script for other solvers.

use super::catamorphisms::{facts_about, facts_by_induction, new_fields};
use super::check::{chosen, formulas, predicate_names};
use super::text::{name, write_interpretation};
use crate::base::Budget;
use crate::evidence::{CheckError, CheckOptions};
use crate::input::horn::application;
use crate::input::smtlib::{distinct_names, rename};
use crate::model::horn::{Atom, Horn, Interpretation};
use crate::solver::term::{quoted, Sort, TermId, Terms, SCRIPT_PREFIX};
use std::fmt::Write;

/// A script that defines the predicates and asks for each clause whether it can be false. Every `check-sat` must be
/// answered by `unsat`.
/// Facts about functions over datatypes are proved by induction first, and assumed from then on.
///
/// # Errors
///
/// [`CheckError::Malformed`] if the interpretation does not fit the clauses.
pub fn script(horn: &Horn, interpretation: &Interpretation) -> Result<String, CheckError> {
    let horn = &*chosen(horn, interpretation)?;
    let mut out = String::from("; every answer must be unsat\n(set-logic ALL)\n");
    out += &horn.sort_declarations();
    out += &write_interpretation(horn, interpretation)?;
    if !interpretation.catamorphisms.is_empty() {
        out += &facts_as_script(horn, interpretation)?;
    }
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

/// Commands that prove the facts about functions step by step, each a question whose answer is `unsat`, and assert
/// them for all values.
fn facts_as_script(horn: &Horn, found: &Interpretation) -> Result<String, CheckError> {
    let (options, budget) = (CheckOptions { proofs: false }, Budget::unlimited());
    let mut terms = horn.terms().clone();
    let functions = formulas(horn, &mut terms, found, &budget)?.functions;
    let facts = facts_by_induction(&mut terms, &functions, &options, &budget)?;
    let mut out = String::new();
    let about = |terms: &mut Terms, t| -> Vec<String> {
        let all = facts_about(terms, &functions, &facts, t);
        all.into_iter().map(|fact| terms.text_with(fact, SCRIPT_PREFIX)).collect()
    };
    let mut sorts: Vec<Sort> = functions.iter().map(|own| own.sort(&terms)).collect();
    sorts.dedup();
    for &sort in &sorts {
        for constructor in terms.constructors(sort).to_vec() {
            let fields = new_fields(&mut terms, constructor);
            let names: Vec<String> = (0..fields.len()).map(|i| format!("field {}", i)).collect();
            let mut made = [terms.construct(constructor, &fields)];
            let mut own = fields.clone();
            rename(&mut terms, &fields, &names, &mut made);
            rename(&mut terms, &fields, &names, &mut own);
            out.push_str("(push 1)\n");
            for &field in &own {
                let (name, sort) = (terms.text(field), terms.sort_text(terms.sort(field)));
                out += &format!("(declare-fun {} () {})\n", name, sort);
            }
            for fact in own.iter().flat_map(|&field| about(&mut terms, field)) {
                out += &format!("(assert {})\n", fact);
            }
            for fact in about(&mut terms, made[0]) {
                out += &format!("(push 1)\n(assert (not {}))\n(check-sat)\n(pop 1)\n", fact);
            }
            out.push_str("(pop 1)\n");
        }
    }
    for own in sorts.into_iter() {
        let value = terms.declare("x", own);
        for fact in about(&mut terms, value) {
            out += &format!("(assert (forall ((x {})) {}))\n", terms.sort_text(own), fact);
        }
    }
    Ok(out)
}

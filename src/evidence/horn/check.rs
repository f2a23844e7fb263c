//! The checks.

use super::catamorphisms::{import as import_functions, Known};
use crate::base::Budget;
use crate::evidence::formulas::{import, Bound, Prover, Universal};
use crate::evidence::{CheckError, CheckOptions, Condition, Malformed};
use crate::input::smtlib::distinct_names;
use crate::model::horn::{Atom, Broken, Catamorphism, Horn, Interpretation, Refutation};
use crate::solver::term::{PartialOp, Substitution, TermId, Terms};
use std::borrow::Cow;

/// Checks that a refutation derives false, by evaluation, and for all open results of partial operations.
///
/// # Errors
///
/// The step that is wrong.
pub fn check_refutation(horn: &Horn, refutation: &Refutation) -> Result<(), CheckError> {
    refutation.facts(horn).map_err(Condition::Derivation)?;
    match refutation.open_step(horn) {
        Some(step) => Err(Condition::Derivation(Broken::Open(step)).into()),
        None => Ok(()),
    }
}

/// Checks that an interpretation makes every clause true. Where its formulas are meant for all values of some
/// constants, the atoms of a body may be used for any of them (`formulas/instances.rs`).
///
/// # Errors
///
/// The clause that is false, or the limit that ended the check.
pub fn check_interpretation(
    horn: &Horn,
    interpretation: &Interpretation,
    options: &CheckOptions,
    budget: &Budget,
) -> Result<(), CheckError> {
    budget.poll()?;
    let horn = &*chosen(horn, interpretation)?;
    let mut terms = horn.terms().clone();
    let Imported { formulas, bound, functions } = formulas(horn, &mut terms, interpretation, budget)?;
    let known = Known::of(&mut terms, functions, options, budget)?;
    let mut prover = Prover::new(options, budget);
    for id in horn.clause_ids() {
        let clause = horn.clause(id);
        let mut parts = vec![clause.constraint];
        let body: Vec<TermId> =
            clause.body.iter().map(|atom| applied(horn, &mut terms, &formulas, atom)).collect();
        if let Some(head) = &clause.head {
            let head = applied(horn, &mut terms, &formulas, head);
            parts.push(terms.not(head));
        }
        parts.extend(known.consequences(&mut terms, &[&parts[..], &body].concat()));
        let body = Universal { bound: &bound, formulas: body };
        if !body.refute(&mut prover, &mut terms, &parts, budget)? {
            return Err(Condition::Clause(id).into());
        }
    }
    Ok(())
}

/// The clauses with the results of partial operations that an interpretation chooses.
pub(super) fn chosen<'a>(
    horn: &'a Horn,
    interpretation: &Interpretation,
) -> Result<Cow<'a, Horn>, Malformed> {
    for (partial, value) in &interpretation.choices {
        let sort = partial.sorts(horn.terms())[1];
        if !horn.terms().is_value(value, sort) || !value.has_term() {
            return Err(Malformed::Choice { name: partial.name(horn.terms()) });
        }
    }
    Ok(horn.chosen(&interpretation.choices))
}

/// The names under which texts speak of the predicates.
pub(super) fn predicate_names(horn: &Horn) -> Vec<String> {
    let wanted: Vec<&str> = horn.predicates().iter().map(|p| p.name.as_str()).collect();
    distinct_names(&wanted)
}

/// The partial operations whose open results the clauses mention, with the names of their definitions in texts.
pub(super) fn open_names(horn: &Horn) -> Vec<(PartialOp, String)> {
    let mut all: Vec<PartialOp> = horn.open().iter().map(|open| open.partial).collect();
    all.sort_unstable();
    all.dedup();
    let mut wanted = predicate_names(horn);
    wanted.extend(all.iter().map(|partial| partial.name(horn.terms())));
    let wanted: Vec<&str> = wanted.iter().map(String::as_str).collect();
    let names = distinct_names(&wanted).split_off(horn.predicates().len());
    all.into_iter().zip(names).collect()
}

/// An interpretation in the checker's own store.
pub(super) struct Imported {
    pub formulas: Vec<TermId>,
    /// The constants over which the formulas are quantified.
    pub bound: Vec<TermId>,
    /// The functions that they may call.
    pub functions: Vec<Catamorphism>,
}

/// An interpretation in a store that began as the system's. Beside bound constants and functions of its own, each
/// formula may mention the arguments of its predicate only.
pub(super) fn formulas(
    horn: &Horn,
    terms: &mut Terms,
    interpretation: &Interpretation,
    budget: &Budget,
) -> Result<Imported, CheckError> {
    let (expected, found) = (horn.predicates().len(), interpretation.formulas.len());
    if expected != found {
        return Err(Malformed::PredicateCount { expected, found }.into());
    }
    let taken = predicate_names(horn);
    let functions =
        import_functions(terms, &interpretation.terms, &interpretation.catamorphisms, &taken, budget)?;
    let bound = Bound::declare(terms, &interpretation.terms, &interpretation.bound)?;
    let mut formulas = Vec::with_capacity(found);
    for (at, (predicate, &formula)) in horn.predicates().iter().zip(&interpretation.formulas).enumerate() {
        let places = predicate.places.iter().copied();
        let built = import(terms, places, &bound, &interpretation.terms, &[formula], budget);
        // The import counts its own formulas; here each has an index among all.
        formulas.extend(built.map_err(|error| match error {
            CheckError::Malformed(Malformed::NotAFormula { .. }) => {
                Malformed::NotAFormula { clause: at }.into()
            }
            CheckError::Malformed(Malformed::NotAVariable { name, .. }) => {
                Malformed::NotAVariable { clause: at, name }.into()
            }
            error => error,
        })?);
    }
    Ok(Imported { formulas, bound: bound.constants, functions })
}

/// An atom as a formula over the variables of its clause.
pub(super) fn applied(horn: &Horn, terms: &mut Terms, formulas: &[TermId], atom: &Atom) -> TermId {
    let mut arguments = Substitution::new();
    for (&place, &argument) in horn.predicate(atom.predicate).places.iter().zip(&atom.arguments) {
        arguments.insert(place, argument);
    }
    arguments.apply(terms, formulas[atom.predicate.index()])
}

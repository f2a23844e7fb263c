//! A model as the answer to `get-model`: short formulas, over the names that the clauses use.
//!
//! The formulas are those of [`telling`], which are equivalent to the ones that an engine found, and the parameters are
//! named as in a clause that derives the predicate. The text itself is evidence: it is read back and checked
//! against the clauses. If it does not pass, or the effort ends, the answer is that of [`write_interpretation`].

use super::catamorphisms::is_taken;
use super::read::{check, Evidence};
use super::text::{name, names_in_clause, write_interpretation, written};
use crate::evidence::view::{effort, telling};
use crate::evidence::{CheckError, CheckOptions};
use crate::model::horn::{Horn, Interpretation};
use crate::solver::term::Terms;

/// A model for people who read SMT-LIB, in the form of [`write_interpretation`].
///
/// ```text
/// (define-fun inv ((i Int) (n Int)) Bool (and (>= i 0) (<= i n)))
/// ```
///
/// # Errors
///
/// See [`write_interpretation`].
pub fn tell_interpretation(horn: &Horn, interpretation: &Interpretation) -> Result<String, CheckError> {
    let budget = effort();
    let mut told = interpretation.clone();
    for formula in &mut told.formulas {
        let parts = telling(&mut told.terms, *formula, &[], &|_| false, &budget);
        *formula = told.terms.and(&parts);
    }
    let text = written(horn, &told, &|terms, at, taken| parameters(horn, terms, at, taken))?;
    let is_model = |evidence| check(horn, &evidence, &CheckOptions::default(), &budget).is_ok();
    if Evidence::read(text.as_bytes(), horn, &budget).map_or(false, is_model) {
        return Ok(text);
    }
    write_interpretation(horn, interpretation)
}

/// The names of a predicate's parameters: those in the first clause that derives it for different variables, as in
/// `--show-invariant`, or else of the variables in the head of the first clause that derives it. At a place where there
/// is none, or one that stands at an earlier place too or is the name of something else, it is `x!0`, `x!1` and so on.
fn parameters(horn: &Horn, terms: &Terms, predicate: usize, taken: &[String]) -> Vec<String> {
    let of_first = || {
        let mut heads = horn.clauses().iter().flat_map(|clause| &clause.head);
        let head = heads.find(|head| head.predicate.index() == predicate)?;
        Some(head.arguments.iter().map(|&t| name(horn, t).to_string()).collect())
    };
    let wanted = names_in_clause(horn, predicate).or_else(of_first).unwrap_or_default();
    let mut names: Vec<String> = Vec::new();
    for at in 0..horn.predicates()[predicate].places.len() {
        let numbered = (1..).map(|marks| format!("x{}{}", "!".repeat(marks), at));
        let is_free = |name: &String| !names.contains(name) && !is_taken(terms, name, taken);
        names.extend(wanted.get(at).cloned().into_iter().chain(numbered).find(is_free));
    }
    names
}

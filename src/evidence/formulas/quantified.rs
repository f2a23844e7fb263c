//! Formulas with quantifiers in front as text.

use crate::input::smtlib::{distinct_names, rename};
use crate::solver::term::{quoted, Op, TermId, Terms, SCRIPT_PREFIX};

/// Gives constants these names, and bound ones names that differ from them. The bound constants as they are then.
pub(in crate::evidence) fn rename_with_bound(
    terms: &mut Terms,
    constants: &[TermId],
    names: &[String],
    bound: &[TermId],
    formulas: &mut [TermId],
) -> Vec<TermId> {
    let own = bound.iter().map(|&t| name(terms, t));
    let names = distinct_names(&names.iter().map(String::as_str).chain(own).collect::<Vec<_>>());
    let all: Vec<TermId> = constants.iter().chain(bound).copied().collect();
    let mut roots: Vec<TermId> = formulas.iter().chain(bound).copied().collect();
    rename(terms, &all, &names, &mut roots);
    let bound = roots.split_off(formulas.len());
    formulas.copy_from_slice(&roots);
    bound
}

/// A formula, meant for all values of those of these constants that it is about.
///
/// ```text
/// (forall ((i Int)) (or (<= 10 i) (= 0 (select a i))))
/// ```
pub(in crate::evidence) fn for_all(terms: &Terms, bound: &[TermId], formula: TermId) -> String {
    let text = terms.text_with(formula, SCRIPT_PREFIX);
    let list: Vec<String> = (bound_in(terms, bound, formula).into_iter())
        .map(|t| format!("({} {})", quoted(name(terms, t)), terms.sort_text(terms.sort(t))))
        .collect();
    match list[..] {
        [] => text,
        _ => format!("(forall ({}) {})", list.join(" "), text),
    }
}

/// Formulas, each meant for all values of those of these constants that it is about, behind definitions of what they
/// share.
pub(in crate::evidence) fn texts(
    terms: &Terms,
    bound: &[TermId],
    formulas: &[TermId],
) -> (Vec<String>, Vec<String>) {
    // Subterms that several formulas share cannot mention constants that each of them binds.
    match bound {
        [] => terms.texts(formulas, SCRIPT_PREFIX),
        _ => (Vec::new(), formulas.iter().map(|&f| for_all(terms, bound, f)).collect()),
    }
}

/// The words in front of a formula that say so to people: `for all i, j: `, or nothing.
pub(in crate::evidence) fn for_all_in_words(terms: &Terms, bound: &[TermId], formula: TermId) -> String {
    let names: Vec<&str> = bound_in(terms, bound, formula).into_iter().map(|t| name(terms, t)).collect();
    if names.is_empty() {
        String::new()
    } else {
        format!("for all {}: ", names.join(", "))
    }
}

/// The constants among these that a formula is about.
fn bound_in(terms: &Terms, bound: &[TermId], formula: TermId) -> Vec<TermId> {
    if bound.is_empty() {
        return Vec::new();
    }
    let inside = terms.subterms(&[formula]);
    bound.iter().copied().filter(|t| inside.contains(t)).collect()
}

fn name(terms: &Terms, constant: TermId) -> &str {
    match terms.op(constant) {
        Op::Symbol(symbol) => terms.name(symbol),
        _ => "",
    }
}

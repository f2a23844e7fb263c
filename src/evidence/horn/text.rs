//! Evidence about Horn clauses as text.

use super::check::{formulas, open_names, predicate_names, Imported};
use crate::base::Budget;
use crate::evidence::formulas::{for_all, for_all_in_words, rename_with_bound};
use crate::evidence::view::{effort, infix, joined, telling, Names};
use crate::evidence::{CheckError, Condition};
use crate::input::smtlib::{distinct_names, rename};
use crate::model::horn::{Catamorphism, Clause, Fact, Horn, Interpretation, Refutation};
use crate::solver::term::{quoted, Op, TermId, Terms, SCRIPT_PREFIX};
use std::fmt::Write;

/// The name that the store gives a constant.
pub(super) fn name(horn: &Horn, constant: TermId) -> &str {
    match horn.terms().op(constant) {
        Op::Symbol(symbol) => horn.terms().name(symbol),
        _ => "",
    }
}

/// A model as definitions, one for each predicate, as the competition CHC-COMP asks for it.
///
/// ```text
/// (define-fun reachable ((x Int)) Bool (<= x 10))
/// ```
///
/// The functions over datatypes that it calls are defined before them.
///
/// # Errors
///
/// [`CheckError::Malformed`] if the interpretation does not fit the clauses.
pub fn write_interpretation(horn: &Horn, interpretation: &Interpretation) -> Result<String, CheckError> {
    written(horn, interpretation, &|_, predicate, _| {
        (0..horn.predicates()[predicate].places.len()).map(|i| format!("x{}", i)).collect()
    })
}

/// The names of a predicate's parameters, by its index, where predicates and functions have the names given.
pub(super) type ParameterNames<'a> = dyn Fn(&Terms, usize, &[String]) -> Vec<String> + 'a;

/// As [`write_interpretation`], with other names for parameters.
pub(super) fn written(
    horn: &Horn,
    interpretation: &Interpretation,
    parameters: &ParameterNames<'_>,
) -> Result<String, CheckError> {
    let mut terms = horn.terms().clone();
    let imported = formulas(horn, &mut terms, interpretation, &Budget::unlimited())?;
    let Imported { formulas: built, bound, functions } = imported;
    let mut out = definitions(&mut terms, &functions);
    for (partial, name) in open_names(horn) {
        for (_, value) in interpretation.choices.iter().filter(|(chosen, _)| *chosen == partial) {
            let [argument, result] = partial.sorts(&terms);
            let (sorts, value) =
                ([argument, result].map(|s| terms.sort_text(s)), terms.value_text(value, result));
            // Writing to a string cannot fail.
            let _ = writeln!(out, "(define-fun {} ((x {})) {} {})", quoted(&name), sorts[0], sorts[1], value);
        }
    }
    let mut names = predicate_names(horn);
    names.extend(functions.iter().map(|own| terms.function_name(own.function).to_string()));
    for (at, (predicate, formula)) in horn.predicates().iter().zip(built).enumerate() {
        // Predicates, functions and parameters never have the same names.
        let mut wanted: Vec<&str> = names.iter().map(String::as_str).collect();
        let parameters = parameters(&terms, at, &names);
        wanted.extend(parameters.iter().map(String::as_str));
        let parameters = distinct_names(&wanted).split_off(names.len());
        let mut formula = [formula];
        let bound = rename_with_bound(&mut terms, &predicate.places, &parameters, &bound, &mut formula);
        let parameters: Vec<String> = (parameters.iter().zip(&predicate.places))
            .map(|(name, &place)| format!("({} {})", quoted(name), terms.sort_text(terms.sort(place))))
            .collect();
        let text = for_all(&terms, &bound, formula[0]);
        // Writing to a string cannot fail.
        let _ = writeln!(out, "(define-fun {} ({}) Bool {})", quoted(&names[at]), parameters.join(" "), text);
    }
    Ok(out)
}

/// The definitions of functions over datatypes: one by one where each calls only itself and those before it, else
/// together.
fn definitions(terms: &mut Terms, functions: &[Catamorphism]) -> String {
    let mut heads = Vec::with_capacity(functions.len());
    let mut bodies = Vec::with_capacity(functions.len());
    let names: Vec<String> =
        functions.iter().map(|own| terms.function_name(own.function).to_string()).collect();
    for own in functions {
        let parameter =
            distinct_names(&[&names.iter().map(String::as_str).collect::<Vec<_>>()[..], &["x"]].concat());
        let parameter = parameter.last().map_or("x", String::as_str).to_string();
        let mut body = [own.body];
        rename(terms, &[own.parameter], std::slice::from_ref(&parameter), &mut body);
        let (name, result) =
            (quoted(terms.function_name(own.function)), terms.sort_text(terms.sort(own.body)));
        let sort = terms.sort_text(own.sort(terms));
        heads.push(format!("{} (({} {})) {}", name, quoted(&parameter), sort, result));
        bodies.push(terms.text_with(body[0], SCRIPT_PREFIX));
    }
    let is_in_order = functions.iter().enumerate().all(|(at, own)| {
        let later = &functions[at + 1..];
        own.calls(terms).iter().all(|function| later.iter().all(|other| other.function != *function))
    });
    if is_in_order {
        let all = heads.iter().zip(&bodies);
        return all.map(|(head, body)| format!("(define-fun-rec {} {})\n", head, body)).collect();
    }
    format!("(define-funs-rec (({})) ({}))\n", heads.join(") ("), bodies.join(" "))
}

/// A model for people: for each predicate a line like `inv(i, n): 0 <= i && i <= n`. The arguments have the names
/// that a clause gives them which derives the predicate for different variables. Functions over datatypes come first,
/// as `size(x) = is_nil(x) ? 0 : size(tail(x)) + 1`.
pub fn interpretation_lines(horn: &Horn, interpretation: &Interpretation) -> Vec<String> {
    let budget = effort();
    let mut terms = interpretation.terms.clone();
    let mut lines = Vec::new();
    for own in &interpretation.catamorphisms {
        let name = |t: TermId| terms.text(t);
        let names = Names { name: &name, is_signed: &|_| false };
        let (head, body) = (infix(&terms, &names, own.parameter), infix(&terms, &names, own.body));
        lines.push(format!("{}({}) = {}", terms.function_name(own.function), head, body));
    }
    for (partial, value) in &interpretation.choices {
        let value = terms.value_text(value, partial.sorts(&terms)[1]);
        lines.push(format!("{}(x) = {}", partial.name(&terms), value));
    }
    for (at, (predicate, &formula)) in horn.predicates().iter().zip(&interpretation.formulas).enumerate() {
        let names = argument_names(horn, at, predicate.places.len());
        let parts = telling(&mut terms, formula, &[], &|_| false, &budget);
        let name = |t: TermId| {
            let place = predicate.places.iter().position(|&place| place == t);
            place.map_or_else(|| terms.text(t), |place| names[place].clone())
        };
        let texts: Vec<String> = {
            let names = Names { name: &name, is_signed: &|_| false };
            parts.iter().map(|&part| infix(&terms, &names, part)).collect()
        };
        let all = for_all_in_words(&terms, &interpretation.bound, formula);
        lines.push(format!("{}({}): {}{}", predicate.name, names.join(", "), all, joined(&texts)));
    }
    lines
}

/// The names of a predicate's arguments in a clause that derives it, or numbered ones.
fn argument_names(horn: &Horn, predicate: usize, count: usize) -> Vec<String> {
    let numbered = || (0..count).map(|at| format!("x{}", at)).collect();
    names_in_clause(horn, predicate).unwrap_or_else(numbered)
}

/// The names of a predicate's arguments in the first clause that derives it for different variables.
pub(super) fn names_in_clause(horn: &Horn, predicate: usize) -> Option<Vec<String>> {
    let of_head = |clause: &Clause| {
        let head = clause.head.as_ref().filter(|head| head.predicate.index() == predicate)?;
        let names: Vec<String> = head.arguments.iter().map(|&t| name(horn, t).to_string()).collect();
        let is_telling = |at: usize| !names[at].is_empty() && !names[..at].contains(&names[at]);
        (0..names.len()).all(is_telling).then_some(names)
    };
    horn.clauses().iter().find_map(of_head)
}

/// A fact as an application of its predicate to values.
pub(super) fn fact_text(horn: &Horn, names: &[String], fact: &Fact) -> String {
    let name = quoted(&names[fact.predicate.index()]);
    let places = &horn.predicate(fact.predicate).places;
    let values: Vec<String> = (fact.arguments.iter().zip(places))
        .map(|(value, &place)| horn.terms().value_text(value, horn.terms().sort(place)))
        .collect();
    match values[..] {
        [] => name,
        _ => format!("({} {})", name, values.join(" ")),
    }
}

/// The fact that each step of a refutation derives, as text; of the last one `false`.
///
/// # Errors
///
/// If it is no refutation of the clauses.
pub fn fact_texts(horn: &Horn, refutation: &Refutation) -> Result<Vec<String>, CheckError> {
    let facts = refutation.facts(horn).map_err(|broken| CheckError::from(Condition::Derivation(broken)))?;
    let names = predicate_names(horn);
    let texts = facts.iter().map(|fact| fact_text(horn, &names, fact));
    Ok(texts.chain(["false".to_string()]).collect())
}

/// A refutation as text: for each step its clause, by index, the earlier steps that its body rests on, and the values
/// of the variables. The fact that the step derives stands behind it as a comment.
///
/// ```text
/// refutation
/// step 0: clause 0 ; (p 0)
///   x = 0
/// step 1: clause 2 from 0
///   x = 0
/// ```
///
/// # Errors
///
/// If it is no refutation of the clauses.
pub fn write_refutation(horn: &Horn, refutation: &Refutation) -> Result<String, CheckError> {
    let facts = refutation.facts(horn).map_err(|broken| CheckError::from(Condition::Derivation(broken)))?;
    let names = predicate_names(horn);
    let mut out = String::from("refutation\n");
    for (number, step) in refutation.steps.iter().enumerate() {
        let _ = write!(out, "step {}: clause {}", number, step.clause.index());
        if !step.premises.is_empty() {
            out.push_str(" from");
            for premise in &step.premises {
                let _ = write!(out, " {}", premise);
            }
        }
        if let Some(fact) = facts.get(number) {
            let _ = write!(out, " ; {}", fact_text(horn, &names, fact));
        }
        out.push('\n');
        for (&variable, value) in horn.clause(step.clause).variables.iter().zip(&step.values) {
            let value = horn.terms().value_text(value, horn.terms().sort(variable));
            let _ = writeln!(out, "  {} = {}", quoted(name(horn, variable)), value);
        }
    }
    Ok(out)
}

/// A refutation as one list, the answer to `get-proof`: a list for each step, with the index of its clause, the earlier
/// steps that it rests on, the values of the variables, and the fact that it derives.
///
/// ```text
/// (refutation
///   (step 0 :clause 0 :values ((x 0)) :derives (p 0))
///   (step 1 :clause 2 :from (0) :values ((x 0)) :derives false))
/// ```
///
/// # Errors
///
/// If it is no refutation of the clauses.
pub fn write_proof(horn: &Horn, refutation: &Refutation) -> Result<String, CheckError> {
    let facts = refutation.facts(horn).map_err(|broken| CheckError::from(Condition::Derivation(broken)))?;
    let names = predicate_names(horn);
    let mut out = String::from("(refutation");
    for (number, step) in refutation.steps.iter().enumerate() {
        let _ = write!(out, "\n  (step {} :clause {}", number, step.clause.index());
        if !step.premises.is_empty() {
            let premises: Vec<String> = step.premises.iter().map(|p| p.to_string()).collect();
            let _ = write!(out, " :from ({})", premises.join(" "));
        }
        let pairs = horn.clause(step.clause).variables.iter().zip(&step.values);
        let pairs: Vec<String> = pairs
            .map(|(&v, value)| {
                format!(
                    "({} {})",
                    quoted(name(horn, v)),
                    horn.terms().value_text(value, horn.terms().sort(v))
                )
            })
            .collect();
        if !pairs.is_empty() {
            let _ = write!(out, " :values ({})", pairs.join(" "));
        }
        let fact = facts.get(number).map_or("false".to_string(), |fact| fact_text(horn, &names, fact));
        let _ = write!(out, " :derives {})", fact);
    }
    out.push_str(")\n");
    Ok(out)
}

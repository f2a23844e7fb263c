//! Evidence about the ends of runs as text, and back.
//!
//! Terms are told by equations: a measure as the equation of a constant `measure.L.K`, for its place `K` in the list
//! at location `L`; the value of an input as that of `input.E.K`, for the place of the input among those of edge `E`;
//! the value that counter `K` gets on edge `E` as that of `update.K.E`. A line says how many counters there are.

use super::counters::with_counters;
use super::path_text::read_path;
use super::text::{location_names, path_lines, variable_names};
use crate::base::{Budget, HashMap};
use crate::evidence::formulas::{assertions, import, import_terms, rename_with_bound, texts, Bound};
use crate::evidence::{CheckError, Malformed};
use crate::input::{smtlib, ParseError};
use crate::model::cfa::{Cfa, Counter, EdgeId, Endless, InvariantMap, Ranking};
use crate::solver::term::{quoted, Op, Sort, Substitution, TermId, Terms};
use crate::theories::num::Rational;
use std::fmt::Write;

/// The first lines of the files.
pub(super) const RANKING: &[u8] = b"; measures by location";
pub(super) const ENDLESS: &[u8] = b"endless run";
/// The line with the number of counters, behind the first one.
const COUNTERS: &str = "; counters: ";
/// Counters of a proof.
const MOST_COUNTERS: usize = 1_000;
/// The line between the stem and the set.
const SET: &str = "; set by location";

/// Formulas by location and equations of constants with these names as a script.
fn script(
    cfa: &Cfa,
    mut terms: Terms,
    bound: &Bound,
    formulas: &[TermId],
    equations: &[(String, TermId)],
) -> String {
    let variables = cfa.variables();
    let names = variable_names(cfa);
    let mut roots = formulas.to_vec();
    for (name, value) in equations {
        let constant = terms.declare(name, terms.sort(*value));
        roots.push(terms.eq(constant, *value));
    }
    let bound = rename_with_bound(&mut terms, variables, &names, &bound.constants, &mut roots);
    let mut out = terms.sort_declarations_of(variables.iter().chain(&roots).copied());
    for (&variable, name) in variables.iter().zip(&names) {
        // Writing to a string cannot fail.
        let _ = writeln!(out, "(declare-fun {} () {})", quoted(name), terms.sort_text(terms.sort(variable)));
    }
    for (name, value) in equations {
        let _ = writeln!(out, "(declare-fun {} () {})", quoted(name), terms.sort_text(terms.sort(*value)));
    }
    let (definitions, texts) = texts(&terms, &bound, &roots);
    definitions.iter().for_each(|definition| out.push_str(&format!("{}\n", definition)));
    let heads = location_names(cfa).into_iter().map(|name| quoted(&name));
    let heads = heads.chain(equations.iter().map(|(name, _)| name.clone()));
    for (text, head) in texts.iter().zip(heads) {
        let _ = writeln!(out, "; {}\n(assert {})", head, text);
    }
    out
}

/// A proof that all runs end as an SMT-LIB script: the invariant by location, then the measures.
///
/// ```text
/// ; measures by location
/// (declare-fun x () Int)
/// (declare-fun measure.2.0 () Int)
/// ; start
/// (assert true)
/// ; error
/// (assert false)
/// ; loop
/// (assert (<= x 10))
/// ; measure.2.0
/// (assert (= (+ x measure.2.0) 10))
/// ```
///
/// # Errors
///
/// [`CheckError::Malformed`] if the proof does not fit the program.
pub fn write_ranking(cfa: &Cfa, ranking: &Ranking) -> Result<String, CheckError> {
    let invariant = &ranking.invariant;
    let (expected, found) = (cfa.location_count(), invariant.formulas.len());
    if expected != found || ranking.measures.len() != expected {
        return Err(Malformed::LocationCount { expected, found }.into());
    }
    let budget = Budget::unlimited();
    let (counted, known) = with_counters(cfa, ranking, &budget)?;
    let cfa = &counted;
    let (mut terms, from) = (cfa.terms().clone(), &invariant.terms);
    let own = || cfa.variables().iter().copied();
    let formulas = import(&mut terms, own(), &known, from, &invariant.formulas, &budget)?;
    let none = Bound::default();
    let (bound, renamed) = if ranking.counters.is_empty() { (&known, &none) } else { (&none, &known) };
    let mut equations = Vec::new();
    for (location, list) in ranking.measures.iter().enumerate() {
        let list = import_terms(&mut terms, own(), renamed, from, list, &budget)?;
        let named = |(at, t): (usize, TermId)| (format!("measure.{}.{}", location, at), t);
        equations.extend(list.into_iter().enumerate().map(named));
    }
    for (number, counter) in ranking.counters.iter().enumerate() {
        let list: Vec<TermId> = counter.updates.iter().map(|&(_, value)| value).collect();
        let list = import_terms(&mut terms, own(), renamed, from, &list, &budget)?;
        let edges = counter.updates.iter().map(|(edge, _)| format!("update.{}.{}", number, edge.index()));
        equations.extend(edges.zip(list));
    }
    let mut head = String::from_utf8_lossy(RANKING).into_owned();
    if !ranking.counters.is_empty() {
        // Writing to a string cannot fail.
        let _ = write!(head, "\n{}{}", COUNTERS, ranking.counters.len());
    }
    Ok(format!("{}\n{}", head, script(cfa, terms, bound, &formulas, &equations)))
}

/// A run without end as text: the stem as a path, then a script with the set by location and the values of inputs.
///
/// # Errors
///
/// If the stem is no run, or the set does not fit the program.
pub fn write_endless(cfa: &Cfa, found: &Endless) -> Result<String, CheckError> {
    let mut terms = cfa.terms().clone();
    let budget = Budget::unlimited();
    let own = || cfa.variables().iter().copied();
    let none = Bound::default();
    let set = import(&mut terms, own(), &none, &found.terms, &found.set, &budget)?;
    let values: Vec<TermId> = found.inputs.iter().map(|&(_, value)| value).collect();
    let values = import_terms(&mut terms, own(), &none, &found.terms, &values, &budget)?;
    let names: HashMap<TermId, String> =
        all_inputs(cfa).into_iter().map(|(name, input)| (input, name)).collect();
    let mut equations = Vec::new();
    for (at, (&(input, _), value)) in found.inputs.iter().zip(values).enumerate() {
        let name = names.get(&input).ok_or(Malformed::NotAConstant { place: at })?;
        equations.push((name.clone(), value));
    }
    let stem = path_lines(cfa, &found.stem);
    let set = script(cfa, terms, &none, &set, &equations);
    Ok(format!("{}\n{}{}\n{}", String::from_utf8_lossy(ENDLESS), stem, SET, set))
}

/// The inputs of all edges, with their names in texts.
fn all_inputs(cfa: &Cfa) -> Vec<(String, TermId)> {
    let of_edge = |edge: EdgeId| {
        let inputs = cfa.commands().inputs(cfa.edge(edge).command);
        inputs
            .into_iter()
            .enumerate()
            .map(move |(at, input)| (format!("input.{}.{}", edge.index(), at), input))
    };
    cfa.edge_ids().flat_map(of_edge).collect()
}

/// Formulas by location, terms by the names of their constants, the store and the bound constants of a script.
type Told = (Terms, Vec<TermId>, Vec<(String, TermId)>, Vec<TermId>);

/// Reads a script with formulas by location and equations of constants.
fn read_script(bytes: &[u8], cfa: &Cfa, budget: &Budget) -> Result<Told, ParseError> {
    let wrong = |message: String| ParseError::at_line(1, 1, message);
    let script = smtlib::read_claims(bytes, budget)?;
    let count = cfa.location_count();
    if script.assertions.len() < count {
        let found = script.assertions.len();
        return Err(wrong(format!(
            "expected an assertion for each of the {} locations, found {}",
            count, found
        )));
    }
    let names = variable_names(cfa);
    let mut known: HashMap<&str, TermId> =
        names.iter().map(String::as_str).zip(cfa.variables().iter().copied()).collect();
    let mut terms = cfa.terms().clone();
    let mut told: HashMap<TermId, String> = HashMap::default();
    for &constant in &script.constants {
        let name = match script.terms.op(constant) {
            Op::Symbol(symbol) => script.terms.name(symbol),
            _ => continue,
        };
        let sort = script.terms.sort(constant);
        let is_told = ["measure.", "input.", "update."].iter().any(|prefix| name.starts_with(prefix));
        let has_sort = matches!(sort, Sort::Bool | Sort::Int | Sort::Real | Sort::BitVec(_));
        if is_told && has_sort && !known.contains_key(name) {
            let own = terms.declare(name, sort);
            known.insert(name, own);
            told.insert(own, name.to_string());
        }
    }
    let (mut formulas, bound) = assertions(&script, &mut terms, &known, "the program has no variable")?;
    let mut values = Vec::new();
    for equation in formulas.split_off(count) {
        let inside = terms.symbols_in(&[equation]).into_iter().map(|symbol| terms.symbol_term(symbol));
        let own: Vec<TermId> = inside.filter(|t| told.contains_key(t)).collect();
        let solved = match own[..] {
            [only] => solve(&mut terms, equation, only).map(|value| (told[&only].clone(), value)),
            _ => None,
        };
        values
            .push(solved.ok_or_else(|| wrong("expected the equation of a measure or an input".to_string()))?);
    }
    Ok((terms, formulas, values, bound))
}

/// The term that an equation gives to a constant.
fn solve(terms: &mut Terms, equation: TermId, constant: TermId) -> Option<TermId> {
    if terms.sort(constant) == Sort::Bool {
        let mut value = Substitution::new();
        value.insert(constant, Terms::TRUE);
        return Some(value.apply(terms, equation));
    }
    if terms.op(equation) != Op::Eq {
        return None;
    }
    let (a, b) = (terms.arg(equation, 0), terms.arg(equation, 1));
    if !matches!(terms.sort(constant), Sort::Int | Sort::Real) {
        return match (a == constant, b == constant) {
            (true, false) => Some(b),
            (false, true) => Some(a),
            (true, true) | (false, false) => None,
        };
    }
    let difference = terms.sub(a, b);
    let sum = terms.linear(difference);
    let factor = sum.monomials.iter().find(|(_, t)| *t == constant).map(|(factor, _)| factor.clone())?;
    if !factor.abs().is_one() {
        return None;
    }
    let scale = Rational::from(-1) * factor.recip();
    let one = match terms.sort(constant) {
        Sort::Real => terms.real(Rational::from(1)),
        _ => terms.int(1),
    };
    let mut parts: Vec<(Rational, TermId)> = vec![(&scale * &sum.constant, one)];
    for (factor, t) in &sum.monomials {
        if *t != constant {
            parts.push((&scale * factor, *t));
        }
    }
    Some(terms.combination(&parts))
}

/// Reads the text of [`write_ranking`], with any first line.
pub(in crate::evidence) fn read_ranking(
    bytes: &[u8],
    cfa: &Cfa,
    budget: &Budget,
) -> Result<Ranking, ParseError> {
    let wrong = |message: String| ParseError::at_line(1, 1, message);
    let second = bytes.split(|&b| b == b'\n').nth(1).and_then(|line| std::str::from_utf8(line).ok());
    let count = match second.and_then(|line| line.trim_end().strip_prefix(COUNTERS)) {
        Some(number) => number.parse().ok().filter(|&count| count <= MOST_COUNTERS),
        None => Some(0),
    };
    let count: usize = count.ok_or_else(|| wrong("expected the number of counters".to_string()))?;
    let mut counted = cfa.clone();
    let declare = |number| counted.declare(&format!("counter.{}", number), Sort::Int);
    let constants: Vec<TermId> = (0..count).map(declare).collect();
    let (terms, formulas, values, bound) = read_script(bytes, &counted, budget)?;
    let mut measures: Vec<Vec<TermId>> = vec![Vec::new(); cfa.location_count()];
    let mut counters: Vec<Counter> =
        constants.into_iter().map(|constant| Counter { constant, updates: Vec::new() }).collect();
    for (name, value) in values {
        let mut numbers = name.split('.').skip(1).map(str::parse::<usize>);
        let (first, second) = match (numbers.next(), numbers.next()) {
            (Some(Ok(first)), Some(Ok(second))) => (first, second),
            _ => return Err(wrong(format!("`{}` is out of place", name))),
        };
        let is_placed = if name.starts_with("measure.") {
            let list = measures.get_mut(first).filter(|list| list.len() == second);
            list.map(|list| list.push(value)).is_some()
        } else if name.starts_with("update.") && second < cfa.edges().len() {
            let counter = counters.get_mut(first);
            counter.map(|counter| counter.updates.push((EdgeId::new(second), value))).is_some()
        } else {
            false
        };
        if !is_placed {
            return Err(wrong(format!("`{}` is out of place", name)));
        }
    }
    Ok(Ranking { invariant: InvariantMap { terms, formulas, bound }, measures, counters })
}

pub(super) fn read_endless(bytes: &[u8], cfa: &Cfa, budget: &Budget) -> Result<Endless, ParseError> {
    let mark = format!("\n{}\n", SET);
    let at = bytes.windows(mark.len()).position(|window| window == mark.as_bytes());
    let at = at.ok_or_else(|| ParseError::at_line(1, 1, format!("expected a line `{}`", SET)))?;
    let stem = read_path(&bytes[..at + 1], cfa, budget)?;
    let (terms, set, values, _) = read_script(&bytes[at + 1..], cfa, budget)?;
    let known: HashMap<String, TermId> = all_inputs(cfa).into_iter().collect();
    let mut inputs = Vec::new();
    for (name, value) in values {
        let input = known.get(&name).copied();
        let input = input.ok_or_else(|| ParseError::at_line(1, 1, format!("there is no `{}`", name)))?;
        inputs.push((input, value));
    }
    Ok(Endless { stem, terms, set, inputs })
}

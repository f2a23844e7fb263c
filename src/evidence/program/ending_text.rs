//! Evidence about the ends of runs as text, and back.
//!
//! Terms are told by equations: a measure as the equation of a constant `measure.L.K`, for its place `K` in the list at
//! location `L`; the value of an input as that of `input.E.K`, for the place of the input among those of edge `E`; the
//! value that counter `K` gets on edge `E` as that of `update.K.E`. A line says how many counters there are, and
//! another one tells the locations with transition invariants. The truth value whether a state is kept for the first of
//! them is `kept.0`, and the value of variable `V` in it `kept.0.V`; its measures are `visits.0.K`, for their places
//! `K` in all lists, and a line tells where each list ends.

use super::counters::with_counters;
use super::path_text::read_path;
use super::text::{location_names, path_lines, variable_names};
use crate::base::{Budget, HashMap};
use crate::evidence::formulas::{assertions, import, import_terms, rename_with_bound, texts, Bound};
use crate::evidence::{CheckError, Malformed};
use crate::input::{smtlib, ParseError};
use crate::model::cfa::{Cfa, Counter, EdgeId, Endless, InvariantMap, LocId, Ranking, Transition};
use crate::solver::term::{quoted, Op, Sort, Substitution, TermId, Terms};
use crate::theories::num::Rational;
use std::fmt::Write;

/// The first lines of the files.
pub(super) const RANKING: &[u8] = b"; measures by location";
pub(super) const ENDLESS: &[u8] = b"endless run";
/// The line with the number of counters, behind the first one.
const COUNTERS: &str = "; counters: ";
/// The line with the locations of transition invariants, and for each the lengths of its lists: `3:1,2`.
const VISITS: &str = "; visits: ";
/// Counters of a proof.
const MOST_COUNTERS: usize = 1_000;
/// Transition invariants of a proof. Each has a constant for each variable.
const MOST_TRANSITIONS: usize = 50;
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
    let (bound, renamed) = if ranking.has_ghosts() { (&none, &known) } else { (&known, &none) };
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
    let mut visits = Vec::new();
    for (number, transition) in ranking.transitions.iter().enumerate() {
        let list: Vec<TermId> = transition.measures.iter().flatten().copied().collect();
        let list = import_terms(&mut terms, own(), renamed, from, &list, &budget)?;
        let named = |(at, t): (usize, TermId)| (format!("visits.{}.{}", number, at), t);
        equations.extend(list.into_iter().enumerate().map(named));
        let lengths: Vec<String> = transition.measures.iter().map(|list| list.len().to_string()).collect();
        visits.push(format!("{}:{}", transition.head.index(), lengths.join(",")));
    }
    let mut head = String::from_utf8_lossy(RANKING).into_owned();
    // Writing to a string cannot fail.
    if ranking.has_ghosts() {
        let _ = write!(head, "\n{}{}", COUNTERS, ranking.counters.len());
    }
    if !visits.is_empty() {
        let _ = write!(head, "\n{}{}", VISITS, visits.join(" "));
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
        let is_told =
            ["measure.", "input.", "update.", "visits."].iter().any(|prefix| name.starts_with(prefix));
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
    let mut lines = bytes.split(|&b| b == b'\n').skip(1).map(std::str::from_utf8);
    let mut line = |start: &str| lines.next()?.ok()?.trim_end().strip_prefix(start).map(str::to_string);
    let (count, visits) = match line(COUNTERS) {
        Some(number) => (number.parse().ok().filter(|&count| count <= MOST_COUNTERS), line(VISITS)),
        None => (Some(0), None),
    };
    let count: usize = count.ok_or_else(|| wrong("expected the number of counters".to_string()))?;
    let mut counted = cfa.clone();
    let declare = |number| counted.declare(&format!("counter.{}", number), Sort::Int);
    let constants: Vec<TermId> = (0..count).map(declare).collect();
    let mut transitions = Vec::new();
    for visit in visits.iter().flat_map(|line| line.split(' ')) {
        let read = read_visit(visit, cfa).filter(|_| transitions.len() < MOST_TRANSITIONS);
        let (head, measures) = read.ok_or_else(|| wrong(format!("`{}` is no location with lists", visit)))?;
        let is_kept = counted.declare(&format!("kept.{}", transitions.len()), Sort::Bool);
        let mut kept = Vec::with_capacity(cfa.variables().len());
        for (at, &variable) in cfa.variables().iter().enumerate() {
            let sort = cfa.terms().sort(variable);
            kept.push(counted.declare(&format!("kept.{}.{}", transitions.len(), at), sort));
        }
        transitions.push(Transition { head, is_kept, kept, measures });
    }
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
        let is_placed = if name.starts_with("visits.") {
            place(transitions.get_mut(first), second, value)
        } else if name.starts_with("measure.") {
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
    let is_open = |list: &Vec<TermId>| list.contains(&Terms::TRUE);
    if transitions.iter().flat_map(|transition| &transition.measures).any(is_open) {
        return Err(wrong("a list of `visits` is not complete".to_string()));
    }
    Ok(Ranking { invariant: InvariantMap { terms, formulas, bound }, measures, counters, transitions })
}

/// A location, and lists of some lengths that are to be filled.
fn read_visit(text: &str, cfa: &Cfa) -> Option<(LocId, Vec<Vec<TermId>>)> {
    let (head, lengths) = text.split_once(':')?;
    let head = cfa.locations().nth(head.parse().ok()?)?;
    let mut lists = Vec::new();
    for length in lengths.split(',').filter(|length| !length.is_empty()) {
        let length = length.parse().ok().filter(|&length: &usize| length <= MOST_COUNTERS)?;
        lists.push(vec![Terms::TRUE; length]);
        if lists.len() > MOST_COUNTERS {
            return None;
        }
    }
    Some((head, lists))
}

/// Puts a term into its place in the lists of a transition invariant. False if there is none, or it was filled.
fn place(transition: Option<&mut Transition>, at: usize, value: TermId) -> bool {
    let mut places = transition.into_iter().flat_map(|transition| transition.measures.iter_mut().flatten());
    match places.nth(at) {
        Some(free) if *free == Terms::TRUE => {
            *free = value;
            true
        }
        Some(_) | None => false,
    }
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

//! Readers of the texts that [`text`](super::text) writes.

use super::complete::PartialStep;
use super::rounds::rounds;
use super::text::names;
use crate::base::{Budget, HashMap};
use crate::evidence::formulas::{assertions, equation};
use crate::evidence::program::read_ranking;
use crate::input::smtlib::{self, Script};
use crate::input::{ParseError, Place};
use crate::model::encode::live::system_lasso_form;
use crate::model::system::functional::conjuncts;
use crate::model::system::{Certificate, Invariant, Layer, Proof, System};
use crate::model::{PropertyId, PropertyKind};
use crate::solver::term::{quoted, Sort, TermId, Terms};

/// Reads a certificate as [`write_certificate`](super::write_certificate) writes it: the property and its certificate.
/// Variables are known by their names; the script has to declare those that it uses.
///
/// # Errors
///
/// The first thing that is wrong, with line and column.
pub fn read_certificate(
    bytes: &[u8],
    system: &System,
    budget: &Budget,
) -> Result<(PropertyId, Proof), ParseError> {
    let first = bytes.split(|&b| b == b'\n').next().unwrap_or(&[]);
    let head = String::from_utf8_lossy(first);
    let words: Vec<&str> = head.split_whitespace().collect();
    let wrong = || {
        let expected =
            "expected `; invariant b0`, `; k-induction b0 2 any-path`, `; ranking j0 0:1`, `; rounds j0` or \
             `; lasso-free j0 invariant b0`, with a property of the system";
        ParseError::at_line(1, 1, expected)
    };
    let property = words.get(2).and_then(|word| property(word, system)).ok_or_else(wrong)?;
    if let ([";", "rounds", _], Ok(rounds)) = (words.as_slice(), rounds(system, property)) {
        return Ok((property, Proof::Ends(Box::new(read_ranking(bytes, &rounds, budget)?))));
    }
    let script = smtlib::read_claims(bytes, budget)?;
    let proof = match (words.as_slice(), property.kind()) {
        ([";", "ranking", _, layers @ ..], PropertyKind::Justice) => {
            Proof::Ranked(ranking(invariant(system, &script)?, layers).ok_or_else(wrong)?)
        }
        ([";", "lasso-free", _, rest @ ..], PropertyKind::Justice) => {
            let lassos = system_lasso_form(system, property).ok_or_else(wrong)?;
            Proof::LassoFree(safety(invariant(&lassos, &script)?, rest).ok_or_else(wrong)?)
        }
        ([";", rest @ ..], PropertyKind::Bad) => {
            Proof::Safety(safety(invariant(system, &script)?, rest).ok_or_else(wrong)?)
        }
        (_, PropertyKind::Bad | PropertyKind::Justice) => return Err(wrong()),
    };
    Ok((property, proof))
}

/// A certificate of safety from the words of its first line.
fn safety(invariant: Invariant, words: &[&str]) -> Option<Certificate> {
    match words {
        ["invariant", _] => Some(Certificate::Inductive(invariant)),
        ["k-induction", _, k, path @ ("simple-path" | "any-path")] => {
            let k = k.parse().ok().filter(|&k: &u32| k > 0)? as usize;
            Some(Certificate::KInductive { k, lemmas: invariant, simple_path: *path == "simple-path" })
        }
        _ => None,
    }
}

/// The layers among which formulas are shared out.
fn ranking(all: Invariant, layers: &[&str]) -> Option<Vec<Layer>> {
    let Invariant { terms, formulas, .. } = all;
    let mut rest = formulas.as_slice();
    let mut ranking = Vec::with_capacity(layers.len());
    for word in layers {
        let (waits_for, count) = word.split_once(':')?;
        let (waits_for, count): (u32, u32) = (waits_for.parse().ok()?, count.parse().ok()?);
        let formulas = rest.get(..count as usize)?.to_vec();
        rest = rest.get(count as usize..)?;
        ranking.push(Layer {
            waits_for: waits_for as usize,
            states: Invariant { terms: terms.clone(), formulas, bound: Vec::new() },
        });
    }
    rest.is_empty().then_some(ranking)
}

fn property(word: &str, system: &System) -> Option<PropertyId> {
    let kinds = [PropertyKind::Bad, PropertyKind::Justice];
    let kind = kinds.into_iter().find(|kind| word.starts_with(kind.letter()))?;
    let index: u32 = word.get(1..)?.parse().ok()?;
    Some(PropertyId::of_kind(kind, index as usize)).filter(|&p| system.has(p))
}

/// The assertions of a script over the variables of the system.
fn invariant(system: &System, script: &Script) -> Result<Invariant, ParseError> {
    let (variables, names) = names(system);
    let states = variables.iter().zip(&names).take(system.states().len());
    let known: HashMap<&str, TermId> = states.map(|(&variable, name)| (name.as_str(), variable)).collect();
    let mut terms = system.terms().clone();
    let (formulas, bound) = assertions(script, &mut terms, &known, "the system has no state variable")?;
    Ok(Invariant { terms, formulas, bound })
}

/// Reads candidate lemmas: the assertions of a script over the state variables, which it may declare or not. A
/// certificate is such a script.
///
/// # Errors
///
/// The first thing that is wrong, with line and column.
pub fn read_lemmas(bytes: &[u8], system: &System, budget: &Budget) -> Result<Invariant, ParseError> {
    let text = String::from_utf8_lossy(bytes);
    let (variables, names) = names(system);
    let is_declared = |name: &str| {
        let mut words = ["declare-fun", "declare-const"].iter().map(|word| format!("({} {}", word, name));
        let ends = |rest: &str| rest.starts_with(|c: char| c.is_whitespace() || c == '(');
        words.any(|begin| text.match_indices(&begin).any(|(at, _)| ends(&text[at + begin.len()..])))
    };
    let formulas = [system.init(), system.trans(), system.constraint()].into_iter();
    let formulas = formulas.chain(system.property_formulas());
    let mut declared = if text.contains("(declare-sort") || text.contains("(declare-datatype") {
        String::new()
    } else {
        system.terms().sort_declarations_of(variables.iter().copied().chain(formulas))
    };
    for (&variable, name) in variables.iter().zip(&names).take(system.states().len()) {
        if !is_declared(&quoted(name)) {
            declared.push_str(&format!(
                "(declare-fun {} () {})",
                quoted(name),
                system.terms().sort_text(system.terms().sort(variable))
            ));
        }
    }
    // A name may have several lines.
    let lines = declared.matches('\n').count();
    let last = declared.rsplit('\n').next().map_or(0, str::len);
    let script = [declared.as_bytes(), bytes].concat();
    let script = smtlib::read_ground(&script, budget).map_err(|error| match error.place() {
        Place::Line { line, column } => {
            let before = if line == lines + 1 { last } else { 0 };
            let line = line.saturating_sub(lines).max(1);
            ParseError::at_line(line, column.saturating_sub(before).max(1), error.message())
        }
        Place::Byte(_) => error,
    })?;
    invariant(system, &script)
}

/// Reads a trace as [`write_trace`](super::write_trace) and other tools write it: for each step a conjunction of
/// literals and equalities with constants. A step may leave variables open ([`complete`](super::complete)). The
/// property is the first one, unless a line `;; property b1` names another.
///
/// # Errors
///
/// The first thing that is wrong, with line and column.
pub fn read_trace(
    bytes: &[u8],
    system: &System,
    budget: &Budget,
) -> Result<(PropertyId, Vec<PartialStep>), ParseError> {
    let violated = violated(bytes, system)?;
    let (variables, names) = names(system);
    let terms = system.terms();
    let sorts: Vec<Sort> = variables.iter().map(|&v| terms.sort(v)).collect();
    let (text, places) = as_script(bytes, terms, &variables, &names)?;
    let mut script = smtlib::read_ground(text.as_bytes(), budget).map_err(|error| within(bytes, error))?;
    debug_assert_eq!(script.assertions.len(), places.len());
    let constants: HashMap<TermId, usize> =
        script.constants.iter().enumerate().map(|(i, &t)| (t, i)).collect();
    let mut steps = Vec::new();
    for (&step, &line) in script.assertions.iter().zip(&places) {
        let mut partial = PartialStep::new(system);
        for literal in conjuncts(&script.terms, step) {
            let known = equation(&mut script.terms, literal, &constants).and_then(|(place, value)| {
                let value = terms.value_from(&script.terms, &value, sorts[place])?;
                terms.is_value(&value, sorts[place]).then_some((place, value))
            });
            let (place, value) = known.ok_or_else(|| {
                let expected = "expected a conjunction of literals and of equalities with constants";
                ParseError::at_line(line, 1, expected)
            })?;
            let states = system.states().len();
            let slot = match place.checked_sub(states) {
                None => &mut partial.states[place],
                Some(input) => &mut partial.inputs[input],
            };
            if slot.replace(value.clone()).map_or(false, |before| before != value) {
                return Err(ParseError::at_line(line, 1, format!("`{}` has two values", names[place])));
            }
        }
        steps.push(partial);
    }
    Ok((violated, steps))
}

/// The property that a comment names, or the first one.
fn violated(bytes: &[u8], system: &System) -> Result<PropertyId, ParseError> {
    let lines = bytes.split(|&b| b == b'\n').enumerate();
    let named = lines.filter_map(|(i, line)| Some((i + 1, line.strip_prefix(b";; property ")?))).next();
    let (line, word) = named.unwrap_or((1, b"b0"));
    let found = property(String::from_utf8_lossy(word).trim(), system);
    found.ok_or_else(|| {
        let count = system.properties().len();
        ParseError::at_line(line, 1, format!("expected a property of the system, which has {}", count))
    })
}

/// The trace as a script in which each step is asserted, with all words in their places, and the first line of each
/// step.
fn as_script(
    bytes: &[u8],
    terms: &Terms,
    variables: &[TermId],
    names: &[String],
) -> Result<(String, Vec<usize>), ParseError> {
    let text = std::str::from_utf8(bytes)
        .map_err(|error| ParseError::in_text(bytes, error.valid_up_to(), "this is not valid UTF-8"))?;
    let is_mark = |line: &str| {
        let line = line.trim();
        line.is_empty() || line.starts_with(';') || matches!(line, "counterexample" | "unsafe")
    };
    if !text.lines().next().map_or(false, |line| line.trim() == "counterexample") {
        return Err(ParseError::at_line(1, 1, "expected `counterexample`"));
    }
    // It adds no lines to the text behind it.
    let mut script = terms.sort_declarations(variables.iter().map(|&v| terms.sort(v))).replace('\n', " ");
    for (&variable, name) in variables.iter().zip(names) {
        let sort = terms.sort_text(terms.sort(variable));
        script.push_str(&format!("(declare-fun {} () {})", quoted(name), sort));
    }
    let mut places = Vec::new();
    let mut lines = text.lines().skip(1).enumerate().peekable();
    // Where the step begins in the script.
    let mut inside = None;
    while let Some((i, line)) = lines.next() {
        let mark = is_mark(line);
        // The line of a mark ends a step and may begin the next one.
        if !mark && inside.is_none() {
            script.push_str("(assert");
            places.push(i + 2);
            inside = Some(script.len());
        }
        script.push('\n');
        if !mark {
            script.push_str(line);
        }
        let is_end = lines.peek().map_or(true, |(_, next)| is_mark(next));
        if let Some(start) = inside.filter(|_| is_end) {
            if term_count(&script[start..]) != Some(1) {
                let line = places.last().copied().unwrap_or(1);
                return Err(ParseError::at_line(line, 1, "expected one term in this step"));
            }
            script.push(')');
            inside = None;
        }
    }
    Ok((script, places))
}

/// The terms that stand beside each other in a text; `None` if its parentheses, quotes or texts are not balanced.
fn term_count(text: &str) -> Option<usize> {
    let (mut depth, mut count, mut in_word) = (0usize, 0, false);
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        let begins = match c {
            ';' => {
                chars.find(|&c| c == '\n');
                false
            }
            '"' | '|' => {
                chars.find(|&other| other == c)?;
                true
            }
            '(' => {
                depth += 1;
                depth == 1
            }
            ')' => {
                depth = depth.checked_sub(1)?;
                false
            }
            c => !c.is_whitespace() && !in_word,
        };
        in_word = !(c.is_whitespace() || matches!(c, '(' | ')' | ';'));
        count += usize::from(begins && (depth == 0 || c == '(' && depth == 1));
    }
    (depth == 0).then_some(count)
}

/// The error of a script made of a trace, in the trace: the words that the script adds stand behind the lines' ends.
fn within(bytes: &[u8], error: ParseError) -> ParseError {
    match error.place() {
        Place::Line { line, column } => {
            let text = bytes.split(|&b| b == b'\n').nth(line - 1).unwrap_or(b"");
            ParseError::at_line(line, column.min(text.len() + 1), error.message())
        }
        Place::Byte(_) => error,
    }
}

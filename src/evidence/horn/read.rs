//! Readers of the texts that [`text`](super::text) writes.

use super::check::{open_names, predicate_names};
use super::lemmas::Lemmas;
use super::text::name;
use crate::base::{Budget, HashMap, Limit};
use crate::evidence::formulas::{value, Bound};
use crate::evidence::{CheckError, CheckOptions};
use crate::input::smtlib::{read_definitions, Definition, Definitions, Recursive};
use crate::input::ParseError;
use crate::model::horn::{Catamorphism, ClauseId, Derivation, Horn, Interpretation, Refutation};
use crate::solver::term::{Foreign, Model, Op, PartialOp, Rebuild, Sort, SymbolId, TermId, Terms, Value};

/// The evidence for the verdict on Horn clauses, as a file gives it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Evidence {
    /// Unsafe: a derivation of false.
    Refutation(Refutation),
    /// Safe: a model.
    Interpretation(Box<Interpretation>),
}

impl Evidence {
    /// Whether it claims that the clauses have a model.
    pub fn claims_safe(&self) -> bool {
        matches!(self, Evidence::Interpretation(_))
    }

    /// Reads an evidence file: a refutation if its first line says so, else a model. A model is a list of definitions,
    /// which may stand in parentheses, with the word `model` or without, and behind a line `sat`.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong, with its position.
    pub fn read(bytes: &[u8], horn: &Horn, budget: &Budget) -> Result<Evidence, ParseError> {
        let first = bytes.split(|&b| b == b'\n').next().unwrap_or(&[]);
        match first.strip_suffix(b"\r").unwrap_or(first) {
            b"refutation" => read_refutation(bytes, horn, budget).map(Evidence::Refutation),
            _ => read_interpretation(bytes, horn, budget).map(|i| Evidence::Interpretation(Box::new(i))),
        }
    }
}

/// Checks evidence from a file against the clauses that it is about.
///
/// # Errors
///
/// See [`CheckError`]; only a limit of the budget leaves the question open.
pub fn check(
    horn: &Horn,
    evidence: &Evidence,
    options: &CheckOptions,
    budget: &Budget,
) -> Result<(), CheckError> {
    match evidence {
        Evidence::Refutation(refutation) => super::check_refutation(horn, refutation),
        Evidence::Interpretation(found) => super::check_interpretation(horn, found, options, budget),
    }
}

/// The text without a line `sat` in front and without parentheses around all definitions; blanks take their places, so
/// that errors keep their positions.
fn unwrapped(bytes: &[u8]) -> Vec<u8> {
    let mut text = bytes.to_vec();
    let skip = |text: &[u8], from: usize| {
        let blanks = text[from..].iter().take_while(|b| b.is_ascii_whitespace()).count();
        from + blanks
    };
    let mut at = skip(&text, 0);
    if text[at..].starts_with(b"sat") && text.get(at + 3).map_or(true, u8::is_ascii_whitespace) {
        text[at..at + 3].fill(b' ');
        at = skip(&text, at);
    }
    if text.get(at) == Some(&b'(') {
        let inner = skip(&text, at + 1);
        let is_word = text[inner..].starts_with(b"model")
            && !text.get(inner + 5).map_or(false, |b| b.is_ascii_alphanumeric() || *b == b'-');
        if is_word || matches!(text.get(inner), Some(b'(' | b')')) {
            text[at] = b' ';
            if is_word {
                text[inner..inner + 5].fill(b' ');
            }
            if let Some(end) = text.iter().rposition(|&b| b == b')') {
                text[end] = b' ';
            }
        }
    }
    text
}

fn read_interpretation(bytes: &[u8], horn: &Horn, budget: &Budget) -> Result<Interpretation, ParseError> {
    let (found, missing) = read_formulas(bytes, horn, budget)?;
    match missing.first() {
        None => Ok(found),
        Some(name) => Err(of_predicate("there is no definition", name)),
    }
}

/// Reads candidate lemmas: the conjuncts of the definitions of some predicates. A model is such a text.
///
/// # Errors
///
/// The first thing that is wrong, with its position.
pub fn read_lemmas(bytes: &[u8], horn: &Horn, budget: &Budget) -> Result<Lemmas, ParseError> {
    let definitions = read_definitions(&unwrapped(bytes), &horn.sort_declarations(), budget)?;
    let mut names = predicate_names(horn);
    names.extend(open_names(horn).into_iter().map(|(_, name)| name));
    if let Some(other) = definitions.list.iter().find(|d| !names.contains(&d.name)) {
        let message = format!("`{}` is no predicate of the clauses", other.name);
        return Err(ParseError::at_line(1, 1, message));
    }
    let (found, _) = read_formulas(bytes, horn, budget)?;
    if !found.catamorphisms.is_empty() {
        return Err(ParseError::at_line(1, 1, "lemmas with recursive functions are not supported"));
    }
    if !found.bound.is_empty() {
        return Err(ParseError::at_line(1, 1, "lemmas with quantifiers are not supported"));
    }
    Ok(Lemmas::of(&found))
}

fn of_predicate(what: &str, name: &str) -> ParseError {
    ParseError::at_line(1, 1, format!("{} of the predicate `{}`", what, name))
}

/// The definitions of the predicates, and the names of those that have none; for these the formula is true.
fn read_formulas(
    bytes: &[u8],
    horn: &Horn,
    budget: &Budget,
) -> Result<(Interpretation, Vec<String>), ParseError> {
    let Definitions { terms: from, list, bound, recursive } =
        read_definitions(&unwrapped(bytes), &horn.sort_declarations(), budget)?;
    let by_name: HashMap<&str, &Definition> = list.iter().map(|d| (d.name.as_str(), d)).collect();
    let mut terms = horn.terms().clone();
    let bound = Bound::declare(&mut terms, &from, &bound);
    let bound = bound
        .map_err(|_| ParseError::at_line(1, 1, "a quantifier is over a sort that the clauses do not have"))?;
    let catamorphisms = functions(&from, &mut terms, &recursive)?;
    let mut choices = Vec::new();
    for (partial, name) in open_names(horn) {
        if let Some(found) = by_name.get(name.as_str()) {
            choices.push((partial, choice(&from, &mut terms, partial, found)?));
        }
    }
    let mut formulas = Vec::with_capacity(horn.predicates().len());
    let mut missing = Vec::new();
    for (predicate, name) in horn.predicates().iter().zip(predicate_names(horn)) {
        let found = match by_name.get(name.as_str()) {
            Some(found) => found,
            None => {
                formulas.push(Terms::TRUE);
                missing.push(name);
                continue;
            }
        };
        let mut sorts = Rebuild::new();
        let sorts: Vec<Option<Sort>> =
            found.parameters.iter().map(|&t| sorts.sort(&from, &mut terms, from.sort(t))).collect();
        if !sorts.into_iter().eq(predicate.places.iter().map(|&t| Some(terms.sort(t)))) {
            return Err(of_predicate("the parameters do not fit the places", &name));
        }
        let mut places: HashMap<SymbolId, TermId> = HashMap::default();
        for (&parameter, &place) in found.parameters.iter().zip(&predicate.places) {
            if let Op::Symbol(symbol) = from.op(parameter) {
                places.insert(symbol, place);
            }
        }
        let constant = |part| {
            let place = match part {
                Foreign::Constant(symbol) => places.get(&symbol).copied().or_else(|| bound.of(symbol)),
                Foreign::Term(_) => None,
            };
            place.ok_or_else(|| of_predicate("there is a foreign constant in the definition", &name))
        };
        formulas.push(Rebuild::new().term(&from, &mut terms, found.body, constant, || Ok(()))?);
    }
    Ok((Interpretation { terms, formulas, bound: bound.constants, catamorphisms, choices }, missing))
}

/// The result of a partial operation that a definition chooses: the same value for all arguments.
fn choice(
    from: &Terms,
    terms: &mut Terms,
    partial: PartialOp,
    found: &Definition,
) -> Result<Value, ParseError> {
    let wrong = |what: &str| ParseError::at_line(1, 1, format!("{} in `{}`", what, found.name));
    let sorts = [&found.parameters[..], &[found.body]].concat().into_iter();
    let sorts: Vec<String> = sorts.map(|t| from.sort_text(from.sort(t))).collect();
    if sorts[..] != partial.sorts(terms).map(|sort| terms.sort_text(sort)) {
        return Err(wrong("the sorts are not those of the operation"));
    }
    let constant = |_| Err(wrong("expected a value, found a constant or a function"));
    let value = Rebuild::new().term(from, terms, found.body, constant, || Ok(()))?;
    Ok(Model::new().evaluate(terms, value))
}

/// Recursive functions of the store `from` in a store that began as the clauses', which the checker looks at.
fn functions(from: &Terms, terms: &mut Terms, list: &[Recursive]) -> Result<Vec<Catamorphism>, ParseError> {
    let wrong = |own: &Recursive, what: &str| {
        ParseError::at_line(1, 1, format!("{} of the function `{}`", what, from.function_name(own.function)))
    };
    let mut rebuild = Rebuild::new();
    let mut declared = Vec::with_capacity(list.len());
    for own in list {
        let name = from.function_name(own.function);
        if terms.function_names().any(|other| other == name) {
            return Err(wrong(own, "the clauses have a function of the name"));
        }
        let sorts = [own.parameter, own.body].map(|t| rebuild.sort(from, terms, from.sort(t)));
        match sorts {
            [Some(sort), Some(result)] => {
                let function = terms.declare_function(name, &[sort], result);
                declared.push((function, terms.declare("x", sort)));
            }
            _ => return Err(wrong(own, "the clauses do not have the sorts")),
        }
    }
    let mut found = Vec::with_capacity(list.len());
    for (own, (function, parameter)) in list.iter().zip(declared) {
        let constant = |part| match part {
            Foreign::Constant(symbol) if from.symbol_term(symbol) == own.parameter => Ok(parameter),
            Foreign::Constant(_) | Foreign::Term(_) => {
                Err(wrong(own, "there is a foreign constant in the body"))
            }
        };
        let body = Rebuild::new().term(from, terms, own.body, constant, || Ok(()))?;
        found.push(Catamorphism { function, parameter, body });
    }
    Ok(found)
}

fn read_refutation(bytes: &[u8], horn: &Horn, budget: &Budget) -> Result<Refutation, ParseError> {
    let text = std::str::from_utf8(bytes)
        .map_err(|error| ParseError::in_text(bytes, error.valid_up_to(), "this is not valid UTF-8"))?;
    let mut lines = text.lines().enumerate();
    lines.next();
    let mut steps = Vec::new();
    while let Some((at, line)) = lines.next() {
        let expected = || {
            let message =
                format!("expected `step {}: clause`, its number and the steps it rests on", steps.len());
            ParseError::at_line(at + 1, 1, message)
        };
        let head = line.split(';').next().unwrap_or("");
        let head = head.strip_prefix(&format!("step {}: clause ", steps.len())).ok_or_else(expected)?;
        let mut words = head.split_whitespace();
        let clause = words.next().and_then(|word| word.parse::<u32>().ok()).ok_or_else(expected)?;
        let clause = ClauseId::new(clause as usize);
        let variables = match horn.clauses().get(clause.index()) {
            Some(clause) => &clause.variables,
            None => {
                return Err(ParseError::at_line(at + 1, 1, format!("there is no clause {}", clause.index())))
            }
        };
        let mut premises = Vec::new();
        match words.next() {
            None => {}
            Some("from") => {
                for word in words {
                    premises.push(word.parse::<u32>().map_err(|_| expected())? as usize);
                }
            }
            Some(_) => return Err(expected()),
        }
        let mut values: Vec<Value> = Vec::with_capacity(variables.len());
        for (place, &variable) in variables.iter().enumerate() {
            let over = |limit: Limit| ParseError::at_line(at + 1, 1, limit.to_string()).of_limit(limit);
            budget.poll().map_err(over)?;
            let sort = horn.terms().sort(variable);
            let wrong = || {
                let message = format!("expected a value of sort {} for `{}`", sort, name(horn, variable));
                ParseError::at_line(at + place + 2, 1, message)
            };
            let (_, line) = lines.next().ok_or_else(wrong)?;
            // A quoted name may contain the sign of equality, a value may not.
            let (_, text) = line.rsplit_once(" = ").ok_or_else(wrong)?;
            values.push(value(horn.terms(), sort, text, budget).ok_or_else(wrong)?);
        }
        steps.push(Derivation { clause, values, premises });
    }
    Ok(Refutation { steps })
}

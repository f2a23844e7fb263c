//! From annotated terms to a system.

use super::functions::as_arrays;
use crate::base::{Budget, HashMap};
use crate::input::smtlib::{read_annotated, Annotated, Argument, Attribute};
use crate::input::{numbers, ParseError};
use crate::model::system::{Role, System};
use crate::solver::term::{Op, Sort, TermId, Terms};

const KEYWORDS: &[&str] =
    &[":next", ":init", ":trans", ":invar-property", ":predicate", ":live-property", ":ltl-property"];

/// The part of a constant in the pairs of `:next`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// A state variable, with its next value.
    Current(TermId),
    /// The next value of this variable.
    Next(TermId),
}

/// Reads a VMT-LIB script into a system.
///
/// State variables and inputs are in the order of their declarations, arrays of functions behind them. A property has
/// the name of the definition whose body it is, unless that name begins with a point, as the names that programs make
/// up do.
///
/// # Errors
///
/// The first part of the script that is wrong or not supported, with line and column, or that a limit of the budget
/// ended.
pub fn read(bytes: &[u8], budget: &Budget) -> Result<System, ParseError> {
    let annotated = read_annotated(bytes, KEYWORDS, ":next", budget)?;
    if annotated.attributes.is_empty() {
        let message = "expected annotated terms such as `(! x :next y)`, found none in this script; \
                       a transition system needs `:next`, `:init`, `:trans` and `:invar-property`";
        let end = annotated.end;
        return Err(ParseError::at_line(end.line as usize, end.column as usize, message));
    }
    let Annotated { mut terms, constants, mut attributes, .. } = annotated;
    for attribute in &attributes {
        check_kind(attribute)?;
        if let Some(reason) = numbers::refused(&terms, &[attribute.term]) {
            return Err(error_at(attribute, reason));
        }
    }
    let parts = parts(&terms, &attributes)?;
    let functions = as_arrays(&mut terms, &mut attributes);
    let mut system = System::new(terms);
    for constant in constants {
        match parts.get(&constant) {
            Some(&Part::Current(next)) => system.add_state(constant, next),
            Some(Part::Next(_)) => {}
            None => system.add_input(constant),
        }
    }
    for &(array, next) in &functions {
        system.add_state(array, next);
    }
    add_formulas(&mut system, &attributes, budget)?;
    keep(&mut system, &functions);
    Ok(system)
}

/// The arrays of functions keep their values.
fn keep(system: &mut System, functions: &[(TermId, TermId)]) {
    let mut parts = vec![system.trans()];
    for &(array, next) in functions {
        parts.push(system.terms_mut().eq(next, array));
    }
    let trans = system.terms_mut().and(&parts);
    system.set_trans(trans);
}

fn error_at(attribute: &Attribute, message: impl Into<String>) -> ParseError {
    let place = attribute.position;
    ParseError::at_line(place.line as usize, place.column as usize, message)
}

/// Refuses formulas of temporal logic, and annotations in places where terms are no formulas of the system.
fn check_kind(attribute: &Attribute) -> Result<(), ParseError> {
    let keyword = attribute.keyword;
    if keyword == ":ltl-property" {
        let message = "`:ltl-property` is not supported; formulas over states are, by `:invar-property` and \
                       `:live-property`";
        return Err(error_at(attribute, message));
    }
    if attribute.has_parameters {
        let message = format!(
            "`{}` cannot annotate a term in a definition with parameters; define the term without parameters",
            keyword
        );
        return Err(error_at(attribute, message));
    }
    Ok(())
}

/// The state variables and their next values.
fn parts(terms: &Terms, attributes: &[Attribute]) -> Result<HashMap<TermId, Part>, ParseError> {
    let mut parts: HashMap<TermId, Part> = HashMap::default();
    for attribute in attributes.iter().filter(|a| a.keyword == ":next") {
        let (current, next) = pair(terms, attribute)?;
        let wanted = [(current, Part::Current(next)), (next, Part::Next(current))];
        for (constant, part) in wanted {
            match parts.insert(constant, part) {
                Some(before) if before != part => {
                    let message = conflict(terms, constant, before, part);
                    return Err(error_at(attribute, message));
                }
                _ => {}
            }
        }
    }
    Ok(parts)
}

/// The constants that a `:next` pairs.
fn pair(terms: &Terms, attribute: &Attribute) -> Result<(TermId, TermId), ParseError> {
    let refuse = |message: String| Err(error_at(attribute, message));
    let is_constant = |t: &TermId| matches!(terms.op(*t), Op::Symbol(_));
    let current = attribute.term;
    if !is_constant(&current) {
        return refuse("`:next` expects a declared constant in front, found another term".to_string());
    }
    let next = match attribute.constant.filter(is_constant) {
        Some(next) => next,
        None => {
            let found = shown(&attribute.argument);
            return refuse(format!("expected the name of a constant behind `:next`, found {}", found));
        }
    };
    if current == next {
        return refuse(format!("`{}` cannot be its own next value", name(terms, current)));
    }
    if terms.sort(current) != terms.sort(next) {
        return refuse(format!(
            "the next value of `{}` has to be of sort {}, and `{}` is of sort {}",
            name(terms, current),
            terms.sort_text(terms.sort(current)),
            name(terms, next),
            terms.sort_text(terms.sort(next))
        ));
    }
    Ok((current, next))
}

fn conflict(terms: &Terms, constant: TermId, before: Part, now: Part) -> String {
    let constant = name(terms, constant);
    let name = |t| name(terms, t);
    match (before, now) {
        (Part::Current(a), Part::Current(b)) => {
            format!("`{}` has two next values, `{}` and `{}`", constant, name(a), name(b))
        }
        (Part::Next(a), Part::Next(b)) => {
            format!("`{}` is the next value of both `{}` and `{}`", constant, name(a), name(b))
        }
        (Part::Current(_), Part::Next(of)) | (Part::Next(of), Part::Current(_)) => {
            format!("`{}` is the next value of `{}` and a state variable too", constant, name(of))
        }
    }
}

fn name(terms: &Terms, constant: TermId) -> &str {
    match terms.op(constant) {
        Op::Symbol(symbol) => terms.name(symbol),
        _ => "",
    }
}

fn shown(argument: &Argument) -> String {
    match argument {
        Argument::Missing => "nothing".to_string(),
        Argument::Name(text) | Argument::Numeral(text) => format!("`{}`", text),
        Argument::Other(text) => text.clone(),
    }
}

/// Gives the annotated formulas to the system.
fn add_formulas(system: &mut System, attributes: &[Attribute], budget: &Budget) -> Result<(), ParseError> {
    let (mut init, mut trans) = (Vec::new(), Vec::new());
    let mut properties: Vec<(u32, &Attribute)> = Vec::new();
    for attribute in attributes.iter().filter(|a| a.keyword != ":next") {
        budget.check().map_err(|limit| {
            error_at(attribute, format!("{} while reading this file", limit)).of_limit(limit)
        })?;
        let sort = system.terms().sort(attribute.term);
        if sort != Sort::Bool {
            let message = format!("`{}` expects a term of sort Bool, found {}", attribute.keyword, sort);
            return Err(error_at(attribute, message));
        }
        match attribute.keyword {
            ":init" => {
                check_truth(attribute)?;
                check_formula(system, attribute, Role::Init)?;
                init.push(attribute.term);
            }
            ":trans" => {
                check_truth(attribute)?;
                check_formula(system, attribute, Role::Trans)?;
                trans.push(attribute.term);
            }
            ":invar-property" | ":live-property" => {
                check_formula(system, attribute, Role::State)?;
                properties.push((index(attribute)?, attribute));
            }
            // A predicate is a hint; one that is of no use is passed over.
            _ if check_formula(system, attribute, Role::Init).is_ok() => system.add_hint(attribute.term),
            _ => {}
        }
    }
    let init = system.terms_mut().and(&init);
    system.set_init(init);
    let trans = system.terms_mut().and(&trans);
    system.set_trans(trans);
    add_properties(system, properties)
}

fn add_properties(system: &mut System, mut properties: Vec<(u32, &Attribute)>) -> Result<(), ParseError> {
    properties.sort_by_key(|&(index, _)| index);
    properties.dedup_by(|b, a| a.0 == b.0 && a.1.term == b.1.term);
    if let Some(pair) = properties.windows(2).find(|pair| pair[0].0 == pair[1].0) {
        let message = format!("there is another property with the index {}; give each its own", pair[1].0);
        return Err(error_at(pair[1].1, message));
    }
    let in_order = properties.iter().enumerate().all(|(place, &(index, _))| place == index as usize);
    for (index, attribute) in properties {
        let bad = system.terms_mut().not(attribute.term);
        let name = match &attribute.definition {
            Some(name) if !name.starts_with('.') => name.clone(),
            _ if in_order => String::new(),
            _ => index.to_string(),
        };
        match attribute.keyword {
            // It is violated if it is false infinitely often.
            ":live-property" => system.add_justice(&name, &[bad]),
            _ => system.add_property(&name, bad),
        };
    }
    Ok(())
}

/// `:init` and `:trans` are followed by `true`, or by nothing.
fn check_truth(attribute: &Attribute) -> Result<(), ParseError> {
    match &attribute.argument {
        Argument::Missing => Ok(()),
        Argument::Name(text) if text == "true" => Ok(()),
        other => {
            let message = format!("expected `true` behind `{}`, found {}", attribute.keyword, shown(other));
            Err(error_at(attribute, message))
        }
    }
}

fn index(attribute: &Attribute) -> Result<u32, ParseError> {
    let number = match &attribute.argument {
        Argument::Numeral(text) => text.parse().ok(),
        _ => None,
    };
    number.ok_or_else(|| {
        let found = shown(&attribute.argument);
        let keyword = attribute.keyword;
        error_at(attribute, format!("expected an index below 2^32 behind `{}`, found {}", keyword, found))
    })
}

/// Checks that the formula is about variables of the right kinds.
fn check_formula(system: &System, attribute: &Attribute, role: Role) -> Result<(), ParseError> {
    if let Some(symbol) = system.foreign_symbol(attribute.term, role) {
        let constant = system.terms().symbol_term(symbol);
        let is_next = system.states().iter().any(|state| state.next == constant);
        let (kind, remedy) = match (role, is_next) {
            (Role::Init, true) => ("a next value", "write the formula over state variables"),
            (Role::Init, false) => ("an input", "make it a state variable by `:next`"),
            (_, true) => ("a next value", "write the formula over state variables and inputs"),
            (_, false) => ("no variable", "declare it as a constant"),
        };
        let name = system.terms().name(symbol);
        let message = format!("`{}` cannot mention `{}`, {}; {}", attribute.keyword, name, kind, remedy);
        return Err(error_at(attribute, message));
    }
    Ok(())
}

//! The property that a user asks for, by number or by name, and its name in messages.
//!
//! The one property of a program is that no run has an error, and its number is 0. Its assertions, those that it writes
//! and those that the language makes, are numbered from 1 in the order of the text.

use super::options::Settings;
use super::values::{Wanted, ALL, TERMINATION};
use super::{files, suggest, Failure};
use indubit::base::{Budget, Limit};
use indubit::evidence::any::{Asserted, InLibrary};
use indubit::input::Model;
use indubit::model::PropertyId;
use indubit::portfolio::Kind;

/// The names that a message lists at most.
const MOST_NAMES: usize = 10;

impl Settings {
    /// The settings once the model has been read: a property that was asked for by its name has its number too.
    pub fn about(&self, model: &Model, file: &str) -> Result<Settings, Failure> {
        let mut settings = self.clone();
        settings.property.index = chosen(&self.property, model, file)?;
        settings.verify.properties = settings.property.index.map(|property| vec![property]);
        Ok(settings)
    }
}

/// The number of the property that was asked for; `None` if none was, or it is one of those that C programs have by
/// their meaning.
///
/// # Errors
///
/// The model has no such property, or several properties of this name.
pub fn chosen(wanted: &Wanted, model: &Model, shown: &str) -> Result<Option<PropertyId>, Failure> {
    let name = match (wanted.index, &wanted.name) {
        (Some(property), _) if model.has(property) => return Ok(Some(property)),
        // The model asks about this assertion only.
        (Some(property), _) if model.origin().is_some() && !property.is_justice() => return Ok(None),
        (Some(property), _) => {
            let count = model.property_count();
            return Err(Failure::usage(format!(
                "there is no property {}; {} has {}",
                property, shown, count
            )));
        }
        (None, None) => return Ok(None),
        (None, Some(_)) if model.origin().is_some() => return Ok(None),
        (None, Some(name)) if name == ALL => return Ok(None),
        (None, Some(name))
            if name == TERMINATION && matches!(model.kind(), Kind::Program | Kind::Clauses) =>
        {
            return Ok(None);
        }
        (None, Some(name)) => name,
    };
    let found: Vec<PropertyId> = model.property_ids().filter(|&p| model.property_name(p) == name).collect();
    match found[..] {
        [property] => Ok(Some(property)),
        [] => {
            let names: Vec<String> = model.property_ids().map(|p| called(model, p)).collect();
            let hint = suggest::hint(name, names.iter().map(String::as_str));
            Err(Failure::usage(format!(
                "there is no property `{}`; {} has {}{}",
                name,
                shown,
                list(&names),
                hint
            )))
        }
        _ => {
            let numbers: Vec<String> = found.iter().map(PropertyId::to_string).collect();
            Err(Failure::usage(format!("several properties have the name `{}`: {}", name, list(&numbers))))
        }
    }
}

/// The name of a property, or its number.
fn called(model: &Model, property: PropertyId) -> String {
    match model.property_name(property) {
        "" => property.to_string(),
        name => name.to_string(),
    }
}

/// The first names of a list.
fn list(names: &[String]) -> String {
    match names.len().checked_sub(MOST_NAMES) {
        Some(more) if more > 0 => format!("{} and {} more", names[..MOST_NAMES].join(", "), more),
        _ if names.is_empty() => "none".to_string(),
        _ => names.join(", "),
    }
}

/// Whether all assertions get a verdict of their own.
pub fn are_all(settings: &Settings, model: &Model) -> bool {
    model.origin().is_some() && settings.property.name.as_deref() == Some(ALL)
}

/// The model that asks about the chosen assertions only; `None` if it is about all.
///
/// # Errors
///
/// There is no such assertion, or a limit was reached.
pub fn asking(settings: &Settings, model: &Model, budget: &Budget) -> Result<Option<Model>, Failure> {
    let file = files::shown(settings.file(0));
    let origin = match model.origin() {
        Some(origin) => origin,
        None => return Ok(None),
    };
    let wanted = &settings.property;
    let number =
        wanted.index.filter(|property| !property.is_justice()).map_or(0, |property| property.index());
    let place = wanted.name.as_deref().and_then(|name| place(name, &file));
    let is_wanted = |(at, asserted): &(usize, Asserted)| match place {
        Some((line, column)) => {
            let is_there = asserted.line == line && column.map_or(true, |column| asserted.column == column);
            is_there && asserted.library.is_none()
        }
        None => at + 1 == number,
    };
    if number == 0 && place.is_none() {
        return Ok(None);
    }
    let all = origin.assertions();
    let count = all.len();
    let found: Vec<(usize, Asserted)> = all.into_iter().enumerate().filter(is_wanted).collect();
    if found.is_empty() {
        let what = match (place, &wanted.name) {
            (Some(_), Some(name)) => format!("at {}", name),
            (Some(_), None) | (None, _) => number.to_string(),
        };
        let message = format!("there is no assertion {}; {} has {} (--property all)", what, file, count);
        return Err(Failure::usage(message));
    }
    for (at, asserted) in &found {
        say!("indubit: about assertion {} alone: {}", at + 1, sentence(asserted, &file));
    }
    let numbers: Vec<usize> = found.into_iter().map(|(at, _)| at).collect();
    match model.asking(&numbers, budget) {
        Some(asking) => Ok(Some(asking)),
        None => Err(Failure::unread(&file, budget.check().err().unwrap_or(Limit::Incomplete))),
    }
}

/// The line, and perhaps the column, that a word such as `sum.c:8:3` or `8:3` names.
pub fn place(word: &str, file: &str) -> Option<(usize, Option<usize>)> {
    let rest = word.strip_prefix(file).map_or(Some(word), |rest| rest.strip_prefix(':'))?;
    let mut numbers = rest.strip_prefix(':').unwrap_or(rest).split(':');
    let line = numbers.next()?.parse().ok()?;
    let column = match numbers.next() {
        Some(column) => Some(column.parse().ok()?),
        None => None,
    };
    numbers.next().is_none().then_some((line, column))
}

/// An assertion with its place.
pub fn sentence(asserted: &Asserted, file: &str) -> String {
    let header =
        |library: &InLibrary| library.header.map_or("the C library".to_string(), |h| format!("<{}>", h));
    let file = asserted.file.as_deref().unwrap_or(file);
    match (asserted.place(), &asserted.library) {
        (Some((line, column)), None) => format!("{}:{}:{}: {}", file, line, column, asserted.text),
        (Some((line, column)), Some(library)) => {
            let of = header(library);
            format!("{}:{}:{}: {} in `{}` of {}", file, line, column, asserted.text, library.function, of)
        }
        (None, Some(library)) => format!("{}: {} in `{}`", header(library), asserted.text, library.function),
        (None, None) => format!("{}: {}", file, asserted.text),
    }
}

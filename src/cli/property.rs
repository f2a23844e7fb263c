//! The property that a user asks for, by number or by name, and its name in messages.

use super::options::Settings;
use super::values::Wanted;
use super::{suggest, Failure};
use indubit::input::Model;
use indubit::model::PropertyId;

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
        (Some(property), _) => {
            let count = model.property_count();
            return Err(Failure::usage(format!(
                "there is no property {}; {} has {}",
                property, shown, count
            )));
        }
        (None, None) => return Ok(None),
        (None, Some(_)) if model.origin().is_some() => return Ok(None),
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

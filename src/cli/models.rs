//! Models from files: settings for their readers, and warnings.

use super::files::{is_formula, shown, unread};
use super::options::Settings;
use super::{property, Failure};
use indubit::base::Budget;
use indubit::input::{self, Format, InputError, InputOptions, Model};
use std::ffi::OsStr;

/// The model that a file's bytes describe. Warnings go to standard error.
pub fn parse_model(
    file: &OsStr,
    bytes: &[u8],
    settings: &Settings,
    budget: &Budget,
) -> Result<Model, Failure> {
    let model = input::read(&shown(file), bytes, &options(settings)?, budget);
    let model = model.map_err(|error| match error {
        InputError::Parse(error) if Format::of(&shown(file), bytes) == Format::Aiger => {
            let is_formula = is_formula(file, bytes);
            let hint = if is_formula { "; for a formula in DIMACS form use `indubit sat`" } else { "" };
            Failure::input(shown(file), format!("{}{}", error, hint))
        }
        error => unread(file, error),
    })?;
    hold(&model, budget);
    if let Some(origin) = model.origin() {
        #[cfg(feature = "c")]
        settings.property.accept_for_c().map_err(Failure::usage)?;
        for warning in origin.warnings() {
            say!("indubit: {}: {}", shown(file), warning);
        }
    }
    Ok(property::asking(settings, &model, budget)?.unwrap_or(model))
}

/// The settings of the reader.
#[cfg(feature = "c")]
fn options(settings: &Settings) -> Result<InputOptions, Failure> {
    super::c::programs::input(settings)
}

/// The settings of the reader.
#[cfg(not(feature = "c"))]
fn options(_: &Settings) -> Result<InputOptions, Failure> {
    Ok(InputOptions::default())
}

/// Books the terms of a model, which lives as long as the program. The reader of a program in its own language does so
/// by itself.
fn hold(model: &Model, budget: &Budget) {
    if model.origin().is_some() {
        return;
    }
    let bytes = match model {
        Model::System(file) => file.system().terms().bytes(),
        Model::Program(file) => file.cfa().terms().bytes(),
        Model::Clauses(file) => file.horn().terms().bytes(),
        Model::Circuit(file) => file.circuit.bytes(),
    };
    budget.book_memory(bytes as i64);
}

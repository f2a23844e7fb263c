//! Models from files: settings for their readers, and warnings.

use super::files::{self, is_formula, shown, suffix, unread};
use super::options::Settings;
use super::{property, Failure};
use indubit::base::Budget;
use indubit::input::{self, Format, InputError, InputOptions, Model};
use std::borrow::Cow;
use std::ffi::OsStr;

/// The model that a file's bytes describe. Warnings go to standard error.
pub fn parse_model(
    file: &OsStr,
    bytes: &[u8],
    settings: &Settings,
    budget: &Budget,
) -> Result<Model, Failure> {
    let bytes = &with_headers(file, bytes, settings)?;
    let model = input::read(&shown(file), bytes, &options(settings)?, budget);
    let mut model = model.map_err(|error| match error {
        InputError::Parse(error) if format_of(file, bytes, settings) == Format::Aiger => {
            let is_unknown = !matches!(suffix(file), "aag" | "aig")
                && settings.format.0.is_none()
                && !["aag ", "aig "].iter().any(|word| bytes.starts_with(word.as_bytes()));
            match is_formula(file, bytes) {
                true => Failure::input(shown(file), format!("{}; {}", error, DIMACS)),
                false if is_verilog(file, bytes) => {
                    Failure::input(shown(file), format!("{}{}", error, VERILOG))
                }
                false if is_unknown => Failure::input(shown(file), UNKNOWN_CONTENT),
                false => Failure::input(shown(file), error),
            }
        }
        error => unread(file, error),
    })?;
    name(&mut model, settings, budget)?;
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

/// The remedy for a formula.
const DIMACS: &str = "for a formula in DIMACS form use `indubit sat`";

/// The message about a file of which neither the content nor the name tells the format.
const UNKNOWN_CONTENT: &str = "neither the content nor the suffix of the name tells what this file is; models are \
                               circuits in AIGER (which begin with `aag` or `aig`), systems in BTOR2 or VMT, programs \
                               in C (.c, .i) or as automata (.cfa), and constrained Horn clauses (SMT-LIB); --format \
                               says which one it is, of aiger, btor2, vmt, c, cfa, horn";

/// The format of a model: the chosen one, or the one that its content or its name tells.
pub fn format_of(file: &OsStr, bytes: &[u8], settings: &Settings) -> Format {
    settings.format.0.unwrap_or_else(|| Format::of(&shown(file), bytes))
}

/// The way from Verilog to a model.
const VERILOG: &str =
    "; Verilog becomes a model by Yosys: yosys -p 'read_verilog -formal FILE.v; prep -flatten -top TOP; \
                       async2sync; dffunmap; setundef -undriven -expose; write_btor FILE.btor2'";

/// Whether a file is a design in Verilog, by its name or its first word.
fn is_verilog(file: &OsStr, bytes: &[u8]) -> bool {
    let begins = |word: &str| bytes.starts_with(word.as_bytes());
    matches!(suffix(file), "v" | "sv" | "svh" | "vh") || ["module", "`", "//"].into_iter().any(begins)
}

/// The text of a C program with its headers.
#[cfg(feature = "c")]
fn with_headers<'a>(file: &OsStr, bytes: &'a [u8], settings: &Settings) -> Result<Cow<'a, [u8]>, Failure> {
    match format_of(file, bytes, settings) {
        Format::C => super::c::programs::with_headers(file, bytes, settings),
        _ => Ok(Cow::Borrowed(bytes)),
    }
}

/// Models of other kinds are in one file.
#[cfg(not(feature = "c"))]
fn with_headers<'a>(_: &OsStr, bytes: &'a [u8], _: &Settings) -> Result<Cow<'a, [u8]>, Failure> {
    Ok(Cow::Borrowed(bytes))
}

/// The settings of the reader.
#[cfg(feature = "c")]
fn options(settings: &Settings) -> Result<InputOptions, Failure> {
    super::c::programs::input(settings)
}

/// The settings of the reader.
#[cfg(not(feature = "c"))]
fn options(settings: &Settings) -> Result<InputOptions, Failure> {
    Ok(InputOptions { format: settings.format.0 })
}

/// Gives the parts of a circuit the names of the file that the user gives.
fn name(model: &mut Model, settings: &Settings, budget: &Budget) -> Result<(), Failure> {
    let file = match &settings.map {
        Some(file) => file,
        None => return Ok(()),
    };
    let circuit = match model {
        Model::Circuit(circuit) => circuit,
        Model::System(_) | Model::Program(_) | Model::Clauses(_) => {
            return Err(Failure::usage("--map is for AIGER circuits"));
        }
    };
    let bytes = files::open(file)?.read(budget, settings)?;
    input::aiger::rename(circuit, &bytes).map_err(|error| Failure::input(shown(file), error))
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

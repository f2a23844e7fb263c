//! `indubit convert FILE OUT`: an AIGER file in the other format, or tidied in the same.

use super::options::Settings;
use super::{files, os, Failure};
use indubit::input::aiger::{write_ascii_with, write_binary_with, WriteOptions};

/// Runs the command.
pub fn run(settings: &Settings) -> Result<i32, Failure> {
    let (from, to) = (settings.file(0), settings.file(1));
    let input = files::open(from)?;
    let budget = settings.budget();
    os::set_on_interrupt(budget.canceller());
    let bytes = input.read(&budget, settings)?;
    let model = files::parse_model(from, &bytes)?;
    let options = WriteOptions { bads_as_outputs: model.bads_are_outputs };
    let bytes = match files::suffix(to) {
        "aig" => write_binary_with(&model.circuit, &options),
        "aag" => write_ascii_with(&model.circuit, &options).into_bytes(),
        _ if to == "-" => write_ascii_with(&model.circuit, &options).into_bytes(),
        _ => {
            let message = format!("{}: expected a name that ends in .aag or .aig", files::shown(to));
            return Err(Failure::usage(message));
        }
    };
    files::write(to, &bytes)?;
    Ok(0)
}

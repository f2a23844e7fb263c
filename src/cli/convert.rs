//! `indubit convert FILE OUT`: an AIGER file in the other format, or tidied in the same.

use super::{files, options, Failure};
use indubit::input::aiger::{write_ascii_with, write_binary_with, WriteOptions};

/// Runs the command.
pub fn run(args: &[String]) -> Result<i32, Failure> {
    let settings = options::parse(args, &["FILE", "OUT"])?;
    let (from, to) = match settings.files.as_slice() {
        [from, to] => (from, to),
        _ => return Err(Failure::usage("expected FILE OUT")),
    };
    let model = files::read_model(from)?;
    let options = WriteOptions { bads_as_outputs: model.bads_are_outputs };
    let bytes = if to.ends_with(".aig") {
        write_binary_with(&model.circuit, &options)
    } else if to.ends_with(".aag") || to == "-" {
        write_ascii_with(&model.circuit, &options).into_bytes()
    } else {
        return Err(Failure::usage(format!("{}: expected a name that ends in .aag or .aig", to)));
    };
    files::write(to, &bytes)?;
    Ok(0)
}

//! Reading and writing files; `-` is standard input or output.

use super::check_formula::is_formula;
use super::Failure;
use indubit::input::aiger;
use indubit::model::CircuitFile;
use std::io::{self, Read, Write};

/// The bytes of a file.
pub fn read(file: &str) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let result = if file == "-" {
        io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        std::fs::read(file)
    };
    result.map_err(|error| Failure::input(format!("{}: {}", shown(file), error)))
}

/// The name of a file in messages.
pub fn shown(file: &str) -> &str {
    if file == "-" {
        "standard input"
    } else {
        file
    }
}

/// Reads a model.
pub fn read_model(file: &str) -> Result<CircuitFile, Failure> {
    parse_model(file, &read(file)?)
}

/// The model that a file's bytes describe.
pub fn parse_model(file: &str, bytes: &[u8]) -> Result<CircuitFile, Failure> {
    aiger::read(bytes).map_err(|error| {
        let hint =
            if is_formula(file, bytes) { "; for a formula in DIMACS form use `indubit sat`" } else { "" };
        Failure::input(format!("{}: {}{}", shown(file), error, hint))
    })
}

/// Writes a file.
pub fn write(file: &str, bytes: &[u8]) -> Result<(), Failure> {
    let result = if file == "-" { io::stdout().lock().write_all(bytes) } else { std::fs::write(file, bytes) };
    result.map_err(|error| Failure::usage(format!("{}: {}", file, error)))
}

/// Prints to standard output. Who closes it does not want to know.
pub fn print(text: &str) {
    let mut out = io::stdout().lock();
    let _ = out.write_all(text.as_bytes());
    let _ = out.flush();
}

//! Sequences of calls of the library's interface. Each call's contract is modelled.
//!
//! A sequence has two forms: bytes, which libFuzzer changes, and a text with one call a line, whose first line is
//! `trace` and the name of the interface. Both run by the same code, and a failure prints the text. A call that is not
//! allowed where it stands is passed over, so lines may be taken out of a text.

pub mod sat;
pub mod smt;
pub mod verifier;

use std::panic::{catch_unwind, resume_unwind, AssertUnwindSafe};

/// Runs a sequence, from either form.
fn run(name: &str, data: &[u8], decode: fn(&[u8]) -> Vec<String>, calls: fn(&[String])) {
    let header = format!("trace {}\n", name);
    let lines: Vec<String> = match data.strip_prefix(header.as_bytes()) {
        Some(text) => String::from_utf8_lossy(text).lines().map(str::to_string).collect(),
        None => decode(data),
    };
    if let Err(panic) = catch_unwind(AssertUnwindSafe(|| calls(&lines))) {
        eprintln!("{}{}", header, lines.join("\n"));
        resume_unwind(panic);
    }
}

/// The numbers behind the first word of a line.
fn numbers<T: std::str::FromStr>(line: &str) -> Vec<T> {
    line.split_whitespace().skip(1).filter_map(|word| word.parse().ok()).collect()
}

/// The first word of a line.
fn word(line: &str) -> &str {
    line.split_whitespace().next().unwrap_or("")
}

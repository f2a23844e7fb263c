//! The frame of the six units: a program gets a file with a question, prints its answer, and writes evidence for it.
//!
//! `cargo run --bin unit1 -- tasks/unit1/pigeons.cnf answer` prints `unknown` until unit 1 is written.

use std::process::exit;

/// An answer, and the text that makes others believe it.
pub enum Answer {
    /// The bad state is reached, or the formula has a model. Unit 1: the lines of a model as `v 1 -2 0`. Units 2 and 3:
    /// assertions that describe a model. Unit 4: an AIGER witness. Unit 6: a refutation.
    Yes(String),
    /// It is not. Unit 1: a DRAT proof. Units 2 and 3: the names of assertions that contradict each other, one in a
    /// line. Units 4 and 5: clauses of an invariant. Unit 6: a `define-fun` for each predicate.
    No(String),
    /// No answer.
    Unknown,
}

/// Runs a unit on the file that the command line names, and writes the evidence to the file behind it.
pub fn run(solve: fn(&[u8]) -> Result<Answer, String>) {
    let arguments: Vec<String> = std::env::args().collect();
    let (file, evidence) = match &arguments[..] {
        [_, file, evidence] => (file, evidence),
        _ => fail("usage: unitN FILE EVIDENCE"),
    };
    let bytes = std::fs::read(file).unwrap_or_else(|error| fail(&format!("{}: {}", file, error)));
    let (word, text) = match solve(&bytes) {
        Ok(Answer::Yes(text)) => ("yes", text),
        Ok(Answer::No(text)) => ("no", text),
        Ok(Answer::Unknown) => ("unknown", String::new()),
        Err(message) => fail(&format!("{}: {}", file, message)),
    };
    if let Err(error) = std::fs::write(evidence, text) {
        fail(&format!("{}: {}", evidence, error));
    }
    println!("{}", word);
}

fn fail(message: &str) -> ! {
    eprintln!("{}", message);
    exit(1)
}

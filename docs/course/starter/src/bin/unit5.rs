//! Unit 5, IC3 for circuits.
//!
//! Frames, proof obligations, generalisation, and pushing (Bradley 2011; Eén, Mishchenko, Brayton 2011). The clauses of the
//! frame that is equal to its successor are the evidence. `examples/ic3_in_300_lines.rs` is one way to write it.

use course::{run, Answer};
use indubit::input::aiger;

fn solve(file: &[u8]) -> Result<Answer, String> {
    let file = aiger::read(file).map_err(|error| error.to_string())?;
    if file.circuit.bads().is_empty() {
        return Err("the circuit has no bad state".to_string());
    }
    // To be written.
    Ok(Answer::Unknown)
}

fn main() {
    run(solve);
}

//! Unit 4, bounded model checking and k-induction for circuits.
//!
//! Unroll the circuit step by step, and ask the SAT solver of unit 1, or the crate's, whether a bad state is reached.
//! The inputs of the run are an AIGER witness. For small circuits, a bad state that no state leads to has an invariant
//! of one clause: this is induction with k = 1.

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

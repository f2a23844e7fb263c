//! Verifies an AIGER file within ten seconds and prints what was found, evidence included.
//!
//! `cargo run --example verify_file -- examples/circuits/hasty_traffic_light.aag`

use indubit::base::Budget;
use indubit::engine::Outcome;
use indubit::evidence::circuit::{write_clauses, write_witness};
use indubit::input::aiger;
use indubit::portfolio::{verify, VerifyOptions};
use std::time::Duration;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let file = std::env::args().nth(1).ok_or("usage: verify_file FILE")?;
    let model = aiger::read(&std::fs::read(&file)?)?;
    let budget = Budget::unlimited().with_timeout(Duration::from_secs(10));
    for verified in verify(&model.circuit, &VerifyOptions::default(), &budget, &mut ())? {
        match verified.outcome {
            Outcome::Safe(certificate) => {
                print!("safe\n{}", write_clauses(&model, verified.property, &certificate));
            }
            Outcome::Unsafe(trace) => print!("unsafe\n{}", write_witness(&trace)),
            Outcome::Unknown(reason) => println!("unknown: {}", reason),
        }
    }
    Ok(())
}

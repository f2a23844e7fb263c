//! Verifies a file of any format within ten seconds and prints what was found, evidence included.
//!
//! `cargo run --example verify_file -- examples/circuits/hasty_traffic_light.aag`

use indubit::base::Budget;
use indubit::engine::Outcome;
use indubit::input;
use indubit::portfolio::{verify, Form, VerifyOptions};
use std::time::Duration;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let file = std::env::args().nth(1).ok_or("usage: verify_file FILE")?;
    let budget = Budget::unlimited().with_timeout(Duration::from_secs(10));
    let model = input::read(&file, &std::fs::read(&file)?, &Default::default(), &budget)?;
    let mut out = std::io::stdout();
    for verdict in verify(&model, &VerifyOptions::default(), &budget, &mut ())?.verdicts {
        match verdict.outcome {
            Outcome::Safe(proof) => {
                println!("{} safe, proved by {}", verdict.property, verdict.by);
                proof.write(Form::Text, &mut out)?;
            }
            Outcome::Unsafe(counterexample) => {
                println!("{} unsafe after {} steps", verdict.property, counterexample.depth());
                print!("{}", counterexample.text());
            }
            Outcome::Unknown(reason) => println!("{} unknown: {}", verdict.property, reason),
        }
    }
    Ok(())
}

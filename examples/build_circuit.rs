//! Builds a circuit by hand, a counter that is meant to stop at its limit, and lets three engines look at it.
//!
//! `cargo run --example build_circuit`

use indubit::base::Budget;
use indubit::engine::{Event, Observer, Outcome};
use indubit::input::Model;
use indubit::model::circuit::{Circuit, Reset, Signal};
use indubit::portfolio::{verify, Engine, VerifyOptions};

/// Counts up while the input is true, up to `limit`, in `bits` bits.
fn counter(bits: usize, limit: usize) -> (Circuit, Vec<Signal>) {
    let mut circuit = Circuit::new();
    let enable = circuit.add_input();
    let count: Vec<Signal> = (0..bits).map(|_| circuit.add_latch(Reset::Zero)).collect();
    let at_limit = equals(&mut circuit, &count, limit);
    let mut carry = circuit.and(enable, !at_limit);
    for &bit in &count {
        let next = circuit.xor(bit, carry);
        circuit.set_next(bit, next);
        carry = circuit.and(bit, carry);
    }
    (circuit, count)
}

fn equals(circuit: &mut Circuit, count: &[Signal], value: usize) -> Signal {
    let bits: Vec<Signal> =
        count.iter().enumerate().map(|(i, &bit)| bit.negate_if(value >> i & 1 == 0)).collect();
    circuit.and_all(&bits)
}

/// Prints how deep the engine has come.
struct Depths;

impl Observer for Depths {
    fn event(&mut self, event: Event<'_>) {
        if let Event::Depth { depth, .. } = event {
            print!(" {}", depth);
        }
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (mut circuit, count) = counter(4, 9);
    let beyond = equals(&mut circuit, &count, 12);
    let reached = equals(&mut circuit, &count, 9);
    circuit.add_bad(beyond);
    circuit.add_bad(reached);
    let model = Model::from(circuit);
    for engine in [Engine::Ic3, Engine::KInduction, Engine::Fsis] {
        print!("{:?}, depths", engine);
        let options = VerifyOptions { engine, ..VerifyOptions::default() };
        let report = verify(&model, &options, &Budget::unlimited(), &mut Depths)?;
        println!();
        for v in report.verdicts {
            match v.outcome {
                Outcome::Safe(proof) => println!("  {} safe: {}", v.property, proof.parts().join(", ")),
                Outcome::Unsafe(trace) => println!("  {} unsafe after {} steps", v.property, trace.depth()),
                Outcome::Unknown(reason) => println!("  {} unknown: {}", v.property, reason),
            }
        }
    }
    Ok(())
}

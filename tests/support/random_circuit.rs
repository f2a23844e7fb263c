//! Random circuits, small enough for a search through all states.

use indubit::base::Rng;
use indubit::model::circuit::{Circuit, Reset, Signal};

/// Upper bounds on a random circuit; every count is drawn below or at its bound.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// Latches.
    pub latches: usize,
    /// Inputs.
    pub inputs: usize,
    /// Calls of `Circuit::and`; folding leaves fewer gates.
    pub ands: usize,
    /// Constraints.
    pub constraints: usize,
    /// Bads, at least one.
    pub bads: usize,
    /// Attempts to give a latch a reset function; those that would make a cycle leave the latch as it is.
    pub functions: usize,
}

impl Default for Shape {
    fn default() -> Shape {
        Shape { latches: 6, inputs: 4, ands: 30, constraints: 2, bads: 3, functions: 4 }
    }
}

/// A circuit with inputs first, latches next and gates last. Resets take all forms, and now and then a latch copies or
/// mirrors another one or stands still, so that reductions find something.
pub fn random_circuit(rng: &mut Rng, shape: &Shape) -> Circuit {
    let mut circuit = Circuit::new();
    let mut pool = vec![Signal::TRUE];
    for _ in 0..rng.below(shape.inputs + 1) {
        pool.push(circuit.add_input());
    }
    let latches = rng.below(shape.latches + 1);
    for _ in 0..latches {
        let reset = [Reset::Zero, Reset::Zero, Reset::One, Reset::Free][rng.below(4)];
        pool.push(circuit.add_latch(reset));
    }
    for _ in 0..rng.below(shape.ands + 1) {
        let (a, b) = (pick(rng, &pool), pick(rng, &pool));
        let gate = if rng.one_in(4) { circuit.xor(a, b) } else { circuit.and(a, b) };
        pool.push(gate);
    }
    for i in 0..latches {
        let own = circuit.latches()[i].node.signal();
        let other = circuit.latches()[rng.below(latches)].next;
        let next = match rng.below(8) {
            0 => own,
            1 => other,
            2 => !other,
            _ => pick(rng, &pool),
        };
        circuit.set_next(own, next);
    }
    if latches > 0 {
        for _ in 0..rng.below(shape.functions + 1) {
            let latch = circuit.latches()[rng.below(latches)].node.signal();
            let reset = Reset::Function(pick(rng, &pool));
            let _is_acyclic = circuit.set_resets(&[(latch, reset)]);
        }
    }
    for _ in 0..rng.below(shape.constraints + 1) {
        // Disjunctions hold more often than not, which leaves something to explore.
        let (a, b) = (pick(rng, &pool), pick(rng, &pool));
        let constraint = circuit.or(a, b);
        circuit.add_constraint(constraint);
    }
    for _ in 0..=rng.below(shape.bads) {
        let several: Vec<Signal> = (0..=rng.below(3)).map(|_| pick(rng, &pool)).collect();
        let bad = circuit.and_all(&several);
        circuit.add_bad(bad);
    }
    circuit
}

fn pick(rng: &mut Rng, pool: &[Signal]) -> Signal {
    pool[rng.below(pool.len())].negate_if(rng.one_in(2))
}

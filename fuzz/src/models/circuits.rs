//! Circuits out of bytes, and a search through all their states.

use super::judge::{judge, Truth};
use crate::source::Source;
use indubit::input::Model;
use indubit::model::circuit::{Circuit, Node, Reset, Signal};
use std::collections::{BTreeSet, VecDeque};

/// Engines on a circuit.
pub fn target(data: &[u8]) {
    let mut s = Source::new(data);
    let circuit = circuit(&mut s, 5, 15);
    let truth = explore(&circuit);
    judge(&mut s, &Model::from(circuit), &truth);
}

/// Up to 3 inputs, so many latches and gates, with resets of all kinds, constraints and one to three bads.
pub fn circuit(s: &mut Source<'_>, most_latches: usize, most_gates: usize) -> Circuit {
    let mut circuit = Circuit::new();
    let mut pool = vec![Signal::TRUE];
    for _ in 0..s.below(4) {
        pool.push(circuit.add_input());
    }
    let latches: Vec<Signal> = (0..s.below(most_latches + 1))
        .map(|_| circuit.add_latch(s.pick(&[Reset::Zero, Reset::Zero, Reset::One, Reset::Free])))
        .collect();
    pool.extend(&latches);
    for _ in 0..s.below(most_gates + 1) {
        let (a, b) = (signal(s, &pool), signal(s, &pool));
        let gate = if s.one_in(3) { circuit.xor(a, b) } else { circuit.and(a, b) };
        pool.push(gate);
    }
    for &latch in &latches {
        let next = signal(s, &pool);
        circuit.set_next(latch, next);
    }
    for _ in 0..s.below(3) {
        if !latches.is_empty() {
            let reset = Reset::Function(signal(s, &pool));
            // A cycle leaves the latch as it is.
            let _ = circuit.set_resets(&[(s.pick(&latches), reset)]);
        }
    }
    if s.one_in(3) {
        let constraint = signal(s, &pool);
        circuit.add_constraint(constraint);
    }
    for _ in 0..1 + s.below(3) {
        let bad = signal(s, &pool);
        circuit.add_bad(bad);
    }
    circuit
}

fn signal(s: &mut Source<'_>, pool: &[Signal]) -> Signal {
    // Late signals depend on more.
    let from = if s.flag() { pool.len() / 2 } else { 0 };
    let flip = s.flag();
    s.pick(&pool[from..]).negate_if(flip)
}

/// The values of all nodes; bit `i` of a state is latch `i`, of an input word input `i`.
fn values(circuit: &Circuit, state: u32, inputs: u32) -> Vec<bool> {
    let mut values: Vec<bool> = Vec::new();
    for node in circuit.nodes() {
        let value = match *node {
            Node::False => false,
            Node::Input(input) => inputs >> input.index() & 1 == 1,
            Node::Latch(latch) => state >> latch.index() & 1 == 1,
            Node::And(a, b) => is_true(&values, a) && is_true(&values, b),
        };
        values.push(value);
    }
    values
}

fn is_true(values: &[bool], signal: Signal) -> bool {
    values[signal.node().index()] != signal.is_negated()
}

/// Breadth-first search. A step is a state with inputs that satisfy the constraints. The first step also satisfies the
/// resets, functions of which may read inputs.
pub fn explore(circuit: &Circuit) -> Vec<Truth> {
    let (states, inputs) = (1u32 << circuit.latches().len(), 1u32 << circuit.inputs().len());
    let mut truth = vec![Truth::Holds; circuit.bads().len()];
    let mut seen = BTreeSet::new();
    let mut queue = VecDeque::new();
    let admits = |values: &[bool]| circuit.constraints().iter().all(|&c| is_true(values, c));
    let visit = |values: &[bool], depth: usize, truth: &mut Vec<Truth>| -> u32 {
        for (known, &bad) in truth.iter_mut().zip(circuit.bads()) {
            if *known == Truth::Holds && is_true(values, bad) {
                *known = Truth::Fails(Some(depth));
            }
        }
        let next = circuit.latches().iter().map(|latch| u32::from(is_true(values, latch.next)));
        next.enumerate().map(|(i, bit)| bit << i).sum()
    };
    for state in 0..states {
        for input in 0..inputs {
            let values = values(circuit, state, input);
            let starts = circuit.latches().iter().enumerate().all(|(i, latch)| {
                let value = state >> i & 1 == 1;
                match latch.reset {
                    Reset::Zero => !value,
                    Reset::One => value,
                    Reset::Free => true,
                    Reset::Function(signal) => is_true(&values, signal) == value,
                }
            });
            if starts && admits(&values) {
                let next = visit(&values, 0, &mut truth);
                if seen.insert(next) {
                    queue.push_back((next, 1));
                }
            }
        }
    }
    while let Some((state, depth)) = queue.pop_front() {
        for input in 0..inputs {
            let values = values(circuit, state, input);
            if admits(&values) {
                let next = visit(&values, depth, &mut truth);
                if seen.insert(next) {
                    queue.push_back((next, depth + 1));
                }
            }
        }
    }
    truth
}

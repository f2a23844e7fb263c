//! IC3 on circuits built here: two that are safe and one that is not. Only the engine is measured: no reduction, no
//! check.

use criterion::{criterion_group, criterion_main, Criterion};
use indubit::base::Budget;
use indubit::engine::ic3::circuit::{Ic3, Ic3Options};
use indubit::engine::Outcome;
use indubit::model::circuit::{Circuit, Reset, Signal};
use indubit::model::PropertyId;

/// A counter's next values: plus one if `up`, minus one if `down`.
fn count(circuit: &mut Circuit, bits: &[Signal], up: Signal, down: Signal) -> Vec<Signal> {
    let (mut carry, mut borrow) = (up, down);
    let mut next = Vec::new();
    for &bit in bits {
        let change = circuit.or(carry, borrow);
        next.push(circuit.xor(bit, change));
        carry = circuit.and(carry, bit);
        borrow = circuit.and(borrow, !bit);
    }
    next
}

fn latches(circuit: &mut Circuit, count: usize) -> Vec<Signal> {
    (0..count).map(|_| circuit.add_latch(Reset::Zero)).collect()
}

fn set_next(circuit: &mut Circuit, next: &[Signal]) {
    let latches: Vec<Signal> = circuit.latches().iter().map(|latch| latch.node.signal()).collect();
    for (latch, &signal) in latches.into_iter().zip(next) {
        circuit.set_next(latch, signal);
    }
}

/// A queue with a read and a write pointer and a fill count. The pointers meet only if it is empty or full: safe, and
/// the invariant ties three counters together.
fn fifo(width: usize) -> Circuit {
    let mut circuit = Circuit::new();
    let (push, pop) = (circuit.add_input(), circuit.add_input());
    let write = latches(&mut circuit, width);
    let read = latches(&mut circuit, width);
    let fill = latches(&mut circuit, width + 1);
    let zeros: Vec<Signal> = fill.iter().map(|&bit| !bit).collect();
    let (empty, full) = (circuit.and_all(&zeros), fill[width]);
    let (writes, reads) = (circuit.and(push, !full), circuit.and(pop, !empty));
    let (more, less) = (circuit.and(writes, !reads), circuit.and(reads, !writes));
    let mut next = count(&mut circuit, &write, writes, Signal::FALSE);
    next.extend(count(&mut circuit, &read, reads, Signal::FALSE));
    next.extend(count(&mut circuit, &fill, more, less));
    set_next(&mut circuit, &next);
    let same: Vec<Signal> = write.iter().zip(&read).map(|(&w, &r)| !circuit.xor(w, r)).collect();
    let meet = circuit.and_all(&same);
    let settled = circuit.or(empty, full);
    let disagree = circuit.xor(meet, settled);
    circuit.add_bad(disagree);
    circuit
}

/// A token goes round, a station may hold it, and works only with it; two never work at once. Safe.
fn token_ring(stations: usize) -> Circuit {
    let mut circuit = Circuit::new();
    let hold: Vec<Signal> = (0..stations).map(|_| circuit.add_input()).collect();
    let first = circuit.add_latch(Reset::One);
    let mut token = vec![first];
    token.extend(latches(&mut circuit, stations - 1));
    let works = latches(&mut circuit, stations);
    let mut next = Vec::new();
    for i in 0..stations {
        let before = (i + stations - 1) % stations;
        let kept = circuit.and(token[i], hold[i]);
        let given = circuit.and(token[before], !hold[before]);
        next.push(circuit.or(kept, given));
    }
    for i in 0..stations {
        next.push(circuit.and(token[i], hold[i]));
    }
    set_next(&mut circuit, &next);
    let (mut some, mut two) = (Signal::FALSE, Signal::FALSE);
    for &station in &works {
        let clash = circuit.and(some, station);
        two = circuit.or(two, clash);
        some = circuit.or(some, station);
    }
    circuit.add_bad(two);
    circuit
}

/// A lock that opens after as many right keys in a row as its counter can count; which key is right depends on the
/// counter, and a wrong one starts it anew. Unsafe, and the counterexample is long.
fn lock(width: usize) -> Circuit {
    let mut circuit = Circuit::new();
    let keys: Vec<Signal> = (0..3).map(|_| circuit.add_input()).collect();
    let counter = latches(&mut circuit, width);
    let mut fits = Vec::new();
    for (i, &key) in keys.iter().enumerate() {
        let wanted = circuit.xor(counter[i], counter[(i + 1) % width]);
        fits.push(!circuit.xor(key, wanted));
    }
    let right = circuit.and_all(&fits);
    let counted = count(&mut circuit, &counter, Signal::TRUE, Signal::FALSE);
    let next: Vec<Signal> = counted.iter().map(|&bit| circuit.and(bit, right)).collect();
    set_next(&mut circuit, &next);
    let open = circuit.and_all(&counter);
    circuit.add_bad(open);
    circuit
}

fn verdict(circuit: &Circuit) -> bool {
    let mut engine = Ic3::new(circuit, Ic3Options::default(), Budget::unlimited());
    match engine.prove(PropertyId::new(0), &mut ()) {
        Outcome::Safe(_) => true,
        Outcome::Unsafe(_) => false,
        Outcome::Unknown(reason) => panic!("{}", reason),
    }
}
fn ic3(c: &mut Criterion) {
    let mut group = c.benchmark_group("ic3");
    group.sample_size(10);
    for (name, circuit, safe) in [
        ("fifo, safe", fifo(3), true),
        ("token ring, safe", token_ring(25), true),
        ("lock, unsafe", lock(10), false),
    ] {
        assert_eq!(verdict(&circuit), safe, "{}", name);
        group.bench_function(name, |b| b.iter(|| verdict(&circuit)));
    }
    group.finish();
}

criterion_group!(benches, ic3);
criterion_main!(benches);

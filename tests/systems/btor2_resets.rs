//! Resets of every kind in BTOR2 files: constants, none, and functions of states that stand anywhere.

use crate::cases::try_random;
use crate::counts::enough;
use crate::encode::shortest;
use crate::oracle::explicit_verdicts;
use crate::random_circuit::{random_circuit, Shape};
use indubit::base::{Budget, Rng};
use indubit::input::btor2::{read, write};
use indubit::model::circuit::{Latch, Reset};
use indubit::model::encode::blast::blast;
use indubit::model::encode::booleans::to_system;
use indubit::model::system::System;
use indubit::solver::term::Sort;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

fn system_of(text: &str) -> System {
    let read = read(text.as_bytes(), &Budget::unlimited());
    read.unwrap_or_else(|error| panic!("{}\n{}", error, text)).system
}

#[test]
fn first_values_read_states_wherever_they_stand() {
    let mut system = System::default();
    let [a, b, c, d] = ["a", "b", "c", "d"].map(|name| system.declare_state(name, Sort::BitVec(2)).current);
    let terms = system.terms_mut();
    // a reads b and c, b reads d; c and d read each other, so one of the two equations is watched.
    let (sum, not_d, not_c) = (terms.bv_add(b, c), terms.bv_not(d), terms.bv_not(c));
    let one = terms.bv(1, 2);
    let (more_d, more_c) = (terms.bv_add(not_d, one), terms.bv_add(not_c, one));
    let parts = [terms.eq(a, sum), terms.eq(b, not_d), terms.eq(c, more_d), terms.eq(d, more_c)];
    let init = terms.and(&parts);
    let bad = terms.eq(a, one);
    system.set_init(init);
    system.add_property("", bad);
    let text = write(&system).expect("a system of words");
    assert_eq!(text.matches(" init ").count(), 4, "of three states and of the flag: {}", text);
    assert_eq!(text.matches(" constraint ").count(), 1, "{}", text);
    // a = ~d - d = -1 - 2d is 1 where d is 1 or 3.
    assert_eq!(shortest(&system_of(&text), 3), shortest(&system, 3));
    assert_eq!(shortest(&system, 3), [Some(0)]);
}

static RESETS: [AtomicU64; 3] = [AtomicU64::new(0), AtomicU64::new(0), AtomicU64::new(0)];

/// A circuit with resets of every kind as a file of words and back: the same depths, which the circuit's own search
/// through all states tells.
fn circuits_are_the_same_as_words(seed: u64) {
    let circuit = random_circuit(&mut Rng::new(seed), &Shape::default());
    let is_function = |latch: &&Latch| matches!(latch.reset, Reset::Function(_));
    RESETS[0].fetch_add(circuit.latches().iter().filter(is_function).count() as u64, Relaxed);
    RESETS[1].fetch_add(u64::from(!circuit.reset_inputs().is_empty()), Relaxed);
    let free = circuit.latches().iter().filter(|latch| latch.reset == Reset::Free).count();
    RESETS[2].fetch_add(free as u64, Relaxed);
    let system = to_system(&circuit, &Budget::unlimited()).expect("no limit");
    let text = write(&system).expect("a system of words");
    // The resets of a circuit do not go in a circle, so that all of them are `init` lines.
    assert!(!text.contains(" started\n"), "{}", text);
    let again = blast(&system_of(&text), &Budget::unlimited()).expect("words").circuit;
    assert_eq!(explicit_verdicts(&again), explicit_verdicts(&circuit), "{}", text);
}

#[test]
fn circuits_with_resets_of_every_kind_are_written_as_words() {
    try_random(300, circuits_are_the_same_as_words);
    let seen: Vec<u64> = RESETS.iter().map(|count| count.load(Relaxed)).collect();
    assert!(seen.iter().all(|&count| enough(count, 30)), "functions, functions of inputs, free: {:?}", seen);
}

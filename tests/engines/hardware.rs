//! Techniques for hardware: invariants over gates, internal signals, constraints by need, gates of equal functions.

use crate::cases::try_random;
use crate::oracle::{explicit_verdicts, is_inductive, prop, replay};
use crate::random_circuit::{random_circuit, Shape};
use indubit::base::{Budget, Rng};
use indubit::engine::ic3::circuit::{Ic3, Ic3Options};
use indubit::engine::Outcome;
use indubit::evidence::circuit::{
    check_certificate, check_proof, check_witness_circuit, read_clauses, write_clauses, WitnessCircuit,
};
use indubit::evidence::{CheckError, CheckOptions, Condition, Malformed};
use indubit::input::aiger::{read, write_ascii};
use indubit::model::circuit::{Circuit, NodeId, Reset, Signal};
use indubit::model::encode::earlier::one_step_earlier;
use indubit::model::encode::internal::with_internal_signals;
use indubit::model::invariant::{Certificate, ClausalInvariant};
use indubit::model::reduce::{reduce, ReduceOptions};

/// Two latches that an input sets and clears together: they are equal, and neither is constant.
fn twins() -> (Circuit, Signal, Signal) {
    let mut circuit = Circuit::new();
    let input = circuit.add_input();
    let (a, b) = (circuit.add_latch(Reset::Zero), circuit.add_latch(Reset::Zero));
    circuit.set_next(a, input);
    circuit.set_next(b, input);
    let differ = circuit.xor(a, b);
    circuit.add_bad(differ);
    (circuit, a, b)
}

/// The invariant that they are equal, with two gates of its own.
fn equal(circuit: &Circuit, a: Signal, b: Signal) -> ClausalInvariant {
    let first = NodeId::new(circuit.nodes().len()).signal();
    let second = NodeId::new(circuit.nodes().len() + 1).signal();
    ClausalInvariant { gates: vec![[a, !b], [!a, b]], clauses: vec![vec![!first], vec![!second]] }
}

fn checked(circuit: &Circuit, invariant: ClausalInvariant) -> Result<(), CheckError> {
    check_certificate(circuit, prop(0), &Certificate::Inductive(invariant), &Budget::unlimited())
}

#[test]
fn an_invariant_may_name_gates() {
    let (circuit, a, b) = twins();
    let own = equal(&circuit, a, b);
    assert_eq!(checked(&circuit, own.clone()), Ok(()));
    assert!(is_inductive(&circuit, &own, Some(circuit.bads()[0])));
    // The circuit has such a gate itself.
    let bad = circuit.bads()[0];
    assert_eq!(checked(&circuit, ClausalInvariant::of_clauses(vec![vec![!bad]])), Ok(()));

    let witness = WitnessCircuit::new(&circuit, prop(0), &own).expect("a property");
    let options = CheckOptions::default();
    assert_eq!(check_witness_circuit(&circuit, &witness, &options, &Budget::unlimited()), Ok(()));

    let file = read(write_ascii(&circuit).as_bytes()).expect("a written circuit");
    let text = write_clauses(&file, prop(0), &Certificate::Inductive(own).into());
    assert!(text.ends_with("invariant b0 2\nand 14 4 7\nand 16 5 6\n15\n17\n"), "{}", text);
    let (property, certificate) = read_clauses(text.as_bytes(), &file).expect("a written certificate");
    assert_eq!(property, prop(0));
    let checked = check_proof(&file.circuit, property, &certificate, &options, &Budget::unlimited());
    assert_eq!(checked, Ok(()));
}

/// The clause names a gate that is always false, so that it says nothing; the number of clauses was written with it.
#[test]
fn a_clause_that_says_nothing_is_not_counted_in_the_text() {
    let (circuit, a, b) = twins();
    let file = read(write_ascii(&circuit).as_bytes()).expect("a written circuit");
    let mut invariant = equal(&circuit, a, b);
    invariant.gates.push([a, !a]);
    invariant.clauses.push(vec![!NodeId::new(circuit.nodes().len() + 2).signal(), b]);
    let text = write_clauses(&file, prop(0), &Certificate::Inductive(invariant).into());
    assert!(text.contains("invariant b0 2\n"), "{}", text);
    assert!(read_clauses(text.as_bytes(), &file).is_ok());
}

#[test]
fn forged_gates_are_refused() {
    let (circuit, a, b) = twins();
    let own = equal(&circuit, a, b);
    let nodes = circuit.nodes().len();
    let later = NodeId::new(nodes + 1).signal();
    // A gate that names a later one, and a clause that names one that is not there.
    let forward = ClausalInvariant { gates: vec![[a, later], [!a, b]], ..own.clone() };
    assert_eq!(checked(&circuit, forward), Err(Malformed::NoSuchSignal { at: 0, signal: later }.into()));
    let none = NodeId::new(nodes + 2).signal();
    let missing = ClausalInvariant { clauses: vec![vec![none]], ..own.clone() };
    assert_eq!(checked(&circuit, missing), Err(Malformed::NoSuchSignal { at: 0, signal: none }.into()));
    // A gate over an input says nothing about states.
    let input = circuit.inputs()[0].signal();
    let over_input = ClausalInvariant { gates: vec![[a, input], [!a, b]], ..own.clone() };
    assert!(matches!(
        checked(&circuit, over_input),
        Err(CheckError::Malformed(Malformed::NotALatch { clause: 0, .. }))
    ));
    // Gates that make the claim a false one.
    let wrong = ClausalInvariant { gates: vec![[a, b], [!a, b]], ..own };
    assert_eq!(checked(&circuit, wrong), Err(Condition::Property.into()));
}

#[test]
fn lines_of_gates_are_read_with_care() {
    let (circuit, ..) = twins();
    let file = read(write_ascii(&circuit).as_bytes()).expect("a written circuit");
    let refused = |lines: &str| {
        let text = format!("invariant b0 1\n{}\n", lines);
        read_clauses(text.as_bytes(), &file).expect_err("a wrong certificate").to_string()
    };
    let cases = [
        ("and 40 4", "line 2, column 9: expected the literal of a latch, found end of line"),
        ("and 40 4 6 8", "line 2, column 12: expected end of line, found `8`"),
        ("and 41 4 6", "line 2, column 5: expected an even number that nothing else has, found `41`"),
        ("and 4 4 6", "line 2, column 5: expected an even number that nothing else has, found `4`"),
        ("and 40 4 42\nand 42 4 6\n40", "line 2, column 10: expected the literal of a latch, found `42`"),
        (
            "and 40 4 6\nand 40 4 7\n40",
            "line 3, column 5: expected an even number that nothing else has, found `40`",
        ),
    ];
    for (lines, message) in cases {
        assert_eq!(refused(lines), message);
    }
}

/// Two counters of `width` bits that count together, and are bad when they differ.
fn counters(width: usize) -> Circuit {
    let mut circuit = Circuit::new();
    let go = circuit.add_input();
    let mut words = Vec::new();
    for _ in 0..2 {
        let word: Vec<Signal> = (0..width).map(|_| circuit.add_latch(Reset::Zero)).collect();
        let mut carry = go;
        for &bit in &word {
            let next = circuit.xor(bit, carry);
            circuit.set_next(bit, next);
            carry = circuit.and(bit, carry);
        }
        words.push(word);
    }
    let differ: Vec<Signal> = (0..width).map(|i| circuit.xor(words[0][i], words[1][i])).collect();
    let same: Vec<Signal> = differ.iter().map(|&d| !d).collect();
    let same = circuit.and_all(&same);
    circuit.add_bad(!same);
    circuit
}

#[test]
fn internal_signals_are_gates_over_latches() {
    let circuit = counters(3);
    let internal = with_internal_signals(&circuit, 100);
    assert_eq!(internal.circuit.latches().len(), circuit.latches().len() + internal.copies.len());
    assert!(!internal.copies.is_empty());
    assert!(with_internal_signals(&circuit, 0).copies.is_empty());
    let options = Ic3Options { internal_signals: 100, ..Ic3Options::default() };
    let mut engine = Ic3::new(&circuit, options, Budget::unlimited());
    match engine.prove(prop(0), &mut ()) {
        Outcome::Safe(certificate) => {
            assert_eq!(check_certificate(&circuit, prop(0), &certificate, &Budget::unlimited()), Ok(()))
        }
        other => panic!("{:?}", other),
    }
}

#[test]
fn internal_signals_and_parts_by_need_change_no_verdict() {
    try_random(150, |seed: u64| {
        let mut rng = Rng::new(seed);
        let shape = Shape { inputs: 2, ..Shape::default() };
        let circuit = random_circuit(&mut rng, &shape);
        let expected = explicit_verdicts(&circuit);
        let options = Ic3Options {
            internal_signals: rng.below(12),
            localise_constraints: rng.one_in(2),
            localise_gates: [0, 1000, u64::MAX][rng.below(3)],
            ..Ic3Options::default()
        };
        let mut engine = Ic3::new(&circuit, options, Budget::unlimited());
        for (i, &unsafe_at) in expected.iter().enumerate() {
            match engine.prove(prop(i), &mut ()) {
                Outcome::Safe(Certificate::Inductive(invariant)) => {
                    assert!(unsafe_at.is_none());
                    assert!(is_inductive(&circuit, &invariant, Some(circuit.bads()[i])));
                }
                Outcome::Unsafe(trace) => {
                    assert!(unsafe_at.is_some());
                    replay(&circuit, &trace);
                }
                other => panic!("{:?}", other),
            }
        }
    });
}

/// Runs into the bad signal that is asked for one step earlier are a step shorter, and give runs of the original.
#[test]
fn one_step_earlier_runs_are_a_step_shorter() {
    try_random(150, |seed: u64| {
        let mut rng = Rng::new(seed);
        let shape = Shape { inputs: 2, ..Shape::default() };
        let circuit = random_circuit(&mut rng, &shape);
        for (i, unsafe_at) in explicit_verdicts(&circuit).into_iter().enumerate() {
            let earlier = one_step_earlier(&circuit, prop(i)).expect("a bad signal");
            let found = explicit_verdicts(&earlier.circuit)[0];
            if unsafe_at != Some(0) {
                assert_eq!(found.map(|depth| depth + 1), unsafe_at);
            }
        }
        assert!(one_step_earlier(&circuit, prop(circuit.bads().len())).is_none());
    });
}

#[test]
fn the_property_as_a_predicate_changes_no_verdict() {
    try_random(150, |seed: u64| {
        let mut rng = Rng::new(seed);
        let shape = Shape { inputs: 2, ..Shape::default() };
        let circuit = random_circuit(&mut rng, &shape);
        let options = Ic3Options {
            predicate_property: true,
            internal_signals: rng.below(6),
            localise_constraints: rng.one_in(2),
            localise_gates: [0, 1000, u64::MAX][rng.below(3)],
            ..Ic3Options::default()
        };
        let mut engine = Ic3::new(&circuit, options, Budget::unlimited());
        for (i, unsafe_at) in explicit_verdicts(&circuit).into_iter().enumerate() {
            match engine.prove(prop(i), &mut ()) {
                Outcome::Safe(certificate) => {
                    assert!(unsafe_at.is_none());
                    let checked = check_certificate(&circuit, prop(i), &certificate, &Budget::unlimited());
                    assert_eq!(checked, Ok(()));
                }
                Outcome::Unsafe(trace) => {
                    assert!(unsafe_at.is_some());
                    assert_eq!(trace.property, prop(i));
                    replay(&circuit, &trace);
                }
                other => panic!("{:?}", other),
            }
        }
    });
}

/// Over latches alone the property is a part of the invariant. Over inputs it is no claim about states, and the
/// invariant is the lemmas of a proof by induction.
#[test]
fn the_property_is_a_part_of_the_proof_if_it_is_one_of_states() {
    let (over_latches, ..) = twins();
    let mut over_inputs = over_latches.clone();
    over_inputs.clear_bads();
    let seen = over_inputs.add_input();
    let bad = over_inputs.and(over_latches.bads()[0], seen);
    over_inputs.add_bad(bad);
    let proof = |circuit: &Circuit| {
        let options = Ic3Options { predicate_property: true, ..Ic3Options::default() };
        match Ic3::new(circuit, options, Budget::unlimited()).prove(prop(0), &mut ()) {
            Outcome::Safe(proof) => {
                assert_eq!(check_certificate(circuit, prop(0), &proof, &Budget::unlimited()), Ok(()));
                proof
            }
            other => panic!("{:?}", other),
        }
    };
    assert!(matches!(proof(&over_latches), Certificate::Inductive(_)));
    assert!(matches!(proof(&over_inputs), Certificate::KInductive { k: 1, .. }));
}

#[test]
fn gates_of_equal_functions_become_one() {
    let mut circuit = Circuit::new();
    let inputs: Vec<Signal> = (0..4).map(|_| circuit.add_input()).collect();
    // The parity of four inputs, put together in two ways.
    let forwards = inputs[1..].iter().fold(inputs[0], |sum, &i| circuit.xor(sum, i));
    let backwards = inputs[..3].iter().rev().fold(inputs[3], |sum, &i| circuit.xor(sum, i));
    let latches = [(); 2].map(|()| circuit.add_latch(Reset::Zero));
    circuit.set_next(latches[0], forwards);
    circuit.set_next(latches[1], !backwards);
    let both = circuit.and(latches[0], latches[1]);
    circuit.add_bad(both);
    let reduced = |functional| {
        let options = ReduceOptions { functional, equivalences: false, ..ReduceOptions::default() };
        reduce(&circuit, &options, &Budget::unlimited()).circuit.and_count()
    };
    assert_eq!((reduced(false), reduced(true)), (19, 10));
}

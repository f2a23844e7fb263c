//! Temporal decomposition: circuits that begin when some of their latches have become constant.

use crate::cases::scaled;
use crate::counts::enough;
use crate::oracle::{explicit_verdicts, prop, replay};
use crate::random_circuit::{random_circuit, Shape};
use indubit::base::{Budget, Rng};
use indubit::engine::Outcome;
use indubit::evidence::circuit::{check_certificate, check_proof};
use indubit::evidence::CheckOptions;
use indubit::model::circuit::{Circuit, Node, Reset, Signal};
use indubit::model::encode::later::begin_later;
use indubit::model::invariant::{Certificate, ClausalInvariant, Proof};
use indubit::portfolio::{Engine, Verifier, VerifyOptions};

/// A chain of latches that become true one after another, before all else. The inputs of a random circuit are held
/// down until the chain is through, or from its first step on.
fn with_transients(rng: &mut Rng, length: usize) -> Circuit {
    let shape = Shape { inputs: 3, functions: 0, ..Shape::default() };
    let random = random_circuit(rng, &shape);
    let mut circuit = Circuit::new();
    let chain: Vec<Signal> = (0..length).map(|_| circuit.add_latch(Reset::Zero)).collect();
    for (place, &latch) in chain.iter().enumerate() {
        circuit.set_next(latch, if place == 0 { Signal::TRUE } else { chain[place - 1] });
    }
    let mut image = vec![Signal::FALSE; random.nodes().len()];
    for latch in random.latches() {
        image[latch.node.index()] = circuit.add_latch(latch.reset);
    }
    let of = |image: &[Signal], s: Signal| image[s.node().index()].negate_if(s.is_negated());
    for (n, node) in random.nodes().iter().enumerate() {
        image[n] = match *node {
            Node::False | Node::Latch(_) => continue,
            Node::Input(_) => {
                let input = circuit.add_input();
                let link = chain[rng.below(length)].negate_if(rng.one_in(2));
                if rng.one_in(3) {
                    input
                } else {
                    circuit.and(input, link)
                }
            }
            Node::And(a, b) => circuit.and(of(&image, a), of(&image, b)),
        };
    }
    for latch in random.latches() {
        circuit.set_next(image[latch.node.index()], of(&image, latch.next));
    }
    circuit.add_properties_of(&random, &image);
    circuit
}

#[test]
fn a_circuit_that_begins_later_is_bad_so_much_earlier() {
    let mut later_ones = 0;
    for seed in 0..scaled(300) as u64 {
        let mut rng = Rng::new(seed);
        let length = 1 + rng.below(3);
        let circuit = with_transients(&mut rng, length);
        let later = begin_later(&circuit, 3).expect("the chain settles");
        assert!((length..=3).contains(&later.steps()));
        if later.circuit.inputs().len() > 7 {
            continue;
        }
        let found = explicit_verdicts(&later.circuit);
        for (i, unsafe_at) in explicit_verdicts(&circuit).into_iter().enumerate() {
            match unsafe_at {
                Some(depth) if depth < later.steps() => {}
                depth => assert_eq!(found[i].map(|found| found + later.steps()), depth),
            }
            later_ones += u64::from(unsafe_at.map_or(false, |depth| depth >= later.steps()));
        }
    }
    assert!(enough(later_ones, 10), "{}", later_ones);
}

#[test]
fn latches_settle_within_the_steps_that_are_allowed_or_not_at_all() {
    let mut rng = Rng::new(1);
    let circuit = with_transients(&mut rng, 3);
    assert!(begin_later(&circuit, 0).is_none());
    assert!(begin_later(&circuit, 2).map_or(true, |later| later.steps() <= 2));
    let mut with_function = Circuit::new();
    let input = with_function.add_input();
    let latch = with_function.add_latch(Reset::Function(input));
    with_function.set_next(latch, Signal::TRUE);
    with_function.add_bad(latch);
    assert!(begin_later(&with_function, 4).is_none());
}

#[test]
fn engines_that_begin_later_have_evidence_for_the_whole() {
    let (mut safe, mut refuted, mut by_induction) = (0, 0, 0);
    for seed in 0..scaled(300) as u64 {
        let mut rng = Rng::new(seed);
        let circuit = with_transients(&mut rng, 1 + seed as usize % 3);
        let mut options = VerifyOptions {
            engine: [Engine::Ic3, Engine::KInduction, Engine::LazyIc3][rng.below(3)],
            ..VerifyOptions::default()
        };
        options.images.temporal_decomposition = 3;
        options.reduce.on = !rng.one_in(3);
        options.engines.ic3.internal_signals = [0, 5][rng.below(2)];
        options.engines.ic3.predicate_property = rng.one_in(4);
        options.engines.kinduction.simple_path = rng.one_in(4);
        options.engines.kinduction.max_k = Some(12);
        let is_bounded = options.engine == Engine::KInduction;
        let mut verifier = Verifier::new(circuit.clone(), options, Budget::unlimited()).expect("an engine");
        for (i, unsafe_at) in explicit_verdicts(&circuit).into_iter().enumerate() {
            match verifier.verify(prop(i), &mut ()).outcome {
                Outcome::Safe(proof) => {
                    assert!(unsafe_at.is_none());
                    let checked = check_proof(
                        &circuit,
                        prop(i),
                        &proof,
                        &CheckOptions::default(),
                        &Budget::unlimited(),
                    );
                    assert_eq!(checked, Ok(()));
                    by_induction += u64::from(proof.inductive().is_none());
                    safe += 1;
                }
                Outcome::Unsafe(trace) => {
                    assert!(unsafe_at.is_some());
                    assert_eq!(trace.property, prop(i));
                    replay(&circuit, &trace);
                    refuted += 1;
                }
                Outcome::Unknown(reason) => {
                    assert!(is_bounded, "{}", reason);
                    let safe = reason.safe_depth.map_or(0, |depth| depth.transitions() + 1);
                    assert!(unsafe_at.map_or(true, |depth| depth >= safe));
                }
            }
        }
    }
    assert!(
        enough(safe, 50) && enough(refuted, 50) && enough(by_induction, 10),
        "{} {} {}",
        safe,
        refuted,
        by_induction
    );
}

/// The flag is false in the first step only, and what it guards needs a proof from then on.
#[test]
fn what_does_not_hold_later_makes_no_proof() {
    let mut circuit = Circuit::new();
    let input = circuit.add_input();
    let flag = circuit.add_latch(Reset::Zero);
    circuit.set_next(flag, Signal::TRUE);
    let (a, b) = (circuit.add_latch(Reset::Zero), circuit.add_latch(Reset::One));
    circuit.set_next(a, input);
    circuit.set_next(b, input);
    let differ = circuit.xor(a, b);
    let bad = circuit.and(flag, differ);
    circuit.add_bad(bad);
    let later = begin_later(&circuit, 1).expect("the flag settles");
    let check = |found: ClausalInvariant| {
        let first = later.first_steps(prop(0), &found);
        let claim = ClausalInvariant::of_clauses(Vec::new());
        let proof = first.proof(&claim, &Certificate::Inductive(found)).expect("a proof of safety");
        check_certificate(&circuit, prop(0), &proof, &Budget::unlimited())
    };
    let equal = vec![vec![a, !b], vec![!a, b]];
    // The sets of the first steps have all states.
    assert!(check(ClausalInvariant::of_clauses(equal.clone())).is_err());
    assert!(check(ClausalInvariant::of_clauses(Vec::new())).is_err());
    let found = ClausalInvariant::of_clauses(equal);
    let first = later.first_steps(prop(0), &found);
    let verdicts = explicit_verdicts(&first.circuit);
    assert_eq!(verdicts, [None]);
    let nothing = later.first_steps(prop(0), &ClausalInvariant::of_clauses(vec![Vec::new()]));
    assert_eq!(explicit_verdicts(&nothing.circuit), [Some(1)]);
}

/// A latch holds the input of the second step in the third one, and is false from then on. The invariant says so by
/// that input, which is any input later.
#[test]
fn an_invariant_over_inputs_of_the_first_steps_holds_one_step_later() {
    let mut circuit = Circuit::new();
    let input = circuit.add_input();
    let [first, second, held] = [(); 3].map(|()| circuit.add_latch(Reset::Zero));
    circuit.set_next(first, Signal::TRUE);
    circuit.set_next(second, first);
    let next = circuit.and_all(&[input, first, !second]);
    circuit.set_next(held, next);
    let bad = circuit.and(held, !second);
    circuit.add_bad(bad);
    let later = begin_later(&circuit, 2).expect("the flags settle");
    let of_first = later.circuit.inputs()[2].signal();
    let found = ClausalInvariant::of_clauses(vec![vec![!held, of_first]]);
    assert_eq!(explicit_verdicts(&later.first_steps(prop(0), &found).circuit), [None]);
    let options = VerifyOptions { engine: Engine::Ic3, ..VerifyOptions::default() };
    let first = later.first_steps(prop(0), &found);
    let mut verifier = Verifier::new(first.circuit.clone(), options, Budget::unlimited()).expect("an engine");
    match verifier.verify(prop(0), &mut ()).outcome {
        Outcome::Safe(Proof::Safety(Certificate::Inductive(of_first))) => {
            let proof = first.proof(&of_first, &Certificate::Inductive(found)).expect("a proof of safety");
            assert_eq!(check_certificate(&circuit, prop(0), &proof, &Budget::unlimited()), Ok(()));
        }
        other => panic!("{:?}", other),
    }
}

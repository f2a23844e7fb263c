//! Candidate lemmas about circuits, held against a search through all states.

use crate::cases::scaled;
use crate::counts::enough;
use crate::oracle::{
    admitted, all_vectors, evaluate, explicit_verdicts, holds, initial_views, prop, satisfies, steps,
    successor,
};
use crate::random_circuit::{random_circuit, Shape};
use indubit::base::{Budget, Rng};
use indubit::engine::Outcome;
use indubit::evidence::circuit::write_clauses;
use indubit::evidence::CheckOptions;
use indubit::input::{InputError, Model, Place};
use indubit::model::circuit::{Circuit, Latch, Signal};
use indubit::model::invariant::{Certificate, ClausalInvariant};
use indubit::model::CircuitFile;
use indubit::portfolio::{Engine, Lemmas, ModelVerifier, VerifyOptions};

/// Whether a state occurs in some step: the constraints hold with some inputs.
fn occurs(circuit: &Circuit, state: &[bool]) -> bool {
    !steps(circuit, state).is_empty()
}

/// Whether no step from states that satisfy some clauses leads out of a clause.
fn preserved(circuit: &Circuit, assumed: &[Vec<Signal>], clause: &[Signal]) -> bool {
    let all = |clauses: &[Vec<Signal>]| ClausalInvariant::of_clauses(clauses.to_vec());
    let (assumed, clause) = (all(assumed), all(&[clause.to_vec()]));
    all_vectors(circuit.latches().len()).filter(|state| satisfies(circuit, &assumed, state)).all(|state| {
        steps(circuit, &state).iter().all(|values| {
            let next = successor(circuit, values);
            !occurs(circuit, &next) || satisfies(circuit, &clause, &next)
        })
    })
}

#[test]
fn lemmas_about_random_circuits_are_answered_as_by_a_search_through_all_states() {
    let (mut good_ones, mut proofs) = (0, 0);
    for seed in 0..scaled(300) as u64 {
        let mut rng = Rng::new(seed);
        let circuit = random_circuit(
            &mut rng,
            &Shape { latches: 4, inputs: 2, ands: 12, functions: 0, ..Shape::default() },
        );
        if circuit.latches().is_empty() {
            continue;
        }
        let mut clauses: Vec<Vec<Signal>> = Vec::new();
        for _ in 0..1 + rng.below(4) {
            let count = circuit.latches().len();
            let mut latches: Vec<usize> = (0..1 + rng.below(2)).map(|_| rng.below(count)).collect();
            latches.sort_unstable();
            latches.dedup();
            let signals = latches.iter().map(|&i| circuit.latches()[i].node.signal());
            clauses.push(signals.map(|signal| signal.negate_if(rng.one_in(2))).collect());
        }
        let file = CircuitFile::new(circuit.clone());
        let text = write_clauses(
            &file,
            prop(0),
            &Certificate::Inductive(ClausalInvariant::of_clauses(clauses.clone())).into(),
        );
        let model = Model::from(circuit.clone());
        let budget = Budget::unlimited();
        let lemmas = Lemmas::read(&model, text.as_bytes(), &budget).expect("lemmas");
        let tried = lemmas.examine(&budget).expect("no limit");
        let holds_first = |clause: &Vec<Signal>| {
            let one = ClausalInvariant::of_clauses(vec![clause.clone()]);
            let starts = initial_views(&circuit).into_iter().filter(|state| occurs(&circuit, state));
            starts.into_iter().all(|state| satisfies(&circuit, &one, &state))
        };
        for (clause, found) in clauses.iter().zip(&tried.lemmas) {
            assert_eq!(found.initially.is_ok(), holds_first(clause), "{}", seed);
            assert_eq!(
                found.alone.is_ok(),
                preserved(&circuit, std::slice::from_ref(clause), clause),
                "{}",
                seed
            );
            assert_eq!(found.together.is_ok(), preserved(&circuit, &clauses, clause), "{}", seed);
        }
        let mut good: Vec<usize> = (0..clauses.len()).filter(|&i| holds_first(&clauses[i])).collect();
        let chosen =
            |good: &[usize]| -> Vec<Vec<Signal>> { good.iter().map(|&i| clauses[i].clone()).collect() };
        while let Some(at) = good.iter().position(|&i| !preserved(&circuit, &chosen(&good), &clauses[i])) {
            good.remove(at);
        }
        assert_eq!(tried.good, good, "{}", seed);
        good_ones += good.len() as u64;
        for (property, answer) in tried.properties.iter().enumerate() {
            let bad = circuit.bads()[property];
            let together = ClausalInvariant::of_clauses(chosen(&good));
            let excludes = |state: &Vec<bool>| {
                all_vectors(circuit.inputs().len()).all(|inputs| {
                    let values = evaluate(&circuit, state, &inputs);
                    !admitted(&circuit, &values) || !holds(&values, bad)
                })
            };
            let states = all_vectors(circuit.latches().len());
            let excluded =
                states.filter(|state| satisfies(&circuit, &together, state)).all(|state| excludes(&state));
            assert_eq!(answer.is_ok(), excluded, "{}", seed);
            if let Ok(needed) = answer {
                let checked = lemmas.prove(needed, prop(property), &CheckOptions::default(), &budget);
                assert_eq!(checked, Ok(true), "{}", seed);
                proofs += u64::from(!needed.is_empty());
            }
        }
    }
    assert!(enough(good_ones, 100) && enough(proofs, 10), "{} {}", good_ones, proofs);
}

/// Once a text was made of the bytes first, in which each wrong byte became three, and places behind it were wrong.
#[test]
fn bytes_that_are_no_text_are_refused_where_they_stand() {
    let circuit = random_circuit(&mut Rng::new(1), &Shape { latches: 2, ..Shape::default() });
    let model = Model::from(circuit);
    let place = |bytes: &[u8]| match Lemmas::read(&model, bytes, &Budget::unlimited()) {
        Err(InputError::Parse(error)) => error.place(),
        other => panic!("{:?}", other),
    };
    assert_eq!(place(b"(assert true)\n(x \"\xff\xff\" \x13)"), Place::Line { line: 2, column: 4 });
    assert_eq!(place(b"(x \"\xff\xff\" \x13)"), Place::Line { line: 1, column: 4 });
}

/// A text of some clauses over few latches, as candidates.
fn guesses(rng: &mut Rng, file: &CircuitFile) -> String {
    let latches = file.circuit.latches();
    let mut literal = || latches[rng.below(latches.len())].node.signal().negate_if(rng.one_in(2));
    let clauses = (0..8).map(|i| (0..1 + i % 3).map(|_| literal()).collect()).collect();
    write_clauses(file, prop(0), &Certificate::Inductive(ClausalInvariant::of_clauses(clauses)).into())
}

#[test]
fn lemmas_for_other_processes_are_good_and_theirs_leave_the_verdicts() {
    let (mut told, mut taken, mut verdicts) = (0, 0, [0, 0]);
    for seed in 0..scaled(200) as u64 {
        let mut rng = Rng::new(seed);
        let mut circuit = random_circuit(&mut rng, &Shape { latches: 8, constraints: 0, ..Shape::default() });
        if circuit.latches().is_empty() {
            continue;
        }
        // One state is bad.
        let state = |latch: &Latch| latch.node.signal().negate_if(rng.one_in(2));
        let state: Vec<Signal> = circuit.latches().iter().map(state).collect();
        let state = circuit.and_all(&state);
        circuit.clear_bads();
        circuit.add_bad(state);
        let expected = explicit_verdicts(&circuit)[0];
        let (file, model) = (CircuitFile::new(circuit.clone()), Model::from(circuit.clone()));
        let mut texts: Vec<String> = Vec::new();
        for turn in 0..3 {
            let others = [Engine::Ic3, Engine::LazyIc3, Engine::Auto];
            let engine = if turn == 0 { Engine::Ic3 } else { others[rng.below(3)] };
            let options = VerifyOptions { engine, exchange: true, seed: turn, ..VerifyOptions::default() };
            let mut verifier = ModelVerifier::new(&model, &options, &Budget::unlimited()).expect("engines");
            let mut exchange = verifier.exchange().expect("a board");
            if turn > 0 {
                texts.push(guesses(&mut rng, &file));
                taken += texts.iter().map(|text| exchange.take(text.as_bytes()) as u64).sum::<u64>();
                exchange.publish();
            }
            match verifier.verify(prop(0), &mut ()).outcome {
                Outcome::Safe(_) => assert_eq!(expected, None, "{}", seed),
                Outcome::Unsafe(_) => assert!(expected.is_some(), "{}", seed),
                Outcome::Unknown(reason) => panic!("{}: {:?}", seed, reason),
            }
            verdicts[usize::from(expected.is_none())] += 1;
            if let Some((text, count)) = exchange.told() {
                told += count as u64;
                if turn == 0 {
                    let lemmas = Lemmas::read(&model, text.as_bytes(), &Budget::unlimited()).expect("lemmas");
                    let good = lemmas.examine(&Budget::unlimited()).expect("no limit").good;
                    assert_eq!(good.len(), lemmas.texts().len(), "{}: {}", seed, text);
                }
                texts.push(text);
            }
            assert!(exchange.told().is_none());
        }
    }
    let counts = [told, taken, verdicts[0], verdicts[1]];
    assert!(
        counts.iter().zip([15, 200, 100, 100]).all(|(&count, least)| enough(count, least)),
        "{:?}",
        counts
    );
}

//! Witness circuits of justice properties, held against a search through all states.

use crate::cases::scaled;
use crate::counts::enough;
use crate::oracle::{fails, is_ranking, random_live};
use crate::random::options;
use crate::random_circuit::Shape;
use indubit::base::{Budget, Rng};
use indubit::engine::Outcome;
use indubit::evidence::circuit::{check, Evidence, WitnessCircuit};
use indubit::evidence::{CheckError, CheckOptions, Condition, Malformed};
use indubit::input::ParseError;
use indubit::model::circuit::{Circuit, Reset, Signal};
use indubit::model::encode::live::lasso_leaves;
use indubit::model::invariant::{Certificate, ClausalInvariant, Layer, Proof};
use indubit::model::{CircuitFile, PropertyId};
use indubit::portfolio::{Engine, Verifier};

const J0: fn() -> PropertyId = || PropertyId::justice(0);

fn judge(circuit: &Circuit, witness: &WitnessCircuit) -> Result<(), CheckError> {
    let evidence = Evidence::WitnessCircuit(Box::new(witness.clone()));
    check(circuit, &evidence, &CheckOptions { proofs: true }, &Budget::unlimited())
}

/// The verdict on the witness as a file.
fn checked(model: &CircuitFile, file: &[u8]) -> Result<Result<(), CheckError>, ParseError> {
    let found = Evidence::read(file, model)?.remove(0);
    Ok(check(&model.circuit, &found, &CheckOptions { proofs: true }, &Budget::unlimited()))
}

/// A circuit with one property, which is one of justice.
fn alone(mut circuit: Circuit) -> Circuit {
    let (own, fairness) = (circuit.justice()[0].clone(), circuit.fairness().to_vec());
    circuit.clear_bads();
    circuit.clear_justice();
    circuit.add_justice(&own);
    fairness.into_iter().for_each(|signal| circuit.add_fairness(signal));
    circuit
}

/// A lamp that is turned on once and stays on, and must not stay off. Fairness: the button is pushed.
fn lamp() -> (CircuitFile, Vec<Layer>) {
    let mut circuit = Circuit::new();
    let push = circuit.add_input();
    let lamp = circuit.add_latch(Reset::Zero);
    let next = circuit.or(lamp, push);
    circuit.set_next(lamp, next);
    circuit.add_justice(&[!lamp]);
    circuit.add_fairness(push);
    let layer =
        |waits_for, signal| Layer { waits_for, states: ClausalInvariant::of_clauses(vec![vec![signal]]) };
    (CircuitFile::new(circuit), vec![layer(0, lamp), layer(1, !lamp)])
}

#[test]
fn a_ranking_becomes_signals_between_two_states() {
    let (model, layers) = lamp();
    let witness = WitnessCircuit::of_ranking(&model.circuit, J0(), &layers).expect("a witness");
    let text = String::from_utf8(witness.write(&model, false)).expect("text");
    assert!(text.contains("\ni0 = 2\nl0 = 4 < 4\nc\nWITNESS j0\n"), "{}", text);
    assert_eq!(checked(&model, text.as_bytes()), Ok(Ok(())));
    assert_eq!(checked(&model, &witness.write(&model, true)), Ok(Ok(())));
}

/// Each claims something that is not so.
#[test]
fn forged_witness_circuits_of_justice_are_refused() {
    let (model, layers) = lamp();
    let right = WitnessCircuit::of_ranking(&model.circuit, J0(), &layers).expect("a witness");
    let with = |own: &[Signal], fair: &[Signal]| {
        let mut forged = right.clone();
        forged.circuit.clear_justice();
        forged.circuit.add_justice(own);
        fair.iter().for_each(|&signal| forged.circuit.add_fairness(signal));
        judge(&model.circuit, &forged)
    };
    let (own, fair) = (right.circuit.justice()[0][0], right.circuit.fairness()[0]);
    assert_eq!(with(&[own], &[fair]), Ok(()));
    // Always false, never false, and one for the other.
    assert_eq!(with(&[Signal::FALSE], &[fair]), Err(Condition::WitnessLive { signal: 0 }.into()));
    assert_eq!(with(&[own], &[Signal::FALSE]), Err(Condition::WitnessLive { signal: 1 }.into()));
    assert_eq!(with(&[Signal::TRUE], &[Signal::TRUE]), Err(Condition::WitnessDecrease.into()));
    assert_eq!(with(&[fair], &[own]), Err(Condition::WitnessLive { signal: 0 }.into()));
    // A signal that nothing in the model stands for would satisfy all conditions.
    assert_eq!(with(&[Signal::TRUE, Signal::FALSE], &[Signal::TRUE]), Err(Malformed::Mapping.into()));
    assert_eq!(with(&[own], &[]), Err(Malformed::Mapping.into()));
    // The state now, in place of the later one.
    let mut now = right.clone();
    now.later.clear();
    assert!(judge(&model.circuit, &now).is_err());
    // Nothing is bad: then states without a rank count.
    let mut everywhere = right.clone();
    everywhere.circuit.clear_bads();
    everywhere.circuit.add_bad(Signal::FALSE);
    assert_eq!(judge(&model.circuit, &everywhere), Ok(()), "all states have a rank here");
    let upper = WitnessCircuit::of_ranking(&model.circuit, J0(), &layers[1..]).expect("a witness");
    assert_eq!(judge(&model.circuit, &upper), Err(Condition::WitnessStep.into()));
    let lower = WitnessCircuit::of_ranking(&model.circuit, J0(), &layers[..1]).expect("a witness");
    assert_eq!(judge(&model.circuit, &lower), Err(Condition::WitnessBase.into()));
    let text = String::from_utf8(right.write(&model, false)).expect("text");
    for (from, to, message) in [
        ("< 4", "< 99", "expected a literal of an input or latch of the witness in `< 99`"),
        ("WITNESS j0", "WITNESS j1", "there is no property j1"),
    ] {
        let error = checked(&model, text.replace(from, to).as_bytes()).expect_err("no witness").to_string();
        assert!(error.contains(message), "{}", error);
    }
}

const TINY: Shape = Shape { latches: 2, inputs: 1, ands: 8, constraints: 1, bads: 1, functions: 1 };

/// Right rankings have witness circuits, and no property that fails has one, for any layers.
#[test]
fn witness_circuits_of_random_rankings_are_judged_as_the_rankings() {
    let mut rng = Rng::new(11);
    let mut counts = [0u64; 3];
    for _ in 0..scaled(400) {
        let circuit = alone(random_live(&mut rng, &TINY));
        let verifier =
            Verifier::new(circuit.clone(), options(Engine::RLive, Engine::Ic3), Budget::unlimited());
        let found = verifier.expect("an engine for justice").verify(J0(), &mut ()).outcome;
        let signals = circuit.recurring(J0()).expect("the property").len();
        let random = |rng: &mut Rng| -> Layer {
            let latches = circuit.latches();
            let literal =
                |rng: &mut Rng| latches[rng.below(latches.len())].node.signal().negate_if(rng.one_in(2));
            let clauses = (0..rng.below(3)).map(|_| (0..=rng.below(2)).map(|_| literal(rng)).collect());
            let clauses = if latches.is_empty() { Vec::new() } else { clauses.collect() };
            Layer { waits_for: rng.below(signals.max(1)), states: ClausalInvariant::of_clauses(clauses) }
        };
        let mut all: Vec<Vec<Layer>> =
            (0..3).map(|_| (0..=rng.below(3)).map(|_| random(&mut rng)).collect()).collect();
        if let Outcome::Safe(Proof::Ranked(layers)) = found {
            all.push(layers);
        }
        let model = CircuitFile::new(circuit.clone());
        let is_violated = fails(&circuit, J0());
        for layers in all {
            let witness = match WitnessCircuit::of_ranking(&circuit, J0(), &layers) {
                Some(witness) => witness,
                None => {
                    assert_eq!(signals, 0, "only without signals there is none");
                    continue;
                }
            };
            let is_right = is_ranking(&circuit, J0(), &layers);
            let verdict = checked(&model, &witness.write(&model, rng.one_in(2))).expect("a witness");
            assert!(verdict.is_ok() || !is_right, "{:?} {:?}", verdict, layers);
            assert!(verdict.is_err() || !is_violated, "{:?}", layers);
            counts[if is_violated { 0 } else { 1 + usize::from(verdict.is_ok()) }] += 1;
            // The same with signals exchanged.
            let mut forged = witness.clone();
            let mut own = witness.circuit.justice()[0].clone();
            let mut fair = witness.circuit.fairness().to_vec();
            let any = witness.circuit.nodes().len();
            let other =
                indubit::model::circuit::NodeId::new(rng.below(any)).signal().negate_if(rng.one_in(2));
            match rng.below(2) {
                0 if !own.is_empty() => own[0] = other,
                _ if !fair.is_empty() => fair[0] = other,
                _ => {}
            }
            forged.circuit.clear_justice();
            forged.circuit.add_justice(&own);
            fair.into_iter().for_each(|signal| forged.circuit.add_fairness(signal));
            assert!(judge(&circuit, &forged).is_err() || !is_violated, "{:?}", layers);
        }
    }
    assert!(counts.iter().all(|&count| enough(count, 20)), "{:?}", counts);
}

/// Right proofs about lassos have witness circuits if there are few signals, and no property that fails has one, for
/// any invariants.
#[test]
fn witness_circuits_of_random_proofs_about_lassos_are_judged_as_the_proofs() {
    let mut rng = Rng::new(29);
    let mut counts = [0u64; 3];
    for _ in 0..scaled(800) {
        let circuit = alone(random_live(&mut rng, &TINY));
        let signals = circuit.recurring(J0()).expect("the property").len();
        let verifier = Verifier::new(circuit.clone(), options(Engine::L2s, Engine::Ic3), Budget::unlimited());
        let found = verifier.expect("an engine for justice").verify(J0(), &mut ()).outcome;
        let is_violated = fails(&circuit, J0());
        let proof = match found {
            Outcome::Safe(Proof::LassoFree(proof)) => proof,
            other => {
                assert!(is_violated, "{:?}", other);
                // All states, or those that a random clause says.
                let latches = lasso_leaves(&circuit, J0()).expect("the property").latches().to_vec();
                let literal =
                    |rng: &mut Rng| latches[rng.below(latches.len())].node.signal().negate_if(rng.one_in(2));
                let clauses =
                    (0..rng.below(3)).map(|_| (0..=rng.below(3)).map(|_| literal(&mut rng)).collect());
                Certificate::Inductive(ClausalInvariant::of_clauses(clauses.collect()))
            }
        };
        let witness = match WitnessCircuit::of_lassos(&circuit, J0(), &proof) {
            Some(witness) => witness,
            None => {
                let has_form = (1..=4).contains(&signals) && circuit.reset_inputs().is_empty();
                assert!(!has_form, "{:?}", proof);
                counts[0] += 1;
                continue;
            }
        };
        let model = CircuitFile::new(circuit.clone());
        let verdict = checked(&model, &witness.write(&model, rng.one_in(2))).expect("a witness");
        assert_eq!(verdict.is_ok(), !is_violated, "{:?} {:?}", verdict, proof);
        counts[1 + usize::from(is_violated)] += 1;
    }
    assert!(enough(counts[1], 60) && enough(counts[2], 60), "{:?}", counts);
}

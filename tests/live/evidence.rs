//! Forged evidence about justice properties.

use crate::cases::scaled;
use crate::counts::enough;
use crate::oracle::{is_lasso, is_ranking, random_live};
use crate::random::options;
use crate::random_circuit::Shape;
use crate::states::is_inductive;
use indubit::base::{Budget, Rng};
use indubit::engine::Outcome;
use indubit::evidence::circuit::{check_proof, check_trace, read_clauses, Evidence};
use indubit::evidence::{CheckError, CheckOptions, Condition, Malformed};
use indubit::input::aiger;
use indubit::model::circuit::{Circuit, Reset, Signal};
use indubit::model::encode::live::lasso_form;
use indubit::model::invariant::{Certificate, ClausalInvariant, Layer, Proof};
use indubit::model::trace::Trace;
use indubit::model::{CircuitFile, PropertyId};
use indubit::portfolio::{Engine, Verifier};

const J0: fn() -> PropertyId = || PropertyId::justice(0);

fn judge(circuit: &Circuit, proof: &Proof) -> Result<(), CheckError> {
    check_proof(circuit, J0(), proof, &CheckOptions::default(), &Budget::unlimited())
}

/// A lamp that is turned on once and stays on, and must not be off for ever. Fairness: the button is pushed.
fn lamp() -> (Circuit, Signal) {
    let mut circuit = Circuit::new();
    let push = circuit.add_input();
    let lamp = circuit.add_latch(Reset::Zero);
    let next = circuit.or(lamp, push);
    circuit.set_next(lamp, next);
    circuit.add_bad(lamp);
    circuit.add_justice(&[!lamp]);
    circuit.add_fairness(push);
    (circuit, lamp)
}

fn layer(waits_for: usize, clauses: &[&[Signal]]) -> Layer {
    let clauses = clauses.iter().map(|clause| clause.to_vec()).collect();
    Layer { waits_for, states: ClausalInvariant::of_clauses(clauses) }
}

#[test]
fn a_ranking_is_held_against_each_condition() {
    let (circuit, lamp) = lamp();
    // Below: on, where "off" does not come. Above: off, where a push leads down.
    let (on, off) = (layer(0, &[&[lamp]]), layer(1, &[&[!lamp]]));
    let ranked =
        |layers: &[&Layer]| judge(&circuit, &Proof::Ranked(layers.iter().copied().cloned().collect()));
    assert_eq!(ranked(&[&on, &off]), Ok(()));
    // All states may be in the upper layer: only the first layer of a state counts.
    assert_eq!(ranked(&[&on, &layer(1, &[])]), Ok(()));
    let wrong = |layers: &[&Layer]| match ranked(layers) {
        Err(CheckError::DoesNotHold(condition)) => condition,
        other => panic!("{:?}", other),
    };
    assert_eq!(wrong(&[]), Condition::RankedInitially);
    assert_eq!(wrong(&[&on]), Condition::RankedInitially);
    assert_eq!(wrong(&[&off]), Condition::RankGrows { layer: 0 });
    assert_eq!(wrong(&[&off, &on]), Condition::RankGrows { layer: 0 });
    // Waiting for what comes without leading down.
    assert_eq!(wrong(&[&layer(1, &[&[lamp]]), &off]), Condition::RankStays { layer: 0 });
    assert_eq!(wrong(&[&on, &layer(0, &[&[!lamp]])]), Condition::RankStays { layer: 1 });
    assert_eq!(wrong(&[&layer(0, &[])]), Condition::RankStays { layer: 0 });
    let none = Proof::Ranked(vec![on.clone(), layer(2, &[])]);
    assert_eq!(judge(&circuit, &none), Err(Malformed::WaitsFor { layer: 1, signals: 2 }.into()));
    // An input is no part of a state here.
    let push = circuit.inputs()[0].signal();
    let about_inputs = Proof::Ranked(vec![layer(0, &[&[push]])]);
    assert!(matches!(
        judge(&circuit, &about_inputs),
        Err(CheckError::Malformed(Malformed::NotALatch { .. }))
    ));
}

#[test]
fn a_proof_of_one_kind_is_none_of_the_other() {
    let (circuit, lamp) = lamp();
    let options = CheckOptions::default();
    let everything = Certificate::Inductive(ClausalInvariant::default());
    let length = Certificate::KInductive { k: 1, lemmas: ClausalInvariant::default(), simple_path: false };
    let missing = |checked| matches!(checked, Err(CheckError::Malformed(Malformed::NoSuchProperty { .. })));
    for forged in [everything.clone(), length] {
        assert!(missing(judge(&circuit, &forged.into())));
    }
    for forged in [Proof::Ranked(vec![layer(0, &[])]), Proof::LassoFree(everything)] {
        assert!(missing(check_proof(&circuit, PropertyId::new(0), &forged, &options, &Budget::unlimited())));
    }
    let ranking = Proof::Ranked(vec![layer(0, &[&[lamp]]), layer(1, &[])]);
    assert!(missing(check_proof(&circuit, PropertyId::justice(1), &ranking, &options, &Budget::unlimited())));
}

#[test]
fn a_lasso_is_held_against_each_condition() {
    let (mut circuit, lamp) = lamp();
    let lasso = |initial: bool, inputs: &[bool]| Trace {
        property: J0(),
        initial: vec![initial],
        inputs: inputs.iter().map(|&input| vec![input]).collect(),
    };
    // Off for ever without a push is not fair, and with one the lamp goes on.
    let condition = |circuit: &Circuit, trace: &Trace| match check_trace(circuit, trace) {
        Err(CheckError::DoesNotHold(condition)) => condition,
        other => panic!("{:?}", other),
    };
    assert_eq!(condition(&circuit, &lasso(false, &[false])), Condition::Recurs { signal: 1 });
    assert_eq!(condition(&circuit, &lasso(false, &[true])), Condition::LoopCloses);
    assert_eq!(condition(&circuit, &lasso(false, &[true, true])), Condition::Recurs { signal: 0 });
    let latch = indubit::model::circuit::LatchId::new(0);
    assert_eq!(condition(&circuit, &lasso(true, &[true])), Condition::InitialValue(latch));
    assert_eq!(check_trace(&circuit, &lasso(false, &[])), Err(Malformed::NoSteps.into()));
    // Without fairness it is one.
    circuit.clear_justice();
    circuit.add_justice(&[!lamp]);
    assert_eq!(check_trace(&circuit, &lasso(false, &[false])), Ok(()));
    assert_eq!(condition(&circuit, &lasso(false, &[false, true])), Condition::LoopCloses);
    circuit.add_constraint(lamp);
    let violated = Condition::ConstraintHolds { constraint: 0, step: 0 };
    assert_eq!(condition(&circuit, &lasso(false, &[false])), violated);
}

/// A latch on which nothing depends need not come back.
#[test]
fn a_lasso_closes_in_what_counts() {
    let (mut circuit, lamp) = lamp();
    circuit.clear_justice();
    circuit.add_justice(&[!lamp]);
    let beside = circuit.add_latch(Reset::Zero);
    circuit.set_next(beside, Signal::TRUE);
    let lasso = Trace { property: J0(), initial: vec![false; 2], inputs: vec![vec![false]] };
    assert_eq!(check_trace(&circuit, &lasso), Ok(()));
    // But if a constraint depends on it, it counts.
    circuit.add_constraint(!beside);
    assert_eq!(check_trace(&circuit, &lasso), Err(Condition::LoopCloses.into()));
}

const TINY: Shape = Shape { latches: 2, inputs: 1, ands: 8, constraints: 1, bads: 1, functions: 1 };

fn found(circuit: &Circuit, engine: Engine) -> Outcome<Proof, Trace> {
    let verifier = Verifier::new(circuit.clone(), options(engine, Engine::Ic3), Budget::unlimited());
    verifier.expect("an engine for justice").verify(J0(), &mut ()).outcome
}

/// Changes a set of clauses in one place.
fn damage(rng: &mut Rng, invariant: &mut ClausalInvariant, literals: &[Signal]) {
    let clauses = &mut invariant.clauses;
    let at = rng.below(clauses.len().max(1));
    match (rng.below(3), clauses.get_mut(at)) {
        (0, Some(_)) => drop(clauses.remove(at)),
        (1, Some(clause)) if !clause.is_empty() => {
            let place = rng.below(clause.len());
            clause[place] = !clause[place];
        }
        _ if literals.is_empty() => {}
        _ => clauses.push(vec![literals[rng.below(literals.len())].negate_if(rng.one_in(2))]),
    }
}

/// Damaged proofs are accepted exactly if they still are proofs.
#[test]
fn damaged_proofs_are_judged_as_the_oracle_does() {
    let mut rng = Rng::new(5);
    let mut counts = [[0u64; 2]; 3];
    for _ in 0..scaled(400) {
        let circuit = random_live(&mut rng, &TINY);
        let told = || aiger::write_ascii(&circuit);
        let literals: Vec<Signal> = circuit.latches().iter().map(|latch| latch.node.signal()).collect();
        if let Outcome::Safe(Proof::Ranked(mut layers)) = found(&circuit, Engine::RLive) {
            let at = rng.below(layers.len().max(1));
            match rng.below(4) {
                0 if layers.len() > 1 => layers.swap(0, at),
                1 if !layers.is_empty() => drop(layers.remove(at)),
                2 if !layers.is_empty() => {
                    let signals = circuit.recurring(J0()).expect("the property").len().max(1);
                    layers[at].waits_for = rng.below(signals);
                }
                _ if layers.is_empty() => {}
                _ => damage(&mut rng, &mut layers[at].states, &literals),
            }
            let expected = is_ranking(&circuit, J0(), &layers);
            let checked = judge(&circuit, &Proof::Ranked(layers.clone()));
            assert_eq!(checked.is_ok(), expected, "{:?} {:?}\n{}", checked, layers, told());
            counts[0][expected as usize] += 1;
        }
        match found(&circuit, Engine::L2s) {
            Outcome::Safe(Proof::LassoFree(mut proof)) => {
                let form = lasso_form(&circuit, J0()).expect("the property").circuit;
                let all: Vec<Signal> = form.latches().iter().map(|latch| latch.node.signal()).collect();
                if let Certificate::Inductive(invariant) = &mut proof {
                    damage(&mut rng, invariant, &all);
                    let expected = is_inductive(&form, invariant, Some(form.bads()[0]));
                    let checked = judge(&circuit, &Proof::LassoFree(proof.clone()));
                    assert_eq!(checked.is_ok(), expected, "{:?} {:?}\n{}", checked, proof, told());
                    counts[1][expected as usize] += 1;
                }
            }
            Outcome::Unsafe(mut lasso) => {
                let step = rng.below(lasso.inputs.len());
                match rng.below(3) {
                    0 if lasso.inputs.len() > 1 => drop(lasso.inputs.remove(step)),
                    1 if !lasso.initial.is_empty() => {
                        let at = rng.below(lasso.initial.len());
                        lasso.initial[at] ^= true;
                    }
                    _ => lasso.inputs[step].iter_mut().for_each(|value| *value ^= true),
                }
                let expected = is_lasso(&circuit, &lasso);
                let checked = check_trace(&circuit, &lasso);
                // The checker compares less than all latches, so it may accept more, but no less.
                assert!(checked.is_ok() || !expected, "{:?} {:?}\n{}", checked, lasso, told());
                if checked.is_ok() {
                    assert!(crate::oracle::fails(&circuit, J0()), "{:?}\n{}", lasso, told());
                }
                counts[2][expected as usize] += 1;
            }
            Outcome::Safe(_) | Outcome::Unknown(_) => panic!("no evidence of this engine\n{}", told()),
        }
    }
    println!("wrong and right proofs: {:?}", counts);
    assert!(counts.iter().all(|kind| enough(kind[0], 10) && enough(kind[1], 5)), "{:?}", counts);
}

#[test]
fn texts_of_proofs_are_read_with_their_places() {
    let (circuit, _) = lamp();
    let model = CircuitFile::new(circuit);
    let good = "c a comment\nranking j0 2\nlayer 0 1\n4\n\nlayer 1 1\n5\n";
    let (property, certificate) = read_clauses(good.as_bytes(), &model).expect("a ranking");
    assert_eq!(property, J0());
    assert_eq!(judge(&model.circuit, &certificate), Ok(()));
    let lasso_free = "lasso-free j0\ninvariant b0 1\n!saved @5 seen1 0\n";
    assert!(read_clauses(lasso_free.as_bytes(), &model).is_ok());
    assert!(Evidence::read(lasso_free.as_bytes(), &model).expect("evidence")[0].claims_safe());
    for (text, message) in [
        ("ranking b0 0\n", "line 1, column 9: expected a property below j1, found `b0`"),
        ("ranking j1 0\n", "line 1, column 9: expected a property below j1, found `j1`"),
        ("ranking j0 2\nlayer 0 0\n", "expected the line of a layer, found end of file"),
        ("ranking j0 1\nlayer 0 1\n@4\n", "line 3, column 1: expected the literal of a latch, found `@4`"),
        ("ranking j0 1\nlayer 0 0\n4\n", "line 3, column 1: expected no more than the announced lines"),
        ("invariant j0 0\n", "line 1, column 11: expected a property below b1, found `j0`"),
        ("lasso-free j0\ninvariant b1 0\n", "line 2, column 11: expected the property b0, found `b1`"),
        ("lasso-free j0\nranking j0 0\n", "line 2, column 1: expected `invariant` or `k-induction`"),
        ("lasso-free j0\ninvariant b0 1\nseen2\n", "line 3, column 1: expected the literal of a latch"),
        ("lasso-free j0\ninvariant b0 1\n@2\n", "line 3, column 1: expected the literal of a latch"),
    ] {
        let found = read_clauses(text.as_bytes(), &model).expect_err("an error").to_string();
        assert!(found.contains(message), "{}\n{}", found, text);
    }
}

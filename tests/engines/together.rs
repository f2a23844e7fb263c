//! Many properties at once: the verdicts of one search for all of them are those of a search through all states, and
//! each has evidence of its own.

use crate::cases::scaled;
use crate::counts::enough;
use crate::oracle::{explicit_verdicts, prop};
use crate::random_circuit::{random_circuit, Shape};
use indubit::base::{Budget, Rng};
use indubit::engine::Outcome;
use indubit::evidence::circuit::{check_certificate, check_proof, check_trace};
use indubit::evidence::{system, CheckOptions};
use indubit::model::circuit::{Circuit, Reset, Signal};
use indubit::model::encode::booleans::to_system;
use indubit::model::encode::first_bad::{
    circuit_until_bad, joined_on_circuit, joined_on_system, system_until_bad,
};
use indubit::model::invariant::{Certificate, Proof};
use indubit::model::system::{self as systems, System};
use indubit::model::trace::Trace;
use indubit::model::PropertyId;
use indubit::portfolio::{Engine, SystemVerifier, Verifier, VerifyOptions};
use indubit::solver::term::Sort;

const MANY: Shape = Shape { latches: 6, inputs: 3, ands: 30, constraints: 1, bads: 12, functions: 2 };

#[test]
fn many_properties_have_the_verdicts_and_the_evidence_of_single_ones() {
    let mut rng = Rng::new(3);
    let mut counts = [0u64; 2];
    for _ in 0..scaled(60) {
        let circuit = random_circuit(&mut rng, &MANY);
        let mut verifier = Verifier::new(circuit.clone(), VerifyOptions::default(), Budget::unlimited())
            .expect("engines for circuits");
        let properties: Vec<PropertyId> = circuit.properties().collect();
        verifier.prepare(&properties, &mut ());
        for (index, depth) in explicit_verdicts(&circuit).into_iter().enumerate() {
            match verifier.verify(prop(index), &mut ()).outcome {
                Outcome::Safe(proof) => {
                    assert_eq!(depth, None);
                    let checked = check_proof(
                        &circuit,
                        prop(index),
                        &proof,
                        &CheckOptions::default(),
                        &Budget::unlimited(),
                    );
                    assert_eq!(checked, Ok(()));
                    counts[0] += 1;
                }
                Outcome::Unsafe(trace) => {
                    assert!(depth.is_some());
                    assert_eq!(trace.property, prop(index));
                    assert_eq!(check_trace(&circuit, &trace), Ok(()));
                    counts[1] += 1;
                }
                Outcome::Unknown(reason) => panic!("{:?}", reason),
            }
        }
    }
    assert!(counts.iter().all(|&count| enough(count, 50)), "{:?}", counts);
}

/// A token goes round, and no two latches have it. Each pair needs a lemma that others need, too.
#[test]
fn one_proof_is_found_for_all_pairs_of_a_ring() {
    let mut circuit = Circuit::new();
    let latches: Vec<_> =
        (0..12).map(|i| circuit.add_latch(if i == 0 { Reset::One } else { Reset::Zero })).collect();
    for (i, &latch) in latches.iter().enumerate() {
        circuit.set_next(latch, latches[(i + 11) % 12]);
        for &other in &latches[..i] {
            let both = circuit.and(latch, other);
            circuit.add_bad(both);
        }
    }
    let mut verifier = Verifier::new(circuit.clone(), VerifyOptions::default(), Budget::unlimited())
        .expect("engines for circuits");
    let properties: Vec<PropertyId> = circuit.properties().collect();
    assert_eq!(properties.len(), 66);
    verifier.prepare(&properties, &mut ());
    let proofs: Vec<_> =
        properties.iter().map(|&property| verifier.verify(property, &mut ()).outcome).collect();
    assert!(matches!(&proofs[0], Outcome::Safe(_)), "{:?}", proofs[0]);
    assert!(proofs.iter().all(|proof| proof == &proofs[0]));
    // All of them can be asked for once more.
    assert!(matches!(verifier.verify(properties[7], &mut ()).outcome, Outcome::Safe(_)));
}

#[test]
fn properties_over_integers_are_proved_and_refuted_together() {
    let mut system = System::default();
    let x = system.declare_state("x", Sort::Int);
    let terms = system.terms_mut();
    let (zero, two) = (terms.int(0), terms.int(2));
    let sum = terms.add(&[x.current, two]);
    let (init, trans) = (terms.eq(x.current, zero), terms.eq(x.next, sum));
    let bads: Vec<_> = (0..10)
        .map(|i| {
            let value = terms.int(if i == 4 { 6 } else { 2 * i + 1 });
            terms.eq(x.current, value)
        })
        .collect();
    system.set_init(init);
    system.set_trans(trans);
    for bad in bads {
        system.add_property("", bad);
    }
    let mut verifier = SystemVerifier::new(system.clone(), VerifyOptions::default(), Budget::unlimited())
        .expect("engines for systems");
    let properties: Vec<PropertyId> = system.property_ids().collect();
    verifier.prepare(&properties, &mut ());
    for property in properties {
        match verifier.verify(property, &mut ()).outcome {
            Outcome::Safe(proof) => {
                assert_ne!(property.index(), 4);
                let options = CheckOptions::default();
                let checked = system::check_proof(&system, property, &proof, &options, &Budget::unlimited());
                assert_eq!(checked, Ok(()));
            }
            Outcome::Unsafe(trace) => assert_eq!((property.index(), trace.steps.len()), (4, 4)),
            Outcome::Unknown(reason) => panic!("{:?}", reason),
        }
    }
}

/// With all of the properties assumed in the steps before, a property has a local proof or is the first one to fail.
#[test]
fn local_proofs_are_together_a_proof_and_first_failures_are_failures() {
    let mut rng = Rng::new(9);
    let mut counts = [0u64; 3];
    for _ in 0..scaled(60) {
        let circuit = random_circuit(&mut rng, &Shape { bads: 3, ands: 20, ..MANY });
        let depths = explicit_verdicts(&circuit);
        let properties: Vec<PropertyId> = circuit.properties().collect();
        let until_bad = circuit_until_bad(&circuit, &properties);
        let options = VerifyOptions { engine: Engine::Ic3, ..VerifyOptions::default() };
        let mut verifier =
            Verifier::new(until_bad.clone(), options, Budget::unlimited()).expect("an engine for circuits");
        let mut proofs = Vec::new();
        for &property in &properties {
            match verifier.verify(property, &mut ()).outcome {
                Outcome::Safe(proof) => {
                    // It holds, or another property fails before it does.
                    let depth = depths[property.index()];
                    let earlier = |other: &usize| depth.map_or(true, |depth| *other < depth);
                    assert!(depth.is_none() || depths.iter().flatten().any(earlier), "{:?}", depths);
                    proofs.push(proof);
                    counts[0] += u64::from(depth.is_some());
                }
                Outcome::Unsafe(mut found) => {
                    found.initial.truncate(circuit.latches().len());
                    let run = Trace { property, ..found };
                    assert_eq!(check_trace(&circuit, &run), Ok(()));
                    counts[1] += 1;
                }
                Outcome::Unknown(reason) => panic!("{:?}", reason),
            }
        }
        let invariants: Vec<_> = proofs.iter().filter_map(Proof::inductive).collect();
        assert_eq!(invariants.len(), proofs.len());
        let joined = joined_on_circuit(&until_bad, &circuit, &invariants).expect("invariants");
        let joined = Certificate::Inductive(joined);
        let all = proofs.len() == properties.len();
        assert!(!all || depths.iter().all(Option::is_none));
        for &property in properties.iter().filter(|_| all) {
            assert_eq!(check_certificate(&circuit, property, &joined, &Budget::unlimited()), Ok(()));
            counts[2] += 1;
        }
    }
    assert!(enough(counts[1], 40) && enough(counts[2], 9), "{:?}", counts);
}

#[test]
fn local_proofs_of_systems_are_together_a_proof() {
    let mut rng = Rng::new(19);
    let mut joined = 0;
    for _ in 0..scaled(40) {
        let circuit = random_circuit(&mut rng, &Shape { bads: 2, ands: 12, ..MANY });
        let system = to_system(&circuit, &Budget::unlimited()).expect("no limit");
        let properties: Vec<PropertyId> = system.property_ids().collect();
        let until_bad = system_until_bad(&system, &properties);
        let options = VerifyOptions { engine: Engine::Ic3Smt, ..VerifyOptions::default() };
        let mut verifier = SystemVerifier::new(until_bad.clone(), options, Budget::unlimited())
            .expect("an engine for systems");
        let outcomes: Vec<_> =
            properties.iter().map(|&property| verifier.verify(property, &mut ()).outcome).collect();
        let mut proofs = Vec::new();
        for (outcome, &property) in outcomes.into_iter().zip(&properties) {
            match outcome {
                Outcome::Safe(proof) => proofs.push(proof),
                Outcome::Unsafe(mut run) => {
                    run.property = property;
                    run.steps.iter_mut().for_each(|step| step.states.truncate(system.states().len()));
                    assert_eq!(system::check_trace(&system, &run), Ok(()));
                }
                Outcome::Unknown(reason) => panic!("{:?}", reason),
            }
        }
        if proofs.len() == properties.len() {
            let invariants: Vec<_> = proofs.iter().filter_map(|proof| proof.inductive()).collect();
            assert_eq!(invariants.len(), proofs.len());
            let invariant = joined_on_system(&until_bad, &system, &invariants).expect("invariants");
            let proof = systems::Certificate::Inductive(invariant);
            for &property in &properties {
                assert_eq!(
                    system::check_certificate(&system, property, &proof, &Budget::unlimited()),
                    Ok(())
                );
            }
            joined += 1;
        }
    }
    assert!(enough(joined, 8), "{}", joined);
}

/// If a stage of a pipe is bad, the one before was. A counter that is bad after 2^40 steps is for no search.
#[test]
fn a_property_that_is_too_hard_leaves_local_proofs_of_the_others() {
    let mut circuit = Circuit::new();
    let stages: Vec<_> = (0..9).map(|_| circuit.add_latch(Reset::Zero)).collect();
    for (i, &stage) in stages.iter().enumerate() {
        circuit.set_next(stage, if i == 0 { stage } else { stages[i - 1] });
        circuit.add_bad(stage);
    }
    let bits: Vec<_> = (0..40).map(|_| circuit.add_latch(Reset::Zero)).collect();
    let mut carry = Signal::TRUE;
    for &bit in &bits {
        let (both, none) = (circuit.and(bit, carry), circuit.and(!bit, !carry));
        let sum = circuit.and(!both, !none);
        circuit.set_next(bit, sum);
        carry = both;
    }
    let hard = circuit.add_bad(carry);
    let mut verifier = Verifier::new(circuit.clone(), VerifyOptions::default(), Budget::unlimited())
        .expect("engines for circuits");
    let properties: Vec<PropertyId> = circuit.properties().collect();
    verifier.prepare(&properties, &mut ());
    let decided = |(name, count)| if name == "properties decided together" { count } else { 0 };
    assert_eq!(verifier.statistics().into_iter().map(decided).sum::<u64>(), 9);
    for property in properties.into_iter().filter(|&property| property != hard) {
        match verifier.verify(property, &mut ()).outcome {
            Outcome::Safe(proof) => {
                let options = CheckOptions::default();
                let checked = check_proof(&circuit, property, &proof, &options, &Budget::unlimited());
                assert_eq!(checked, Ok(()));
            }
            other => panic!("{:?}", other),
        }
    }
}

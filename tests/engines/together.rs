//! Many properties at once: the verdicts of one search for all of them are those of a search through all states, and
//! each has evidence of its own.

use crate::cases::scaled;
use crate::counts::enough;
use crate::oracle::{explicit_verdicts, prop};
use crate::random_circuit::{random_circuit, Shape};
use indubit::base::{Budget, Rng};
use indubit::engine::Outcome;
use indubit::evidence::circuit::{check_certificate, check_trace};
use indubit::evidence::system;
use indubit::model::circuit::{Circuit, Reset};
use indubit::model::system::System;
use indubit::model::PropertyId;
use indubit::portfolio::{SystemVerifier, Verifier, VerifyOptions};
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
                    let checked = check_certificate(&circuit, prop(index), &proof, &Budget::unlimited());
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
                assert_eq!(
                    system::check_certificate(&system, property, &proof, &Budget::unlimited()),
                    Ok(())
                );
            }
            Outcome::Unsafe(trace) => assert_eq!((property.index(), trace.steps.len()), (4, 4)),
            Outcome::Unknown(reason) => panic!("{:?}", reason),
        }
    }
}

//! Systems as Horn clauses, and the way back of their evidence.

use crate::cases::scaled;
use crate::counts::enough;
use crate::random_system::{depths, random_system};
use indubit::base::{Budget, Rng};
use indubit::engine::Outcome;
use indubit::evidence::system;
use indubit::model::encode::horn::of_system;
use indubit::model::horn::Horn;
use indubit::model::system::Certificate;
use indubit::portfolio::{Engine, HornVerifier, VerifyOptions};

fn verifier(horn: &Horn) -> HornVerifier {
    let options = VerifyOptions { engine: Engine::Ic3Smt, ..VerifyOptions::default() };
    HornVerifier::new(horn.clone(), options, Budget::unlimited()).expect("linear clauses")
}

#[test]
fn evidence_about_the_clauses_of_a_system_is_evidence_about_the_system() {
    let (mut safe, mut reached) = (0, 0);
    for seed in 0..scaled(100) as u64 {
        let system = random_system(&mut Rng::new(seed));
        let expected: Vec<Option<usize>> = depths(&system);
        let encoded = of_system(&system);
        match verifier(&encoded.horn).verify(&mut ()).outcome {
            Outcome::Safe(found) => {
                assert!(expected.iter().all(Option::is_none), "{}", seed);
                let invariant = encoded.invariant(&system, &found);
                for property in system.property_ids() {
                    let certificate = Certificate::Inductive(invariant.clone());
                    let checked =
                        system::check_certificate(&system, property, &certificate, &Budget::unlimited());
                    assert_eq!(checked, Ok(()), "{}", seed);
                }
                safe += 1;
            }
            Outcome::Unsafe(refutation) => {
                let trace = encoded.trace(&system, &refutation).expect("a trace");
                assert_eq!(system::check_trace(&system, &trace), Ok(()), "{}", seed);
                reached += 1;
            }
            other => panic!("{} {:?}", seed, other),
        }
    }
    assert!(enough(safe, 10) && enough(reached, 10), "{} {}", safe, reached);
}

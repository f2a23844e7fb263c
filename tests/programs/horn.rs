//! Programs as Horn clauses, and the way back of their evidence.

use crate::cases::scaled;
use crate::counts::enough;
use crate::random_command::{distance, random_cfa};
use indubit::base::{Budget, Rng};
use indubit::engine::Outcome;
use indubit::evidence::{program, CheckOptions};
use indubit::model::encode::horn::of_cfa;
use indubit::model::horn::Horn;
use indubit::portfolio::{Engine, HornVerifier, VerifyOptions};

fn verifier(horn: &Horn) -> HornVerifier {
    let options = VerifyOptions { engine: Engine::Ic3Smt, ..VerifyOptions::default() };
    HornVerifier::new(horn.clone(), options, Budget::unlimited()).expect("linear clauses")
}

#[test]
fn evidence_about_the_clauses_of_a_program_is_evidence_about_the_program() {
    let (mut safe, mut reached) = (0, 0);
    for seed in 0..scaled(100) as u64 {
        let cfa = random_cfa(&mut Rng::new(seed));
        let expected = distance(&cfa);
        let encoded = of_cfa(&cfa);
        match verifier(&encoded.horn).verify(&mut ()).outcome {
            Outcome::Safe(found) => {
                assert_eq!(expected, None, "{}", seed);
                let invariant = encoded.invariant(&cfa, &found);
                let (options, budget) = (CheckOptions::default(), Budget::unlimited());
                let checked = program::check_invariant(&cfa, &invariant, &options, &budget);
                assert_eq!(checked, Ok(()), "{}", seed);
                safe += 1;
            }
            Outcome::Unsafe(refutation) => {
                let path = encoded.path(&cfa, &refutation).expect("a path");
                assert_eq!(program::check_path(&cfa, &path), Ok(()), "{}", seed);
                reached += 1;
            }
            other => panic!("{} {:?}", seed, other),
        }
    }
    assert!(enough(safe, 10) && enough(reached, 10), "{} {}", safe, reached);
}

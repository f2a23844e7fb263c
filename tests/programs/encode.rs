//! Programs as systems with a program counter, and the way back.

use crate::cases::scaled;
use crate::counts::enough;
use crate::random_command::{distance, random_cfa};
use indubit::base::{Budget, Rng};
use indubit::engine::Outcome;
use indubit::evidence::program::{check_invariant, check_path};
use indubit::evidence::CheckOptions;
use indubit::model::encode::program::to_system;
use indubit::model::system::{Certificate, Proof};
use indubit::model::PropertyId;
use indubit::portfolio::{Engine, SystemVerifier, VerifyOptions};

#[test]
fn verdicts_and_evidence_of_the_system_are_those_of_the_program() {
    let (mut safe, mut reached) = (0, 0);
    for seed in 0..scaled(100) as u64 {
        let mut rng = Rng::new(seed);
        let cfa = random_cfa(&mut rng);
        let expected = distance(&cfa);
        let encoded = to_system(&cfa);
        let engine = [Engine::Ic3, Engine::Ic3Smt, Engine::Ic3Ia][rng.below(3)];
        let options = VerifyOptions { engine, ..VerifyOptions::default() };
        let verifier = SystemVerifier::new(encoded.system.clone(), options, Budget::unlimited());
        let mut verifier = verifier.expect("a system of bits");
        match verifier.verify(PropertyId::new(0), &mut ()).outcome {
            Outcome::Safe(Proof::Safety(Certificate::Inductive(invariant))) => {
                assert_eq!(expected, None, "{}", seed);
                let invariant = encoded.invariant(&cfa, &invariant);
                let options = CheckOptions::default();
                assert_eq!(
                    check_invariant(&cfa, &invariant, &options, &Budget::unlimited()),
                    Ok(()),
                    "{}",
                    seed
                );
                safe += 1;
            }
            Outcome::Unsafe(trace) => {
                let path = encoded.path(&cfa, &trace).expect("a path of the same edges");
                assert_eq!(check_path(&cfa, &path), Ok(()), "{}", seed);
                assert!(expected.map_or(false, |shortest| path.steps.len() >= shortest), "{}", seed);
                reached += 1;
            }
            other => panic!("{:?}", other),
        }
    }
    assert!(enough(safe, 10) && enough(reached, 10), "{} {}", safe, reached);
}

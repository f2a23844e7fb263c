//! Large blocks: the same verdicts, and the way back.

use crate::cases::scaled;
use crate::counts::enough;
use crate::random_command::{distance, random_cfa};
use indubit::base::{Budget, Rng};
use indubit::engine::Outcome;
use indubit::evidence::program::{check_invariant, check_path};
use indubit::evidence::CheckOptions;
use indubit::input::cfa;
use indubit::model::encode::program::to_system;
use indubit::model::reduce::program::{large_blocks, BlockOptions};
use indubit::model::system::Certificate;
use indubit::model::PropertyId;
use indubit::portfolio::{Engine, SystemVerifier, VerifyOptions};

#[test]
fn verdicts_are_the_same_and_evidence_is_lifted() {
    let (mut safe, mut reached, mut smaller, mut lost) = (0, 0, 0, 0);
    for seed in 0..scaled(100) as u64 {
        let mut rng = Rng::new(seed);
        let cfa = random_cfa(&mut rng);
        let options = BlockOptions { most_parts: [1, 5, 1000][rng.below(3)] };
        let blocks = large_blocks(&cfa, &options, &Budget::unlimited()).expect("no limit");
        smaller += (blocks.cfa.location_count() < cfa.location_count()) as u64;
        let encoded = to_system(&blocks.cfa);
        let options = VerifyOptions { engine: Engine::Ic3Smt, ..VerifyOptions::default() };
        let verifier = SystemVerifier::new(encoded.system.clone(), options, Budget::unlimited());
        let mut verifier = verifier.expect("any system");
        match verifier.verify(PropertyId::new(0), &mut ()).outcome {
            Outcome::Safe(Certificate::Inductive(invariant)) => {
                assert_eq!(distance(&cfa), None, "{}", seed);
                let invariant = encoded.invariant(&blocks.cfa, &invariant);
                let options = CheckOptions::default();
                let checked = check_invariant(&blocks.cfa, &invariant, &options, &Budget::unlimited());
                assert_eq!(checked, Ok(()), "{}", seed);
                match blocks.lift_invariant(&cfa, &invariant, &Budget::unlimited()) {
                    Some(lifted) => {
                        let checked = check_invariant(&cfa, &lifted, &options, &Budget::unlimited());
                        assert_eq!(checked, Ok(()), "{}", seed);
                        safe += 1;
                    }
                    None => lost += 1,
                }
            }
            Outcome::Unsafe(trace) => {
                let path = encoded.path(&blocks.cfa, &trace).expect("a path of blocks");
                let lifted = blocks.lift_path(&cfa, &path).expect("a path of edges");
                assert_eq!(check_path(&cfa, &lifted), Ok(()), "{}", seed);
                assert!(distance(&cfa).map_or(false, |shortest| lifted.steps.len() >= shortest), "{}", seed);
                reached += 1;
            }
            other => panic!("{:?}", other),
        }
    }
    assert!(enough(safe.min(reached).min(smaller), 10), "{} {} {}", safe, reached, smaller);
    assert_eq!(lost, 0);
}

/// The loop of a program with a conditional statement in it becomes one edge.
#[test]
fn a_loop_with_a_branch_is_one_edge() {
    let text = "
        (declare-const x Int)
        (declare-const y Int)
        (location start :initial)
        (location wrong :error)
        (location head)
        (location body)
        (location even)
        (location odd)
        (location end)
        (edge start head (assign (x 0) (y 0)))
        (edge head body (assume (< x 10)))
        (edge body even (assume (= (mod x 2) 0)))
        (edge body odd (assume (not (= (mod x 2) 0))))
        (edge even end (assign (y (+ y 1))))
        (edge odd end)
        (edge end head (assign (x (+ x 1))))
        (edge head wrong (assume (and (>= x 10) (not (= y 5)))))";
    let program = cfa::read(text.as_bytes(), &Budget::unlimited()).expect("a program");
    let blocks = large_blocks(&program, &BlockOptions::default(), &Budget::unlimited()).expect("no limit");
    assert_eq!((blocks.cfa.location_count(), blocks.cfa.edges().len()), (3, 3));
}

//! The search through all states: answers are right, counterexamples are shortest, limits end it.

use crate::cases::scaled;
use crate::counts::enough;
use crate::engines::program;
use crate::random_command::{distance, random_cfa};
use indubit::base::{Budget, Limit, Rng};
use indubit::engine::explicit::{Explicit, ExplicitOptions};
use indubit::engine::{Outcome, ProgramOutcome, StopCause};
use indubit::evidence::program::{check_invariant, check_path};
use indubit::evidence::CheckOptions;
use indubit::input::cfa;
use indubit::model::cfa::Cfa;
use indubit::model::Depth;

/// The outcome, in turns of so many units of work.
fn prove(cfa: &Cfa, most_states: usize, turn: u64) -> ProgramOutcome {
    let budget = Budget::unlimited();
    let options = ExplicitOptions { most_states, ..ExplicitOptions::default() };
    let mut engine = Explicit::new(cfa, options, budget.clone());
    let mut safe_depth = None;
    let outcome = loop {
        budget.pause_at(budget.work_used() + turn);
        match engine.prove(&mut ()) {
            Outcome::Unknown(reason) if reason.cause == StopCause::Limit(Limit::Paused) => {
                safe_depth = safe_depth.max(reason.safe_depth);
            }
            outcome => break outcome,
        }
    };
    match &outcome {
        Outcome::Safe(invariant) => {
            let checked = check_invariant(cfa, invariant, &CheckOptions::default(), &Budget::unlimited());
            assert_eq!(checked, Ok(()), "{:?}\n{}", invariant, cfa::write(cfa));
        }
        Outcome::Unsafe(path) => {
            assert_eq!(check_path(cfa, path), Ok(()), "{}", cfa::write(cfa));
            let is_shorter = |depth: Depth| depth.transitions() < path.steps.len();
            assert!(safe_depth.map_or(true, is_shorter), "{:?}\n{}", safe_depth, cfa::write(cfa));
        }
        Outcome::Unknown(_) => {}
    }
    outcome
}

fn cause(outcome: ProgramOutcome) -> Option<StopCause> {
    match outcome {
        Outcome::Unknown(reason) => Some(reason.cause),
        _ => None,
    }
}

#[test]
fn random_programs_have_the_verdict_of_their_shortest_path() {
    let (mut safe, mut reached) = (0, 0);
    for seed in 0..scaled(300) as u64 {
        let program = random_cfa(&mut Rng::new(2_000_000 + seed));
        let expected = distance(&program);
        match prove(&program, 20_000, 2_000) {
            Outcome::Safe(_) => {
                assert_eq!(expected, None, "{}\n{}", seed, cfa::write(&program));
                safe += 1;
            }
            Outcome::Unsafe(path) => {
                assert_eq!(Some(path.steps.len()), expected, "{}\n{}", seed, cfa::write(&program));
                reached += 1;
            }
            Outcome::Unknown(reason) => panic!("{} {:?}", seed, reason),
        }
    }
    assert!(enough(safe, 10) && enough(reached, 10), "{} {}", safe, reached);
}

/// `q` times `b` is counted in `p`. The variable `later` has no value where runs begin.
const PRODUCT: &str = "
    (declare-const a (_ BitVec 32))
    (declare-const b (_ BitVec 32))
    (declare-const q (_ BitVec 32))
    (declare-const p (_ BitVec 32))
    (declare-const later (_ BitVec 32))
    (location start :initial)
    (location wrong :error)
    (location loop)
    (edge start loop (assume (and (bvult a MOST) (bvult b MOST))) (assign (q #x00000000) (p #x00000000)))
    (edge loop loop (assume (bvult q a)) (assign (later p)) (assign (q (bvadd q #x00000001)) (p (bvadd later b))))
    (edge loop wrong (assume (= q a)) (assume (not (= p (bvmul WRONG b)))))";

fn product(most: &str, wrong: &str) -> Cfa {
    program(&PRODUCT.replace("MOST", most).replace("WRONG", wrong))
}

#[test]
fn a_product_of_small_numbers_is_decided() {
    assert!(matches!(prove(&product("#x0000000a", "q"), 1_000, u64::MAX / 2), Outcome::Safe(_)));
    let wrong = "(bvurem q #x00000009)";
    match prove(&product("#x0000000a", wrong), 1_000, u64::MAX / 2) {
        Outcome::Unsafe(path) => assert_eq!(path.steps.len(), 11),
        other => panic!("{:?}", other),
    }
}

#[test]
fn the_engine_gives_up_where_states_are_too_many() {
    for (most, most_states) in [("#xffffffff", 500), ("#x0000000a", 100)] {
        let outcome = prove(&product(most, "q"), most_states, u64::MAX / 2);
        assert_eq!(cause(outcome), Some(StopCause::TooManyStates));
    }
}

/// Once the error state was the next one to look at, and its own depth was said to have no counterexample.
#[test]
fn a_stop_before_the_path_is_made_excludes_shorter_paths_only() {
    let count = program(
        "(declare-const x (_ BitVec 8))
        (location start :initial) (location wrong :error) (location loop)
        (edge start loop (assign (x #x00)))
        (edge loop loop (assign (x (bvadd x #x01))))
        (edge loop wrong (assume (= x #x03)))",
    );
    match prove(&count, 100, 1) {
        Outcome::Unsafe(path) => assert_eq!(path.steps.len(), 5),
        other => panic!("{:?}", other),
    }
}

#[test]
fn reals_are_given_up() {
    let real = program(
        "(declare-const x Real)
        (location start :initial) (location wrong :error)
        (edge start wrong (assume (< x 0.5)) (assume (< 0.5 x)))",
    );
    assert_eq!(cause(prove(&real, 100, u64::MAX / 2)), Some(StopCause::Limit(Limit::Incomplete)));
}

/// An input that only decides between two ways leads to two states, not to as many as it has values.
#[test]
fn successors_are_counted_by_what_is_live() {
    let chosen = "
        (declare-const x (_ BitVec 32))
        (declare-const n (_ BitVec 8))
        (location start :initial)
        (location wrong :error)
        (location loop)
        (edge start loop (assign (n #x00)))
        (edge loop loop (havoc x) (assume (bvult n #x20)) (assume (bvslt x #x00000000)) (assign (n (bvadd n #x01))))
        (edge loop loop (havoc x) (assume (bvult n #x20)) (assume (bvsle #x00000000 x)) (assign (n (bvadd n #x02))))
        (edge loop wrong (assume (= n LAST)))";
    assert!(matches!(prove(&program(&chosen.replace("LAST", "#x22")), 50, 100), Outcome::Safe(_)));
    match prove(&program(&chosen.replace("LAST", "#x21")), 50, 100) {
        Outcome::Unsafe(path) => assert_eq!(path.steps.len(), 19),
        other => panic!("{:?}", other),
    }
}

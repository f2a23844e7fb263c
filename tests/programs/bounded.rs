//! Programs whose loops all end: proofs by unrolling, their checks, and forgeries.

use crate::cases::scaled;
use crate::counts::enough;
use crate::engines::program;
use crate::random_command::{distance, random_cfa};
use indubit::base::{Budget, Limit, Rng};
use indubit::engine::bmc::{BmcOptions, ProgramBmc};
use indubit::engine::{Outcome, StopCause};
use indubit::evidence::program::{check, check_bounded, check_path, write_bounded, Evidence};
use indubit::evidence::{CheckError, CheckOptions, Condition};
use indubit::model::cfa::{Bounded, Cfa};
use indubit::model::Depth;

fn accepted(program: &Cfa, turns: u64) -> Result<(), CheckError> {
    let options = CheckOptions { proofs: true };
    check_bounded(program, Bounded { turns }, &options, &Budget::unlimited())
}

/// A loop of four turns, with a loop of up to four turns in it.
const NESTED: &str = "
    (declare-const i (_ BitVec 8))
    (declare-const j (_ BitVec 8))
    (declare-const n (_ BitVec 8))
    (declare-const s (_ BitVec 8))
    (location start :initial)
    (location wrong :error)
    (location outer)
    (location inner)
    (edge start outer (assign (i #x00) (s #x00)))
    (edge outer inner (assume (bvult i #x04)) (havoc n) (assume (bvule n #x04)) (assign (j #x00)))
    (edge inner inner (assume (bvult j n)) (assign (j (bvadd j #x01)) (s (bvadd s #x01))))
    (edge inner outer (assume (bvuge j n)) (assign (i (bvadd i #x01))))
    (edge outer wrong (assume (bvuge i #x04)) (assume (bvugt s LAST)))";

#[test]
fn loops_that_end_are_proved_and_the_claim_is_checked() {
    let safe = program(&NESTED.replace("LAST", "#x10"));
    let outcome = ProgramBmc::new(&safe, BmcOptions::default(), Budget::unlimited()).prove(&mut ());
    let claim = match outcome {
        Outcome::Safe(claim) => claim,
        other => panic!("{:?}", other),
    };
    assert_eq!(claim, Bounded { turns: 4 });
    let text = write_bounded(claim);
    assert_eq!(text, "bounded program\nturns 4\n");
    let read = Evidence::read(text.as_bytes(), &safe, &Budget::unlimited()).expect("evidence");
    assert_eq!(check(&safe, &read, &CheckOptions::default(), &Budget::unlimited()), Ok(()));
    assert_eq!(accepted(&safe, 4), Ok(()));
    assert_eq!(accepted(&safe, 1000), Ok(()));
}

#[test]
fn forged_claims_are_refused() {
    let safe = program(&NESTED.replace("LAST", "#x10"));
    for turns in 0..4 {
        assert_eq!(accepted(&safe, turns), Err(Condition::Turns { turns }.into()));
    }
    let unsafe_one = program(&NESTED.replace("LAST", "#x0f"));
    for turns in [4, 5, u64::MAX] {
        assert_eq!(accepted(&unsafe_one, turns), Err(Condition::ErrorReached.into()));
    }
    let endless = program(
        "(declare-const x (_ BitVec 8)) (location start :initial) (location wrong :error) (location loop)
         (edge start loop) (edge loop loop (assign (x (bvadd x #x01))))",
    );
    assert_eq!(accepted(&endless, 300), Err(Condition::Turns { turns: 300 }.into()));
}

#[test]
fn texts_that_are_no_claims_are_refused_with_their_place() {
    let safe = program(&NESTED.replace("LAST", "#x10"));
    for (text, expected) in [
        ("bounded program\n", "line 2, column 1: expected `turns` and a number, found end of file"),
        ("bounded program\nturns -1\n", "line 2, column 1: expected `turns` and a number, found `turns`"),
        (
            "bounded program\nturns 4\nturns 5\n",
            "line 3, column 1: expected the end of the file, found `turns`",
        ),
        (
            "bounded program\nturns 18446744073709551616\n",
            "line 2, column 1: expected `turns` and a number, found `turns`",
        ),
    ] {
        let error = Evidence::read(text.as_bytes(), &safe, &Budget::unlimited()).expect_err("no claim");
        assert_eq!(error.to_string(), expected);
    }
}

/// Once the values of one of two ways were lost where these met, if a run might take either.
#[test]
fn runs_that_may_take_several_edges_are_all_followed() {
    let ways =
        "(declare-const x (_ BitVec 8)) (location start :initial) (location wrong :error) (location met)
        (edge start met (assign (x #x01))) (edge start met (assign (x #x02)))
        (edge start met (choice (assign (x #x03)) (assign (x #x04))))
        (edge met wrong (assume (= x LAST)))";
    for last in 1..6u64 {
        let program = program(&ways.replace("LAST", &format!("#x0{}", last)));
        let outcome = ProgramBmc::new(&program, BmcOptions::default(), Budget::unlimited()).prove(&mut ());
        match outcome {
            Outcome::Unsafe(path) => {
                assert_eq!(check_path(&program, &path), Ok(()));
                assert!(last < 5);
                assert_eq!(accepted(&program, 0), Err(Condition::ErrorReached.into()), "{}", last);
            }
            Outcome::Safe(claim) => {
                assert_eq!((last, claim.turns), (5, 0));
                assert_eq!(accepted(&program, 0), Ok(()));
            }
            Outcome::Unknown(reason) => panic!("{:?}", reason),
        }
    }
}

#[test]
fn verdicts_on_random_programs_are_those_of_a_search_through_all_states() {
    let bound = 30;
    let (mut safe, mut reached, mut open) = (0, 0, 0);
    for seed in 0..scaled(120) as u64 {
        let program = random_cfa(&mut Rng::new(seed));
        let expected = distance(&program);
        let options = BmcOptions { max_depth: Some(Depth::new(bound)), ..BmcOptions::default() };
        match ProgramBmc::new(&program, options, Budget::unlimited()).prove(&mut ()) {
            Outcome::Safe(claim) => {
                assert_eq!(expected, None, "{}", seed);
                assert_eq!(accepted(&program, claim.turns), Ok(()), "{}", seed);
                safe += 1;
            }
            Outcome::Unsafe(path) => {
                assert_eq!(check_path(&program, &path), Ok(()), "{}", seed);
                let turns = path.steps.len() as u64;
                assert!(accepted(&program, turns).is_err(), "{}", seed);
                reached += 1;
            }
            Outcome::Unknown(reason) => {
                assert_eq!(reason.cause, StopCause::Bound, "{}", seed);
                assert!(expected.map_or(true, |shortest| shortest > bound), "{}", seed);
                open += 1;
            }
        }
    }
    assert!(enough(safe, 10) && enough(reached, 10) && enough(open, 10), "{} {} {}", safe, reached, open);
}

#[test]
fn a_pause_loses_no_way() {
    for (last, is_safe) in [("#x10", true), ("#x0f", false)] {
        let program = program(&NESTED.replace("LAST", last));
        let budget = Budget::unlimited();
        let mut bmc = ProgramBmc::new(&program, BmcOptions::default(), budget.clone());
        let mut pauses = 0;
        let outcome = loop {
            budget.pause_at(budget.work_used() + 20);
            match bmc.prove(&mut ()) {
                Outcome::Unknown(reason) => {
                    assert!(matches!(reason.cause, StopCause::Limit(_)), "{:?}", reason)
                }
                outcome => break outcome,
            }
            pauses += 1;
        };
        assert!(pauses > 10, "{}", pauses);
        assert_eq!(matches!(outcome, Outcome::Safe(_)), is_safe);
    }
}

/// Once only the questions to the solver were counted: a loop over integers without a bound took gigabytes within a
/// budget of a few propagations.
#[test]
fn terms_that_unrolling_makes_are_paid_for() {
    let endless = program(
        "(declare-const n Int) (declare-const x Int) (location start :initial) (location wrong :error)
         (location up) (location down)
         (edge start up (assign (x 0))) (edge up up (assume (< x n)) (assign (x (+ x 1))))
         (edge up down (assume (>= x n))) (edge down down (assume (> x 0)) (assign (x (- x 1))))
         (edge down wrong (assume (< x 0)))",
    );
    let budget = Budget::unlimited().with_propagations(200_000);
    let outcome = ProgramBmc::new(&endless, BmcOptions::default(), budget.clone()).prove(&mut ());
    assert!(
        matches!(&outcome, Outcome::Unknown(reason) if matches!(reason.cause, StopCause::Limit(_))),
        "{:?}",
        outcome
    );
    assert!(budget.propagations_used() < 2_000_000, "{}", budget.propagations_used());
    let budget = Budget::unlimited().with_memory(20_000_000);
    let outcome = ProgramBmc::new(&endless, BmcOptions::default(), budget).prove(&mut ());
    let memory = StopCause::Limit(Limit::Memory);
    assert!(matches!(&outcome, Outcome::Unknown(reason) if reason.cause == memory), "{:?}", outcome);
}

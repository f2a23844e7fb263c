//! Guess and check: answers are right, long loops cost no more than short ones, and limits end it.

use crate::cases::scaled;
use crate::counts::enough;
use crate::engines::program;
use crate::random_command::{distance, random_cfa};
use indubit::base::{Budget, Limit, Rng};
use indubit::engine::guess::{needed_part, Guess, GuessOptions};
use indubit::engine::{Outcome, ProgramOutcome, StopCause};
use indubit::evidence::program::{check_invariant, check_path};
use indubit::evidence::CheckOptions;
use indubit::input::cfa;
use indubit::model::cfa::{Cfa, InvariantMap};
use indubit::portfolio::{Engine, EngineOptions, ProgramVerifier, VerifyOptions};
use indubit::solver::term::{Sort, Terms};

/// The outcome within so many units of work.
fn prove(cfa: &Cfa, work: u64) -> ProgramOutcome {
    let budget = Budget::unlimited();
    budget.pause_at(work);
    let outcome = Guess::new(cfa, GuessOptions::default(), budget).prove(&mut ());
    match &outcome {
        Outcome::Safe(invariant) => {
            let checked = check_invariant(cfa, invariant, &CheckOptions::default(), &Budget::unlimited());
            assert_eq!(checked, Ok(()), "{:?}\n{}", invariant, cfa::write(cfa));
        }
        Outcome::Unsafe(path) => assert_eq!(check_path(cfa, path), Ok(()), "{}", cfa::write(cfa)),
        Outcome::Unknown(_) => {}
    }
    outcome
}

fn is_safe(text: &str) -> bool {
    matches!(prove(&program(text), 100_000_000), Outcome::Safe(_))
}

#[test]
fn what_is_found_of_random_programs_is_what_a_search_through_all_states_finds() {
    let (mut safe, mut reached) = (0, 0);
    for seed in 0..scaled(200) as u64 {
        let program = random_cfa(&mut Rng::new(seed));
        let expected = distance(&program);
        match prove(&program, 2_000_000) {
            Outcome::Safe(_) => {
                assert_eq!(expected, None, "{}\n{}", seed, cfa::write(&program));
                safe += 1;
            }
            Outcome::Unsafe(path) => {
                assert!(expected.map_or(false, |shortest| path.steps.len() >= shortest), "{}", seed);
                reached += 1;
            }
            Outcome::Unknown(_) => {}
        }
    }
    assert!(enough(safe, 10) && enough(reached, 10), "{} {}", safe, reached);
}

/// Two words whose sum stays, in a loop that no search can unroll.
const MOVED: &str = "
    (declare-const n (_ BitVec 32))
    (declare-const x (_ BitVec 32))
    (declare-const y (_ BitVec 32))
    (location start :initial)
    (location wrong :error)
    (location loop)
    (edge start loop (assign (x n) (y #x00000000)))
    (edge loop loop (assume (not (= x #x00000000))) (assign (x (bvsub x #x00000001)) (y (bvadd y #x00000001))))
    (edge loop wrong (assume (= x #x00000000)) (assume (not (= y n))))";

/// The same with a word that takes four values, which no bounds, differences or remainders tell from others.
fn moved_in_modes() -> String {
    MOVED
        .replace("(location start", "(declare-const mode (_ BitVec 5)) (location start")
        .replace("(x n)", "(mode #b00001) (x n)")
        .replace("(x (bvsub", "(mode (bvmul mode #b00111)) (x (bvsub")
        + "(edge loop wrong (assume (= mode #b01001)))"
}

#[test]
fn an_engine_may_assume_what_is_proved_of_guesses() {
    let cfa = program(&moved_in_modes());
    let verdict = |engine, guess_rounds| {
        let options = VerifyOptions {
            engine,
            engines: EngineOptions { guess_rounds, ..EngineOptions::default() },
            ..VerifyOptions::default()
        };
        let budget = Budget::unlimited();
        budget.pause_at(3_000_000);
        let verifier = ProgramVerifier::new(cfa.clone(), options, budget);
        verifier.expect("the engine works on the program").verify(&mut ())
    };
    for (engine, guess_rounds) in [(Engine::Guess, 0), (Engine::Ic3Cfa, 0), (Engine::Ic3Smt, 0)] {
        let verdict = verdict(engine, guess_rounds);
        assert!(matches!(verdict.outcome, Outcome::Unknown(_)), "{:?} alone: {:?}", engine, verdict);
    }
    for engine in [Engine::Ic3Cfa, Engine::Ic3Smt, Engine::TreeIc3Itp] {
        match verdict(engine, 1).outcome {
            Outcome::Safe(proof) => {
                let options = CheckOptions::default();
                assert_eq!(
                    check_invariant(
                        &cfa,
                        proof.invariant().expect("an invariant"),
                        &options,
                        &Budget::unlimited()
                    ),
                    Ok(())
                );
            }
            other => panic!("{:?} after guesses: {:?}", engine, other),
        }
    }
}

#[test]
fn parts_of_an_invariant_that_a_proof_does_not_need_are_left_out() {
    let cfa = program(
        "(declare-const a (Array Int Int))
        (declare-const i Int)
        (declare-const j Int)
        (declare-const k Int)
        (location start :initial)
        (location wrong :error)
        (location loop)
        (edge start loop (assign (i 0) (j 0)))
        (edge loop loop (assign (a (store a i 7)) (i (+ i 1)) (j (+ j 2))))
        (edge loop wrong (havoc k) (assume (<= 0 k)) (assume (< k i)) (assume (not (= (select a k) 7))))",
    );
    let mut terms = cfa.terms().clone();
    let any = terms.declare("any", Sort::Int);
    let named =
        |name: &str| cfa.variables().iter().copied().find(|&v| cfa.name(v) == name).expect("a variable");
    let (a, i, j) = (named("a"), named("i"), named("j"));
    let (zero, seven) = (terms.int(0), terms.int(7));
    let within = [terms.le(zero, any), terms.lt(any, i)];
    let (within, element) = (terms.and(&within), terms.select(a, any));
    let is_seven = terms.eq(element, seven);
    let of_elements = terms.implies(within, is_seven);
    let of_j = terms.le(zero, j);
    let loop_head = terms.and(&[of_elements, of_j]);
    let formulas = vec![Terms::TRUE, Terms::FALSE, loop_head];
    let whole = InvariantMap { terms, formulas, bound: vec![any] };
    let part = needed_part(&cfa, &whole, &Budget::unlimited()).expect("no limit");
    assert_eq!(part.formulas, vec![Terms::TRUE, Terms::FALSE, of_elements]);
    assert_eq!(check_invariant(&cfa, &part, &CheckOptions::default(), &Budget::unlimited()), Ok(()));
}

#[test]
fn an_affine_relation_between_words_is_found() {
    assert!(is_safe(MOVED));
}

#[test]
fn an_affine_relation_between_integers_is_found() {
    let integers = MOVED
        .replace("(_ BitVec 32)", "Int")
        .replace("#x00000000", "0")
        .replace("#x00000001", "1")
        .replace("bvsub", "-")
        .replace("bvadd", "+");
    assert!(is_safe(&integers));
}

#[test]
fn a_power_of_two_that_divides_a_word_is_found() {
    assert!(is_safe(
        "(declare-const x (_ BitVec 32))
        (location start :initial)
        (location wrong :error)
        (location loop)
        (edge start loop (assign (x #x00000000)))
        (edge loop loop (assign (x (bvadd x #x00000006))))
        (edge loop wrong (assume (= x #x00000007)))"
    ));
}

/// Solvers need very many conflicts for the sum of words each of which depends on a choice.
#[test]
fn a_sum_of_words_that_grow_by_turns_is_found() {
    let text = "
        (declare-const i (_ BitVec 32))
        (declare-const j (_ BitVec 32))
        (declare-const k (_ BitVec 32))
        (declare-const l (_ BitVec 32))
        (location start :initial)
        (location wrong :error)
        (location loop)
        (edge start loop (assign (i #x00000000) (j #x00000000) (k #x00000000) (l #x00000000)))
        (edge loop loop
            (choice
                (sequence (assume (= ((_ extract 1 0) l) #b00)) (assign (i (bvadd i #x00000001))))
                (sequence (assume (= ((_ extract 1 0) l) #b01)) (assign (j (bvadd j #x00000001))))
                (sequence (assume (= ((_ extract 1 1) l) #b1)) (assign (k (bvadd k #x00000001)))))
            (assign (l (bvadd l #x00000001))))
        (edge loop wrong (assume (not (= (bvadd i (bvadd j k)) l))))";
    assert!(matches!(prove(&program(text), 20_000_000), Outcome::Safe(_)));
}

/// `l` grows at most as often as `k`, so that it stays far from wrapping around.
#[test]
fn a_large_difference_is_bounded_by_a_number_of_the_program() {
    assert!(is_safe(
        "(declare-const k (_ BitVec 32))
        (declare-const l (_ BitVec 32))
        (declare-const n (_ BitVec 32))
        (location start :initial)
        (location wrong :error)
        (location loop)
        (edge start loop (assume (bvslt #x00000000 l)) (assume (bvslt l #x000f4240)) (assume (bvslt n #x000f4240))
            (assign (k #x00000000)))
        (edge loop loop (assume (bvslt k n)) (assign (k (bvadd k #x00000001)) (l (bvadd l #x00000001))))
        (edge loop loop (assume (bvslt k n)) (assign (k (bvadd k #x00000001))))
        (edge loop wrong (assume (bvslt l #x00000001)))"
    ));
}

#[test]
fn a_proof_says_no_more_than_it_needs() {
    let text = MOVED
        .replace("(location start", "(declare-const other (_ BitVec 32)) (location start")
        .replace("(y #x00000000)", "(y #x00000000) (other #x00000002)");
    let cfa = program(&text);
    let found = match prove(&cfa, 100_000_000) {
        Outcome::Safe(invariant) => invariant,
        outcome => panic!("{:?}", outcome),
    };
    let of_loop = found.formulas[cfa.locations().nth(2).unwrap().index()];
    assert_eq!(found.terms.symbols_in(&[of_loop]).len(), 3, "{}", found.terms.text(of_loop));
}

#[test]
fn relations_on_both_sides_of_a_comparison_are_found() {
    assert!(is_safe(
        "(declare-const x (_ BitVec 32))
        (declare-const y (_ BitVec 32))
        (location start :initial)
        (location wrong :error)
        (location loop)
        (edge start loop (assign (x #x00000000) (y #x00000032)))
        (edge loop loop (assume (bvult x #x00000032)) (assign (x (bvadd x #x00000001))))
        (edge loop loop (assume (bvuge x #x00000032)) (assume (bvult x #x000f4240))
            (assign (x (bvadd x #x00000001)) (y (bvadd y #x00000001))))
        (edge loop wrong (assume (bvuge x #x000f4240)) (assume (not (= y #x000f4240))))"
    ));
}

/// A count that comes to its end after 2000 steps, and then is at most this.
fn counted(bound: &str) -> String {
    format!(
        "(declare-const x (_ BitVec 32))
        (location start :initial)
        (location wrong :error)
        (location loop)
        (location end)
        (edge start loop (assign (x #x00000000)))
        (edge loop loop (assume (bvult x #x000007d0)) (assign (x (bvadd x #x00000001))))
        (edge loop end (assume (bvuge x #x000007d0)))
        (edge end wrong (assume (bvugt x {})))",
        bound
    )
}

#[test]
fn a_run_comes_to_an_error_behind_a_long_loop() {
    match prove(&program(&counted("#x000007cf")), 100_000_000) {
        Outcome::Unsafe(path) => assert_eq!(path.steps.len(), 2003),
        other => panic!("{:?}", other),
    }
    assert!(is_safe(&counted("#x000007d0")));
}

#[test]
fn runs_that_are_cut_off_use_up_their_effort() {
    // No run ends, none comes to the error, and no guess excludes it.
    let endless = "(declare-const x (_ BitVec 32))
        (declare-const y (_ BitVec 32))
        (location start :initial)
        (location wrong :error)
        (location loop)
        (edge start loop (assign (x #x00000001) (y #x00000003)))
        (edge loop loop (assign (x (bvmul x y)) (y (bvxor x (bvlshr y #x00000001)))))
        (edge loop wrong (assume (= (bvxor x y) #x12345678)))";
    match prove(&program(endless), 3_000_000) {
        Outcome::Unknown(reason) => assert_eq!(reason.cause, StopCause::Limit(Limit::Paused)),
        Outcome::Unsafe(_) => {}
        other => panic!("{:?}", other),
    }
}

/// Once such runs counted as no work, and a round of them took minutes before a limit was looked at in vain.
#[test]
fn runs_that_end_at_once_use_up_a_limit() {
    // No square ends in these bits.
    let square = program(
        "(declare-const x (_ BitVec 32))
        (location start :initial) (location wrong :error)
        (edge start wrong (assume (= (bvmul x x) #x00000003)))",
    );
    let budget = Budget::unlimited();
    budget.pause_at(1_000);
    let mut engine = Guess::new(&square, GuessOptions::default(), budget);
    let outcome = engine.prove(&mut ());
    assert!(
        matches!(outcome, Outcome::Unknown(reason) if reason.cause == StopCause::Limit(Limit::Paused)),
        "{:?}",
        outcome
    );
    assert!(engine.statistics().runs <= 1_000, "{:?}", engine.statistics());
}

#[test]
fn reals_have_no_code() {
    let real = "(declare-const x Real)
        (location start :initial)
        (location wrong :error)
        (edge start wrong (assume (< x x)))";
    match prove(&program(real), 1_000_000) {
        Outcome::Unknown(reason) => assert_eq!(reason.cause, StopCause::Limit(Limit::Incomplete)),
        other => panic!("{:?}", other),
    }
}

#[test]
fn sums_and_squares_of_integers_are_found() {
    // 2s = i² + i, and s = (a + 1)² with t = 2a + 1.
    let gauss = "(declare-const n Int) (declare-const i Int) (declare-const s Int)
        (location start :initial) (location wrong :error) (location loop)
        (edge start loop (assume (>= n 0)) (assign (i 0) (s 0)))
        (edge loop loop (assume (< i n)) (assign (i (+ i 1)) (s (+ s i 1))))
        (edge loop wrong (assume (>= i n)) (assume (distinct (* 2 s) (* n (+ n 1)))))";
    assert!(is_safe(gauss));
    assert!(!is_safe(&gauss.replace("(* 2 s)", "(* 3 s)")));
    let root = "(declare-const n Int) (declare-const a Int) (declare-const s Int) (declare-const t Int)
        (location start :initial) (location wrong :error) (location loop)
        (edge start loop (assume (>= n 0)) (assign (a 0) (s 1) (t 1)))
        (edge loop loop (assume (<= s n)) (assign (a (+ a 1)) (t (+ t 2)) (s (+ s t 2))))
        (edge loop wrong (assume (> s n)) (assume (>= n (* (+ a 1) (+ a 1)))))";
    assert!(is_safe(root));
}

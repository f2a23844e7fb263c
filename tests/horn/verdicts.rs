//! The whole flow against the derivation of all facts.

use crate::cases::scaled;
use crate::counts::enough;
use crate::random_horn::{least, random_horn};
use indubit::base::{Budget, Rng};
use indubit::engine::Outcome;
use indubit::evidence::horn::{check_interpretation, check_refutation};
use indubit::evidence::CheckOptions;
use indubit::input::horn;
use indubit::portfolio::{Engine, HornVerifier, Reductions, VerifyOptions};

#[test]
fn linear_clauses_agree_with_all_facts() {
    let (mut safe, mut refuted) = (0, 0);
    let engines = [Engine::Ic3Smt, Engine::Ic3Ia, Engine::TreeIc3Itp, Engine::Ic3, Engine::Portfolio];
    for seed in 0..scaled(300) as u64 {
        let mut rng = Rng::new(seed);
        let horn = random_horn(&mut rng, 1);
        let engine = engines[rng.below(engines.len())];
        let options = VerifyOptions {
            engine,
            reduce: Reductions { on: !rng.one_in(4), ..Reductions::default() },
            ..VerifyOptions::default()
        };
        let verifier = HornVerifier::new(horn.clone(), options, Budget::unlimited());
        let verified = verifier.expect("words").verify(&mut ());
        let expected = least(&horn).refutation.is_some();
        assert_eq!(verified.refused, None, "{} {:?}", seed, engine);
        match verified.outcome {
            Outcome::Safe(found) => {
                assert!(!expected, "{} {:?}", seed, engine);
                let options = CheckOptions { proofs: true };
                let checked = check_interpretation(&horn, &found, &options, &Budget::unlimited());
                assert_eq!(checked, Ok(()), "{}", seed);
                safe += 1;
            }
            Outcome::Unsafe(refutation) => {
                assert!(expected, "{} {:?}", seed, engine);
                assert_eq!(check_refutation(&horn, &refutation), Ok(()), "{}", seed);
                refuted += 1;
            }
            other => panic!("{} {:?} {:?}", seed, engine, other),
        }
    }
    assert!(enough(safe, 30) && enough(refuted, 30), "{} {}", safe, refuted);
}

/// The verdict on a script by the portfolio.
fn verdict(text: &str) -> &'static str {
    let script = horn::read(text.as_bytes(), &Budget::unlimited()).expect("Horn clauses");
    let options = VerifyOptions { engine: Engine::Portfolio, ..VerifyOptions::default() };
    let verifier = HornVerifier::new(script.horn, options, Budget::unlimited());
    let verified = verifier.expect("linear clauses").verify(&mut ());
    assert_eq!(verified.refused, None);
    match verified.outcome {
        Outcome::Safe(_) => "safe",
        Outcome::Unsafe(_) => "unsafe",
        Outcome::Unknown(_) => "unknown",
    }
}

#[test]
fn numbers_and_several_predicates() {
    let text = |bound: i32| {
        format!(
            "(set-logic HORN)(declare-fun up (Int Int) Bool)(declare-fun down (Int Real) Bool)
             (assert (forall ((n Int)) (=> (and (> n 0) (< n 4)) (up 0 n))))
             (assert (forall ((x Int) (n Int)) (=> (and (up x n) (< x n)) (up (+ x 1) n))))
             (assert (forall ((x Int) (n Int)) (=> (and (up x n) (>= x n)) (down x (to_real n)))))
             (assert (forall ((x Int) (r Real)) (=> (and (down x r) (> x 0)) (down (- x 1) (- r 1.0)))))
             (assert (forall ((x Int) (r Real)) (=> (and (down x r) (= x 0)) (>= r {}.0))))",
            bound
        )
    };
    assert_eq!(verdict(&text(0)), "safe");
    assert_eq!(verdict(&text(1)), "unsafe");
}

#[test]
fn no_query_is_safe_and_a_false_fact_is_not() {
    assert_eq!(verdict("(set-logic HORN)(declare-fun p (Int) Bool)(assert (p 0))"), "safe");
    assert_eq!(verdict("(set-logic HORN)(assert false)"), "unsafe");
    assert_eq!(verdict("(set-logic HORN)"), "safe");
}

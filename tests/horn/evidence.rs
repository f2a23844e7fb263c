//! Evidence about Horn clauses as text, and forged evidence.

use crate::cases::scaled;
use crate::counts::enough;
use crate::random_horn::{least, random_horn};
use indubit::base::{Budget, Rng};
use indubit::evidence::horn::{
    check, script, tell_interpretation, write_dot, write_interpretation, write_proof, write_refutation,
    Evidence,
};
use indubit::evidence::{CheckError, CheckOptions};
use indubit::input::horn;
use indubit::model::horn::Horn;
use indubit::session::Interpreter;

fn checked(horn: &Horn, text: &str) -> Result<bool, String> {
    let budget = Budget::unlimited();
    let evidence = Evidence::read(text.as_bytes(), horn, &budget).map_err(|error| error.to_string())?;
    let result = check(horn, &evidence, &CheckOptions::default(), &budget);
    result.map(|()| evidence.claims_safe()).map_err(|error: CheckError| error.to_string())
}

/// The text of `get-model` is a model whenever it is asked about one, else it is the text as it is.
#[test]
fn told_models_are_models() {
    let (mut told, mut kept) = (0, 0);
    for seed in 0..scaled(60) as u64 {
        let horn = random_horn(&mut Rng::new(seed), 2);
        let least = least(&horn);
        let found = least.interpretation(&horn);
        let text = tell_interpretation(&horn, &found).expect("a text");
        match least.refutation {
            None => {
                assert_eq!(checked(&horn, &text), Ok(true), "{}: {}", seed, text);
                told += 1;
            }
            Some(_) => {
                assert_eq!(text, write_interpretation(&horn, &found).expect("a text"), "{}", seed);
                kept += 1;
            }
        }
    }
    assert!(enough(told, 5) && enough(kept, 5), "{} and {}", told, kept);
}

#[test]
fn texts_are_read_back_and_forged_ones_never_prove_the_opposite() {
    let (mut safe, mut refuted, mut refused) = (0, 0, 0);
    for seed in 0..scaled(300) as u64 {
        let mut rng = Rng::new(seed);
        let horn = random_horn(&mut rng, 2);
        let least = least(&horn);
        let (text, is_safe) = match &least.refutation {
            Some(refutation) => {
                assert!(write_dot(&horn, refutation).expect("a refutation").starts_with("digraph"));
                assert!(write_proof(&horn, refutation)
                    .expect("a refutation")
                    .ends_with(":derives false))\n"));
                (write_refutation(&horn, refutation).expect("a refutation"), false)
            }
            None => {
                let found = least.interpretation(&horn);
                let answers = Interpreter::default().execute(&script(&horn, &found).expect("a model"));
                assert_eq!(answers, "unsat\n".repeat(horn.clauses().len()), "{}", seed);
                (write_interpretation(&horn, &found).expect("a model"), true)
            }
        };
        assert_eq!(checked(&horn, &text), Ok(is_safe), "{}: {}", seed, text);
        if is_safe {
            for wrapped in
                [format!("sat\n{}", text), format!("sat\n(\n{})", text), format!("(model {})\n", text)]
            {
                assert_eq!(checked(&horn, &wrapped), Ok(true), "{}: {}", seed, wrapped);
            }
            safe += 1;
        } else {
            refuted += 1;
        }
        for _ in 0..20 {
            let mut bytes = text.clone().into_bytes();
            crate::damage::damage(&mut rng, &mut bytes, b"01 (x;p#");
            match checked(&horn, &String::from_utf8_lossy(&bytes)) {
                Ok(claim) => assert_eq!(claim, is_safe, "{}: {}", seed, String::from_utf8_lossy(&bytes)),
                Err(_) => refused += 1,
            }
        }
    }
    assert!(
        enough(safe, 30) && enough(refuted, 30) && enough(refused, 1000),
        "{} {} {}",
        safe,
        refuted,
        refused
    );
}

#[test]
fn wrong_evidence_is_refused_with_the_reason() {
    let text = b"(set-logic HORN)(declare-fun p (Int) Bool)(declare-fun q () Bool)
        (assert (p 0))
        (assert (forall ((x Int) (y Int)) (=> (and (p x) (= y (+ x 1))) (p y))))
        (assert (forall ((x Int)) (=> (and (p x) q) (< x 3))))";
    let horn = horn::read(text, &Budget::unlimited()).expect("Horn clauses").horn;
    assert_eq!(
        checked(&horn, "(define-fun p ((x Int)) Bool (>= x 0))(define-fun q () Bool false)"),
        Ok(true)
    );
    for (evidence, expected) in [
        (
            "(define-fun p ((x Int)) Bool true)",
            "line 1, column 1: there is no definition of the predicate `q`",
        ),
        (
            "(define-fun p ((x Real)) Bool true)(define-fun q () Bool true)",
            "line 1, column 1: the parameters do not fit the places of the predicate `p`",
        ),
        (
            "(define-fun p ((x Int)) Bool (> x 0))(define-fun q () Bool false)",
            "the model makes clause 0 false",
        ),
        (
            "(define-fun p ((x Int)) Bool (< x 5))(define-fun q () Bool false)",
            "the model makes clause 1 false",
        ),
        (
            "(define-fun p ((x Int)) Bool (>= x 0))(define-fun q () Bool true)",
            "the model makes clause 2 false",
        ),
        ("(assert true)", "line 1, column 1: expected `define-fun`"),
        ("refutation\nstep 0: clause 7", "line 2, column 1: there is no clause 7"),
        ("refutation\nstep 1: clause 0", "line 2, column 1: expected `step 0: clause`"),
        (
            "refutation\nstep 0: clause 0\nstep 1: clause 1 from 0\n  x = 0\n",
            "line 5, column 1: expected a value",
        ),
        (
            "refutation\nstep 0: clause 0\nstep 1: clause 1 from 0\n  x = 0\n  y = 2\n",
            "the constraint of step 1 is false",
        ),
        (
            "refutation\nstep 0: clause 0\nstep 1: clause 1 from 1\n  x = 0\n  y = 1\n",
            "a premise of step 1 is no earlier fact",
        ),
        ("refutation\nstep 0: clause 0\n", "the last step alone must use a clause without a head"),
    ] {
        let error = checked(&horn, evidence).expect_err(evidence);
        assert!(error.starts_with(expected), "{}: {}", evidence, error);
    }
}

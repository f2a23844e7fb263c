//! Scripts read into terms.

use crate::paths::in_package;
use indubit::base::{Budget, Limit};
use indubit::input::{smtlib, Place};
use indubit::solver::smt::{Answer, SmtOptions, Solver};
use indubit::solver::term::Sort;
use std::sync::atomic::Ordering::Relaxed;

fn read(text: &str) -> smtlib::Script {
    smtlib::read(text.as_bytes(), &Budget::unlimited()).expect("a good script")
}

/// The verdict on the assertions.
fn verdict(script: &mut smtlib::Script) -> Answer {
    let mut solver = Solver::new(SmtOptions::default());
    for &assertion in &script.assertions {
        solver.assert(&mut script.terms, assertion);
    }
    solver.check(&mut script.terms, &[])
}

#[test]
fn declarations_and_assertions_come_in_their_order() {
    let mut script = read(
        "(set-logic QF_LIA) (declare-const x Int) (declare-fun y () Bool)
         (define-fun twice ((n Int)) Int (* 2 n))
         (assert (! (= (twice x) 6) :named six)) (check-sat) (get-value (x))
         (assert (=> y (< x 3))) (exit) (assert false)",
    );
    let sorts: Vec<Sort> = script.constants.iter().map(|&t| script.terms.sort(t)).collect();
    assert_eq!(sorts, [Sort::Int, Sort::Bool]);
    assert_eq!(script.assertions.len(), 2);
    assert_eq!(script.named, [("six".to_string(), script.assertions[0])]);
    assert_eq!(verdict(&mut script), Answer::Sat);
}

#[test]
fn assertions_of_scopes_that_were_left_are_gone() {
    let mut script = read(
        "(declare-const p Bool) (assert p) (push 1) (declare-const q Bool) (assert (not p)) (pop 1)
         (push 1) (assert (or p p))",
    );
    assert_eq!((script.constants.len(), script.assertions.len()), (1, 2));
    assert_eq!(verdict(&mut script), Answer::Sat);
    let global = "(set-option :global-declarations true) (push 1) (declare-const q Bool) (pop 1)";
    assert_eq!(read(global).constants.len(), 1);
}

/// Cores would keep named assertions apart from the others, out of order.
#[test]
fn options_about_queries_do_not_change_the_assertions() {
    let mut script = read(
        "(set-option :produce-unsat-cores true) (set-option :no-such-option 1)
         (declare-const p Bool) (assert (! p :named a)) (assert (not p))",
    );
    assert_eq!(script.assertions.len(), 2);
    assert_eq!(verdict(&mut script), Answer::Unsat);
}

#[test]
fn the_first_error_ends_the_reading_with_its_place() {
    let text = b"(declare-const x Int)\n(assert (< x true))\n(assert (<";
    let error = smtlib::read(text, &Budget::unlimited()).expect_err("an ill-sorted assertion");
    assert_eq!(error.place(), Place::Line { line: 2, column: 14 });
    for text in ["(assert x)", "(assert", ")", "(check)", "(declare-sort S x)", "(declare-const x Array)"] {
        assert!(smtlib::read(text.as_bytes(), &Budget::unlimited()).is_err(), "{}", text);
    }
}

#[test]
fn the_budget_ends_the_reading() {
    let budget = Budget::unlimited();
    budget.canceller().store(true, Relaxed);
    let mut text = String::from("(declare-const x Int) (define-fun s0 () Int (+ x 1))");
    for i in 0..300 {
        text.push_str(&format!("(define-fun s{} () Int (+ s{} (* 3 s{})))", i + 1, i, i));
    }
    text.push_str(&format!("(assert (= s300 {}))", "7".repeat(200_000)));
    let error = smtlib::read(text.as_bytes(), &budget).expect_err("no time");
    assert!(error.message().contains(&Limit::Cancelled.to_string()), "{}", error);
}

#[test]
fn the_scripts_of_the_suite_can_be_read_or_say_why_not() {
    let folder = in_package("tests/scripts");
    let mut good = 0;
    for entry in std::fs::read_dir(folder).expect("a folder of scripts") {
        let path = entry.expect("an entry").path();
        if path.extension().map_or(false, |suffix| suffix == "smt2") {
            let bytes = std::fs::read(&path).expect("a script");
            match smtlib::read(&bytes, &Budget::unlimited()) {
                Ok(script) => {
                    assert!(script.assertions.iter().all(|&t| script.terms.sort(t) == Sort::Bool));
                    good += 1;
                }
                Err(error) => assert!(!error.message().is_empty()),
            }
        }
    }
    assert!(good >= 5, "{}", good);
}

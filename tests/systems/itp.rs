//! Small systems for model checking by interpolation, each for one turn that the algorithm may take.

use crate::engines::FORMS;
use indubit::base::Budget;
use indubit::engine::itp::{Form, ItpOptions, ItpStatistics, SystemItp};
use indubit::engine::{Outcome, StopCause};
use indubit::evidence::system::{check_certificate, check_trace};
use indubit::input::vmt;
use indubit::model::system::System;
use indubit::model::{Depth, PropertyId};

fn system(text: &str) -> System {
    vmt::read(text.as_bytes(), &Budget::unlimited()).expect("a system")
}

/// The verdict on the first property, checked, and the counters.
fn verdict(system: &System, options: ItpOptions) -> (String, ItpStatistics) {
    let property = PropertyId::new(0);
    let mut engine = SystemItp::new(system, options, Budget::unlimited());
    let verdict = match engine.prove(property, &mut ()) {
        Outcome::Safe(certificate) => {
            let checked = check_certificate(system, property, &certificate, &Budget::unlimited());
            assert_eq!(checked, Ok(()));
            "safe".to_string()
        }
        Outcome::Unsafe(trace) => {
            assert_eq!(check_trace(system, &trace), Ok(()));
            format!("unsafe at {}", trace.depth().transitions())
        }
        Outcome::Unknown(reason) => {
            assert_eq!(reason.cause, StopCause::Bound);
            format!("unknown beyond {}", reason.safe_depth.map_or(0, Depth::transitions))
        }
    };
    (verdict, engine.statistics())
}

/// All forms have to give this verdict.
fn all_say(text: &str, expected: &str) {
    let system = system(text);
    for form in FORMS {
        let options = ItpOptions { form, ..ItpOptions::default() };
        assert_eq!(verdict(&system, options).0, expected, "{:?}", form);
    }
}

/// A counter from 0 to 4. Two steps lead from 5 to 7.
const ROUND: &str = "(declare-fun x () Int)
                     (define-fun .x () Int (! x :next y))
                     (define-fun .i () Bool (! (= x 0) :init true))
                     (define-fun .t () Bool (! (= y (ite (= x 4) 0 (+ x 1))) :trans true))
                     (define-fun .p () Bool (! (distinct x 7) :invar-property 0))";

#[test]
fn an_image_that_is_too_large_is_met_and_the_depth_grows() {
    // At depth 1 an image has to exclude 7 only. It may have 6, from which a step leads to 7.
    let options = ItpOptions { form: Form::McMillan, ..ItpOptions::default() };
    let (said, statistics) = verdict(&system(ROUND), options);
    assert_eq!(said, "safe");
    assert!(statistics.spurious > 0, "{:?}", statistics);
    all_say(ROUND, "safe");
}

#[test]
fn a_bad_state_may_be_initial() {
    let text = "(declare-fun x () Int)
                (define-fun .x () Int (! x :next y))
                (define-fun .i () Bool (! (<= 0 x 3) :init true))
                (define-fun .t () Bool (! (= y (- x 1)) :trans true))
                (define-fun .p () Bool (! (distinct x 2) :invar-property 0))";
    all_say(text, "unsafe at 0");
}

#[test]
fn a_state_variable_without_a_first_value_may_have_any() {
    let text = "(declare-fun x () Int)
                (declare-fun y () Int)
                (define-fun .x () Int (! x :next xn))
                (define-fun .y () Int (! y :next yn))
                (define-fun .i () Bool (! (= x 0) :init true))
                (define-fun .t () Bool (! (and (= xn y) (= yn y)) :trans true))
                (define-fun .p () Bool (! (distinct x 7) :invar-property 0))";
    all_say(text, "unsafe at 1");
}

#[test]
fn a_constraint_holds_in_the_bad_step_too() {
    // From 3 on the constraint is broken: 4 has a way from 0, and yet no run reaches it.
    let run = |largest: i64| {
        let mut system = system(
            "(declare-fun x () Int)
             (define-fun .x () Int (! x :next y))
             (define-fun .i () Bool (! (= x 0) :init true))
             (define-fun .t () Bool (! (= y (+ x 1)) :trans true))
             (define-fun .p () Bool (! (< x 3) :invar-property 0))",
        );
        let x = system.states()[0].current;
        let terms = system.terms_mut();
        let bound = terms.int(largest);
        let constraint = terms.le(x, bound);
        system.add_constraint(constraint);
        FORMS.map(|form| verdict(&system, ItpOptions { form, ..ItpOptions::default() }).0)
    };
    assert_eq!(run(2), ["safe", "safe", "safe"]);
    assert_eq!(run(3), ["unsafe at 3", "unsafe at 3", "unsafe at 3"]);
}

#[test]
fn a_bad_step_without_a_successor_is_bad_at_every_depth() {
    // The runs are 0, 1, 2, ... without end, and 0, -1. Where runs of three steps are asked about, that one is too
    // short.
    let text = "(declare-fun x () Int)
                (define-fun .x () Int (! x :next y))
                (define-fun .i () Bool (! (= x 0) :init true))
                (define-fun .t () Bool (! (or (and (>= x 0) (= y (+ x 1))) (and (= x 0) (= y (- 1)))) :trans true))
                (define-fun .p () Bool (! (>= x 0) :invar-property 0))";
    all_say(text, "unsafe at 1");
    all_say(&text.replace("(>= x 0) :invar", "(>= x (- 1)) :invar"), "safe");
}

#[test]
fn the_longest_run_is_a_bound() {
    let text = "(declare-fun x () Int)
                (define-fun .x () Int (! x :next y))
                (define-fun .i () Bool (! (= x 0) :init true))
                (define-fun .t () Bool (! (= y (+ x 1)) :trans true))
                (define-fun .p () Bool (! (distinct x 5) :invar-property 0))";
    let system = system(text);
    for form in FORMS {
        let bounded = |depth| {
            let options = ItpOptions { form, max_depth: Some(Depth::new(depth)), ..ItpOptions::default() };
            verdict(&system, options).0
        };
        assert_eq!(
            [bounded(0), bounded(4), bounded(5)],
            ["unknown beyond 0", "unknown beyond 4", "unsafe at 5"]
        );
    }
}

#[test]
fn interpolants_find_what_ties_two_numbers_together() {
    // Neither Init nor the property mentions the sum of both.
    let text = "(declare-fun x () Int)
                (declare-fun y () Int)
                (define-fun .x () Int (! x :next xn))
                (define-fun .y () Int (! y :next yn))
                (define-fun .i () Bool (! (and (= x 0) (= y 9)) :init true))
                (define-fun .t () Bool (! (and (> y 0) (= xn (+ x 1)) (= yn (- y 1))) :trans true))
                (define-fun .p () Bool (! (=> (= y 0) (= x 9)) :invar-property 0))";
    all_say(text, "safe");
}

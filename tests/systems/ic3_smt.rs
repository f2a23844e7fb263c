//! Small systems for IC3 with SMT, each for one of its techniques.

use crate::engines::{IMPLICANTS, PREIMAGES};
use indubit::base::{Budget, Limit};
use indubit::engine::ic3_smt::{FrameSolvers, Ic3Smt, Ic3SmtOptions, Lemmas, Preimage};
use indubit::engine::{Outcome, StopCause};
use indubit::evidence::system::{check_certificate, check_trace};
use indubit::input::vmt;
use indubit::model::system::System;
use indubit::model::PropertyId;

fn system(text: &str) -> System {
    vmt::read(text.as_bytes(), &Budget::unlimited()).expect("a system")
}

/// The verdict on the first property, checked, of an engine that may do so much work.
fn verdict(system: &System, options: Ic3SmtOptions) -> &'static str {
    let property = PropertyId::new(0);
    let budget = Budget::unlimited();
    budget.pause_at(50_000);
    match Ic3Smt::new(system, options, budget).prove(property, &mut ()) {
        Outcome::Safe(certificate) => {
            assert_eq!(check_certificate(system, property, &certificate, &Budget::unlimited()), Ok(()));
            "safe"
        }
        Outcome::Unsafe(trace) => {
            assert_eq!(check_trace(system, &trace), Ok(()));
            "unsafe"
        }
        Outcome::Unknown(reason) => {
            assert_eq!(reason.cause, StopCause::Limit(Limit::Paused));
            "unknown"
        }
    }
}

/// From 0 on a real number grows.
const GROWS: &str = "(declare-fun x () Real)
    (declare-fun by () Real)
    (define-fun .x () Real (! x :next y))
    (define-fun .i () Bool (! (= x 0.0) :init true))
    (define-fun .t () Bool (! (and (= y (+ x by)) (<= 0.0 by)) :trans true))
    (define-fun .p () Bool (! (<= 0.0 x) :invar-property 0))";

#[test]
fn points_of_reals_come_to_no_end_where_one_cube_has_them_all() {
    let system = system(GROWS);
    for preimage in PREIMAGES {
        let found = verdict(&system, Ic3SmtOptions { preimage, ..Ic3SmtOptions::default() });
        let expected = if preimage == Preimage::Point { "unknown" } else { "safe" };
        assert_eq!(found, expected, "{:?}", preimage);
    }
}

#[test]
fn every_implicant_leads_to_the_verdict_by_every_preimage() {
    // The first disjunct is only there to be left out.
    let detour = GROWS.replace("(and (= y", "(and (or (< 5.0 x) (<= x 5.0)) (= y");
    for implicant in IMPLICANTS {
        for preimage in [Preimage::Projection, Preimage::FirstCube, Preimage::Exact] {
            let options = Ic3SmtOptions { implicant, preimage, ..Ic3SmtOptions::default() };
            assert_eq!(verdict(&system(&detour), options.clone()), "safe", "{:?}", options);
            let wrong = detour.replace("(<= 0.0 x)", "(<= x 3.0)");
            assert_eq!(verdict(&system(&wrong), options.clone()), "unsafe", "{:?}", options);
        }
    }
}

/// Two real numbers begin at 0 and grow together.
const TOGETHER: &str = "(declare-fun x () Real)
    (declare-fun y () Real)
    (declare-fun by () Real)
    (define-fun .x () Real (! x :next x.next))
    (define-fun .y () Real (! y :next y.next))
    (define-fun .i () Bool (! (= x y 0.0) :init true))
    (define-fun .t () Bool (! (and (= x.next (+ x by)) (= y.next (+ y by)) (<= 0.0 by)) :trans true))
    (define-fun .p () Bool (! (or (< x 5.0) (> y 3.0)) :invar-property 0))";

/// A point such as (5, 3) is blocked since 5 - 3 is not 0. That the difference is less than 2 is inductive.
#[test]
fn the_farkas_sum_of_a_conflict_generalises_points() {
    let options = Ic3SmtOptions { preimage: Preimage::Point, ..Ic3SmtOptions::default() };
    for (lemmas, expected) in [(Lemmas::Core, "unknown"), (Lemmas::Farkas, "safe")] {
        let found = verdict(&system(TOGETHER), Ic3SmtOptions { lemmas, ..options.clone() });
        assert_eq!(found, expected, "{:?}", lemmas);
    }
}

#[test]
fn solvers_for_each_frame_find_the_same_verdicts() {
    let longer = TOGETHER.replace("(<= 0.0 by)", "(<= 0.0 by 1.0)").replace("(> y 3.0)", "(> y 6.0)");
    for solvers in [FrameSolvers::Shared, FrameSolvers::PerFrame] {
        let options = Ic3SmtOptions { solvers, ..Ic3SmtOptions::default() };
        assert_eq!(verdict(&system(GROWS), options.clone()), "safe", "{:?}", solvers);
        assert_eq!(verdict(&system(TOGETHER), options.clone()), "safe", "{:?}", solvers);
        assert_eq!(verdict(&system(&longer), options), "unsafe", "{:?}", solvers);
    }
}

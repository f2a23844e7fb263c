//! Limits, pauses and cancellation: engines stop where they are told to, say how far they came, and go on from there.

use crate::conformance::{cases, judge, Case, COMPLETE};
use crate::oracle::prop;
use indubit::base::{Budget, Limit};
use indubit::engine::bmc::{Bmc, BmcOptions};
use indubit::engine::{Outcome, StopCause, StopReason};
use indubit::input::aiger::read;
use indubit::model::encode::blast::{blast, NotBlasted};
use indubit::model::reduce::{reduce, ReduceOptions};
use indubit::model::Depth;
use indubit::portfolio::{Engine, Verifier, VerifyOptions};

/// A file of 92 bytes needs millions of gates, which were not counted while they were made.
#[test]
fn gates_in_the_making_count_as_memory() {
    let text = b"1 sort bitvec 1\n2 sort bitvec 100000\n3 state 2 a\n4 state 2 b\n5 sra 2 3 4\n6 eq 1 5 3\n7 bad 6\n";
    let system = indubit::input::btor2::read(text, &Budget::unlimited()).expect("a system").system;
    let budget = Budget::unlimited().with_memory(20_000_000);
    let made = blast(&system, &budget);
    assert!(matches!(made, Err(NotBlasted::Limit(Limit::Memory))));
    assert_eq!(budget.memory_used(), 0);
    // What is held is booked, and given back.
    let small =
        b"1 sort bitvec 1\n2 sort bitvec 8\n3 state 2 a\n4 state 2 b\n5 sra 2 3 4\n6 eq 1 5 3\n7 bad 6\n";
    let system = indubit::input::btor2::read(small, &Budget::unlimited()).expect("a system").system;
    let made = blast(&system, &budget).expect("a circuit");
    assert!(budget.memory_used() >= made.circuit.bytes() as u64);
    let reduced = reduce(&made.circuit, &ReduceOptions::default(), &budget);
    assert!(budget.memory_used() >= (made.circuit.bytes() + reduced.circuit.bytes()) as u64);
    drop((made, reduced));
    assert_eq!(budget.memory_used(), 0);
}

#[test]
fn engines_go_on_where_a_pause_stopped_them() {
    for case in cases() {
        for engine in [Engine::Ic3, Engine::LazyIc3, Engine::KInduction, Engine::Itp] {
            let options = VerifyOptions { engine, ..VerifyOptions::default() };
            let budget = Budget::unlimited();
            let mut verifier = Verifier::new(case.circuit.clone(), options, budget.clone())
                .expect("an engine over circuits");
            for property in 0..case.depths.len() {
                // Longer and longer, so that every engine ends some day.
                let mut slice = 1;
                let outcome = loop {
                    budget.pause_at(budget.work_used() + slice);
                    slice += slice / 8 + 1;
                    match verifier.verify(prop(property), &mut ()).outcome {
                        Outcome::Unknown(reason) => {
                            assert_eq!(reason.cause, StopCause::Limit(Limit::Paused), "{}", case.name)
                        }
                        outcome => break outcome,
                    }
                };
                judge(&case, property, &outcome, COMPLETE);
            }
        }
    }
}

/// Its gates propagate next to nothing, so a measure in propagations alone never ends a turn of bounded model checking.
#[test]
fn a_portfolio_on_one_thread_does_not_starve_on_a_circuit_that_propagates_nothing() {
    let text = b"aag 2 1 1 0 0 2 1\n2\n4 5 4\n2\n4\n5\n";
    let case = Case::new("one latch", read(text).expect("a good circuit").circuit);
    let options = VerifyOptions { engine: Engine::Portfolio, ..VerifyOptions::default() };
    let budget = Budget::unlimited();
    let mut verifier =
        Verifier::new(case.circuit.clone(), options, budget.clone()).expect("an engine over circuits");
    for property in 0..2 {
        let verified = verifier.verify(prop(property), &mut ());
        judge(&case, property, &verified.outcome, COMPLETE);
    }
    assert!(budget.work_used() < 1_000_000, "{}", budget.work_used());
}

#[test]
fn a_limit_says_how_far() {
    let case = cases().into_iter().find(|case| case.name == "deep_counter").expect("a fixture");
    let options = BmcOptions { max_depth: Some(Depth::new(7)), ..BmcOptions::default() };
    let reason = StopReason { cause: StopCause::Bound, safe_depth: Some(Depth::new(7)) };
    let mut bmc = Bmc::new(&case.circuit, options, Budget::unlimited());
    assert_eq!(bmc.prove(prop(0), &mut ()), Outcome::Unknown(reason));
    assert_eq!(reason.to_string(), "depth bound reached; no counterexample up to depth 7");
}

#[test]
fn a_cancelled_engine_stops() {
    let cancelled = Budget::unlimited();
    cancelled.canceller().store(true, std::sync::atomic::Ordering::Relaxed);
    let reason = StopReason { cause: StopCause::Limit(Limit::Cancelled), safe_depth: None };
    for case in cases() {
        for engine in [
            Engine::Ic3,
            Engine::LazyIc3,
            Engine::Bmc,
            Engine::KInduction,
            Engine::Car,
            Engine::Fsis,
            Engine::Itp,
            Engine::Portfolio,
        ] {
            let options = VerifyOptions { engine, ..VerifyOptions::default() };
            let verified = Verifier::new(case.circuit.clone(), options, cancelled.clone())
                .expect("an engine over circuits")
                .verify(prop(0), &mut ());
            assert_eq!(verified.outcome, Outcome::Unknown(reason), "{}, {:?}", case.name, engine);
        }
    }
}

#[test]
fn parts_of_a_budget_end_with_the_whole_and_count_for_it() {
    let whole = Budget::unlimited().with_conflicts(10).with_memory(1000);
    let (one, other) = (whole.child(), whole.child());
    one.spend(6, 50);
    one.book_memory(600);
    assert_eq!((whole.conflicts_used(), one.conflicts_used(), other.conflicts_used()), (6, 6, 0));
    assert_eq!(other.allows_memory(500), Err(Limit::Memory));
    // A query counts as work beside its propagations.
    assert!(whole.work_used() == one.work_used() && one.work_used() > 50);
    one.pause_at(one.work_used());
    assert_eq!(one.check(), Err(Limit::Paused));
    assert_eq!(other.check(), Ok(()));
    one.pause_at(one.work_used() + 1);
    assert_eq!(one.check(), Ok(()));
    one.canceller().store(true, std::sync::atomic::Ordering::Relaxed);
    assert_eq!((one.check(), whole.check()), (Err(Limit::Cancelled), Ok(())));
    other.spend(4, 0);
    assert_eq!(other.check(), Err(Limit::Conflicts));
}

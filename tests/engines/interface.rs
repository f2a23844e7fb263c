//! Promises of the public types that the compiler can check: threads, errors, debugging.

use indubit::base::{Budget, Limit};
use indubit::engine::bmc::Bmc;
use indubit::engine::fsis::Fsis;
use indubit::engine::ic3::circuit::{Ic3, Ic3Options};
use indubit::engine::ic3::{Activity, Chain, Cube, SearchOptions, SearchStatistics};
use indubit::engine::kinduction::KInduction;
use indubit::engine::lazy_ic3::LazyIc3;
use indubit::engine::{CircuitOutcome, FrameId, StopReason};
use indubit::evidence::circuit::{Evidence, WitnessCircuit};
use indubit::evidence::{CheckError, Condition, Malformed};
use indubit::input::dimacs::Cnf;
use indubit::input::smtlib::Script;
use indubit::input::ParseError;
use indubit::model::circuit::Circuit;
use indubit::model::reduce::Reduction;
use indubit::model::transition::Transition;
use indubit::model::{CircuitFile, Depth, PropertyId};
use indubit::portfolio::{Verified, Verifier, VerifyOptions};
use indubit::session::Interpreter;
use std::error::Error;

fn is_send<T: Send + 'static>() {}

fn is_error<T: Error + Send + Sync + 'static>() {}

macro_rules! for_types {
    ($promise:ident: $($t:ty),* $(,)?) => { $($promise::<$t>();)* };
}

#[test]
fn public_types_may_go_to_another_thread() {
    for_types!(is_send:
        Budget, Limit, Circuit, CircuitFile, Transition, Reduction, PropertyId, Depth,
        Cnf, Interpreter, Script, ParseError,
        Evidence, WitnessCircuit, CheckError, Condition, Malformed,
        Activity, Chain<()>, Cube, FrameId, SearchOptions, SearchStatistics, Ic3, Ic3Options,
        LazyIc3, Bmc, KInduction, Fsis, CircuitOutcome, StopReason, Verifier<Circuit>, VerifyOptions, Verified,
    );
}

#[test]
fn reasons_of_failure_are_errors() {
    for_types!(is_error: Limit, ParseError, CheckError, Condition, Malformed);
    let stopped = CheckError::from(Limit::Memory);
    assert_eq!(stopped.source().expect("the limit").to_string(), "memory limit reached");
}

#[test]
fn engines_print_what_they_have_done_and_not_all_they_hold() {
    let engine = Ic3::new(&Circuit::new(), Ic3Options::default(), Budget::unlimited());
    let shown = format!("{:?}", engine);
    assert!(shown.contains("queries") || shown.contains("statistics"), "{}", shown);
    assert!(shown.len() < 1000, "{}", shown);
}

//! Promises of the public types that the compiler can check: threads, errors, debugging.

use indubit::base::Limit;
use indubit::solver::{proof, sat, smt, term};
use indubit::theories::{bv, lia, lra, num};
use std::error::Error;
use std::fmt::Debug;

fn is_send<T: Send>() {}

fn is_debug<T: Debug>() {}

fn is_error<T: Error + Send + Sync + 'static>() {}

macro_rules! for_types {
    ($promise:ident: $($t:ty),* $(,)?) => { $($promise::<$t>();)* };
}

#[test]
fn public_types_may_go_to_another_thread() {
    for_types!(is_send:
        sat::Solver, sat::SatOptions, sat::SatStatistics, sat::Answer, sat::SharedClauses, sat::Definitions,
        sat::TheoryOutput, sat::NoTheory, sat::Restarts, sat::Check,
        smt::Solver, smt::Interpolator, smt::SmtOptions, smt::Answer, smt::UnknownReason, smt::InterpolationOptions,
        smt::NoInterpolant, smt::FarkasChoice, smt::proof::Proof, smt::proof::Flaw, smt::proof::NoProof,
        smt::proof::Trusted,
        term::Terms, term::TermId, term::SymbolId, term::Sort, term::Op, term::Model, term::Value, term::Linear,
        term::Substitution, term::NonLinear,
        proof::Checker, proof::Checked, proof::ResolutionLog, proof::SharedLog, proof::DratWriter<Vec<u8>>,
        proof::LratWriter<Vec<u8>>, proof::ProofError,
        bv::Bits, num::Integer, num::Rational, num::DeltaRational, num::ParseNumberError,
        lra::Simplex, lra::Conflict, lra::Stop, lra::Bound, lra::Constraint, lra::Sum,
        lia::Integers, lia::Step, lia::Equalities, lia::Cut, lia::IntConstraints, lia::Divisibility,
    );
}

#[test]
fn public_types_can_be_printed_for_debugging() {
    for_types!(is_debug:
        sat::Solver, sat::SharedClauses, sat::Definitions, sat::TheoryOutput, sat::NoTheory,
        smt::Solver, smt::Interpolator, smt::SmtOptions, smt::InterpolationOptions, smt::proof::Proof,
        term::Terms, term::TermId, term::Model, term::Linear, term::Substitution,
        proof::Checker, proof::ResolutionLog, proof::SharedLog, proof::DratWriter<Vec<u8>>,
        proof::LratWriter<Vec<u8>>,
        bv::Bits, num::Integer, num::Rational, num::DeltaRational,
        lra::Simplex, lra::Bound, lra::RowMark, lra::Implied<'static>,
        lia::Integers, lia::Equalities, lia::Cut,
    );
    assert_eq!(format!("{:?}", term::Terms::new()), "Terms { len: 2, symbols: 0 }");
}

#[test]
fn reasons_of_failure_are_errors() {
    for_types!(is_error:
        Limit, smt::UnknownReason, smt::NoInterpolant, smt::proof::NoProof, smt::proof::Flaw, term::NonLinear,
        proof::ProofError, num::ParseNumberError, lra::Stop, lra::Conflict,
    );
}

#[test]
fn an_error_names_its_source() {
    let stopped = smt::NoInterpolant::Unknown(smt::UnknownReason::Limit(Limit::Time));
    let reason = stopped.source().expect("the reason");
    let limit = reason.source().expect("the limit");
    assert_eq!(limit.to_string(), "time limit reached");
    assert!(limit.source().is_none());
    assert!(smt::NoInterpolant::Satisfiable.source().is_none());
}

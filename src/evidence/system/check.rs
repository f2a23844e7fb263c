//! The doors of the checker: evidence about safety goes to `safety.rs` and `replay.rs`, evidence about liveness to
//! `liveness.rs`.

use super::liveness::{check_lasso, check_liveness};
use super::replay::check_run;
use super::safety::check_proof;
use crate::base::Budget;
use crate::evidence::{CheckError, CheckOptions};
use crate::model::system::{Certificate, System, Trace};
use crate::model::{PropertyId, PropertyKind};

/// Checks that a certificate proves a property, with default options: that no run of the system ends in a step in which
/// the property is bad, or that a justice property holds.
///
/// # Errors
///
/// See [`CheckError`]; only a limit of the budget leaves the question open.
pub fn check_certificate(
    system: &System,
    property: PropertyId,
    certificate: &Certificate,
    budget: &Budget,
) -> Result<(), CheckError> {
    check_certificate_with(system, property, certificate, &CheckOptions::default(), budget)
}

/// [`check_certificate`] with options.
///
/// # Errors
///
/// As there, and [`CheckError::FormulaProof`] if the proofs are checked and one is wrong.
pub fn check_certificate_with(
    system: &System,
    property: PropertyId,
    certificate: &Certificate,
    options: &CheckOptions,
    budget: &Budget,
) -> Result<(), CheckError> {
    budget.poll()?;
    match property.kind() {
        PropertyKind::Bad => check_proof(system, property, certificate, options, budget),
        PropertyKind::Justice => check_liveness(system, property, certificate, options, budget),
    }
}

/// Checks by evaluation that a trace violates its property.
///
/// The first state must be in Init, each step and the next must satisfy Trans, all steps must satisfy the constraint,
/// the last one included. For a property of safety, it must be bad in the last step. (It may be bad before, too.) For a
/// justice property the last step must lead by Trans to the state of some step, as far as the property depends on it,
/// and each formula of the property must be true in between. Where a formula divides by 0, the result is taken to be 0,
/// as one of the functions that SMT-LIB admits.
///
/// # Errors
///
/// [`CheckError::Malformed`] if a length, a value or the property does not fit, [`CheckError::DoesNotHold`] if it is no
/// counterexample.
pub fn check_trace(system: &System, trace: &Trace) -> Result<(), CheckError> {
    match trace.property.kind() {
        PropertyKind::Bad => check_run(system, trace),
        PropertyKind::Justice => check_lasso(system, trace),
    }
}

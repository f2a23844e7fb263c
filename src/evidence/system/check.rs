//! The doors of the checker: evidence about safety goes to `safety.rs` and `replay.rs`, evidence about liveness to
//! `liveness.rs`.

use super::liveness::check_lasso;
use super::replay::check_run;
use super::safety::check_certificate_with;
use crate::base::Budget;
use crate::evidence::{CheckError, CheckOptions};
use crate::model::system::{Certificate, System, Trace};
use crate::model::{PropertyId, PropertyKind};

/// Checks that a certificate proves a property, with default options: that no run of the system ends in a step in which
/// the property is bad.
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

//! The doors of the checker: evidence about safety goes to `safety.rs`, evidence about liveness to
//! `liveness.rs`.

use super::liveness::check_lasso;
use super::safety::{check_certificate_with, check_run};
use crate::base::Budget;
use crate::evidence::{CheckError, CheckOptions};
use crate::model::circuit::Circuit;
use crate::model::invariant::Certificate;
use crate::model::trace::Trace;
use crate::model::{PropertyId, PropertyKind};

/// Checks that a certificate proves a property, with default options: that a bad signal is never true in a step of a
/// run all of whose steps satisfy the constraints.
///
/// # Errors
///
/// See [`CheckError`]; only a limit of the budget leaves the question open.
pub fn check_certificate(
    circuit: &Circuit,
    property: PropertyId,
    certificate: &Certificate,
    budget: &Budget,
) -> Result<(), CheckError> {
    check_certificate_with(circuit, property, certificate, &CheckOptions::default(), budget)
}

/// Checks by evaluation that a trace violates its property. That of a justice property is a lasso: the state after its
/// last step is the one before an earlier step, and all signals of the property come in between.
///
/// Latches must start as their resets say, with the inputs of the first step, and latches that may start as either
/// start as the trace says. All constraints must hold in all steps, the last one included. For a bad signal it must be
/// true in that one. (It may be true before, too.)
///
/// # Errors
///
/// [`CheckError::Malformed`] if a length or the property does not fit, [`CheckError::DoesNotHold`] if it is no
/// counterexample.
pub fn check_trace(circuit: &Circuit, trace: &Trace) -> Result<(), CheckError> {
    match trace.property.kind() {
        PropertyKind::Bad => check_run(circuit, trace),
        PropertyKind::Justice => check_lasso(circuit, trace),
    }
}

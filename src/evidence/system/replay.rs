//! The checker of traces: evaluation, no solver.

use super::check::bad;
use crate::evidence::{CheckError, Condition, Malformed};
use crate::model::system::{Step, System, Trace};
use crate::solver::term::{Model, TermId};

/// Checks by evaluation that a trace violates its property.
///
/// The first state must be in Init, each step and the next must satisfy Trans, all steps must satisfy the constraint,
/// the last one included, and in the last one the property must be bad. (It may be bad before, too.) Where a formula
/// divides by 0, the result is taken to be 0, as one of the functions that SMT-LIB admits.
///
/// # Errors
///
/// [`CheckError::Malformed`] if a length, a value or the property does not fit, [`CheckError::DoesNotHold`] if it is no
/// counterexample.
pub fn check_trace(system: &System, trace: &Trace) -> Result<(), CheckError> {
    let bad = bad(system, trace.property)?;
    fits(system, trace)?;
    for (step, values) in trace.steps.iter().enumerate() {
        let mut model = Model::new();
        let states = system.states().iter().map(|s| s.current);
        model.set_all(system.terms(), states, &values.states);
        model.set_all(system.terms(), system.inputs().iter().copied(), &values.inputs);
        let holds = |model: &Model, t: TermId| model.evaluate(system.terms(), t).is_true();
        if step == 0 && !holds(&model, system.init()) {
            return Err(Condition::InitialState.into());
        }
        if !holds(&model, system.constraint()) {
            return Err(Condition::Constraint { step }.into());
        }
        match trace.steps.get(step + 1) {
            Some(after) => {
                model.set_all(system.terms(), system.states().iter().map(|s| s.next), &after.states);
                if !holds(&model, system.trans()) {
                    return Err(Condition::Transition { step }.into());
                }
            }
            None if !holds(&model, bad) => return Err(Condition::LastStepBad.into()),
            None => {}
        }
    }
    Ok(())
}

/// Whether a trace has the right lengths, and values of the right sorts.
pub(super) fn fits(system: &System, trace: &Trace) -> Result<(), Malformed> {
    if trace.steps.is_empty() {
        return Err(Malformed::NoSteps);
    }
    let states: Vec<TermId> = system.states().iter().map(|s| s.current).collect();
    for (step, Step { states: values, inputs }) in trace.steps.iter().enumerate() {
        let (expected, found) = (states.len(), values.len());
        if expected != found {
            return Err(Malformed::StateLength { step, expected, found });
        }
        let (expected, found) = (system.inputs().len(), inputs.len());
        if expected != found {
            return Err(Malformed::InputLength { step, expected, found });
        }
        let pairs = states.iter().zip(values).chain(system.inputs().iter().zip(inputs));
        for (&variable, value) in pairs {
            if !value.is_of(system.terms().sort(variable)) {
                return Err(Malformed::Value { step, name: system.name(variable).to_string() });
            }
        }
    }
    Ok(())
}

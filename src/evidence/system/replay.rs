//! The checker of runs: evaluation, no solver.

use super::safety::bad;
use crate::evidence::{CheckError, Condition, Malformed};
use crate::model::system::{Step, System, Trace};
use crate::solver::term::{Model, TermId};

/// Checks by evaluation that a trace is a run whose last step is bad.
pub(super) fn check_run(system: &System, trace: &Trace) -> Result<(), CheckError> {
    let bad = bad(system, trace.property)?;
    walk(system, trace)?;
    match trace.steps.last() {
        Some(last) if holds_all(system, last, None, &[bad]) => Ok(()),
        Some(_) | None => Err(Condition::LastStepBad.into()),
    }
}

/// Checks by evaluation that a trace is a run: it begins in Init, goes on by Trans, and satisfies the constraint in all
/// steps.
pub(super) fn walk(system: &System, trace: &Trace) -> Result<(), CheckError> {
    fits(system, trace)?;
    for (step, values) in trace.steps.iter().enumerate() {
        if step == 0 && !holds_all(system, values, None, &[system.init()]) {
            return Err(Condition::InitialState.into());
        }
        if !holds_all(system, values, None, &[system.constraint()]) {
            return Err(Condition::Constraint { step }.into());
        }
        if let Some(after) = trace.steps.get(step + 1) {
            if !holds_all(system, values, Some(after), &[system.trans()]) {
                return Err(Condition::Transition { step }.into());
            }
        }
    }
    Ok(())
}

/// Whether formulas are true in a step, with the states of another one as the next ones.
pub(super) fn holds_all(system: &System, step: &Step, after: Option<&Step>, formulas: &[TermId]) -> bool {
    let model = values(system, step, after);
    formulas.iter().all(|&formula| model.evaluate(system.terms(), formula).is_true())
}

/// The values of a step, and those of another one as the next ones.
pub(super) fn values(system: &System, step: &Step, after: Option<&Step>) -> Model {
    let mut model = Model::new();
    let states = system.states().iter().map(|s| s.current);
    model.set_all(system.terms(), states, &step.states);
    model.set_all(system.terms(), system.inputs().iter().copied(), &step.inputs);
    if let Some(after) = after {
        model.set_all(system.terms(), system.states().iter().map(|s| s.next), &after.states);
    }
    model
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
            if !system.terms().is_value(value, system.terms().sort(variable)) {
                return Err(Malformed::Value { step, name: system.name(variable).to_string() });
            }
        }
    }
    Ok(())
}

//! Runs of systems as waves.

use super::replay::fits;
use crate::evidence::{CheckError, Malformed, Waves};
use crate::model::system::{Step, System, Trace};
use crate::solver::term::{Sort, Value};
use crate::theories::bv::Bits;

/// The values of state variables and inputs in each step of a trace. Numbers have no place in waves and are left out.
///
/// # Errors
///
/// [`CheckError::Malformed`] if the trace does not fit the system.
pub fn waves(system: &System, trace: &Trace) -> Result<Waves, CheckError> {
    if !system.has(trace.property) {
        let (property, count) = (trace.property, system.property_ids().count());
        return Err(Malformed::NoSuchProperty { property, count }.into());
    }
    fits(system, trace)?;
    let variables = system.states().iter().map(|s| s.current).chain(system.inputs().iter().copied());
    let mut signals = Vec::new();
    for variable in variables {
        match system.terms().sort(variable) {
            Sort::BitVec(width) => signals.push((system.name(variable).to_string(), width)),
            Sort::Bool => signals.push((system.name(variable).to_string(), 1)),
            _ => {}
        }
    }
    let bits = |value: &Value| match value {
        Value::Bits(bits) => Some(bits.clone()),
        Value::Bool(bit) => Some(Bits::new(*bit as u64, 1)),
        _ => None,
    };
    let step = |values: &Step| values.states.iter().chain(&values.inputs).filter_map(bits).collect();
    Ok(Waves { signals, steps: trace.steps.iter().map(step).collect() })
}

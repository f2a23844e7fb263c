//! Traces of which a file gives a part.

use super::check::bad;
use super::copies::Copies;
use crate::base::Budget;
use crate::evidence::formulas::Prover;
use crate::evidence::{CheckError, CheckOptions, Condition};
use crate::model::system::{Step, System, Trace};
use crate::model::PropertyId;
use crate::solver::term::{TermId, Value};

/// The values that a file gives for a step: nothing where it gives none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PartialStep {
    /// By state variable.
    pub states: Vec<Option<Value>>,
    /// By input.
    pub inputs: Vec<Option<Value>>,
}

impl PartialStep {
    /// A step without values.
    pub fn new(system: &System) -> PartialStep {
        PartialStep { states: vec![None; system.states().len()], inputs: vec![None; system.inputs().len()] }
    }
}

/// A run into a bad step that has the given values, with all others found by a solver. It still has to pass
/// [`check_trace`](super::check_trace).
///
/// # Errors
///
/// [`Condition::Run`] if there is no such run, and as
/// [`check_certificate`](super::check_certificate).
///
/// # Panics
///
/// If a step has not one entry for each variable, or a value is of another sort than its variable.
pub fn complete(
    system: &System,
    property: PropertyId,
    steps: &[PartialStep],
    budget: &Budget,
) -> Result<Trace, CheckError> {
    let bad = bad(system, property)?;
    let last = match steps.len().checked_sub(1) {
        Some(last) => last,
        None => return Err(crate::evidence::Malformed::NoSteps.into()),
    };
    let mut terms = system.terms().clone();
    let mut copies = Copies::new(system);
    let mut prover = Prover::new(&CheckOptions::default(), budget);
    prover.assert(&mut terms, system.init());
    for (step, given) in steps.iter().enumerate() {
        let part = if step < last { system.trans() } else { bad };
        for formula in [system.constraint(), part] {
            let formula = copies.at(&mut terms, step, formula);
            prover.assert(&mut terms, formula);
        }
        let states = copies.states(step).iter().zip(&given.states);
        let inputs = copies.inputs(step).unwrap_or(&[]).iter().zip(&given.inputs);
        assert_eq!((given.states.len(), given.inputs.len()), (system.states().len(), system.inputs().len()));
        for (&constant, value) in states.chain(inputs) {
            if let Some(value) = value {
                let sort = terms.sort(constant);
                let value = value.term(&mut terms, sort);
                let equal = terms.eq(constant, value);
                prover.assert(&mut terms, equal);
            }
        }
    }
    if prover.refute(&mut terms, &[])? {
        return Err(Condition::Run.into());
    }
    let values = |constants: &[TermId]| prover.model().evaluate_all(&terms, constants);
    let step = |step: usize| Step {
        states: values(copies.states(step)),
        inputs: values(copies.inputs(step).unwrap_or(&[])),
    };
    Ok(Trace { property, steps: (0..=last).map(step).collect() })
}

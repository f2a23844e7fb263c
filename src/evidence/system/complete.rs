//! Traces of which a file gives a part.

use super::check::check_trace;
use super::liveness::Compared;
use super::safety::bad;
use super::signals;
use super::steps::Copies;
use crate::base::Budget;
use crate::evidence::formulas::Prover;
use crate::evidence::{CheckError, CheckOptions, Condition};
use crate::model::system::functional::{FirstValues, NextValues};
use crate::model::system::{Step, System, Trace};
use crate::model::{PropertyId, PropertyKind};
use crate::solver::term::{Model, TermId, Terms, Value};

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

/// The demand on the last step.
enum Goal {
    /// It is bad.
    Bad(TermId),
    /// It leads back, and these formulas have come.
    Lasso(Vec<TermId>),
}

/// The state after the last step is that of an earlier one, and each formula is true in between.
pub(super) fn closes(
    system: &System,
    terms: &mut Terms,
    copies: &mut Copies<'_>,
    signals: &[TermId],
    last: usize,
) -> TermId {
    let compared = Compared::of(system, signals);
    // The constants of the state after the last step.
    copies.at(terms, last + 1, Terms::TRUE);
    let mut ways = Vec::with_capacity(last + 1);
    for start in 0..=last {
        let pairs = copies.states(start).iter().zip(copies.states(last + 1)).enumerate();
        let pairs = pairs.filter(|(state, _)| compared.counts(*state));
        let mut parts: Vec<TermId> = pairs.map(|(_, (&a, &b))| terms.eq(a, b)).collect();
        for &signal in signals {
            let comes: Vec<TermId> = (start..=last).map(|step| copies.at(terms, step, signal)).collect();
            parts.push(terms.or(&comes));
        }
        ways.push(terms.and(&parts));
    }
    terms.or(&ways)
}

/// The given values, with states that follow by functions of Init and Trans, and defaults for all others. That need be
/// no run.
fn by_functions(system: &System, property: PropertyId, given: &[PartialStep]) -> Trace {
    let mut terms = system.terms().clone();
    let first = FirstValues::of(system, &mut terms);
    let of_first = first.functions(system, &mut terms);
    let next = NextValues::of(system, &mut terms);
    let mut firsts = first.constants;
    of_first.into_iter().for_each(|(_, place, value)| firsts[place] = Some(value));
    let mut steps: Vec<Step> = Vec::with_capacity(given.len());
    let mut before = Model::new();
    for (number, step) in given.iter().enumerate() {
        let mut model = Model::new();
        let default = |t: TermId| system.terms().default_value(system.terms().sort(t));
        let inputs = step.inputs.iter().zip(system.inputs());
        let inputs: Vec<Value> =
            inputs.map(|(value, &t)| value.clone().unwrap_or_else(|| default(t))).collect();
        model.set_all(&terms, system.inputs().iter().copied(), &inputs);
        let mut states = Vec::with_capacity(step.states.len());
        for (place, (value, state)) in step.states.iter().zip(system.states()).enumerate() {
            let function = if number == 0 { firsts[place] } else { next.functions[place] };
            let value = match (value, function) {
                (Some(value), _) => value.clone(),
                (None, Some(function)) if number == 0 => model.evaluate(&terms, function),
                (None, Some(function)) => before.evaluate(&terms, function),
                (None, None) => default(state.current),
            };
            model.set_all(&terms, [state.current], std::slice::from_ref(&value));
            states.push(value);
        }
        steps.push(Step { states, inputs });
        before = model;
    }
    Trace { property, steps }
}

/// A run into a bad step, or a lasso, that has the given values. The others follow from these by functions, or else are
/// found by a solver. It still has to pass [`check_trace`](super::check_trace).
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
    let goal = match property.kind() {
        PropertyKind::Bad => Goal::Bad(bad(system, property)?),
        PropertyKind::Justice => Goal::Lasso(signals(system, property)?),
    };
    let last = match steps.len().checked_sub(1) {
        Some(last) => last,
        None => return Err(crate::evidence::Malformed::NoSteps.into()),
    };
    let number = (system.states().len(), system.inputs().len());
    steps.iter().for_each(|given| assert_eq!((given.states.len(), given.inputs.len()), number));
    budget.poll()?;
    let followed = by_functions(system, property, steps);
    if check_trace(system, &followed).is_ok() {
        return Ok(followed);
    }
    let mut terms = system.terms().clone();
    let mut copies = Copies::new(system);
    let mut prover = Prover::new(&CheckOptions::default(), budget);
    prover.assert(&mut terms, system.init());
    for (step, given) in steps.iter().enumerate() {
        let part = match goal {
            Goal::Bad(bad) if step == last => bad,
            Goal::Bad(_) | Goal::Lasso(_) => system.trans(),
        };
        for formula in [system.constraint(), part] {
            let formula = copies.at(&mut terms, step, formula);
            prover.assert(&mut terms, formula);
        }
        let states = copies.states(step).iter().zip(&given.states);
        let inputs = copies.inputs(step).unwrap_or(&[]).iter().zip(&given.inputs);
        for (&constant, value) in states.chain(inputs) {
            if let Some(value) = value {
                let sort = terms.sort(constant);
                let value = value.term(&mut terms, sort);
                let equal = terms.eq(constant, value);
                prover.assert(&mut terms, equal);
            }
        }
    }
    if let Goal::Lasso(signals) = &goal {
        let closes = closes(system, &mut terms, &mut copies, signals, last);
        prover.assert(&mut terms, closes);
    }
    if prover.refute(&mut terms, &[])? {
        return Err(Condition::Run.into());
    }
    let model = prover.model(&terms);
    let values = |constants: &[TermId]| model.evaluate_all(&terms, constants);
    let step = |step: usize| Step {
        states: values(copies.states(step)),
        inputs: values(copies.inputs(step).unwrap_or(&[])),
    };
    Ok(Trace { property, steps: (0..=last).map(step).collect() })
}

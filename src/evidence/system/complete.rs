//! Traces of which a file gives a part.

use super::liveness::{signals, Compared};
use super::safety::bad;
use super::steps::Copies;
use crate::base::Budget;
use crate::evidence::formulas::Prover;
use crate::evidence::{CheckError, CheckOptions, Condition};
use crate::model::system::{Step, System, Trace};
use crate::model::{PropertyId, PropertyKind};
use crate::solver::term::{TermId, Terms, Value};

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

/// A run into a bad step, or a lasso, that has the given values, with all others found by a solver. It still has to
/// pass [`check_trace`](super::check_trace).
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

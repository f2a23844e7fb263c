//! Justice properties of systems that are no circuits, as safety of the systems that run through their lassos
//! ([`system_lasso_form`]).
//!
//! A run of finitely many states that violates a justice property comes back to one of them. So variables have to be of
//! finite sorts, as words and arrays of words are.

use super::options::RouteOptions;
use super::plan::{of_system, route};
use super::takes::Unfit;
use super::{bits::BitsOf, takes::Misfit};
use crate::base::Budget;
use crate::engine::common::prover::{Both, Counters, OutcomeOf, Prover};
use crate::engine::{Observer, Outcome, StopCause};
use crate::model::encode::live::system_lasso_form;
use crate::model::system::{Proof, Step, System, Trace};
use crate::model::PropertyId;
use std::sync::Arc;

/// An engine for the justice properties of a system, by the engine for safety that the options name.
///
/// # Errors
///
/// If that engine does not work on systems.
pub(super) fn over_lassos(
    system: &System,
    options: RouteOptions,
    budget: &Budget,
) -> Result<Box<dyn Prover<Both<System>>>, Unfit> {
    if options.engine.setups().system.is_none() {
        return Err(Unfit { engine: options.engine, reason: Misfit::Justice });
    }
    Ok(Box::new(Lassos { system: system.clone(), options, budget: budget.clone(), present: None }))
}

/// An engine on one property at a time.
#[derive(Debug)]
struct Lassos {
    system: System,
    options: RouteOptions,
    budget: Budget,
    present: Option<(PropertyId, Box<dyn Prover<System>>)>,
}

impl Lassos {
    /// Begins with a property; no engine if the system does not have it.
    fn begin(&self, property: PropertyId) -> Result<Box<dyn Prover<System>>, StopCause> {
        let lassos = system_lasso_form(&self.system, property).ok_or(StopCause::Bound)?;
        let after = |options: &RouteOptions| of_system(options, &Arc::new(BitsOf::alone()));
        let engine = route(Vec::new(), after, &self.options, &self.budget).engine(&lassos);
        engine.map_err(|unfit| crate::engine::StopReason::from(unfit).cause)
    }

    /// The lasso of a run that has come back in its last step. The variables of the system are the first ones there.
    fn lasso(&self, property: PropertyId, found: &Trace) -> Trace {
        let (states, inputs) = (self.system.states().len(), self.system.inputs().len());
        let steps = &found.steps[..found.steps.len().saturating_sub(1)];
        let step = |step: &Step| Step {
            states: step.states[..states].to_vec(),
            inputs: step.inputs[..inputs].to_vec(),
        };
        Trace { property, steps: steps.iter().map(step).collect() }
    }
}

impl Prover<Both<System>> for Lassos {
    fn prove(&mut self, property: PropertyId, observer: &mut dyn Observer) -> OutcomeOf<Both<System>> {
        let engine = match self.present.take() {
            Some((of, engine)) if of == property => Ok(engine),
            Some(_) | None => self.begin(property),
        };
        let mut engine = match engine {
            Ok(engine) => engine,
            Err(cause) => return Outcome::unknown(cause, None),
        };
        let outcome = engine.prove(PropertyId::new(0), observer);
        self.present = Some((property, engine));
        outcome.map(Proof::LassoFree, |found| self.lasso(property, &found))
    }

    fn counters(&self) -> Counters {
        self.present.as_ref().map_or_else(Counters::new, |(_, engine)| engine.counters())
    }

    fn has_claim(&self) -> bool {
        self.present.as_ref().map_or(false, |(_, engine)| engine.has_claim())
    }
}

//! Justice properties of systems that are no circuits, as safety of the systems that run through their lassos
//! ([`system_lasso_form`]).
//!
//! A run of finitely many states that violates a justice property comes back to one of them. If variables are of
//! infinite sorts, such as numbers, a run need not come back, and only lassos are found.

use super::adapter::{ForEach, Way, INCOMPLETE};
use super::images::{Encoded, Made};
use super::options::RouteOptions;
use super::plan::{of_system, route};
use super::takes::{Misfit, Unfit};
use crate::base::Budget;
use crate::engine::common::prover::{Both, Prover};
use crate::engine::{StopCause, StopReason};
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
    options: &RouteOptions,
    budget: &Budget,
) -> Result<Box<dyn Prover<Both<System>>>, Unfit> {
    if options.engine.setups().system.is_none() {
        return Err(Unfit { engine: options.engine, reason: Misfit::Justice });
    }
    let way = Arc::new(Way::<Both<System>, System, Encoded<Arc<System>, System>>::new(
        |of| &of.encoding,
        |of, proof, _| match of
            .original
            .states()
            .iter()
            .all(|s| of.original.terms().is_finite(of.original.terms().sort(s.current)))
        {
            true => Ok(Proof::LassoFree(proof.clone())),
            false => Err(INCOMPLETE),
        },
        |of, found, asked| Ok(lasso(&of.original, asked.property, found)),
    ));
    let (system, route) = (Arc::new(system.clone()), route(Vec::new(), of_system, options, budget));
    let budget = budget.clone();
    Ok(ForEach::new(move |property| {
        let encoding = system_lasso_form(&system, property).ok_or(StopCause::Bound)?;
        let made = Made::new(Encoded { original: Arc::clone(&system), encoding }, &budget);
        let engine = route.engine_with(&made.encoding, &made.images);
        let engine = engine.map_err(|unfit| StopReason::from(unfit).cause)?;
        Ok(Box::new(way.over(made, engine, &budget).by_one_property()))
    }))
}

/// The lasso of a run that has come back in its last step. The variables of the system are the first ones there.
fn lasso(system: &System, property: PropertyId, found: &Trace) -> Trace {
    let (states, inputs) = (system.states().len(), system.inputs().len());
    let steps = &found.steps[..found.steps.len().saturating_sub(1)];
    let step =
        |step: &Step| Step { states: step.states[..states].to_vec(), inputs: step.inputs[..inputs].to_vec() };
    Trace { property, steps: steps.iter().map(step).collect() }
}

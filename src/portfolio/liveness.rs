//! Justice properties of circuits and systems under verification.

use super::contestant::Judge;
use super::engines::Engines;
use super::lineup::{on_justice, Plan};
use super::options::VerifyOptions;
use crate::base::Budget;
use crate::engine::common::prover::{Model, OutcomeOf, Prover};
use crate::engine::table::Engine;
use crate::engine::{CircuitOutcome, Outcome, SystemOutcome};
use crate::evidence::circuit::{check_certificate_with, check_trace};
use crate::evidence::{self, CheckError};
use crate::model::circuit::Circuit;
use crate::model::kind::Kind;
use crate::model::system::System;
use crate::model::PropertyId;
use crate::route::liveness::{over_justice, over_system_justice};
use crate::route::takes::{Misfit, Unfit};

/// A kind of model whose justice properties are verified.
pub(super) trait HasJustice: Model + Sized + Clone + Sync {
    /// An engine for its justice properties.
    fn over_justice(&self, options: &VerifyOptions, budget: &Budget) -> Result<Box<dyn Prover<Self>>, Unfit>;

    /// Checks evidence about one.
    fn check_justice(
        &self,
        options: &VerifyOptions,
        property: PropertyId,
        outcome: &OutcomeOf<Self>,
        budget: &Budget,
    ) -> Result<(), CheckError>;
}

impl HasJustice for Circuit {
    fn over_justice(
        &self,
        options: &VerifyOptions,
        budget: &Budget,
    ) -> Result<Box<dyn Prover<Circuit>>, Unfit> {
        over_justice(self, &options.route(), budget)
    }

    fn check_justice(
        &self,
        options: &VerifyOptions,
        property: PropertyId,
        outcome: &CircuitOutcome,
        budget: &Budget,
    ) -> Result<(), CheckError> {
        checked(self, options, property, outcome, budget)
    }
}

impl HasJustice for System {
    fn over_justice(
        &self,
        options: &VerifyOptions,
        budget: &Budget,
    ) -> Result<Box<dyn Prover<System>>, Unfit> {
        over_system_justice(self, &options.route(), budget)
    }

    fn check_justice(
        &self,
        options: &VerifyOptions,
        property: PropertyId,
        outcome: &SystemOutcome,
        budget: &Budget,
    ) -> Result<(), CheckError> {
        match (options.check.options(), outcome) {
            (None, _) | (Some(_), Outcome::Unknown(_)) => Ok(()),
            (Some(options), Outcome::Safe(certificate)) => {
                evidence::system::check_certificate_with(self, property, certificate, &options, budget)
            }
            (Some(_), Outcome::Unsafe(trace)) => evidence::system::check_trace(self, trace),
        }
    }
}

/// Decides which claims about the justice properties of a model are believed.
#[derive(Debug)]
pub(super) struct LiveJudge<M> {
    model: M,
    options: VerifyOptions,
    pub budget: Budget,
}

impl<M: HasJustice> Judge for LiveJudge<M> {
    type Model = M;

    fn start(&self, plan: &Plan, budget: &Budget) -> Result<Box<dyn Prover<M>>, Unfit> {
        self.model.over_justice(&plan.options, budget)
    }

    fn is_checked(&self, _: &OutcomeOf<M>) -> bool {
        self.options.check.options().is_some()
    }

    fn check(&self, property: PropertyId, outcome: &OutcomeOf<M>, budget: &Budget) -> Result<(), CheckError> {
        self.model.check_justice(&self.options, property, outcome, budget)
    }
}

/// The engines for justice properties, and the judge of their claims.
pub(super) type LiveEngines<M> = (LiveJudge<M>, Engines<M>);

/// The engines for the justice properties of a model, if it has any.
///
/// # Errors
///
/// If the engine does not take the model with them, or takes nothing else and there are none.
pub(super) fn live_engines<M: HasJustice>(
    model: &M,
    has_justice: bool,
    kind: Kind,
    options: &VerifyOptions,
    budget: &Budget,
) -> Result<Option<LiveEngines<M>>, Unfit> {
    if !has_justice {
        let takes_nothing_else = matches!(options.engine, Engine::L2s | Engine::KLive | Engine::RLive);
        return match takes_nothing_else {
            true => Err(Unfit { engine: options.engine, reason: Misfit::NoJustice }),
            false => Ok(None),
        };
    }
    let options = options.clone().for_liveness().resolved(kind);
    let judge = LiveJudge { model: model.clone(), options, budget: budget.clone() };
    let engines = Engines::new(&judge, || on_justice(&judge.options), &judge.options, budget)?;
    Ok(Some((judge, engines)))
}

/// Checks the evidence of an outcome against a circuit, if the options want that.
pub(super) fn checked(
    circuit: &Circuit,
    options: &VerifyOptions,
    property: PropertyId,
    outcome: &CircuitOutcome,
    budget: &Budget,
) -> Result<(), CheckError> {
    match (options.check.options(), outcome) {
        (None, _) | (Some(_), Outcome::Unknown(_)) => Ok(()),
        (Some(options), Outcome::Safe(certificate)) => {
            check_certificate_with(circuit, property, certificate, &options, budget)
        }
        (Some(_), Outcome::Unsafe(trace)) => check_trace(circuit, trace),
    }
}

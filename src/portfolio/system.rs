//! Transition systems under verification.

use super::contestant::Judge;
use super::kind::Kind;
use super::known::{Assumed, Known};
use super::lineup::{on_system, Plan};
use super::options::{Engine, VerifyOptions};
use super::prover::{Adapter, Prover};
use super::race::Engines;
use super::set_up::{over_system, reduced_system};
use super::takes::Unfit;
use super::verdict::Verified;
use crate::base::Budget;
use crate::engine::{Observer, Outcome, SharedLemmas, SystemOutcome};
use crate::evidence::system::{check_certificate_with, check_trace};
use crate::evidence::CheckError;
use crate::model::reduce::SystemReduction;
use crate::model::system::{Certificate, Invariant, System, Trace};
use crate::model::PropertyId;
use std::sync::Arc;

/// The verdict on one property of a system.
pub type VerifiedSystem = Verified<Certificate, Trace>;

/// Decides which claims about the system are believed.
#[derive(Debug)]
struct SystemJudge {
    system: System,
    options: VerifyOptions,
    budget: Budget,
    reduction: Arc<SystemReduction>,
    /// The system with lemmas of the user, if there are any.
    assumed: Option<Assumed<System, Invariant>>,
    /// The board of the portfolio's members, if they share lemmas.
    lemmas: Option<SharedLemmas>,
}

impl Judge for SystemJudge {
    type Model = System;

    fn start(&self, plan: &Plan, budget: &Budget) -> Result<Box<dyn Prover<System>>, Unfit> {
        let mut engine = over_system(&self.reduction.system, &plan.options, budget)?;
        if let Some(lemmas) = &self.lemmas {
            engine.share(lemmas);
        }
        let engine: Box<dyn Prover<System>> = Box::new(Adapter::new(Arc::clone(&self.reduction), engine));
        Ok(match &self.assumed {
            Some(assumed) => assumed.adapt(engine),
            None => engine,
        })
    }

    fn is_checked(&self, _: &SystemOutcome) -> bool {
        self.options.check.options().is_some()
    }

    fn check(
        &self,
        property: PropertyId,
        outcome: &SystemOutcome,
        budget: &Budget,
    ) -> Result<(), CheckError> {
        match (self.options.check.options(), outcome) {
            (None, _) | (Some(_), Outcome::Unknown(_)) => Ok(()),
            (Some(options), Outcome::Safe(certificate)) => {
                check_certificate_with(&self.system, property, certificate, &options, budget)
            }
            (Some(_), Outcome::Unsafe(trace)) => check_trace(&self.system, trace),
        }
    }
}

/// Verifies a property of a system at a time, as [`Verifier`](super::Verifier) does for circuits.
#[derive(Debug)]
pub struct SystemVerifier {
    judge: SystemJudge,
    engines: Engines<System>,
}

impl SystemVerifier {
    /// Reduces the system and sets up the engine, or tells why it does not work on this system.
    ///
    /// # Errors
    ///
    /// If the engine does not take this system.
    pub fn new(system: System, options: VerifyOptions, budget: Budget) -> Result<SystemVerifier, Unfit> {
        SystemVerifier::assuming(None, system, options, budget)
    }

    /// A verifier whose engines assume lemmas.
    pub(super) fn assuming(
        known: Option<&Known>,
        system: System,
        options: VerifyOptions,
        budget: Budget,
    ) -> Result<SystemVerifier, Unfit> {
        let options = options.resolved(Kind::System);
        let assumed = known.map(|known| known.0.on_system(&system));
        let seen = assumed.as_ref().map_or(&system, |assumed| &assumed.model);
        let reduction = reduced_system(seen, &options, &budget);
        let shares = options.engine == Engine::Portfolio && options.portfolio.share_lemmas;
        let lemmas = shares.then(|| SharedLemmas::new(&reduction.system));
        let judge = SystemJudge { system, options, budget, reduction, assumed, lemmas };
        let lineup = || on_system(&judge.reduction.system, &judge.options);
        let engines = Engines::new(&judge, lineup, &judge.options, &judge.budget)?;
        Ok(SystemVerifier { judge, engines })
    }

    /// The verdict on one property.
    ///
    /// # Panics
    ///
    /// If the system does not have the property.
    pub fn verify(&mut self, property: PropertyId, observer: &mut dyn Observer) -> VerifiedSystem {
        let judge = &self.judge;
        assert!(judge.system.bad(property).is_some(), "there is no property {} in the system", property);
        self.engines.prove(judge, &judge.budget, property, observer)
    }

    /// The counters of the engine, by name.
    pub fn statistics(&self) -> Vec<(String, u64)> {
        self.engines.statistics()
    }
}

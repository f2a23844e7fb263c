//! Transition systems under verification.

use super::contestant::Judge;
use super::engines::Engines;
use super::lineup::{on_system, Plan};
use super::liveness::{live_engines, LiveEngines};
use super::options::VerifyOptions;
use super::shortest::{Mark, Searches};
use super::verdict::Verified;
use crate::base::Budget;
use crate::engine::common::prover::Prover;
use crate::engine::table::Engine;
use crate::engine::{Observer, Outcome, SharedLemmas, SystemOutcome};
use crate::evidence::lemmas::known::Known;
use crate::evidence::system::{check_certificate_with, check_trace};
use crate::evidence::CheckError;
use crate::model::kind::Kind;
use crate::model::reduce::SystemReduction;
use crate::model::system::{Certificate, Invariant, System, Trace};
use crate::model::{PropertyId, PropertyKind};
use crate::route::bits::BitsOf;
use crate::route::known::{assuming, Assumed};
use crate::route::options::RouteOptions;
use crate::route::plan::{of_system, route};
use crate::route::programs::{reduced, reduced_system};
use crate::route::step::sharing;
use crate::route::takes::Unfit;
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
    /// The circuit that the reduced system is, if engines want it.
    bits: Arc<BitsOf>,
    /// The system with lemmas of the user, if there are any.
    assumed: Option<Arc<Assumed<System, Invariant>>>,
    /// The board of the portfolio's members, if they share lemmas.
    lemmas: Option<SharedLemmas>,
}

impl Judge for SystemJudge {
    type Model = System;

    fn start(&self, plan: &Plan, budget: &Budget) -> Result<Box<dyn Prover<System>>, Unfit> {
        let shared = [Some(reduced(&self.reduction)), sharing::<System>(&self.lemmas)];
        let before = self.assumed.iter().map(assuming).chain(shared.into_iter().flatten()).collect();
        let after = |options: &RouteOptions| of_system(options, &self.bits);
        route(before, after, &plan.options.route(), budget).engine(&self.system)
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

impl SystemJudge {
    /// About the work of setting an engine up.
    fn size(&self) -> u64 {
        self.reduction.system.terms().len() as u64
    }
}

/// Verifies a property of a system at a time, as [`Verifier`](super::Verifier) does for circuits.
#[derive(Debug)]
pub struct SystemVerifier {
    judge: SystemJudge,
    /// For properties of safety; `None` if there are only justice properties.
    engines: Option<Engines<System>>,
    /// For shorter counterexamples to bad signals.
    searches: Searches,
    /// For justice properties.
    live: Option<LiveEngines<System>>,
}

impl SystemVerifier {
    /// Reduces the system and sets up the engine, or tells why it does not work on this system.
    ///
    /// # Errors
    ///
    /// If the engine does not take this system, or systems with justice properties.
    pub fn new(system: System, options: VerifyOptions, budget: Budget) -> Result<SystemVerifier, Unfit> {
        SystemVerifier::assuming(None, system, options, budget)
    }

    /// A verifier whose engines assume lemmas. Those for justice properties do not.
    pub(super) fn assuming(
        known: Option<&Known>,
        system: System,
        options: VerifyOptions,
        budget: Budget,
    ) -> Result<SystemVerifier, Unfit> {
        let live = live_engines(&system, !system.justice().is_empty(), Kind::System, &options, &budget)?;
        let has_safety = !system.properties().is_empty() || live.is_none();
        let options = options.for_safety().resolved(Kind::System);
        let assumed = known.map(|known| Arc::new(known.0.on_system(&system)));
        let seen = assumed.as_ref().map_or(&system, |assumed| &assumed.model);
        let reduction = reduced_system(&seen.without_justice(), &options.route(), &budget);
        let shares = options.engine == Engine::Portfolio && options.portfolio.share_lemmas;
        let lemmas = shares.then(|| SharedLemmas::new(&reduction.system));
        let bits = Arc::new(BitsOf::common(&reduction, shares, budget.clone()));
        let judge = SystemJudge { system, options, budget, reduction, bits, assumed, lemmas };
        let lineup = || on_system(&judge.reduction.system, &judge.options);
        let engines = match has_safety {
            true => Some(Engines::new(&judge, lineup, &judge.options, &judge.budget)?),
            false => None,
        };
        Ok(SystemVerifier { judge, engines, searches: Searches::default(), live })
    }

    /// The verdict on one property.
    ///
    /// # Panics
    ///
    /// If the system does not have the property.
    pub fn verify(&mut self, property: PropertyId, observer: &mut dyn Observer) -> VerifiedSystem {
        let has = self.judge.system.has(property);
        match (property.kind(), &mut self.engines, &mut self.live) {
            (PropertyKind::Bad, Some(engines), _) if has => {
                let judge = &self.judge;
                let mark = Mark::of(&judge.budget);
                let verdict = engines.prove(judge, &judge.budget, property, observer);
                if judge.assumed.is_some() {
                    // Lemmas of the user exclude runs from the model of the engines, which may be wrong.
                    return verdict;
                }
                let options = (&judge.options, engines.options(verdict.by, &judge.options));
                self.searches.shorten(judge, options, (&judge.budget, mark, judge.size()), verdict)
            }
            (PropertyKind::Justice, _, Some((judge, engines))) if has => {
                engines.prove(judge, &judge.budget, property, observer)
            }
            (PropertyKind::Bad | PropertyKind::Justice, ..) => {
                panic!("there is no property {} in the system", property)
            }
        }
    }

    /// The counters of the engine, by name.
    pub fn statistics(&self) -> Vec<(String, u64)> {
        let engines = self.engines.iter().chain(self.live.as_ref().map(|(_, engines)| engines));
        let counters = engines.flat_map(|engines| engines.statistics());
        counters.chain(self.searches.statistics()).collect()
    }
}

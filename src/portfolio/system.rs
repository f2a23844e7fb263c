//! Transition systems under verification.

use super::lineup::{form_of, on_system, Plan};
use super::member::Condition;
use super::options::VerifyOptions;
use super::stated::Stated;
use super::together::TogetherVerifier;
use super::verdict::Verified;
use crate::base::Budget;
use crate::engine::common::prover::Prover;
use crate::engine::table::Engine;
use crate::engine::{Observer, SharedLemmas};
use crate::evidence::lemmas::known::Known;
use crate::evidence::system::{check_certificate_with, check_trace};
use crate::evidence::{CheckError, CheckOptions};
use crate::model::encode::first_bad::{joined_on_system, system_until_bad};
use crate::model::kind::Kind;
use crate::model::reduce::SystemReduction;
use crate::model::system::{Certificate, Invariant, System, Trace};
use crate::model::PropertyId;
use crate::route::bits::BitsOf;
use crate::route::known::{assuming, Assumed};
use crate::route::liveness::over_system_justice;
use crate::route::options::RouteOptions;
use crate::route::plan::{of_system, route};
use crate::route::programs::{reduced, reduced_system};
use crate::route::step::sharing;
use crate::route::takes::Unfit;
use crate::solver::term::TermId;
use std::sync::Arc;

/// The verdict on one property of a system.
pub type VerifiedSystem = Verified<Certificate, Trace>;

/// The parts that the engines on a system have in common.
#[derive(Debug)]
pub(super) struct CommonSystem {
    reduction: Arc<SystemReduction>,
    /// The circuit that the reduced system is, if engines want it.
    bits: Arc<BitsOf>,
    /// The system with lemmas of the user, if there are any.
    assumed: Option<Arc<Assumed<System, Invariant>>>,
    /// The board of the portfolio's members, if they share lemmas.
    lemmas: Option<SharedLemmas>,
}

impl Stated for System {
    const KIND: Kind = Kind::System;
    type Common = CommonSystem;

    fn counts(&self) -> (usize, usize) {
        (self.properties().len(), self.justice().len())
    }

    fn has(&self, property: PropertyId) -> bool {
        System::has(self, property)
    }

    fn common(&self, known: Option<&Known>, options: &VerifyOptions, budget: &Budget) -> CommonSystem {
        let assumed = known.map(|known| Arc::new(known.0.on_system(self)));
        let seen = assumed.as_ref().map_or(self, |assumed| &assumed.model);
        let reduction = reduced_system(&seen.without_justice(), &options.route(), budget);
        let shares = options.engine == Engine::Portfolio && options.portfolio.share_lemmas;
        let lemmas = shares.then(|| SharedLemmas::new(&reduction.system));
        let bits = Arc::new(BitsOf::common(&reduction, shares, budget.clone()));
        CommonSystem { reduction, bits, assumed, lemmas }
    }

    fn engine(
        &self,
        common: &CommonSystem,
        options: &VerifyOptions,
        budget: &Budget,
    ) -> Result<Box<dyn Prover<System>>, Unfit> {
        let shared = [Some(reduced(&common.reduction)), sharing::<System>(&common.lemmas)];
        let before = common.assumed.iter().map(assuming).chain(shared.into_iter().flatten()).collect();
        let after = |options: &RouteOptions| of_system(options, &common.bits);
        route(before, after, &options.route(), budget).engine(self)
    }

    fn over_justice(
        &self,
        options: &VerifyOptions,
        budget: &Budget,
    ) -> Result<Box<dyn Prover<System>>, Unfit> {
        over_system_justice(self, &options.route(), budget)
    }

    fn lineup(common: &CommonSystem, options: &VerifyOptions) -> Vec<Plan> {
        on_system(&common.reduction.system, options)
    }

    fn condition(&self) -> Option<Condition> {
        Some(form_of(self))
    }

    fn size(common: &CommonSystem) -> u64 {
        common.reduction.system.terms().len() as u64
    }

    fn check_proof(
        &self,
        property: PropertyId,
        proof: &Certificate,
        options: &CheckOptions,
        budget: &Budget,
    ) -> Result<(), CheckError> {
        check_certificate_with(self, property, proof, options, budget)
    }

    fn check_counterexample(&self, trace: &Trace) -> Result<(), CheckError> {
        check_trace(self, trace)
    }

    fn with_any_of(&self, properties: &[PropertyId]) -> System {
        let mut system = self.without_properties();
        let bads: Vec<TermId> = properties.iter().filter_map(|&property| self.bad(property)).collect();
        let any = system.terms_mut().or(&bads);
        system.add_property("", any);
        system
    }

    fn proof_of_each(&self, _: &System, proof: &Certificate) -> Option<Certificate> {
        match proof {
            Certificate::Inductive(_) => Some(proof.clone()),
            Certificate::KInductive { .. } | Certificate::LassoFree(_) | Certificate::Ranked(_) => None,
        }
    }

    fn until_any_of(&self, properties: &[PropertyId]) -> System {
        system_until_bad(self, properties)
    }

    fn joined(&self, until_any: &System, with_any: &System, proofs: &[Certificate]) -> Option<Certificate> {
        joined_on_system(until_any, with_any, proofs).map(Certificate::Inductive)
    }

    fn run_into(&self, found: &Trace, property: PropertyId) -> Trace {
        let mut run = Trace { property, ..found.clone() };
        for step in &mut run.steps {
            step.states.truncate(self.states().len());
        }
        run
    }
}

/// Verifies a property of a system at a time, as [`Verifier`](super::Verifier) does for circuits.
#[derive(Debug)]
pub struct SystemVerifier(TogetherVerifier<System>);

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
        TogetherVerifier::new(known, system, options, budget).map(SystemVerifier)
    }

    /// The verdict on one property.
    ///
    /// # Panics
    ///
    /// If the system does not have the property.
    pub fn verify(&mut self, property: PropertyId, observer: &mut dyn Observer) -> VerifiedSystem {
        self.0.verify(property, observer)
    }

    /// The same; properties that were proved together have their proof in common.
    pub(super) fn verify_shared(
        &mut self,
        property: PropertyId,
        observer: &mut dyn Observer,
    ) -> Verified<Arc<Certificate>, Trace> {
        self.0.verify_shared(property, observer)
    }

    /// Tells the properties that will be asked for, as [`Verifier::prepare`](super::Verifier::prepare).
    pub fn prepare(&mut self, properties: &[PropertyId], observer: &mut dyn Observer) {
        self.0.prepare(properties, observer);
    }

    /// The counters of the engine, by name.
    pub fn statistics(&self) -> Vec<(String, u64)> {
        self.0.statistics()
    }
}

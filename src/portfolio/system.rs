//! Transition systems under verification.

use super::circuit::Exchange;
use super::ending::EndingVerifier;
use super::lineup::{form_of, on_system, Plan};
use super::member::Condition;
use super::options::VerifyOptions;
use super::stated::Stated;
use super::together::Verifier;
use super::verdict::Verified;
use crate::base::Budget;
use crate::engine::common::prover::{Both, Counters, OutcomeOf, Prover};
use crate::engine::options::Engine;
use crate::engine::{Observer, Outcome, SharedLemmas, StopCause, StopReason};
use crate::evidence::lemmas::known::Known;
use crate::evidence::system::{check_proof, check_trace, rounds};
use crate::evidence::{CheckError, CheckOptions};
use crate::model::encode::first_bad::{joined_on_system, system_until_bad};
use crate::model::encode::floats::WordSystem;
use crate::model::reduce::SystemReduction;
use crate::model::system::{Invariant, Proof, System, Trace};
use crate::model::PropertyId;
use crate::route::bits::is_of_bits;
use crate::route::floats::OverWords;
use crate::route::images::{reduced_system, Images, Made};
use crate::route::known::Assumed;
use crate::route::liveness::over_system_justice;
use crate::route::plan::{of_system, route};
use crate::route::programs::reduced;
use crate::route::step::sharing;
use crate::route::takes::Unfit;
use crate::solver::term::TermId;
use std::sync::Arc;

/// The verdict on one property of a system.
pub type VerifiedSystem = Verified<Proof, Trace>;

/// The parts that the engines on a system have in common.
#[derive(Debug)]
pub struct CommonSystem {
    reduction: Arc<Made<SystemReduction>>,
    /// The system with lemmas of the user, if there are any.
    assumed: Option<Assumed<System>>,
    /// The system over words, if it has floating-point numbers.
    words: OverWords<WordSystem>,
    /// The board of the portfolio's members, if they share lemmas.
    lemmas: Option<SharedLemmas>,
}

impl Stated for System {
    type Common = CommonSystem;

    fn counts(&self) -> (usize, usize) {
        (self.properties().len(), self.justice().len())
    }

    fn has(&self, property: PropertyId) -> bool {
        System::has(self, property)
    }

    fn common(&self, known: Option<&Known>, options: &VerifyOptions, budget: &Budget) -> CommonSystem {
        let assumed = known.map(|known| known.0.on_system(self));
        let seen = assumed.as_ref().map_or(self, |assumed| &*assumed.model);
        let words = OverWords::of_system(seen, budget);
        let seen = words.image().map_or(seen, |image| &image.system);
        let reduction = reduced_system(&seen.without_justice(), &options.route(), budget);
        let shares = options.share_lemmas();
        let lemmas = shares.then(|| SharedLemmas::new(&reduction.system));
        CommonSystem { reduction: Made::sharing(reduction, budget, shares), assumed, words, lemmas }
    }

    fn engine(
        &self,
        common: &CommonSystem,
        options: &VerifyOptions,
        budget: &Budget,
    ) -> Result<Box<dyn Prover<System>>, Unfit> {
        let words = common.words.system_step(options.engine)?;
        let shared = [words, Some(reduced(&common.reduction)), sharing::<System>(&common.lemmas)];
        let assuming = common.assumed.iter().map(|assumed| assumed.step.clone());
        let before = assuming.chain(shared.into_iter().flatten()).collect();
        route(before, of_system, &options.route(), budget).engine(self)
    }

    fn over_justice(
        &self,
        options: &VerifyOptions,
        budget: &Budget,
    ) -> Result<Box<dyn Prover<Both<System>>>, Unfit> {
        if options.engine == Engine::Ranking {
            return Ok(Box::new(Rounds::new(self, options, budget)));
        }
        over_system_justice(self, &options.route(), budget)
    }

    fn lineup(common: &CommonSystem, options: &VerifyOptions) -> Vec<Plan> {
        on_system(&common.reduction, options)
    }

    fn condition(&self, budget: &Budget) -> Option<Condition> {
        Some(form_of(self, &Images::new(budget)).0)
    }

    fn size(common: &CommonSystem) -> u64 {
        common.reduction.system.terms().len() as u64
    }

    fn check_proof(
        &self,
        property: PropertyId,
        proof: &Proof,
        options: &CheckOptions,
        budget: &Budget,
    ) -> Result<(), CheckError> {
        check_proof(self, property, proof, options, budget)
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

    fn invariant_of_each(&self, _: &System, found: &Invariant) -> Option<Invariant> {
        Some(found.clone())
    }

    fn until_any_of(&self, properties: &[PropertyId]) -> System {
        system_until_bad(self, properties)
    }

    fn joined(&self, until_any: &System, with_any: &System, found: &[&Invariant]) -> Option<Invariant> {
        joined_on_system(until_any, with_any, found)
    }

    fn run_into(&self, found: &Trace, property: PropertyId) -> Trace {
        let mut run = Trace { property, ..found.clone() };
        for step in &mut run.steps {
            step.states.truncate(self.states().len());
        }
        run
    }
}

/// The engine `ranking` on a system: a justice property as the question whether all runs of the automaton of its
/// [`rounds`] end. Runs without end are left to the engines that look for lassos.
#[derive(Debug)]
struct Rounds {
    system: System,
    options: VerifyOptions,
    budget: Budget,
    asked: u64,
}

impl Rounds {
    /// An engine with these options.
    fn new(system: &System, options: &VerifyOptions, budget: &Budget) -> Rounds {
        // Engines that are asked about counters take turns among themselves.
        let options = VerifyOptions { threads: 1, ..options.clone() };
        Rounds { system: system.clone(), options, budget: budget.clone(), asked: 0 }
    }
}

impl Prover<Both<System>> for Rounds {
    fn prove(&mut self, property: PropertyId, observer: &mut dyn Observer) -> OutcomeOf<Both<System>> {
        self.asked += 1;
        let nothing = StopReason { cause: StopCause::Bound, safe_depth: None };
        let cfa = match rounds(&self.system, property) {
            Ok(cfa) => cfa,
            Err(_) => return Outcome::Unknown(nothing),
        };
        let mut verifier = EndingVerifier::of_rounds(cfa, self.options.clone(), self.budget.clone());
        match verifier.verify(observer).outcome {
            Outcome::Safe(ranking) => Outcome::Safe(Proof::Ends(Box::new(ranking))),
            Outcome::Unsafe(_) => Outcome::Unknown(nothing),
            Outcome::Unknown(reason) => Outcome::Unknown(reason),
        }
    }

    fn counters(&self) -> Counters {
        vec![("questions about rounds", self.asked)]
    }
}

impl Verifier<System> {
    /// The way of lemmas to and from other processes, if the engines see a circuit and share lemmas.
    pub(super) fn exchange(&self) -> Option<Exchange> {
        let CommonSystem { reduction, lemmas, .. } = &*self.one.common;
        let shares = lemmas.is_some() && is_of_bits(&reduction.system);
        shares.then(|| Exchange::of_system(reduction))
    }
}

/// Verifies the properties of a system.
pub type SystemVerifier = Verifier<System>;

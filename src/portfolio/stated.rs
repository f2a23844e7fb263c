//! Models with states under verification: circuits and systems, with properties of safety and of liveness.
//!
//! The two kinds of properties have engines of their own. Those for safety work on the model that was reduced once
//! for all of them, and share lemmas about it. Those for liveness are set up on the original.

use super::contestant::{Judge, VerdictOf, Widened};
use super::engines::Engines;
use super::lineup::{on_justice, Plan};
use super::member::Condition;
use super::options::VerifyOptions;
use super::shortest::{Mark, Searches};
use crate::base::Budget;
use crate::engine::common::prover::{Both, OutcomeOf, ProofOf, Prover, Stateful};
use crate::engine::{Observer, Outcome, Sequence};
use crate::evidence::lemmas::known::Known;
use crate::evidence::{CheckError, CheckOptions};
use crate::model::certificate::Proof;
use crate::model::{PropertyId, PropertyKind};
use crate::route::step::OnRoute;
use crate::route::takes::{Misfit, Unfit};
use std::fmt::Debug;
use std::sync::Arc;

/// A kind of model with states.
pub trait Stated: OnRoute + Stateful + Clone + Sync {
    /// The parts that the engines for safety have in common.
    type Common: Debug + Send + Sync;

    /// The numbers of properties, of safety and of liveness.
    fn counts(&self) -> (usize, usize);

    /// Whether the model has this property.
    fn has(&self, property: PropertyId) -> bool;

    /// Reduces the model, in which engines may assume lemmas.
    fn common(&self, known: Option<&Known>, options: &VerifyOptions, budget: &Budget) -> Self::Common;

    /// An engine for properties of safety.
    fn engine(
        &self,
        common: &Self::Common,
        options: &VerifyOptions,
        budget: &Budget,
    ) -> Result<Box<dyn Prover<Self>>, Unfit>;

    /// An engine for justice properties.
    fn over_justice(
        &self,
        options: &VerifyOptions,
        budget: &Budget,
    ) -> Result<Box<dyn Prover<Both<Self>>>, Unfit>;

    /// The members of a portfolio for properties of safety.
    fn lineup(common: &Self::Common, options: &VerifyOptions) -> Vec<Plan>;

    /// A condition for members on justice properties that holds for the model.
    fn condition(&self, budget: &Budget) -> Option<Condition>;

    /// About the work of setting an engine up.
    fn size(common: &Self::Common) -> u64;

    /// Checks a proof.
    fn check_proof(
        &self,
        property: PropertyId,
        proof: &ProofOf<Self>,
        options: &CheckOptions,
        budget: &Budget,
    ) -> Result<(), CheckError>;

    /// Replays a counterexample.
    fn check_counterexample(&self, found: &Self::Counterexample) -> Result<(), CheckError>;

    /// The model with one property, which is bad where any of these is.
    fn with_any_of(&self, properties: &[PropertyId]) -> Self;

    /// An invariant that proves the model with one property as one of this model.
    fn invariant_of_each(&self, with_any: &Self, found: &Self::States) -> Option<Self::States>;

    /// The model with these properties, each bad only as long as none was bad before.
    fn until_any_of(&self, properties: &[PropertyId]) -> Self;

    /// Invariants that prove the properties of such a model as one of the model that is bad where any of them is.
    fn joined(&self, until_any: &Self, with_any: &Self, found: &[&Self::States]) -> Option<Self::States>;

    /// A run of one of these models as a counterexample to a property of this one.
    fn run_into(&self, found: &Self::Counterexample, property: PropertyId) -> Self::Counterexample;
}

/// Decides which claims are believed: about properties of safety, or about justice properties.
#[derive(Debug)]
pub(super) struct StatedJudge<M: Stated> {
    model: M,
    options: VerifyOptions,
    budget: Budget,
    /// `None` for justice properties, whose engines are set up on the model as it is.
    common: Option<Arc<M::Common>>,
}

impl<M: Stated> Judge for StatedJudge<M> {
    type Model = Both<M>;

    fn start(&self, plan: &Plan, budget: &Budget) -> Result<Box<dyn Prover<Both<M>>>, Unfit> {
        let engine = match &self.common {
            Some(common) => self.model.engine(common, &plan.options, budget)?,
            None => return self.model.over_justice(&plan.options, budget),
        };
        Ok(Box::new(Widened { engine, widen: |outcome| outcome.map(Proof::Safety, |run| run) }))
    }

    fn checking(&self, _: &OutcomeOf<Both<M>>) -> Option<CheckOptions> {
        self.options.check.options()
    }

    fn check(
        &self,
        property: PropertyId,
        outcome: &OutcomeOf<Both<M>>,
        options: &CheckOptions,
        budget: &Budget,
    ) -> Result<(), CheckError> {
        match outcome {
            Outcome::Safe(proof) => self.model.check_proof(property, proof, options, budget),
            Outcome::Unsafe(found) => self.model.check_counterexample(found),
            Outcome::Unknown(_) => Ok(()),
        }
    }
}

type LiveEngines<M> = (StatedJudge<M>, Engines<Both<M>>);

/// The engines for the justice properties of a model, if it has any, and the judge of their claims.
///
/// # Errors
///
/// If the engine does not take the model with them, or takes nothing else and there are none.
fn live_engines<M: Stated>(
    model: &M,
    options: &VerifyOptions,
    budget: &Budget,
) -> Result<Option<LiveEngines<M>>, Unfit> {
    if model.counts().1 == 0 {
        let takes_nothing_else = options.engine.is_live();
        let reason = Misfit::NoJustice;
        return if takes_nothing_else { Err(Unfit { engine: options.engine, reason }) } else { Ok(None) };
    }
    let options = options.clone().for_liveness().resolved(M::KIND);
    let judge = StatedJudge { model: model.clone(), options, budget: budget.clone(), common: None };
    let engines =
        Engines::new(&judge, || on_justice(model.condition(budget), &judge.options), &judge.options, budget)?;
    Ok(Some((judge, engines)))
}

/// Verifies the properties of a model one by one.
#[derive(Debug)]
pub(super) struct StatedVerifier<M: Stated> {
    pub judge: StatedJudge<M>,
    pub common: Arc<M::Common>,
    /// The engines assume lemmas of the user.
    has_lemmas: bool,
    /// For properties of safety; `None` if there are only justice properties.
    engines: Option<Engines<Both<M>>>,
    /// For shorter counterexamples to properties of safety.
    searches: Searches,
    /// For justice properties.
    live: Option<LiveEngines<M>>,
}

impl<M: Stated> StatedVerifier<M> {
    /// A verifier whose engines may assume lemmas. Those for justice properties do not.
    pub fn new(
        known: Option<&Known>,
        model: M,
        options: VerifyOptions,
        budget: Budget,
    ) -> Result<StatedVerifier<M>, Unfit> {
        let live = live_engines(&model, &options, &budget)?;
        let has_safety = model.counts().0 > 0 || live.is_none();
        let options = options.for_safety().resolved(M::KIND);
        let common = Arc::new(model.common(known, &options, &budget));
        let judge = StatedJudge { model, options, budget, common: Some(Arc::clone(&common)) };
        let lineup = || M::lineup(&common, &judge.options);
        let engines = if has_safety {
            Some(Engines::new(&judge, lineup, &judge.options, &judge.budget)?)
        } else {
            None
        };
        let has_lemmas = known.is_some();
        Ok(StatedVerifier { judge, common, has_lemmas, engines, searches: Searches::default(), live })
    }

    /// The model, the options and the budget, unless the engines assume lemmas of the user.
    pub fn alone(&self) -> Option<(&M, &VerifyOptions, &Budget)> {
        let StatedJudge { model, options, budget, .. } = &self.judge;
        (!self.has_lemmas).then_some((model, options, budget))
    }

    /// The verdict on one property, which may be known but for a shorter counterexample.
    ///
    /// # Panics
    ///
    /// If the model does not have the property.
    pub fn verify(
        &mut self,
        property: PropertyId,
        known: Option<VerdictOf<Both<M>>>,
        observer: &mut dyn Observer,
    ) -> VerdictOf<Both<M>> {
        let has = self.judge.model.has(property);
        match (property.kind(), &mut self.engines, &mut self.live) {
            (PropertyKind::Bad, Some(engines), _) if has => {
                let (judge, budget) = (&self.judge, &self.judge.budget);
                let mark = Mark::of(budget);
                let verdict = known.unwrap_or_else(|| engines.prove(judge, budget, property, observer));
                if self.has_lemmas {
                    // Lemmas of the user exclude runs from the model of the engines, which may be wrong.
                    return verdict;
                }
                let options = (&judge.options, engines.options(verdict.by, &judge.options));
                self.searches.shorten(judge, options, (budget, mark, M::size(&self.common)), verdict)
            }
            (PropertyKind::Justice, _, Some((judge, engines))) if has => {
                engines.prove(judge, &judge.budget, property, observer)
            }
            (PropertyKind::Bad | PropertyKind::Justice, ..) => panic!("there is no property {}", property),
        }
    }

    /// The counters of the engines, by name.
    pub fn statistics(&self) -> Vec<(String, u64)> {
        let engines = self.engines.iter().chain(self.live.as_ref().map(|(_, engines)| engines));
        let counters = engines.flat_map(|engines| engines.statistics());
        counters.chain(self.searches.statistics()).collect()
    }

    /// The seconds for which each member of a portfolio has run.
    pub fn seconds(&self) -> Vec<(&'static str, f64)> {
        let engines = self.engines.iter().chain(self.live.as_ref().map(|(_, engines)| engines));
        engines.flat_map(|engines| engines.seconds()).collect()
    }

    /// The size of the engine's sequence of frames; `None` for engines that keep none.
    pub fn sequence(&self) -> Option<Sequence> {
        self.engines.as_ref().and_then(|engines| engines.sequence())
    }
}

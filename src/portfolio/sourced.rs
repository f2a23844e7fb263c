//! Models that may have been made from a program in its own language: automata and clauses.
//!
//! A program may come to places that are not understood. If one can be reached, and there is a model in which more runs
//! are followed, it takes the place of the present one. If there is none, counterexamples elsewhere are looked for, and
//! without one nothing is known.
//!
//! A run of a program into an error is a long one if it was found by chance. On request ([`Shortest::On`]) BMC then
//! looks for one with as few turns of loops as there may be, on large blocks.

use super::contestant::{Judge, VerdictOn};
use super::engines::Engines;
use super::lineup::Plan;
use super::options::{Shortest, VerifyOptions};
use crate::base::Budget;
use crate::engine::common::prover::{Model, Told};
use crate::engine::options::Engine;
use crate::engine::{Observer, Outcome};
use crate::evidence::lemmas::known::Known;
use crate::evidence::CheckOptions;
use crate::model::PropertyId;
use crate::route::takes::Unfit;
use std::fmt::Debug;
use std::sync::Arc;

/// The source of a model, if it has one, and the settings of all searches.
#[derive(Debug)]
pub struct Case<O: ?Sized> {
    /// The program that the model was made from.
    pub origin: Option<Arc<O>>,
    pub options: VerifyOptions,
    pub budget: Budget,
    /// Ways to places that are not understood are missing: only counterexamples count, and a proof is not checked.
    pub is_closed: bool,
}

impl<O: ?Sized> Case<O> {
    /// The settings of the check of a proof, or of a counterexample.
    pub fn checking(&self, is_proof: bool) -> Option<CheckOptions> {
        self.options.check.options().filter(|_| !(is_proof && self.is_closed))
    }
}

/// The judge of a model with one property that may have a source.
pub trait Sourced: Judge + Sized {
    /// The model that verdicts are about.
    type Original;
    type Origin: Debug + ?Sized;

    /// Reduces the model, in which engines may assume lemmas.
    fn new(known: Option<&Known>, original: Self::Original, case: Case<Self::Origin>) -> Self;

    fn case(&self) -> &Case<Self::Origin>;

    /// Whether engines assume lemmas. They are about one model.
    fn has_lemmas(&self) -> bool;

    /// The members of a portfolio.
    fn lineup(&self) -> Vec<Plan>;

    /// The model of a program.
    fn model_of(origin: &Self::Origin) -> Self::Original;

    /// The program without the ways to places that are not understood; `None` if there are none.
    fn closed(origin: &Self::Origin) -> Option<Arc<Self::Origin>>;

    /// The program with a model in which more of its runs are followed; `None` if there is none.
    fn wider(origin: &Self::Origin, budget: &Budget) -> Option<Arc<Self::Origin>>;
}

/// Verifies a model that may have a source, as [`Verifier`](super::Verifier) does the properties of circuits: its one
/// property is the error location of a program, or that clauses have a model.
#[derive(Debug)]
pub struct SourcedVerifier<J: Sourced> {
    pub(super) judge: J,
    engines: Engines<J::Model>,
}

impl<J: Sourced> SourcedVerifier<J> {
    /// Reduces the model and sets up the engines, or tells why the chosen one does not work on it.
    ///
    /// # Errors
    ///
    /// If the engine does not take this model.
    pub fn new(
        original: J::Original,
        options: VerifyOptions,
        budget: Budget,
    ) -> Result<SourcedVerifier<J>, Unfit> {
        SourcedVerifier::assuming(None, original, None, options, budget)
    }

    /// A verifier of a program in its own language. Its interpreter replays counterexamples, and proofs are held
    /// against random runs.
    ///
    /// # Errors
    ///
    /// As [`SourcedVerifier::new`].
    pub fn of_source(
        origin: Arc<J::Origin>,
        options: VerifyOptions,
        budget: Budget,
    ) -> Result<SourcedVerifier<J>, Unfit> {
        SourcedVerifier::assuming(None, J::model_of(&origin), Some(origin), options, budget)
    }

    /// A verifier whose engines assume lemmas, of a model that was perhaps made from a program.
    pub(super) fn assuming(
        known: Option<&Known>,
        original: J::Original,
        origin: Option<Arc<J::Origin>>,
        options: VerifyOptions,
        budget: Budget,
    ) -> Result<SourcedVerifier<J>, Unfit> {
        SourcedVerifier::of(J::new(known, original, Case { origin, options, budget, is_closed: false }))
    }

    /// Sets up the engines on the model of a judge.
    fn of(judge: J) -> Result<SourcedVerifier<J>, Unfit> {
        let Case { options, budget, .. } = judge.case();
        let engines = Engines::new(&judge, || judge.lineup(), options, budget)?;
        Ok(SourcedVerifier { judge, engines })
    }

    /// The same search on another model of the program; `None` if there is none, or if a limit was reached, for the
    /// engine was set up once.
    fn on_other(&self, origin: Option<Arc<J::Origin>>, is_closed: bool) -> Option<SourcedVerifier<J>> {
        let Case { options, budget, .. } = self.judge.case();
        let (options, budget) = (options.clone(), budget.clone());
        let original = J::model_of(origin.as_ref()?);
        SourcedVerifier::of(J::new(None, original, Case { origin, options, budget, is_closed })).ok()
    }

    /// The program that the verdict is about, which may have a wider model after it was searched for; `None` of a model
    /// without a source.
    pub fn origin(&self) -> Option<&Arc<J::Origin>> {
        self.judge.case().origin.as_ref()
    }

    /// The verdict, after a change of the model if that is necessary.
    pub(super) fn search(&mut self, observer: &mut dyn Observer) -> VerdictOn<J> {
        let mut verdict = self.prove(observer);
        if verdict.is_unsupported() && !self.judge.has_lemmas() {
            let wider = self.origin().and_then(|origin| J::wider(origin, &self.judge.case().budget));
            if let Some(wider) = self.on_other(wider, false) {
                *self = wider;
                verdict = self.prove(observer);
            }
        }
        let verdict = verdict.or_elsewhere(|| {
            let closed = self.origin().and_then(|origin| J::closed(origin));
            self.on_other(closed, true).map(|mut verifier| verifier.prove(observer))
        });
        self.with_fewer_turns(verdict)
    }

    /// The verdict with a counterexample of as few turns of loops as any, if it is asked for and found.
    fn with_fewer_turns(&self, mut verdict: VerdictOn<J>) -> VerdictOn<J> {
        let Case { origin, options, budget, is_closed } = self.judge.case();
        let size =
            |trace: &<J::Model as Model>::Counterexample| <J::Model as Told>::size_of_counterexample(trace);
        let (origin, found) = match (origin, &verdict.outcome) {
            (Some(origin), Outcome::Unsafe(found)) if options.shortest == Shortest::On => {
                (origin, size(found))
            }
            _ => return verdict,
        };
        let mut options = VerifyOptions { engine: Engine::Bmc, ..options.clone() };
        options.engines.bmc.turn_by_turn = true;
        let case =
            Case { origin: Some(Arc::clone(origin)), options, budget: budget.clone(), is_closed: *is_closed };
        if let Ok(mut verifier) = SourcedVerifier::of(J::new(None, J::model_of(origin), case)) {
            let other = verifier.prove(&mut ());
            if matches!(&other.outcome, Outcome::Unsafe(trace) if size(trace).1 < found.1) {
                verdict.outcome = other.outcome;
            }
        }
        verdict
    }

    /// The verdict on the present model.
    pub(super) fn prove(&mut self, observer: &mut dyn Observer) -> VerdictOn<J> {
        self.engines.prove(&self.judge, &self.judge.case().budget, PropertyId::new(0), observer)
    }

    /// The counters of the engines, by name.
    pub fn statistics(&self) -> Vec<(String, u64)> {
        self.engines.statistics()
    }

    /// The seconds for which each member of a portfolio has run.
    pub fn seconds(&self) -> Vec<(&'static str, f64)> {
        self.engines.seconds()
    }
}

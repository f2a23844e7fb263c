//! Models that may have been made from a program in its own language: automata and clauses.
//!
//! A program may come to places that are not understood. If one can be reached, and there is a model in which more runs
//! are followed, it takes the place of the present one. If there is none, counterexamples elsewhere are looked for, and
//! without one nothing is known.

use super::contestant::{Judge, VerdictOn};
use super::engines::Engines;
use super::lineup::Plan;
use super::options::VerifyOptions;
use crate::base::Budget;
use crate::engine::Observer;
use crate::model::PropertyId;
use crate::route::takes::Unfit;

/// The judge of a model with one property that may have a source.
pub trait Sourced: Judge + Sized {
    /// The members of a portfolio.
    fn lineup(&self) -> Vec<Plan>;

    /// The options and the budget of all searches.
    fn settings(&self) -> (&VerifyOptions, &Budget);

    /// A judge of the model without the ways to places that are not understood; `None` if there are none. Only
    /// counterexamples count.
    fn closed(&self) -> Option<Self>;

    /// A judge of the model in which more runs of the source are followed; `None` if there is none. Lemmas are about
    /// one model.
    fn wider(&self) -> Option<Self>;
}

/// Verifies a model that may have a source, as [`Verifier`](super::Verifier) does the properties of circuits: its one
/// property is the error location of a program, or that clauses have a model.
#[derive(Debug)]
pub struct SourcedVerifier<J: Sourced> {
    pub(super) judge: J,
    engines: Engines<J::Model>,
}

impl<J: Sourced> SourcedVerifier<J> {
    /// Sets up the engines on the model of a judge.
    pub(super) fn of(judge: J) -> Result<SourcedVerifier<J>, Unfit> {
        let (options, budget) = judge.settings();
        let engines = Engines::new(&judge, || judge.lineup(), options, budget)?;
        Ok(SourcedVerifier { judge, engines })
    }

    /// The verdict, after a change of the model if that is necessary.
    pub(super) fn search(&mut self, observer: &mut dyn Observer) -> VerdictOn<J> {
        let mut verdict = self.prove(observer);
        let wider = || SourcedVerifier::of(self.judge.wider()?).ok();
        if let Some(wider) = verdict.is_unsupported().then(wider).flatten() {
            *self = wider;
            verdict = self.prove(observer);
        }
        verdict.or_elsewhere(|| {
            // The engine was set up once, so an error is a limit of the budget.
            let mut verifier = SourcedVerifier::of(self.judge.closed()?).ok()?;
            Some(verifier.prove(observer))
        })
    }

    /// The verdict on the present model.
    pub(super) fn prove(&mut self, observer: &mut dyn Observer) -> VerdictOn<J> {
        self.engines.prove(&self.judge, self.judge.settings().1, PropertyId::new(0), observer)
    }

    /// The counters of the engines, by name.
    pub fn statistics(&self) -> Vec<(String, u64)> {
        self.engines.statistics()
    }
}

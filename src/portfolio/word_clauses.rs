//! Clauses over words, proved as clauses over integers.

use super::clauses::RunningClauses;
use super::options::{VerifyOptions, Words};
use super::takes::Unfit;
use crate::base::{Budget, Limit};
use crate::engine::horn::Houdini;
use crate::engine::{HornOutcome, Observer, Outcome, StopCause};
use crate::evidence::horn::{check_interpretation, check_refutation};
use crate::evidence::CheckOptions;
use crate::model::encode::integers::{to_integer_clauses, IntegerHorn, Wraps};
use crate::model::horn::{Horn, Interpretation};

/// An engine at work on the integers that the words of clauses are made.
#[derive(Debug)]
pub(super) struct WordClauses {
    encoded: IntegerHorn,
    engine: RunningClauses,
    wraps: Wraps,
    budget: Budget,
    /// If nothing was to wrap around: the search for a model of the words.
    transfer: Option<Houdini>,
}

impl WordClauses {
    /// `None` if words are to stay words, or the clauses are not linear over integers.
    ///
    /// # Errors
    ///
    /// If the engine is none over clauses.
    pub fn new(horn: &Horn, options: &VerifyOptions, budget: &Budget) -> Result<Option<WordClauses>, Unfit> {
        let wraps = match options.words {
            Words::Kept => return Ok(None),
            Words::Integers => Wraps::Kept,
            Words::WithoutWraps => Wraps::Ignored,
        };
        let encoded = match to_integer_clauses(horn, wraps, budget) {
            Ok(encoded) => encoded,
            Err(_) => return Ok(None),
        };
        let engine = RunningClauses::new(&encoded.horn, options, budget)?;
        Ok(Some(WordClauses { encoded, engine, wraps, budget: budget.clone(), transfer: None }))
    }

    /// The outcome of the engine, carried over to the words of these clauses.
    pub fn prove(&mut self, horn: &Horn, observer: &mut dyn Observer) -> HornOutcome {
        if self.transfer.is_some() {
            return self.subset(horn);
        }
        match (self.engine.prove(observer), self.wraps) {
            (Outcome::Safe(found), Wraps::Kept) => {
                self.encoded.interpretation(horn, &found, false).map_or_else(incomplete, Outcome::Safe)
            }
            (Outcome::Safe(found), Wraps::Ignored) => self.claim(horn, &found),
            (Outcome::Unsafe(found), wraps) => {
                let found = self.encoded.refutation(found);
                let is_believed = |found: &_| wraps == Wraps::Kept || check_refutation(horn, found).is_ok();
                found.filter(is_believed).map_or_else(incomplete, Outcome::Unsafe)
            }
            // Without wraps a derivation may be missing at any depth.
            (Outcome::Unknown(reason), Wraps::Ignored) => Outcome::unknown(reason.cause, None),
            (unknown, Wraps::Kept) => unknown,
        }
    }

    /// A model of the integers as one of the words, or what holds of it for words.
    fn claim(&mut self, horn: &Horn, found: &Interpretation) -> HornOutcome {
        if let Some(narrow) = self.encoded.interpretation(horn, found, true) {
            let outcome = self.checked(horn, narrow);
            if let Outcome::Safe(_) = outcome {
                return outcome;
            }
        }
        match self.encoded.candidates(horn, found) {
            Some((terms, candidates)) => {
                self.transfer = Some(Houdini::new(horn, &terms, candidates, &self.budget));
                self.subset(horn)
            }
            None => incomplete(),
        }
    }

    /// The model by the candidates that satisfy all clauses with a head, if it satisfies the queries.
    fn subset(&mut self, horn: &Horn) -> HornOutcome {
        match self.transfer.as_mut().map(Houdini::interpretation) {
            Some(Ok(found)) => self.checked(horn, found),
            Some(Err(limit)) => Outcome::unknown(StopCause::Limit(limit), None),
            None => incomplete(),
        }
    }

    /// An interpretation, if it is a model of the words.
    fn checked(&self, horn: &Horn, found: Interpretation) -> HornOutcome {
        let options = CheckOptions { proofs: false };
        match check_interpretation(horn, &found, &options, &self.budget) {
            Ok(()) => Outcome::Safe(found),
            Err(_) => match self.budget.check() {
                Ok(()) => incomplete(),
                Err(limit) => Outcome::unknown(StopCause::Limit(limit), None),
            },
        }
    }

    /// The counters of the engine, by name.
    pub fn statistics(&self) -> Vec<(&'static str, u64)> {
        self.engine.statistics()
    }
}

fn incomplete() -> HornOutcome {
    Outcome::unknown(StopCause::Limit(Limit::Incomplete), None)
}

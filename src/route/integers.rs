//! The ways back from integers to words.
//!
//! Words that are computed with linearly are integers, either with their wraps, or without. With wraps all evidence
//! comes back as it is. Without them a counterexample is one only if the words have it, too. The invariant is tried as
//! it is; if words wrap somewhere, the largest part of it that holds for them is searched for
//! ([`Houdini`](crate::engine::houdini)), and may be enough.

use super::adapter::WayBack;
use super::options::Words;
use super::step::{forward, Step};
use crate::base::{Budget, Limit};
use crate::engine::horn::Houdini as ClausesHoudini;
use crate::engine::houdini::Houdini;
use crate::engine::{StopCause, StopReason};
use crate::evidence::horn::{check_interpretation, check_refutation};
use crate::evidence::system::{check_certificate_with, check_trace};
use crate::evidence::{CheckError, CheckOptions};
use crate::model::encode::integers::{to_integer_clauses, to_integers, IntegerHorn, IntegerSystem, Wraps};
use crate::model::horn::{Horn, Interpretation, Refutation};
use crate::model::system::{Certificate, Invariant, System, Trace};
use crate::model::PropertyId;
use std::sync::Arc;

/// Nothing is known of the words.
const INCOMPLETE: StopCause = StopCause::Limit(Limit::Incomplete);

/// The answer of the checker to evidence about words that need not hold.
const CHECK: CheckOptions = CheckOptions { proofs: false };

fn wraps(words: Words) -> Option<Wraps> {
    match words {
        Words::Kept => None,
        Words::Integers => Some(Wraps::Kept),
        Words::WithoutWraps => Some(Wraps::Ignored),
    }
}

/// A proof that need not hold, if it does.
fn if_it_holds<T>(proof: T, checked: Result<(), CheckError>, budget: &Budget) -> Result<T, StopCause> {
    match checked {
        Ok(()) => Ok(proof),
        Err(_) => Err(budget.check().err().map_or(INCOMPLETE, StopCause::Limit)),
    }
}

/// Without wraps a run may be missing at any depth.
fn stop(wraps: Wraps, reason: StopReason) -> StopReason {
    match wraps {
        Wraps::Kept => reason,
        Wraps::Ignored => StopReason { safe_depth: None, ..reason },
    }
}

/// From a system to integers, unless its words are to stay words or it is not linear.
pub(super) fn integers() -> Arc<dyn Step> {
    forward("work of the integers", |system: &System, setting| {
        let (options, seed) = (&setting.options, setting.options.engines.ic3_smt.seed);
        Ok(OfIntegers::new(system, options.images.words, seed, &setting.budget))
    })
}

/// From clauses to integers, likewise.
pub(super) fn integer_clauses() -> Arc<dyn Step> {
    forward("work of the integers", |horn: &Horn, setting| {
        Ok(OfIntegerClauses::new(horn, setting.options.images.words, &setting.budget))
    })
}

/// From the integers that the words of a system are made.
#[derive(Debug)]
pub(super) struct OfIntegers {
    system: System,
    encoded: IntegerSystem,
    wraps: Wraps,
    seed: u64,
    budget: Budget,
    /// The search for a part of a proof without wraps that holds for words.
    search: Option<Box<Houdini>>,
}

impl OfIntegers {
    /// `None` if words are to stay words, or the system is not linear.
    pub fn new(system: &System, words: Words, seed: u64, budget: &Budget) -> Option<OfIntegers> {
        let wraps = wraps(words)?;
        let encoded = to_integers(system, wraps, budget).ok()?;
        let (system, budget) = (system.clone(), budget.clone());
        Some(OfIntegers { system, encoded, wraps, seed, budget, search: None })
    }

    /// The proof by an invariant of the words, if it is one.
    fn claim(&self, property: PropertyId, invariant: Invariant) -> Result<Certificate, StopCause> {
        let certificate = Certificate::Inductive(invariant);
        let checked = check_certificate_with(&self.system, property, &certificate, &CHECK, &self.budget);
        if_it_holds(certificate, checked, &self.budget)
    }
}

impl WayBack<System, System> for OfIntegers {
    fn image(&self) -> &System {
        &self.encoded.system
    }

    fn proof(&mut self, property: PropertyId, found: &Certificate) -> Result<Certificate, StopCause> {
        if self.wraps == Wraps::Kept {
            return self.encoded.certificate(&self.system, found).ok_or(INCOMPLETE);
        }
        // A proof by k-induction says nothing of single states.
        let invariant = found.inductive().ok_or(INCOMPLETE)?;
        let mut search = match self.search.take() {
            Some(search) => search,
            None => {
                let narrow = self.encoded.narrow(&self.system, invariant);
                if let Some(Ok(proof)) = narrow.map(|narrow| self.claim(property, narrow)) {
                    return Ok(proof);
                }
                let candidates = self.encoded.candidates(&self.system, invariant).ok_or(INCOMPLETE)?;
                Box::new(Houdini::new(&self.system, &candidates, self.seed, &self.budget))
            }
        };
        match search.subset() {
            Ok(subset) => self.claim(property, subset),
            Err(limit) => {
                self.search = Some(search);
                Err(StopCause::Limit(limit))
            }
        }
    }

    fn counterexample(&mut self, found: &Trace) -> Result<Trace, StopCause> {
        let trace = self.encoded.trace(found);
        match self.wraps {
            Wraps::Ignored if check_trace(&self.system, &trace).is_err() => Err(INCOMPLETE),
            Wraps::Kept | Wraps::Ignored => Ok(trace),
        }
    }

    fn stop(&self, reason: StopReason) -> StopReason {
        stop(self.wraps, reason)
    }
}

/// From the integers that the words of clauses are made.
#[derive(Debug)]
pub(super) struct OfIntegerClauses {
    horn: Horn,
    encoded: IntegerHorn,
    wraps: Wraps,
    budget: Budget,
    /// The search for a part of a model without wraps that holds for words.
    search: Option<Box<ClausesHoudini>>,
}

impl OfIntegerClauses {
    /// `None` if words are to stay words, or the clauses are not linear over integers.
    pub fn new(horn: &Horn, words: Words, budget: &Budget) -> Option<OfIntegerClauses> {
        let wraps = wraps(words)?;
        let encoded = to_integer_clauses(horn, wraps, budget).ok()?;
        let (horn, budget) = (horn.clone(), budget.clone());
        Some(OfIntegerClauses { horn, encoded, wraps, budget, search: None })
    }

    /// An interpretation, if it is a model of the words.
    fn claim(&self, found: Interpretation) -> Result<Interpretation, StopCause> {
        let checked = check_interpretation(&self.horn, &found, &CHECK, &self.budget);
        if_it_holds(found, checked, &self.budget)
    }
}

impl WayBack<Horn, Horn> for OfIntegerClauses {
    fn image(&self) -> &Horn {
        &self.encoded.horn
    }

    fn proof(&mut self, _: PropertyId, found: &Interpretation) -> Result<Interpretation, StopCause> {
        if self.wraps == Wraps::Kept {
            return self.encoded.interpretation(&self.horn, found, false).ok_or(INCOMPLETE);
        }
        let mut search = match self.search.take() {
            Some(search) => search,
            None => {
                let narrow = self.encoded.interpretation(&self.horn, found, true);
                if let Some(Ok(model)) = narrow.map(|narrow| self.claim(narrow)) {
                    return Ok(model);
                }
                let (terms, candidates) = self.encoded.candidates(&self.horn, found).ok_or(INCOMPLETE)?;
                Box::new(ClausesHoudini::new(&self.horn, &terms, candidates, &self.budget))
            }
        };
        match search.interpretation() {
            Ok(strongest) => self.claim(strongest),
            Err(limit) => {
                self.search = Some(search);
                Err(StopCause::Limit(limit))
            }
        }
    }

    fn counterexample(&mut self, found: &Refutation) -> Result<Refutation, StopCause> {
        let refutation = self.encoded.refutation(found.clone()).ok_or(INCOMPLETE)?;
        match self.wraps {
            Wraps::Ignored if check_refutation(&self.horn, &refutation).is_err() => Err(INCOMPLETE),
            Wraps::Kept | Wraps::Ignored => Ok(refutation),
        }
    }

    fn stop(&self, reason: StopReason) -> StopReason {
        stop(self.wraps, reason)
    }
}

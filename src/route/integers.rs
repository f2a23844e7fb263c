//! The ways back from integers to words.
//!
//! Words that are computed with linearly are integers, either with their wraps, or without. With wraps all evidence
//! comes back as it is. Without them a counterexample is one only if the words have it, too. The invariant is tried as
//! it is; if words wrap somewhere, the largest part of it that holds for them is searched for
//! ([`Houdini`](crate::engine::houdini)), and may be enough.

use super::adapter::{or_limit, Asked, Back, WayBack, INCOMPLETE};
use super::images::{Encoded, Made};
use super::options::Words;
use super::step::{forward_by, Route, Step};
use crate::base::{Budget, Limit};
use crate::engine::horn::Houdini as ClausesHoudini;
use crate::engine::houdini::Houdini;
use crate::engine::{StopCause, StopReason};
use crate::evidence::horn::{check_interpretation, check_refutation};
use crate::evidence::system::{check_certificate_with, check_trace};
use crate::evidence::{CheckError, CheckOptions};
use crate::model::encode::integers::{IntegerHorn, IntegerSystem};
use crate::model::horn::{Horn, Interpretation, Refutation};
use crate::model::system::{Certificate, System, Trace};
use std::sync::Arc;

const COST: &str = "work of the integers";

/// The answer of the checker to evidence about words that need not hold.
const CHECK: CheckOptions = CheckOptions { proofs: false };

/// From a system to integers, unless its words are to stay words or it is not linear.
pub(super) fn integers() -> Step {
    forward_by(
        COST,
        |of| &of.encoding.system,
        OfIntegers::<_, _, Houdini>::new,
        |system: &System, here| here.images.integers(system, here.options.images.words),
    )
}

/// From clauses to integers, likewise.
pub(super) fn integer_clauses() -> Step {
    forward_by(
        COST,
        |of| &of.encoding.horn,
        OfIntegers::<_, _, ClausesHoudini>::new,
        |horn: &Horn, here| here.images.integer_clauses(horn, here.options.images.words),
    )
}

/// From the integers that words are made.
#[derive(Debug)]
struct OfIntegers<M, E, S> {
    made: Arc<Made<Encoded<M, E>>>,
    has_wraps: bool,
    seed: u64,
    /// The search for a part of a proof without wraps that holds for words.
    search: Option<Box<S>>,
}

impl<M, E, S> OfIntegers<M, E, S> {
    fn new(made: Arc<Made<Encoded<M, E>>>, here: &Route) -> OfIntegers<M, E, S> {
        let has_wraps = here.options.images.words == Words::Integers;
        OfIntegers { made, has_wraps, seed: here.options.engines.ic3_smt.seed, search: None }
    }

    /// The proof that the words have the same invariant, or the part of it that a search finds.
    fn part_that_holds<P>(
        &mut self,
        narrow: impl FnOnce(&Encoded<M, E>) -> Option<P>,
        begin: impl FnOnce(&Encoded<M, E>) -> Option<S>,
        strongest: impl FnOnce(&mut S) -> Result<P, Limit>,
        claim: impl Fn(&M, P) -> Back<P>,
    ) -> Back<P> {
        let mut search = match self.search.take() {
            Some(search) => search,
            None => {
                let narrow = narrow(&self.made).map(|narrow| claim(&self.made.original, narrow));
                if let Some(Ok(proof)) = narrow {
                    return Ok(proof);
                }
                Box::new(begin(&self.made).ok_or(INCOMPLETE)?)
            }
        };
        match strongest(&mut search) {
            Ok(found) => claim(&self.made.original, found),
            Err(limit) => {
                self.search = Some(search);
                Err(StopCause::Limit(limit))
            }
        }
    }

    /// A counterexample, if the words have it, too.
    fn replayed<T>(&self, found: T, replay: impl Fn(&M, &T) -> Result<(), CheckError>) -> Back<T> {
        match self.has_wraps || replay(&self.made.original, &found).is_ok() {
            true => Ok(found),
            false => Err(INCOMPLETE),
        }
    }

    /// Without wraps a run may be missing at any depth.
    fn stopped(&self, reason: StopReason) -> StopReason {
        StopReason { safe_depth: reason.safe_depth.filter(|_| self.has_wraps), ..reason }
    }
}

/// A proof that need not hold, if it does.
fn if_it_holds<T>(proof: T, checked: Result<(), CheckError>, budget: &Budget) -> Back<T> {
    or_limit(checked.ok().map(|()| proof), budget, INCOMPLETE)
}

impl WayBack<System, System> for OfIntegers<System, IntegerSystem, Houdini> {
    fn proof(&mut self, found: &Certificate, Asked { property, budget }: Asked) -> Back<Certificate> {
        let Encoded { original, encoding } = &**self.made;
        if self.has_wraps {
            return encoding.certificate(original, found).ok_or(INCOMPLETE);
        }
        // A proof by k-induction says nothing of single states.
        let (seed, found) = (self.seed, found.inductive().ok_or(INCOMPLETE)?);
        self.part_that_holds(
            |of| of.encoding.narrow(&of.original, found).map(Certificate::Inductive),
            |of| {
                let candidates = of.encoding.candidates(&of.original, found)?;
                Some(Houdini::new(&of.original, &candidates, seed, budget))
            },
            |search| search.subset().map(Certificate::Inductive),
            |system, proof| {
                let checked = check_certificate_with(system, property, &proof, &CHECK, budget);
                if_it_holds(proof, checked, budget)
            },
        )
    }

    fn counterexample(&mut self, found: &Trace, _: Asked) -> Back<Trace> {
        self.replayed(self.made.encoding.trace(found), check_trace)
    }

    fn stop(&self, reason: StopReason) -> StopReason {
        self.stopped(reason)
    }
}

impl WayBack<Horn, Horn> for OfIntegers<Horn, IntegerHorn, ClausesHoudini> {
    fn proof(&mut self, found: &Interpretation, Asked { budget, .. }: Asked) -> Back<Interpretation> {
        let Encoded { original, encoding } = &**self.made;
        if self.has_wraps {
            return encoding.interpretation(original, found, false).ok_or(INCOMPLETE);
        }
        self.part_that_holds(
            |of| of.encoding.interpretation(&of.original, found, true),
            |of| {
                let (terms, candidates) = of.encoding.candidates(&of.original, found)?;
                Some(ClausesHoudini::new(&of.original, &terms, candidates, budget))
            },
            |search| search.interpretation(),
            |horn, proof| {
                let checked = check_interpretation(horn, &proof, &CHECK, budget);
                if_it_holds(proof, checked, budget)
            },
        )
    }

    fn counterexample(&mut self, found: &Refutation, _: Asked) -> Back<Refutation> {
        let refutation = self.made.encoding.refutation(found.clone()).ok_or(INCOMPLETE)?;
        self.replayed(refutation, check_refutation)
    }

    fn stop(&self, reason: StopReason) -> StopReason {
        self.stopped(reason)
    }
}

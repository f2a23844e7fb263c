//! One search for many properties of safety.
//!
//! If all of them hold, which is what is mostly hoped for, a proof that no step is bad in any way proves each, and is
//! found for less than they cost one by one: lemmas that several need are found once, and so is the proof checked once.
//! This is the joint verification of multi-property designs (E. Goldberg, M. Güdemann, D. Kroening, R. Mukherjee,
//! "Efficient verification of multi-property designs (the benefit of wrong assumptions)", DATE 2018). A counterexample
//! is one for those properties that are bad in its last step; these are left out, and the search begins again.
//!
//! The search may take as much work as the number of properties says, and ends at its first answer that is not final.
//! Then each property that is left has a search of its own, with the lemmas that the others have left.
//!
//! It leaves out to assume the properties that are not refuted yet in the search for one of them, as the paper does
//! where a joint proof is too hard.

use super::contestant::VerdictOf;
use super::options::{Shortest, VerifyOptions};
use super::stated::{Stated, StatedVerifier};
use super::verdict::Verified;
use crate::base::{Budget, HashMap};
use crate::engine::table::Engine;
use crate::engine::{Observer, Outcome, Sequence};
use crate::evidence::lemmas::known::Known;
use crate::model::PropertyId;
use crate::route::takes::Unfit;

/// Fewer properties have searches of their own only.
const FEWEST: usize = 8;

/// Units of work for each property, at most.
const WORK_FOR_EACH: u64 = 200_000;

/// Parts of the proofs of all properties, at most: each gets a copy of the one that was found.
const MOST_PARTS: usize = 4_000_000;

/// Searches that end with counterexamples, at most: each of the next ones reduces the model anew.
const MOST_ROUNDS: usize = 8;

/// Verifies the properties of a model one by one, after a search for many of them.
#[derive(Debug)]
pub(super) struct TogetherVerifier<M: Stated> {
    pub one: StatedVerifier<M>,
    /// Verdicts of the search for many properties that have not been asked for yet.
    known: HashMap<PropertyId, VerdictOf<M>>,
    /// The verdicts that it gave.
    decided: u64,
}

impl<M: Stated> TogetherVerifier<M> {
    /// A verifier whose engines may assume lemmas.
    pub fn new(
        known: Option<&Known>,
        model: M,
        options: VerifyOptions,
        budget: Budget,
    ) -> Result<TogetherVerifier<M>, Unfit> {
        let one = StatedVerifier::new(known, model, options, budget)?;
        Ok(TogetherVerifier { one, known: HashMap::default(), decided: 0 })
    }

    /// Searches for the verdicts on all these properties together, if they are many.
    pub fn prepare(&mut self, properties: &[PropertyId], observer: &mut dyn Observer) {
        if let Some((model, options, budget)) = self.one.alone() {
            let found = together(model, properties, options, budget, observer);
            self.decided += found.len() as u64;
            self.known = found.into_iter().map(|verdict| (verdict.property, verdict)).collect();
        }
    }

    /// The verdict on one property.
    ///
    /// # Panics
    ///
    /// If the model does not have the property.
    pub fn verify(&mut self, property: PropertyId, observer: &mut dyn Observer) -> VerdictOf<M> {
        let known = self.known.remove(&property);
        self.one.verify(property, known, observer)
    }

    /// The counters of the engines, by name.
    pub fn statistics(&self) -> Vec<(String, u64)> {
        let mut list = self.one.statistics();
        if self.decided > 0 {
            list.push(("properties decided together".to_string(), self.decided));
        }
        list
    }

    /// The size of the engine's sequence of frames; `None` for engines that keep none.
    pub fn sequence(&self) -> Option<Sequence> {
        self.one.sequence()
    }
}

/// The verdicts on these properties that a search for all of them finds. They are as well checked as the options want:
/// a proof as one of the model in which any of the properties is bad.
fn together<M: Stated>(
    model: &M,
    properties: &[PropertyId],
    options: &VerifyOptions,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Vec<VerdictOf<M>> {
    let mut open: Vec<PropertyId> =
        properties.iter().copied().filter(|property| !property.is_justice()).collect();
    let mut found = Vec::new();
    if options.engine != Engine::Portfolio || open.len() < FEWEST {
        return found;
    }
    let mut options = options.clone();
    // The first step of a proof by k-induction of all properties assumes all of them.
    options.portfolio.inductive_only = true;
    options.shortest = Shortest::Off;
    let child = budget.child();
    child.pause_at(WORK_FOR_EACH * open.len() as u64);
    for _ in 0..MOST_ROUNDS {
        let all = model.with_any_of(&open);
        let verdict = match StatedVerifier::new(None, all.clone(), options.clone(), child.clone()) {
            Ok(mut verifier) => verifier.verify(PropertyId::new(0), None, observer),
            Err(_) => break,
        };
        let before = open.len();
        match &verdict.outcome {
            Outcome::Safe(proof) if M::size_of_proof(proof).1.saturating_mul(before) > MOST_PARTS => {}
            Outcome::Safe(proof) => open.retain(|&property| match model.proof_of_each(&all, proof) {
                Some(proof) => {
                    found.push(Verified::checked(property, Outcome::Safe(proof), verdict.by));
                    false
                }
                None => true,
            }),
            Outcome::Unsafe(run) => open.retain(|&property| {
                let run = M::run_into(run, property);
                let is_one = model.check_counterexample(&run).is_ok();
                if is_one {
                    found.push(Verified::checked(property, Outcome::Unsafe(run), verdict.by));
                }
                !is_one
            }),
            Outcome::Unknown(_) => {}
        }
        if open.is_empty() || open.len() == before {
            break;
        }
    }
    found
}

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
use crate::base::Budget;
use crate::engine::table::Engine;
use crate::engine::{Observer, Outcome};
use crate::model::PropertyId;

/// Fewer properties have searches of their own only.
const FEWEST: usize = 8;

/// Units of work for each property, at most.
const WORK_FOR_EACH: u64 = 200_000;

/// Parts of the proofs of all properties, at most: each gets a copy of the one that was found.
const MOST_PARTS: usize = 4_000_000;

/// Searches that end with counterexamples, at most: each of the next ones reduces the model anew.
const MOST_ROUNDS: usize = 8;

/// The verdicts on these properties that a search for all of them finds. They are as well checked as the options want:
/// a proof as one of the model in which any of the properties is bad.
pub(super) fn together<M: Stated>(
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
            Ok(mut verifier) => verifier.verify(PropertyId::new(0), observer),
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

//! A verdict for each assertion of a program.
//!
//! A run ends with its first error, as the process of the compiled program does. So an assertion is false if some run
//! reaches it without an earlier error and fails there, and it is proved if no run does. Where an assertion is
//! *excused*, runs that fail there end without an error.
//!
//! Assertions are searched together first. A proof is one of all of them; a counterexample is one of a single
//! assertion, which is excused in the next search. So a program with five errors takes six searches, and all that holds
//! has one proof. Excusing loses no counterexample of another assertion, since its run would end before it gets there,
//! and it leaves no wrong proof, for the same reason (these are the local proofs of E. Goldberg, M. Güdemann, D.
//! Kroening, R. Mukherjee, "Efficient verification of multi-property designs", DATE 2018).
//!
//! One hard assertion must not keep the verdicts of the others. So a search has a slice of time; if it ends without a
//! verdict, each assertion is searched alone, and then all that are open together again in a longer slice. Where little
//! time is left, slices are shorter, so that each open assertion has its turn in it.

use super::model_verifier::{ModelVerifier, Verdict};
use super::options::VerifyOptions;
use crate::base::{Budget, Limit};
use crate::engine::{Observer, Outcome, StopCause};
use crate::evidence::any::Asserted;
use crate::input::{Model, ProgramFile};
use crate::model::PropertyId;
use std::time::Duration;

/// The time of the first search for all assertions together.
const FIRST_SLICE: Duration = Duration::from_secs(4);
/// A slice for all assertions is this much longer than one for a single assertion.
const SHARE_OF_ONE: u32 = 4;
/// A slice for all assertions takes at most this part of the time that is left, so that each has a turn after it.
const SHARE_OF_REST: u32 = 3;
/// Each slice is this much longer than the one before.
const GROWTH: u32 = 4;

/// Takes the verdicts: the numbers of the assertions, in the order of
/// [`Origin::assertions`](crate::origin::Origin::assertions), the model in which all others are excused, and
/// the verdict on its property. A verdict that is unknown may be followed by another one.
pub type Tell<'a> = dyn FnMut(&[usize], &Model, &Verdict<'_>) + 'a;

/// Searches for the verdicts on these assertions of a program in its own language. Nothing is told of a model that was
/// made from none.
pub fn verify_assertions(
    model: &Model,
    wanted: &[usize],
    options: &VerifyOptions,
    budget: &Budget,
    observer: &mut dyn Observer,
    tell: &mut Tell<'_>,
) {
    let all = model.origin().map_or_else(Vec::new, |origin| origin.assertions());
    let mut search = Search { model, all, options, budget, open: wanted.to_vec(), was_short: false };
    let mut slice = FIRST_SLICE;
    while !search.open.is_empty() {
        let mut stopped = false;
        // One that is left alone gets all the time there is.
        let is_last = search.open.len() == 1;
        while !stopped && !search.open.is_empty() {
            let together = search.open.clone();
            let time = (!is_last).then(|| search.fair(slice, SHARE_OF_REST));
            stopped = !search.decide(&together, time, observer, tell);
        }
        if is_last {
            return;
        }
        let mut may_go_on = false;
        let open = search.open.clone();
        for (turns, &assertion) in (1..=open.len() as u32).rev().zip(&open) {
            let time = search.fair(slice / SHARE_OF_ONE, turns);
            may_go_on |= search.decide(&[assertion], Some(time), observer, tell) || search.was_short;
        }
        if !may_go_on || budget.check().is_err() {
            return;
        }
        slice *= GROWTH;
    }
}

/// The assertions, among some that are proved, that no run reaches without an earlier error, by their numbers. A proof
/// of such an assertion says nothing about its condition. An assertion for which that is not known soon is left out,
/// and so are all of recursive programs.
pub fn unreached(model: &Model, proved: &[usize], options: &VerifyOptions, budget: &Budget) -> Vec<usize> {
    let budget = budget.child().and_timeout(FIRST_SLICE);
    let origin = match model {
        Model::Program(ProgramFile::Lowered(origin)) => origin,
        Model::Program(ProgramFile::Automaton(_))
        | Model::Circuit(_)
        | Model::System(_)
        | Model::Clauses(_) => return Vec::new(),
    };
    let is_unreached = |&assertion: &usize| {
        let budget = budget.child().and_timeout(FIRST_SLICE / SHARE_OF_ONE);
        let reaching = match origin.reaching(assertion, &budget) {
            Some(cfa) => Model::Program(ProgramFile::Automaton(Box::new(cfa))),
            None => return false,
        };
        let verifier = ModelVerifier::new(&reaching, options, &budget);
        let mut verifier = match verifier {
            Ok(verifier) => verifier,
            Err(_) => return false,
        };
        let verdict = verifier.verify(PropertyId::new(0), &mut ());
        matches!(verdict.outcome, Outcome::Safe(_))
    };
    proved.iter().copied().filter(is_unreached).collect()
}

/// The work on one program.
struct Search<'a> {
    model: &'a Model,
    all: Vec<Asserted>,
    options: &'a VerifyOptions,
    budget: &'a Budget,
    /// The assertions without a verdict.
    open: Vec<usize>,
    /// The last search ended since its time was over.
    was_short: bool,
}

impl Search<'_> {
    /// A slice, or this part of the time that is left if that is shorter.
    fn fair(&self, slice: Duration, parts: u32) -> Duration {
        self.budget.time_left().map_or(slice, |left| slice.min(left / parts))
    }

    /// Searches for a verdict on these together. The result says whether at least one of them has one now.
    fn decide(
        &mut self,
        asked: &[usize],
        time: Option<Duration>,
        observer: &mut dyn Observer,
        tell: &mut Tell<'_>,
    ) -> bool {
        let budget = match time {
            Some(time) => self.budget.child().and_timeout(time),
            None => self.budget.child(),
        };
        let excusing = if asked.len() < self.all.len() { self.model.asking(asked, &budget) } else { None };
        let model = match &excusing {
            Some(model) => model,
            None if asked.len() == self.all.len() => self.model,
            // A limit was reached.
            None => return false,
        };
        // An engine that does not take the program was refused before.
        let mut verifier = match ModelVerifier::new(model, self.options, &budget) {
            Ok(verifier) => verifier,
            Err(_) => return false,
        };
        let verdict = verifier.verify(PropertyId::new(0), observer);
        let decided = match &verdict.outcome {
            Outcome::Safe(_) => asked.to_vec(),
            Outcome::Unsafe(found) => {
                let false_one = found.asserted();
                asked.iter().copied().filter(|&at| Some(&self.all[at]) == false_one.as_ref()).collect()
            }
            Outcome::Unknown(reason) => {
                self.was_short = reason.cause == StopCause::Limit(Limit::Time);
                tell(asked, model, &verdict);
                return false;
            }
        };
        tell(&decided, model, &verdict);
        self.open.retain(|at| !decided.contains(at));
        !decided.is_empty()
    }
}

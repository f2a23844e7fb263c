//! Systems with memories under verification.
//!
//! The engines see systems of words in which some cells are looked at, at first none
//! ([`encode::watched`](crate::model::encode::watched)). A proof of theirs is one for the memories. A counterexample is
//! one, or tells a cell that has to be looked at, and the search begins again (counterexample-guided abstraction
//! refinement).

use super::options::{Shortest, VerifyOptions};
use super::system::SystemVerifier;
use super::verdict::{Defect, Verified};
use crate::base::{Budget, Limit};
use crate::engine::table::Engine;
use crate::engine::{Observer, Outcome, StopCause};
use crate::evidence::memory::{check_proof, check_run};
use crate::evidence::CheckError;
use crate::model::encode::watched::{watched, Watched};
use crate::model::memory::{MemoryCertificate, MemoryRun, MemorySystem, Watch};
use crate::model::system::Trace;
use crate::model::PropertyId;
use crate::route::takes::{Misfit, Unfit};

/// Cells that are looked at, at most.
const MOST_WATCHES: usize = 16;

/// The verdict on one property of a system with memories.
pub type VerifiedMemory = Verified<MemoryCertificate, MemoryRun>;

/// Verifies a property of a system with memories at a time, as [`SystemVerifier`] does for systems of words.
#[derive(Debug)]
pub struct MemoryVerifier {
    memories: MemorySystem,
    options: VerifyOptions,
    budget: Budget,
    searches: u64,
    watches: u64,
    /// The counters of the engines in the last search.
    of_engines: Vec<(String, u64)>,
}

/// The end of a search in which some cells were looked at.
enum Search {
    Ended(Box<VerifiedMemory>),
    /// Another cell has to be looked at.
    Look(Watch),
}

impl MemoryVerifier {
    /// Sets up the verifier, or tells why the engine does not work on this system.
    ///
    /// # Errors
    ///
    /// If the engine does not take systems of words, or its proofs are no inductive invariants.
    pub fn new(
        memories: MemorySystem,
        mut options: VerifyOptions,
        budget: Budget,
    ) -> Result<MemoryVerifier, Unfit> {
        if options.engine == Engine::KInduction {
            return Err(Unfit { engine: options.engine, reason: Misfit::NotInductive });
        }
        options.portfolio.inductive_only = true;
        // A run with unknown cells need not be one of the memories, however short it is.
        options.shortest = Shortest::Off;
        let has_property = !memories.words().properties().is_empty();
        let verifier =
            MemoryVerifier { memories, options, budget, searches: 0, watches: 0, of_engines: Vec::new() };
        if has_property {
            // An engine that does not fit says so now.
            let watched = verifier.watched(PropertyId::new(0), &[]);
            let watched = watched.map_err(|limit| Unfit::limit(verifier.options.engine, limit))?;
            SystemVerifier::new(watched.system, verifier.options.clone(), verifier.budget.clone())?;
        }
        Ok(verifier)
    }

    fn watched(&self, property: PropertyId, watches: &[Watch]) -> Result<Watched, Limit> {
        watched(&self.memories, property, watches, &self.budget)
    }

    /// The verdict on one property.
    ///
    /// # Panics
    ///
    /// If the system does not have the property.
    pub fn verify(&mut self, property: PropertyId, observer: &mut dyn Observer) -> VerifiedMemory {
        let name = self.options.engine.name();
        let mut watches: Vec<Watch> = Vec::new();
        let mut defects: Vec<Defect> = Vec::new();
        loop {
            self.watches = self.watches.max(watches.len() as u64);
            self.searches += 1;
            let search = self.search(property, &watches, observer, &mut defects);
            let mut ended = match search {
                Ok(Search::Look(watch)) if watches.len() < MOST_WATCHES && !watches.contains(&watch) => {
                    watches.push(watch);
                    continue;
                }
                Ok(Search::Look(_)) => {
                    let outcome = Outcome::unknown(StopCause::TooManyCells, None);
                    Verified::checked(property, outcome, name)
                }
                Ok(Search::Ended(ended)) => *ended,
                Err(limit) => {
                    let outcome = Outcome::unknown(StopCause::Limit(limit), None);
                    Verified::checked(property, outcome, name)
                }
            };
            ended.defects.append(&mut defects);
            return ended;
        }
    }

    /// Searches with these cells.
    fn search(
        &mut self,
        property: PropertyId,
        watches: &[Watch],
        observer: &mut dyn Observer,
        defects: &mut Vec<Defect>,
    ) -> Result<Search, Limit> {
        let watched = self.watched(property, watches)?;
        let verifier = SystemVerifier::new(watched.system.clone(), self.options.clone(), self.budget.clone());
        let mut verifier = match verifier {
            Ok(verifier) => verifier,
            Err(unfit) => {
                let (name, reason) = (unfit.engine.name(), unfit.into());
                return Ok(Search::Ended(Box::new(Verified::unknown(property, reason, name))));
            }
        };
        let found = verifier.verify(PropertyId::new(0), observer);
        self.of_engines = verifier.statistics();
        defects.extend(found.defects);
        let by = found.by;
        let (outcome, checked) = match found.outcome {
            Outcome::Safe(proof) => {
                let invariant = proof.inductive().ok_or(Limit::Incomplete)?.clone();
                let certificate = MemoryCertificate { watches: watches.to_vec(), invariant };
                let checked = self.check(&certificate, property);
                (Outcome::Safe(certificate), checked)
            }
            Outcome::Unsafe(trace) => match self.run(&watched, &trace)? {
                Ok(run) => {
                    let checked = check_run(&self.memories, &run, &self.budget);
                    (Outcome::Unsafe(run), checked)
                }
                Err(watch) => return Ok(Search::Look(watch)),
            },
            Outcome::Unknown(reason) => {
                let verified = Verified::unknown(property, reason, by);
                let ended = Verified { refused: found.refused, ..verified };
                return Ok(Search::Ended(Box::new(ended)));
            }
        };
        Ok(Search::Ended(Box::new(match checked {
            Ok(()) => Verified::checked(property, outcome, by),
            Err(error) => Verified::not_believed(property, error, by),
        })))
    }

    fn check(&self, certificate: &MemoryCertificate, property: PropertyId) -> Result<(), CheckError> {
        match self.options.check.options() {
            None => Ok(()),
            Some(options) => check_proof(&self.memories, property, certificate, &options, &self.budget),
        }
    }

    fn run(&self, watched: &Watched, trace: &Trace) -> Result<Result<MemoryRun, Watch>, Limit> {
        let run = watched.run(&self.memories, trace, &self.budget)?;
        Ok(run.map_err(|spurious| spurious.watch))
    }

    /// The number of searches and of cells that were looked at, and the counters of the engines in the last search.
    pub fn statistics(&self) -> Vec<(String, u64)> {
        let mut list = vec![
            ("searches with memories".to_string(), self.searches),
            ("cells looked at".to_string(), self.watches),
        ];
        list.extend(self.of_engines.iter().cloned());
        list
    }
}

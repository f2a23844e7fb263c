//! An engine on a system in which some cells of memories are looked at, as one on the system with memories
//! ([`watched`](crate::model::encode::watched)).
//!
//! At first no cell is looked at. A counterexample of the image is one of the system, or tells a cell that has to be
//! looked at, and the search begins again with one more (counterexample-guided abstraction refinement). A proof of the
//! image becomes one of the system for all indices. Where the image has a history, some formulas of the proof may be
//! lost on the way. Then the formulas that the checker refuses are left out, one after the other, and the rest may be
//! enough; else the property stays open.
//!
//! It leaves out systems with justice properties, whose lassos compare memories, and proofs by k-induction.

use super::adapter::{Adapter, Asked, Back, WayBack, INCOMPLETE};
use super::images::Made;
use super::step::{step, Route, Step};
use super::takes::{Misfit, Unfit};
use crate::engine::common::prover::{Counters, OutcomeOf, Prover};
use crate::engine::options::Engine;
use crate::engine::{Observer, Outcome, StopCause};
use crate::evidence::system::check_certificate_with;
use crate::evidence::{CheckError, CheckOptions, Condition};
use crate::model::encode::watched::memories::{Memories, Watch};
use crate::model::encode::watched::{watched, Spurious, Watched};
use crate::model::system::{Certificate, Invariant, System, Trace};
use crate::model::PropertyId;
use std::sync::Arc;

/// Cells that are looked at, at most.
const MOST_WATCHES: usize = 16;

/// The step to a system in which some cells are looked at.
pub(super) fn cells() -> Step {
    step(|system: &System, rest| {
        let engine = rest.options.engine;
        let memories = match rest.images.memories(system).map_err(|limit| rest.limit(limit))? {
            Some(memories) => memories,
            None => return Ok(None),
        };
        if engine == Engine::KInduction {
            return Err(Unfit { engine, reason: Misfit::NotInductive });
        }
        let has_property = !system.properties().is_empty();
        let (system, rest) = (Arc::new(system.clone()), rest.clone());
        let mut looking = Looking { system, memories, rest, present: None, searches: 0 };
        if has_property {
            // An engine that does not fit says so now.
            looking.present = Some(looking.search(PropertyId::new(0), Vec::new())?);
        }
        Ok(Some(Box::new(looking)))
    })
}

/// The work on one system.
#[derive(Debug)]
struct Looking {
    system: Arc<System>,
    memories: Arc<Made<Memories>>,
    rest: Route,
    present: Option<Search>,
    searches: u64,
}

/// A search in which some cells are looked at.
#[derive(Debug)]
struct Search {
    property: PropertyId,
    watches: Vec<Watch>,
    engine: Adapter<System, OfWatched>,
}

impl Looking {
    fn search(&mut self, property: PropertyId, watches: Vec<Watch>) -> Result<Search, Unfit> {
        self.searches += 1;
        let budget = &self.rest.budget;
        let image = watched(&self.memories, property, &watches, budget);
        let image = image.map_err(|limit| self.rest.limit(limit))?;
        let engine = self.rest.engine(&image.system)?;
        let (system, memories) = (Arc::clone(&self.system), Arc::clone(&self.memories));
        let way = OfWatched { system, memories, image, wanted: None };
        Ok(Search { property, watches, engine: Adapter::new(way, engine, budget).by_one_property() })
    }
}

/// From a system in which some cells are looked at.
#[derive(Debug)]
struct OfWatched {
    system: Arc<System>,
    memories: Arc<Made<Memories>>,
    image: Watched,
    /// A cell that has to be looked at, too.
    wanted: Option<Watch>,
}

impl OfWatched {
    /// The formulas that the checker believes together, as a proof.
    fn part_that_holds(&self, mut left: Invariant, Asked { property, budget }: Asked) -> Back<Certificate> {
        let options = CheckOptions { proofs: false };
        loop {
            let certificate = Certificate::Inductive(left.clone());
            match check_certificate_with(&self.system, property, &certificate, &options, budget) {
                Ok(()) => return Ok(certificate),
                Err(CheckError::Limit(limit)) => return Err(StopCause::Limit(limit)),
                Err(CheckError::DoesNotHold(
                    Condition::Initiation { clause } | Condition::Consecution { clause },
                )) if clause < left.formulas.len() => drop(left.formulas.remove(clause)),
                Err(_) => return Err(INCOMPLETE),
            }
        }
    }
}

impl WayBack<System, System> for OfWatched {
    fn proof(&mut self, found: &Certificate, asked: Asked) -> Back<Certificate> {
        let found = found.inductive().ok_or(StopCause::Bound)?;
        let lifted = self.image.lift(&self.memories, found, asked.budget).map_err(StopCause::Limit)?;
        match self.image.lifts_all() {
            true => Ok(Certificate::Inductive(lifted)),
            false => self.part_that_holds(lifted, asked),
        }
    }

    fn counterexample(&mut self, found: &Trace, asked: Asked) -> Back<Trace> {
        let run = self.image.run(&self.memories, found, asked.budget).map_err(StopCause::Limit)?;
        run.map_err(|Spurious { watch }| {
            self.wanted = Some(watch);
            StopCause::TooManyCells
        })
    }
}

impl Prover<System> for Looking {
    fn prove(&mut self, property: PropertyId, observer: &mut dyn Observer) -> OutcomeOf<System> {
        let mut watches = Vec::new();
        loop {
            let present = match self.present.take() {
                Some(search) if search.property == property => Ok(search),
                Some(_) | None => self.search(property, std::mem::take(&mut watches)),
            };
            let search = match present {
                Ok(search) => self.present.insert(search),
                Err(unfit) => return Outcome::Unknown(unfit.into()),
            };
            let outcome = search.engine.prove(property, observer);
            match search.engine.way.wanted.take() {
                None => return outcome,
                Some(watch) => {
                    watches = std::mem::take(&mut search.watches);
                    self.present = None;
                    if watches.len() >= MOST_WATCHES || watches.contains(&watch) {
                        return outcome;
                    }
                    watches.push(watch);
                }
            }
        }
    }

    fn counters(&self) -> Counters {
        let watches = self.present.as_ref().map_or(0, |search| search.watches.len());
        let mut list = vec![("searches with memories", self.searches), ("cells looked at", watches as u64)];
        list.extend(self.present.iter().flat_map(|search| search.engine.counters()));
        list
    }

    fn has_claim(&self) -> bool {
        self.present.as_ref().map_or(false, |search| search.engine.has_claim())
    }
}

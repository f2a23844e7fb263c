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

use super::step::{AnyModel, AnyProver, OnRoute, Route, Step};
use super::takes::{Misfit, Unfit};
use crate::base::{Budget, Limit};
use crate::engine::common::prover::{Counters, OutcomeOf, Prover};
use crate::engine::options::Engine;
use crate::engine::{Observer, Outcome, StopCause};
use crate::evidence::system::check_certificate_with;
use crate::evidence::{CheckError, CheckOptions, Condition};
use crate::model::encode::watched::memories::{Memories, Watch};
use crate::model::encode::watched::{watched, Spurious, Watched};
use crate::model::system::{Certificate, Invariant, System};
use crate::model::PropertyId;

/// Cells that are looked at, at most.
const MOST_WATCHES: usize = 16;

/// The step to a system in which some cells are looked at.
#[derive(Debug)]
pub(super) struct Cells;

impl Step for Cells {
    fn set_up(&self, model: AnyModel<'_>, rest: Route) -> Result<AnyProver, Unfit> {
        let (engine, budget) = (rest.setting.options.engine, rest.setting.budget.clone());
        let system = match System::of(model) {
            Some(system) => system,
            None => return rest.set_up(model),
        };
        let memories = Memories::of(system, &budget).map_err(|limit| Unfit::limit(engine, limit))?;
        let memories = match memories {
            Some(memories) => memories,
            None => return rest.set_up(model),
        };
        if engine == Engine::KInduction {
            return Err(Unfit { engine, reason: Misfit::NotInductive });
        }
        let has_property = !system.properties().is_empty();
        let system = system.clone();
        let mut looking = Looking { system, memories, rest, budget, present: None, searches: 0 };
        if has_property {
            // An engine that does not fit says so now.
            looking.present = Some(looking.search(PropertyId::new(0), Vec::new())?);
        }
        Ok(System::prover(Box::new(looking)))
    }
}

/// The work on one system.
#[derive(Debug)]
struct Looking {
    system: System,
    memories: Memories,
    rest: Route,
    budget: Budget,
    present: Option<Search>,
    searches: u64,
}

/// A search in which some cells are looked at.
#[derive(Debug)]
struct Search {
    property: PropertyId,
    watches: Vec<Watch>,
    image: Watched,
    engine: Box<dyn Prover<System>>,
    /// A verdict on the image that has not come back yet.
    claim: Option<OutcomeOf<System>>,
}

impl Looking {
    fn search(&mut self, property: PropertyId, watches: Vec<Watch>) -> Result<Search, Unfit> {
        self.searches += 1;
        let limit = |limit| Unfit::limit(self.rest.setting.options.engine, limit);
        let image = watched(&self.memories, property, &watches, &self.budget).map_err(limit)?;
        let engine = self.rest.engine(&image.system)?;
        Ok(Search { property, watches, image, engine, claim: None })
    }

    /// Brings a claim about the image back, or tells the cell that has to be looked at.
    fn back(
        &self,
        search: &Search,
        claim: &OutcomeOf<System>,
    ) -> Result<Result<OutcomeOf<System>, Watch>, StopCause> {
        Ok(Ok(match claim {
            Outcome::Safe(found) => {
                let found = found.inductive().ok_or(StopCause::Bound)?;
                let lifted = search.image.lift(&self.memories, found, &self.budget);
                let lifted = lifted.map_err(StopCause::Limit)?;
                Outcome::Safe(match search.image.lifts_all() {
                    true => Certificate::Inductive(lifted),
                    false => self.part_that_holds(search.property, lifted)?,
                })
            }
            Outcome::Unsafe(found) => {
                let run = search.image.run(&self.memories, found, &self.budget).map_err(StopCause::Limit)?;
                match run {
                    Ok(trace) => Outcome::Unsafe(trace),
                    Err(Spurious { watch }) => return Ok(Err(watch)),
                }
            }
            Outcome::Unknown(reason) => Outcome::Unknown(*reason),
        }))
    }

    /// The formulas that the checker believes together, as a proof.
    fn part_that_holds(&self, property: PropertyId, lifted: Invariant) -> Result<Certificate, StopCause> {
        let options = CheckOptions { proofs: false };
        let mut left = lifted;
        loop {
            let certificate = Certificate::Inductive(left.clone());
            let checked =
                check_certificate_with(&self.system, property, &certificate, &options, &self.budget);
            match checked {
                Ok(()) => return Ok(certificate),
                Err(CheckError::Limit(limit)) => return Err(StopCause::Limit(limit)),
                Err(CheckError::DoesNotHold(
                    Condition::Initiation { clause } | Condition::Consecution { clause },
                )) if clause < left.formulas.len() => drop(left.formulas.remove(clause)),
                Err(_) => return Err(StopCause::Limit(Limit::Incomplete)),
            }
        }
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
            let mut search = match present {
                Ok(search) => search,
                Err(unfit) => return Outcome::Unknown(unfit.into()),
            };
            let claim = match search.claim.take() {
                Some(claim) => claim,
                None => search.engine.prove(PropertyId::new(0), observer),
            };
            match self.back(&search, &claim) {
                Ok(Err(watch)) => {
                    if search.watches.len() >= MOST_WATCHES || search.watches.contains(&watch) {
                        return Outcome::unknown(StopCause::TooManyCells, None);
                    }
                    watches = search.watches;
                    watches.push(watch);
                }
                Ok(Ok(outcome)) => {
                    self.present = Some(search);
                    return outcome;
                }
                Err(cause) => {
                    search.claim = matches!(cause, StopCause::Limit(_)).then_some(claim);
                    self.present = Some(search);
                    return Outcome::unknown(cause, None);
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
        self.present.as_ref().map_or(false, |search| search.claim.is_some() || search.engine.has_claim())
    }
}

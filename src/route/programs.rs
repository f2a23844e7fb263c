//! Programs: the steps from them, and from systems to the programs that their program counters tell.

use super::adapter::Adapter;
use super::options::RouteOptions;
use super::step::{forward, AnyModel, AnyProver, OnRoute, Route, Step};
use super::takes::Unfit;
use super::ways::{OfBlocks, OfClauses, OfCounter, OfRecovered};
use crate::base::{Budget, Limit};
use crate::engine::common::prover::{Counters, Prover};
use crate::engine::{Observer, Outcome, StopCause, SystemOutcome};
use crate::model::cfa::Cfa;
use crate::model::encode::automaton::to_cfa;
use crate::model::encode::horn::of_cfa;
use crate::model::encode::program::to_system_within;
use crate::model::reduce::program::{large_blocks, reduce_program, BlockOptions, Blocks, ProgramReduction};
use crate::model::reduce::{reduce_system_with, SystemReduction};
use crate::model::system::System;
use crate::model::PropertyId;
use std::sync::Arc;

/// The system that an engine is to work on: the system itself, if simple paths are compared in all its variables.
pub(crate) fn reduced_system(
    system: &System,
    options: &RouteOptions,
    budget: &Budget,
) -> Arc<SystemReduction> {
    Arc::new(match options.reduce.on && !options.has_simple_paths() {
        true => reduce_system_with(system, &options.reduce.circuit, budget),
        false => SystemReduction::none(system),
    })
}

/// From a program to the system with a program counter that it is.
pub(super) fn counter() -> Arc<dyn Step> {
    forward("work of the program counter", |cfa: &Cfa, setting| {
        let encoded = to_system_within(cfa, &setting.budget);
        let encoded = encoded.map_err(|limit| Unfit::limit(setting.options.engine, limit))?;
        Ok(Some(OfCounter { cfa: cfa.clone(), encoded }))
    })
}

/// From a system to a smaller one.
pub(super) fn reduced_with_counter() -> Arc<dyn Step> {
    forward("work of the reduction", |system: &System, setting| {
        Ok(Some(reduced_system(system, &setting.options, &setting.budget)))
    })
}

/// From a system to one that was made for several engines.
pub(crate) fn reduced(made: &Arc<SystemReduction>) -> Arc<dyn Step> {
    let made = Arc::clone(made);
    forward("work of the reduction", move |_: &System, _| Ok(Some(Arc::clone(&made))))
}

/// From a program to the clauses that it is.
pub(super) fn clauses_of_program() -> Arc<dyn Step> {
    forward("work of the clauses", |cfa: &Cfa, _| {
        Ok(Some(OfClauses { cfa: cfa.clone(), encoded: of_cfa(cfa) }))
    })
}

/// From a program to its large blocks, reduced: those that were made for several engines, or its own.
pub(crate) fn blocks(made: Option<&Prepared>) -> Arc<dyn Step> {
    let made = made.cloned();
    forward("work of the large blocks", move |cfa: &Cfa, setting| {
        let (options, budget) = (&setting.options, &setting.budget);
        Ok(Some(match &made {
            Some(made) => made.with_blocks(options, budget).way(budget),
            None => Prepared::new(cfa.clone(), options, budget).way(budget),
        }))
    })
}

/// From a system to a program, which is made anew for each property.
#[derive(Debug)]
pub(super) struct Recover;

impl Step for Recover {
    fn set_up(&self, model: AnyModel<'_>, rest: Route) -> Result<AnyProver, Unfit> {
        match System::of(model) {
            Some(system) => {
                let system = Arc::new(system.clone());
                Ok(System::prover(Box::new(AsProgram { system, rest, present: None })))
            }
            None => rest.set_up(model),
        }
    }
}

/// An engine over programs on a system, whose automaton is made anew for each property.
#[derive(Debug)]
struct AsProgram {
    system: Arc<System>,
    rest: Route,
    present: Option<(PropertyId, Adapter<Cfa, OfRecovered>)>,
}

impl AsProgram {
    fn recover(&self, property: PropertyId) -> Result<Adapter<Cfa, OfRecovered>, StopCause> {
        let budget = &self.rest.setting.budget;
        let program = to_cfa(&self.system, property, budget).map_err(StopCause::Limit)?;
        let engine = self.rest.engine(&program.cfa);
        // If the limit is only that of a slice, the automaton is worth the work on it in the next one.
        budget.poll().map_err(StopCause::Limit)?;
        let engine = engine.map_err(|_| StopCause::Limit(Limit::Incomplete))?;
        let sizes = vec![
            ("locations", program.cfa.location_count() as u64),
            ("edges", program.cfa.edges().len() as u64),
        ];
        Ok(Adapter::new(OfRecovered { system: Arc::clone(&self.system), program, sizes }, engine))
    }
}

impl Prover<System> for AsProgram {
    fn prove(&mut self, property: PropertyId, observer: &mut dyn Observer) -> SystemOutcome {
        let recovered = match self.present.take() {
            Some((of, recovered)) if of == property => Ok(recovered),
            Some(_) | None => self.recover(property),
        };
        match recovered {
            Ok(recovered) => self.present.insert((property, recovered)).1.prove(property, observer),
            Err(cause) => Outcome::unknown(cause, None),
        }
    }

    fn counters(&self) -> Counters {
        self.present.as_ref().map_or_else(Counters::new, |(_, recovered)| recovered.counters())
    }

    fn has_claim(&self) -> bool {
        self.present.as_ref().map_or(false, |(_, recovered)| recovered.has_claim())
    }
}

/// A program with its reduction and large blocks, which engines share.
#[derive(Clone, Debug)]
pub(crate) struct Prepared {
    pub cfa: Arc<Cfa>,
    pub reduction: Arc<ProgramReduction>,
    /// Of the reduced program.
    pub blocks: Arc<Blocks>,
    of: BlockOptions,
}

impl Prepared {
    /// Reduces the program and makes large blocks, as far as the budget allows.
    pub fn new(cfa: Cfa, options: &RouteOptions, budget: &Budget) -> Prepared {
        let reduction = match options.reduce.on {
            true => reduce_program(&cfa, &options.reduce.program, budget).ok(),
            false => None,
        };
        let reduction = Arc::new(reduction.unwrap_or_else(|| ProgramReduction::none(&cfa)));
        let blocks = Arc::new(blocks_of(&reduction.cfa, options, budget));
        Prepared { cfa: Arc::new(cfa), reduction, blocks, of: options.reduce.blocks.clone() }
    }

    /// The program with blocks of these options.
    pub fn with_blocks(&self, options: &RouteOptions, budget: &Budget) -> Prepared {
        if options.reduce.blocks == self.of {
            return self.clone();
        }
        let blocks = Arc::new(blocks_of(&self.reduction.cfa, options, budget));
        Prepared { blocks, of: options.reduce.blocks.clone(), ..self.clone() }
    }

    /// The way back from the blocks, by a member with this budget.
    pub fn way(&self, budget: &Budget) -> OfBlocks {
        let Prepared { cfa, reduction, blocks, .. } = self.clone();
        OfBlocks { cfa, reduction, blocks, budget: budget.clone() }
    }
}

/// The large blocks of a reduced program, as far as the budget allows.
fn blocks_of(reduced: &Cfa, options: &RouteOptions, budget: &Budget) -> Blocks {
    let unjoined = BlockOptions { most_parts: 0, ..BlockOptions::default() };
    let chosen = if options.reduce.on { &options.reduce.blocks } else { &unjoined };
    large_blocks(reduced, chosen, budget).unwrap_or_else(|_| Blocks::none(reduced))
}

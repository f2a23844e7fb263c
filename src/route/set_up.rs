//! Any engine on any model, as an engine of its own kind on an image of the model.
//!
//! Each function sets up the engine that the options name. The engine works on the model itself if it can
//! ([`Engine::setups`]), else on the image that [`Engine::sees`] says.

use super::adapter::Adapter;
use super::after_guesses::AfterGuesses;
use super::bits::BitsOf;
use super::integers::{OfIntegerClauses, OfIntegers};
use super::options::{RouteOptions, Words};
use super::takes::Unfit;
use super::ways::{OfBlocks, OfClauses, OfCounter, OfRecovered};
use crate::base::{Budget, Limit};
use crate::engine::common::prover::{Counters, Prover};
use crate::engine::table::Engine;
use crate::engine::{Observer, Outcome, StopCause, SystemOutcome};
use crate::model::cfa::Cfa;
use crate::model::encode::automaton::to_cfa;
use crate::model::encode::horn::of_cfa;
use crate::model::encode::program::to_system_within;
use crate::model::horn::Horn;
use crate::model::kind::Kind;
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

/// An engine on a system, or on an image of it: integers, a circuit, or a program.
///
/// Some engines work on circuits and on systems. They work on bits if the options prefer that and the system is one of
/// bits. Engines of a portfolio have its circuit in common, `bits`.
pub(crate) fn over_system(
    system: &System,
    bits: &BitsOf,
    options: &RouteOptions,
    budget: &Budget,
) -> Result<Box<dyn Prover<System>>, Unfit> {
    if options.images.words != Words::Kept {
        let integers = OfIntegers::new(system, options.images.words, options.engines.ic3_smt.seed, budget);
        let mut options = options.clone();
        // A system without such an image is worked on as it is. Engines over programs would ask for it again.
        options.images.words = Words::Kept;
        return match integers {
            Some(integers) => {
                let bits = BitsOf::new(false, budget.clone());
                let engine = over_system(integers.image(), &bits, &options, budget)?;
                Ok(Box::new(Adapter::new(integers, engine)))
            }
            None => over_system(system, bits, &options, budget),
        };
    }
    let (engine, setups) = (options.engine, options.engine.setups());
    // States that differ as circuits need not differ as systems.
    let has_circuit = engine == Engine::Bmc || (engine == Engine::KInduction && !options.has_simple_paths());
    match setups.system.filter(|_| !(has_circuit && options.images.bits && is_of_bits(system))) {
        Some(setup) => Ok(setup(system, &options.engines, budget.clone())),
        None if setups.circuit.is_some() => bits.engine(system, options, budget),
        None if setups.program.is_some() || setups.clauses.is_some() => {
            let (system, options) = (Arc::new(system.clone()), options.clone());
            Ok(Box::new(AsProgram { system, options, budget: budget.clone(), present: None }))
        }
        None => Err(Unfit::kind(engine, Kind::System)),
    }
}

/// Whether there are only Booleans and words.
pub(crate) fn is_of_bits(system: &System) -> bool {
    system.first_number().is_none()
}

/// An engine over programs on a system, whose automaton is made anew for each property.
#[derive(Debug)]
struct AsProgram {
    system: Arc<System>,
    options: RouteOptions,
    budget: Budget,
    present: Option<(PropertyId, Adapter<Cfa, OfRecovered>)>,
}

impl AsProgram {
    fn recover(&self, property: PropertyId) -> Result<Adapter<Cfa, OfRecovered>, StopCause> {
        let program = to_cfa(&self.system, property, &self.budget).map_err(StopCause::Limit)?;
        let prepared = Prepared::new(program.cfa.clone(), &self.options, &self.budget);
        // If the limit is only that of a turn, the automaton is worth the work on it in the next one.
        self.budget.poll().map_err(StopCause::Limit)?;
        let engine = prepared.engine(&self.options, &self.budget);
        let engine = engine.map_err(|_| StopCause::Limit(Limit::Incomplete))?;
        let sizes = vec![
            ("locations", program.cfa.location_count() as u64),
            ("edges", program.cfa.edges().len() as u64),
            ("reduced locations", prepared.reduction.cfa.location_count() as u64),
            ("reduced edges", prepared.reduction.cfa.edges().len() as u64),
            ("locations of large blocks", prepared.blocks.cfa.location_count() as u64),
            ("large blocks", prepared.blocks.cfa.edges().len() as u64),
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

    /// An engine on the blocks.
    pub fn engine(&self, options: &RouteOptions, budget: &Budget) -> Result<Box<dyn Prover<Cfa>>, Unfit> {
        let Prepared { cfa, reduction, blocks, .. } = self.with_blocks(options, budget);
        let engine = match options.engines.guess_rounds > 0 && options.engine != Engine::Guess {
            true => Box::new(AfterGuesses::new(&blocks.cfa, over_program, options, budget)),
            false => over_program(&blocks.cfa, options, budget)?,
        };
        Ok(Box::new(Adapter::new(OfBlocks { cfa, reduction, blocks, budget: budget.clone() }, engine)))
    }
}

/// The large blocks of a reduced program, as far as the budget allows.
fn blocks_of(reduced: &Cfa, options: &RouteOptions, budget: &Budget) -> Blocks {
    let unjoined = BlockOptions { most_parts: 0, ..BlockOptions::default() };
    let chosen = if options.reduce.on { &options.reduce.blocks } else { &unjoined };
    large_blocks(reduced, chosen, budget).unwrap_or_else(|_| Blocks::none(reduced))
}

/// An engine on an automaton, or on an image of it: clauses, or a system with a program counter.
pub(crate) fn over_program(
    cfa: &Cfa,
    options: &RouteOptions,
    budget: &Budget,
) -> Result<Box<dyn Prover<Cfa>>, Unfit> {
    let setups = options.engine.setups();
    if options.engine.sees(Kind::Program).is_none() {
        return Err(Unfit::kind(options.engine, Kind::Program));
    }
    match (setups.program, setups.clauses, options.images.words) {
        (Some(setup), _, Words::Kept) => Ok(setup(cfa, &options.engines, budget.clone())),
        (None, Some(setup), Words::Kept) => {
            let encoded = of_cfa(cfa);
            let engine = setup(&encoded.horn, &options.engines, budget.clone());
            Ok(Box::new(Adapter::new(OfClauses { cfa: cfa.clone(), encoded }, engine)))
        }
        (_, _, Words::Kept | Words::Integers | Words::WithoutWraps) => {
            let encoded =
                to_system_within(cfa, budget).map_err(|limit| Unfit::limit(options.engine, limit))?;
            let reduction = reduced_system(&encoded.system, options, budget);
            let bits = BitsOf::new(false, budget.clone());
            let engine = over_system(&reduction.system, &bits, options, budget)?;
            let engine = Box::new(Adapter::new(reduction, engine));
            Ok(Box::new(Adapter::new(OfCounter { cfa: cfa.clone(), encoded }, engine)))
        }
    }
}

/// An engine on clauses, or on the integers that their words are made. It works on words if they have no such image.
pub(crate) fn over_clauses(
    horn: &Arc<Horn>,
    options: &RouteOptions,
    budget: &Budget,
) -> Result<Box<dyn Prover<Horn>>, Unfit> {
    let setup = options.engine.setups().clauses.ok_or_else(|| Unfit::kind(options.engine, Kind::Clauses))?;
    Ok(match OfIntegerClauses::new(horn, options.images.words, budget) {
        Some(integers) => {
            let engine = setup(integers.image(), &options.engines, budget.clone());
            Box::new(Adapter::new(integers, engine))
        }
        None => setup(horn, &options.engines, budget.clone()),
    })
}

//! The images of a model, each made once.
//!
//! Several places need an image: the line-up of a portfolio asks whether there is one, which is the condition of some
//! members, and these members work on it. [`Images`] has the images of one model, and each image that was [`Made`] has
//! such a store of its own, for the images that are made of it in turn. For example the system with a program counter
//! is in the store of the large blocks, and what it is over integers is in the store of the reduced system.
//!
//! # Invariants
//!
//! - A store makes an image with its own budget. If engines share the store, this is the budget of all of them: an
//!   engine whose turn is over waits in the midst of its work, and none may wait while it holds a store. The store of
//!   one engine has that engine's budget, and waits with it.
//! - A limit is an error, and nothing is known of the image: the next one that asks makes it anew. Reductions go as far
//!   as the budget allows.
//!
//! # Left out
//!
//! Images that one engine alone has, such as those with guesses of its own, are made by the steps ([`Made::by`]).

use super::options::{RouteOptions, Words};
use super::takes::Unfit;
use crate::base::{Budget, Limit};
use crate::engine::CircuitLemmas;
use crate::model::cfa::Cfa;
use crate::model::circuit::Circuit;
use crate::model::encode::blast::{blast, Blasted};
use crate::model::encode::integers::{to_integer_clauses, to_integers};
use crate::model::encode::integers::{IntegerHorn, IntegerSystem, NotLinear, Wraps};
use crate::model::encode::program::{to_system_within, ProgramSystem};
use crate::model::encode::watched::memories::Memories;
use crate::model::horn::Horn;
use crate::model::reduce::program::{large_blocks, reduce_program, BlockOptions, Blocks, ProgramReduction};
use crate::model::reduce::{reduce, reduce_system_with, ReduceOptions, Reduction, SystemReduction};
use crate::model::system::System;
use std::ops::Deref;
use std::sync::{Arc, Mutex};

/// An image, with what it took and the images that were made of it.
#[derive(Debug)]
pub(crate) struct Made<E> {
    image: E,
    /// The work.
    pub cost: u64,
    pub images: Arc<Images>,
}

/// The image that was looked for; `None` if the model has none.
pub(crate) type Found<E, X = Limit> = Result<Known<E>, X>;

type Known<E> = Option<Arc<Made<E>>>;

impl<E> Made<E> {
    /// An image that is there already; images of it will be made with this budget.
    pub fn new(image: E, budget: &Budget) -> Arc<Made<E>> {
        Made::sharing(image, budget, false)
    }

    /// The same; if `shares_lemmas`, the engines that see it as a circuit leave lemmas for each other.
    pub fn sharing(image: E, budget: &Budget, shares_lemmas: bool) -> Arc<Made<E>> {
        let images = Images { shares_lemmas, ..Images::new(budget) };
        Arc::new(Made { image, cost: 0, images: Arc::new(images) })
    }

    /// An image that is made with this budget, as those of it will be.
    pub fn by<X>(budget: &Budget, make: impl FnOnce(&Budget) -> Result<Option<E>, X>) -> Found<E, X> {
        let own = budget.child();
        let image = make(&own)?;
        let (cost, images) = (own.work_used(), Arc::new(Images::new(budget)));
        Ok(image.map(|image| Arc::new(Made { image, cost, images })))
    }
}

impl<E> Deref for Made<E> {
    type Target = E;

    fn deref(&self) -> &E {
        &self.image
    }
}

/// A model as another one, with what the way back needs.
#[derive(Debug)]
pub(crate) struct Encoded<M, E> {
    pub original: M,
    pub encoding: E,
}

/// A system as a circuit, reduced.
#[derive(Debug)]
pub(crate) struct Bits {
    pub system: System,
    pub blasted: Blasted,
    pub reduction: Reduction,
    /// The board of the engines on it, if they share lemmas.
    pub lemmas: Option<CircuitLemmas>,
}

/// A program that was reduced, in large blocks.
#[derive(Debug)]
pub(crate) struct InBlocks {
    pub cfa: Arc<Cfa>,
    pub reduction: Arc<ProgramReduction>,
    /// Of the reduced program.
    pub blocks: Blocks,
}

impl InBlocks {
    fn new(
        cfa: &Arc<Cfa>,
        reduction: &Arc<ProgramReduction>,
        options: &RouteOptions,
        budget: &Budget,
    ) -> Result<InBlocks, Limit> {
        let unjoined = BlockOptions { most_parts: 0, ..BlockOptions::default() };
        let chosen = if options.reduce.on { &options.reduce.blocks } else { &unjoined };
        let blocks = large_blocks(&reduction.cfa, chosen, budget)?;
        Ok(InBlocks { cfa: Arc::clone(cfa), reduction: Arc::clone(reduction), blocks })
    }

    /// Reduces a program and makes large blocks, as far as the budget allows.
    pub fn of(cfa: &Cfa, options: &RouteOptions, budget: &Budget) -> InBlocks {
        let reduction = match options.reduce.on {
            true => reduce_program(cfa, &options.reduce.program, budget).ok(),
            false => None,
        };
        let reduction = Arc::new(reduction.unwrap_or_else(|| ProgramReduction::none(cfa)));
        let cfa = Arc::new(cfa.clone());
        InBlocks::new(&cfa, &reduction, options, budget).unwrap_or_else(|_| {
            let blocks = Blocks::none(&reduction.cfa);
            InBlocks { cfa, reduction, blocks }
        })
    }
}

/// The images of one kind, by the options on which they depend.
#[derive(Debug)]
struct Each<K, E>(Mutex<Vec<(K, Known<E>)>>);

impl<K, E> Default for Each<K, E> {
    fn default() -> Each<K, E> {
        Each(Mutex::default())
    }
}

impl<K: PartialEq, E> Each<K, E> {
    /// The image of these options, which is made if it is not known.
    fn get<X>(
        &self,
        key: K,
        budget: &Budget,
        make: impl FnOnce(&Budget) -> Result<Option<E>, X>,
    ) -> Found<E, X> {
        let mut all = self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if let Some((_, known)) = all.iter().find(|(of, _)| *of == key) {
            return Ok(known.clone());
        }
        let made = Made::by(budget, make)?;
        all.push((key, made.clone()));
        Ok(made)
    }
}

/// The store of the images of one model.
#[derive(Debug, Default)]
pub(crate) struct Images {
    budget: Budget,
    shares_lemmas: bool,
    blocks: Each<BlockOptions, InBlocks>,
    counter: Each<(), Encoded<Cfa, ProgramSystem>>,
    /// By whether reductions are on, and whether simple paths have to be kept.
    reduced: Each<(bool, bool), SystemReduction>,
    /// Likewise.
    bits: Each<(bool, bool), Bits>,
    memories: Each<(), Memories>,
    integers: Each<Words, Encoded<System, IntegerSystem>>,
    clauses: Each<Words, Encoded<Horn, IntegerHorn>>,
}

impl Images {
    /// A store whose images are made with this budget.
    pub fn new(budget: &Budget) -> Images {
        Images { budget: budget.clone(), ..Images::default() }
    }

    /// A program that was reduced, in other large blocks.
    pub fn blocks(&self, other: &InBlocks, options: &RouteOptions) -> Found<InBlocks> {
        self.blocks.get(options.reduce.blocks.clone(), &self.budget, |budget| {
            InBlocks::new(&other.cfa, &other.reduction, options, budget).map(Some)
        })
    }

    /// The system with a program counter that a program is.
    pub fn counter(&self, cfa: &Cfa) -> Found<Encoded<Cfa, ProgramSystem>> {
        self.counter.get((), &self.budget, |budget| {
            let encoding = to_system_within(cfa, budget)?;
            Ok(Some(Encoded { original: cfa.clone(), encoding }))
        })
    }

    /// A smaller system.
    pub fn reduced(&self, system: &System, options: &RouteOptions) -> Found<SystemReduction> {
        let reduce = |budget: &Budget| Ok(Some(reduced_system(system, options, budget)));
        self.reduced.get(options.strength(), &self.budget, reduce)
    }

    /// The circuit that a system of Booleans and words is, reduced.
    pub fn bits(&self, system: &System, options: &RouteOptions) -> Found<Bits, Unfit> {
        self.bits.get(options.strength(), &self.budget, |budget| {
            let blasted = blast(system, budget).map_err(|no| Unfit::not_blasted(options.engine, no))?;
            let reduction = reduced_circuit(&blasted.circuit, options, budget);
            let lemmas = self.shares_lemmas.then(CircuitLemmas::new);
            Ok(Some(Bits { system: system.clone(), blasted, reduction, lemmas }))
        })
    }

    /// The circuit that a system is, if it is made and engines share lemmas about it.
    pub fn shared_bits(&self) -> Known<Bits> {
        let all = self.bits.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        all.iter().filter_map(|(_, known)| known.clone()).find(|bits| bits.lemmas.is_some())
    }

    /// The memories of a system with arrays of which single cells can be looked at.
    pub fn memories(&self, system: &System) -> Found<Memories> {
        self.memories.get((), &self.budget, |budget| Memories::of(system, budget))
    }

    /// A system of words that is linear, over integers.
    pub fn integers(&self, system: &System, words: Words) -> Found<Encoded<System, IntegerSystem>> {
        self.integers.get(words, &self.budget, |budget| over_integers(system, words, budget, to_integers))
    }

    /// Clauses over words that are linear, over integers.
    pub fn integer_clauses(&self, horn: &Horn, words: Words) -> Found<Encoded<Horn, IntegerHorn>> {
        self.clauses.get(words, &self.budget, |budget| over_integers(horn, words, budget, to_integer_clauses))
    }
}

/// A model of words over integers; `None` if it is not linear, or the words are kept.
fn over_integers<M: Clone, E>(
    model: &M,
    words: Words,
    budget: &Budget,
    encode: fn(&M, Wraps, &Budget) -> Result<E, NotLinear>,
) -> Result<Option<Encoded<M, E>>, Limit> {
    let wraps = match words {
        Words::Kept => return Ok(None),
        Words::Integers => Wraps::Kept,
        Words::WithoutWraps => Wraps::Ignored,
    };
    match encode(model, wraps, budget) {
        Ok(encoding) => Ok(Some(Encoded { original: model.clone(), encoding })),
        Err(NotLinear::Limit(limit)) => Err(limit),
        Err(NotLinear::Term(_)) => Ok(None),
    }
}

/// The circuit that an engine is to work on.
///
/// The checker compares the states of simple paths in all latches on which the property depends. So a reduction has to
/// explain, given the cone of influence, each of these latches by a fact.
pub(crate) fn reduced_circuit(circuit: &Circuit, options: &RouteOptions, budget: &Budget) -> Reduction {
    if options.reduce.on && !options.has_simple_paths() {
        return reduce(circuit, &options.reduce.circuit, budget);
    }
    let cone = reduce(circuit, &ReduceOptions { rounds: 0, ..options.reduce.circuit.clone() }, budget);
    if !options.reduce.on {
        return cone;
    }
    let smaller = reduce(&cone.circuit, &options.reduce.circuit, budget);
    match smaller.keeps_simple_paths(&cone.circuit) {
        true => cone.then(smaller),
        false => cone,
    }
}

/// The system that an engine is to work on: the system itself, if simple paths are compared in all its variables.
pub(crate) fn reduced_system(system: &System, options: &RouteOptions, budget: &Budget) -> SystemReduction {
    match options.reduce.on && !options.has_simple_paths() {
        true => reduce_system_with(system, &options.reduce.circuit, budget),
        false => SystemReduction::none(system),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_image_is_made_once_and_a_limit_is_forgotten() {
        let (store, budget) = (Each::<u8, &str>::default(), Budget::unlimited());
        let paused = store.get(0, &budget, |_| Err(Limit::Paused));
        assert_eq!(paused.err(), Some(Limit::Paused));
        for _ in 0..2 {
            let made = store.get(0, &budget, |budget| {
                budget.spend_work(7);
                Ok::<_, Limit>(Some("image"))
            });
            let made = made.expect("no limit").expect("an image");
            assert_eq!((**made, made.cost, budget.work_used()), ("image", 7, 7));
        }
        let none = store.get(1, &budget, |_| Ok::<_, Limit>(None)).expect("no limit");
        assert!(none.is_none());
    }
}

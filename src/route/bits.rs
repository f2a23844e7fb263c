//! Engines on circuits: on those that are verified, and on those that systems of bits are.
//!
//! The members of a portfolio work on one circuit, made and reduced once ([`BitsOf`]), and leave lemmas about it for
//! each other. It is made with the budget of the whole race: the slice of the first member may be too short to
//! build it.

use super::adapter::{Adapter, WayBack};
use super::later::FromLaterOn;
use super::options::RouteOptions;
use super::takes::{Misfit, Unfit};
use crate::base::Budget;
use crate::engine::common::prover::{Counters, Prover};
use crate::engine::{CircuitLemmas, StopCause};
use crate::model::circuit::Circuit;
use crate::model::encode::blast::{blast, Blasted};
use crate::model::encode::later::begin_later;
use crate::model::kind::Kind;
use crate::model::reduce::{reduce, ReduceOptions, Reduction};
use crate::model::system::{Certificate, System, Trace};
use crate::model::transition::Transition;
use crate::model::{invariant, trace, PropertyId};
use std::sync::{Arc, Mutex};

/// An engine on a circuit, or on what the circuit is some steps later, if the options prefer that.
pub(crate) fn over_circuit(
    circuit: &Circuit,
    options: &RouteOptions,
    budget: &Budget,
) -> Result<Box<dyn Prover<Circuit>>, Unfit> {
    let setup = options.engine.setups().circuit.ok_or_else(|| Unfit::kind(options.engine, Kind::Circuit))?;
    let room = Transition::is_allowed(circuit, budget);
    room.map_err(|limit| Unfit { engine: options.engine, reason: Misfit::NoCircuit(limit.into()) })?;
    let most = if options.has_simple_paths() { 0 } else { options.images.temporal_decomposition };
    Ok(match begin_later(circuit, most) {
        Some(later) => {
            let reduction = reduced_circuit(&later.circuit, options, budget);
            let engine = setup(&reduction.circuit, &options.engines, budget.clone());
            let engine = Box::new(Adapter::new(reduction, engine));
            Box::new(FromLaterOn::new(circuit, later, engine, options.engines.ic3.seed, budget))
        }
        None => setup(circuit, &options.engines, budget.clone()),
    })
}

/// The circuit that an engine is to work on.
///
/// The checker compares the states of simple paths in all latches on which the property depends. So a reduction has to
/// explain, given the cone of influence, each of these latches by a fact.
pub(crate) fn reduced_circuit(circuit: &Circuit, options: &RouteOptions, budget: &Budget) -> Arc<Reduction> {
    if options.reduce.on && !options.has_simple_paths() {
        return Arc::new(reduce(circuit, &options.reduce.circuit, budget));
    }
    let cone = reduce(circuit, &ReduceOptions { rounds: 0, ..options.reduce.circuit.clone() }, budget);
    if !options.reduce.on {
        return Arc::new(cone);
    }
    let smaller = reduce(&cone.circuit, &options.reduce.circuit, budget);
    Arc::new(match smaller.keeps_simple_paths(&cone.circuit) {
        true => cone.then(smaller),
        false => cone,
    })
}

/// The circuit that a system of Booleans and bit-vectors is, once it is made.
#[derive(Debug)]
pub(crate) struct BitsOf {
    image: Mutex<Option<Arc<Image>>>,
    /// For making it.
    budget: Budget,
    /// Whether the engines on it share lemmas.
    shares: bool,
}

/// A system as a circuit, reduced.
#[derive(Debug)]
struct Image {
    system: System,
    blasted: Blasted,
    reduction: Arc<Reduction>,
    /// Whether it was reduced for proofs with simple paths.
    has_simple_paths: bool,
    /// The board of the engines on it, if they share lemmas.
    lemmas: Option<CircuitLemmas>,
}

impl BitsOf {
    /// For engines that share lemmas or do not. The budget is for making the circuit.
    pub fn new(shares: bool, budget: Budget) -> BitsOf {
        BitsOf { image: Mutex::default(), budget, shares }
    }

    /// An engine on the circuit that this system is. The same system has to be asked about each time, with options that
    /// reduce circuits alike.
    pub fn engine(
        &self,
        system: &System,
        options: &RouteOptions,
        budget: &Budget,
    ) -> Result<Box<dyn Prover<System>>, Unfit> {
        let image = self.image(system, options)?;
        let mut engine = over_circuit(&image.reduction.circuit, options, budget)?;
        if let Some(lemmas) = &image.lemmas {
            engine.share(lemmas);
        }
        let reduction = Arc::clone(&image.reduction);
        Ok(Box::new(Adapter::new(OfBits(image), Box::new(Adapter::new(reduction, engine)))))
    }

    fn image(&self, system: &System, options: &RouteOptions) -> Result<Arc<Image>, Unfit> {
        let mut known = self.image.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let has_simple_paths = options.has_simple_paths();
        match &*known {
            Some(image) if image.has_simple_paths == has_simple_paths => return Ok(Arc::clone(image)),
            Some(_) | None => {}
        }
        let blasted = blast(system, &self.budget);
        let blasted =
            blasted.map_err(|no| Unfit { engine: options.engine, reason: Misfit::NoCircuit(no) })?;
        let reduction = reduced_circuit(&blasted.circuit, options, &self.budget);
        let lemmas = self.shares.then(CircuitLemmas::new);
        let system = system.clone();
        let image = Arc::new(Image { system, blasted, reduction, has_simple_paths, lemmas });
        Ok(Arc::clone(known.insert(image)))
    }
}

/// From the circuit that a system is.
#[derive(Debug)]
struct OfBits(Arc<Image>);

impl WayBack<System, Circuit> for OfBits {
    fn proof(&mut self, _: PropertyId, found: &invariant::Certificate) -> Result<Certificate, StopCause> {
        Ok(self.0.blasted.certificate(&self.0.system, found))
    }

    fn counterexample(&mut self, found: &trace::Trace) -> Result<Trace, StopCause> {
        Ok(self.0.blasted.trace(&self.0.system, found))
    }

    fn counters(&self) -> Counters {
        let (made, reduced) = (&self.0.blasted.circuit, &self.0.reduction.circuit);
        vec![
            ("inputs of the circuit", made.inputs().len() as u64),
            ("latches of the circuit", made.latches().len() as u64),
            ("gates of the circuit", made.and_count() as u64),
            ("reduced inputs", reduced.inputs().len() as u64),
            ("reduced latches", reduced.latches().len() as u64),
            ("reduced gates", reduced.and_count() as u64),
        ]
    }
}

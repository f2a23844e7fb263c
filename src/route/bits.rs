//! Engines on circuits: on those that are verified, and on those that systems of bits are.
//!
//! The members of a portfolio work on one circuit, made and reduced once ([`BitsOf`]), and leave lemmas about it for
//! each other. It is made with the budget of the whole race: the slice of the first member may be too short to
//! build it.

use super::adapter::{Adapter, WayBack};
use super::options::RouteOptions;
use super::step::{forward, AnyModel, AnyProver, OnRoute, Route, Setting, Step};
use super::takes::Unfit;
use crate::base::Budget;
use crate::engine::common::prover::Counters;
use crate::engine::{CircuitLemmas, StopCause};
use crate::model::circuit::Circuit;
use crate::model::encode::blast::{blast, Blasted};
use crate::model::reduce::{reduce, ReduceOptions, Reduction, SystemReduction};
use crate::model::system::{Certificate, System, Trace};
use crate::model::{invariant, trace, PropertyId};
use std::sync::{Arc, Mutex};

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

/// From a circuit to a smaller one.
pub(super) fn reducing() -> Arc<dyn Step> {
    forward("work of the reduction", |circuit: &Circuit, setting| {
        Ok(Some(reduced_circuit(circuit, &setting.options, &setting.budget)))
    })
}

/// From a circuit to one that was made for several engines.
pub(crate) fn reduced(made: &Arc<Reduction>) -> Arc<dyn Step> {
    let made = Arc::clone(made);
    forward("work of the reduction", move |_: &Circuit, _| Ok(Some(Arc::clone(&made))))
}

/// The step from a system to the circuit that it is, reduced. `if_of_bits` passes over a system with numbers, which is
/// no circuit. The engines that share the circuit of a system leave lemmas for each other.
pub(super) fn bits(made: &Arc<BitsOf>, if_of_bits: bool) -> Arc<dyn Step> {
    Arc::new(ToBits { made: Arc::clone(made), if_of_bits })
}

#[derive(Debug)]
struct ToBits {
    made: Arc<BitsOf>,
    if_of_bits: bool,
}

impl Step for ToBits {
    fn set_up(&self, model: AnyModel<'_>, rest: Route) -> Result<AnyProver, Unfit> {
        let system = match System::of(model) {
            Some(system) if !self.if_of_bits || is_of_bits(system) => system,
            Some(_) | None => return rest.set_up(model),
        };
        let before = rest.setting.budget.work_used();
        let image = self.made.image(system, &rest.setting)?;
        let mut engine = rest.engine(&image.reduction.circuit)?;
        if let Some(lemmas) = &image.lemmas {
            engine.share(lemmas);
        }
        let cost = ("work of the circuit", rest.setting.budget.work_used() - before);
        let engine = Box::new(Adapter::new(Arc::clone(&image.reduction), engine));
        Ok(System::prover(Box::new(Adapter::after(cost, OfBits(image), engine))))
    }
}

/// Whether there are only Booleans and words.
pub(crate) fn is_of_bits(system: &System) -> bool {
    system.first_beyond_bits().is_none()
}

/// The circuit that a system of Booleans and bit-vectors is, once it is made.
#[derive(Debug)]
pub(crate) struct BitsOf {
    image: Mutex<Option<Arc<Image>>>,
    /// The system whose engines have the circuit in common, whether they share lemmas, and the budget for making it.
    common: Option<(Arc<SystemReduction>, bool, Budget)>,
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
    /// For engines on this system, which share lemmas or do not.
    pub fn common(system: &Arc<SystemReduction>, shares: bool, budget: Budget) -> BitsOf {
        BitsOf { image: Mutex::default(), common: Some((Arc::clone(system), shares, budget)) }
    }

    /// For one engine.
    pub fn alone() -> BitsOf {
        BitsOf { image: Mutex::default(), common: None }
    }

    /// The circuit that the system is; the one in common, if it is that system.
    fn image(&self, system: &System, setting: &Setting) -> Result<Arc<Image>, Unfit> {
        let common = self.common.as_ref().filter(|(common, ..)| std::ptr::eq(&common.system, system));
        let (shares, budget) = match common {
            Some((_, shares, budget)) => (*shares, budget),
            None => return Image::new(system, false, &setting.options, &setting.budget).map(Arc::new),
        };
        let mut known = self.image.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        match &*known {
            Some(image) if image.has_simple_paths == setting.options.has_simple_paths() => {
                Ok(Arc::clone(image))
            }
            Some(_) | None => {
                let image = Arc::new(Image::new(system, shares, &setting.options, budget)?);
                Ok(Arc::clone(known.insert(image)))
            }
        }
    }
}

impl Image {
    fn new(system: &System, shares: bool, options: &RouteOptions, budget: &Budget) -> Result<Image, Unfit> {
        let blasted = blast(system, budget).map_err(|no| Unfit::not_blasted(options.engine, no))?;
        let reduction = reduced_circuit(&blasted.circuit, options, budget);
        let lemmas = shares.then(CircuitLemmas::new);
        let has_simple_paths = options.has_simple_paths();
        Ok(Image { system: system.clone(), blasted, reduction, has_simple_paths, lemmas })
    }
}

/// From the circuit that a system is.
#[derive(Debug)]
struct OfBits(Arc<Image>);

impl WayBack<System, Circuit> for OfBits {
    fn image(&self) -> &Circuit {
        &self.0.blasted.circuit
    }

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

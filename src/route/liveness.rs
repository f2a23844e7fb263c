//! Justice properties of circuits, and of systems as circuits; `lassos` has those of systems that are none.
//!
//! The engines of [`crate::engine::live`] look at one property, and at the part of the circuit on which it depends. An
//! engine for safety takes a justice property as the question whether a lasso can be run through.

use super::adapter::{Adapter, Asked, Back, ForEach, WayBack, INCOMPLETE};
use super::bits::{is_of_bits, reducing};
use super::images::Encoded;
use super::lassos::over_lassos;
use super::options::RouteOptions;
use super::plan::{of_circuit, route};
use super::takes::{Misfit, Unfit};
use crate::base::Budget;
use crate::engine::common::prover::{Both, Counters, Model, OutcomeOf, Prover};
use crate::engine::live::{Below, KLive, L2s, RLive, Safety, Task};
use crate::engine::options::Engine;
use crate::engine::{CircuitOutcome, Observer, Outcome, StopCause, StopReason};
use crate::model::circuit::Circuit;
use crate::model::encode::blast::{blast, Blasted};
use crate::model::encode::live::{closes_at, complete, lasso_leaves, only, system_lasso_form};
use crate::model::invariant::{Layer, Proof};
use crate::model::reduce::{reduce, ReduceOptions, Reduction};
use crate::model::system::{self, System};
use crate::model::trace::Trace;
use crate::model::PropertyId;
use std::convert::identity;
use std::sync::Arc;

/// An algorithm for liveness.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Algorithm {
    L2s,
    KLive,
    RLive,
}

/// The algorithm by which an engine takes justice properties, and the engine below; `None` if it takes none.
fn way_of(options: &RouteOptions) -> Option<(Algorithm, Engine)> {
    let below = options.engines.live.below;
    match options.engine {
        Engine::L2s => Some((Algorithm::L2s, below)),
        Engine::KLive => Some((Algorithm::KLive, below)),
        Engine::RLive => Some((Algorithm::RLive, below)),
        engine => engine.setups().circuit.map(|_| (Algorithm::L2s, engine)),
    }
}

/// Whether an engine proves by inductive invariants, of which rankings can be made.
fn gives_invariants(engine: Engine) -> bool {
    engine.setups().circuit.is_some() && !matches!(engine, Engine::Bmc | Engine::KInduction)
}

/// An engine for the justice properties of a circuit.
///
/// # Errors
///
/// If the engine that the options name takes none, or the engine that is to be below it does not fit there.
pub(crate) fn over_justice(
    circuit: &Circuit,
    options: &RouteOptions,
    budget: &Budget,
) -> Result<Box<dyn Prover<Both<Circuit>>>, Unfit> {
    let unfit = |reason| Unfit { engine: options.engine, reason };
    let (way, below) = way_of(options).ok_or_else(|| unfit(Misfit::Justice))?;
    let fits = match way {
        Algorithm::L2s => below.setups().circuit.is_some(),
        Algorithm::KLive | Algorithm::RLive => gives_invariants(below),
    };
    if !fits {
        return Err(unfit(Misfit::Below(below)));
    }
    let mut options = options.clone();
    options.engine = below;
    let (circuit, budget) = (Arc::new(circuit.clone()), budget.clone());
    Ok(ForEach::new(move |property| {
        begin(&circuit, way, property, &options, &budget).ok_or(StopCause::Bound)
    }))
}

/// The engine that answers for one circuit, or the reason why there is none.
#[derive(Debug)]
struct Over(Result<Box<dyn Prover<Circuit>>, StopReason>);

impl Safety for Over {
    fn prove(&mut self, property: PropertyId, observer: &mut dyn Observer) -> CircuitOutcome {
        match &mut self.0 {
            Ok(engine) => engine.prove(property, observer),
            Err(reason) => Outcome::Unknown(*reason),
        }
    }

    fn counters(&self) -> Counters {
        self.0.as_ref().map_or_else(|_| Counters::new(), |engine| engine.counters())
    }
}

/// Sets up the engine that these options name.
fn below(options: &RouteOptions, budget: &Budget) -> Below {
    let (options, budget) = (options.clone(), budget.clone());
    Below::new(move |circuit, task| {
        let before = match task {
            Task::Part => Vec::new(),
            Task::Whole => vec![reducing()],
        };
        let engine = route(before, of_circuit, &options, &budget).engine(circuit);
        Box::new(Over(engine.map_err(StopReason::from)))
    })
}

/// A circuit whose justice properties are proved by sets of states.
#[derive(Debug)]
struct Ranked;

impl Model for Ranked {
    type Proof = Vec<Layer>;
    type Counterexample = Trace;
    type Lemmas = ();
}

/// Algorithms for the one justice property that each was set up for, with the form of their proofs.
macro_rules! provers {
    ($($algorithm:ty: $kind:ty, $form:expr;)*) => { $(
        impl Prover<$kind> for $algorithm {
            fn prove(&mut self, _: PropertyId, observer: &mut dyn Observer) -> OutcomeOf<$kind> {
                <$algorithm>::prove(self, observer).map($form, identity)
            }

            fn counters(&self) -> Counters {
                <$algorithm>::counters(self)
            }
        }
    )* };
}

provers! {
    L2s: Both<Circuit>, Proof::LassoFree;
    KLive: Ranked, identity;
    RLive: Ranked, identity;
}

/// From the part of a circuit on which a justice property depends, reduced.
impl WayBack<Both<Circuit>, Ranked> for Encoded<Arc<Circuit>, Reduction> {
    fn proof(&mut self, found: &Vec<Layer>, _: Asked) -> Back<Proof> {
        let lifted = |layer: &Layer| Layer {
            waits_for: layer.waits_for,
            states: self.encoding.lift_invariant(&layer.states),
        };
        Ok(Proof::Ranked(found.iter().map(lifted).collect()))
    }

    fn counterexample(&mut self, lasso: &Trace, asked: Asked) -> Back<Trace> {
        let start = closes_at(&self.encoding.circuit, lasso).unwrap_or(0);
        let lifted = Trace { property: asked.property, ..self.encoding.lift_trace(lasso) };
        Ok(complete(&self.original, lifted, start))
    }
}

/// An engine on one justice property, by an algorithm with the engine below; `None` if the circuit does not have it.
fn begin(
    circuit: &Arc<Circuit>,
    way: Algorithm,
    property: PropertyId,
    options: &RouteOptions,
    budget: &Budget,
) -> Option<Box<dyn Prover<Both<Circuit>>>> {
    let below = below(options, budget);
    if way == Algorithm::L2s {
        return Some(Box::new(L2s::new(circuit, property, &below)?));
    }
    let part = only(circuit, property)?;
    let reduce_options = match options.reduce.on {
        true => options.reduce.circuit.clone(),
        false => ReduceOptions { rounds: 0, ..options.reduce.circuit.clone() },
    };
    let encoding = reduce(&part, &reduce_options, budget);
    let (reduced, alone) = (&encoding.circuit, PropertyId::justice(0));
    let engine: Box<dyn Prover<Ranked>> = match way {
        Algorithm::KLive => {
            Box::new(KLive::new(reduced, alone, options.engines.live.k_live.clone(), &below)?)
        }
        Algorithm::L2s | Algorithm::RLive => Box::new(RLive::new(reduced, alone, &below, budget.clone())?),
    };
    let way = Encoded { original: Arc::clone(circuit), encoding };
    Some(Box::new(Adapter::new(way, engine, budget)))
}

/// From the circuit that a system is, with its lassos.
impl WayBack<Both<System>, Both<Circuit>> for Encoded<System, Blasted> {
    fn proof(&mut self, found: &Proof, asked: Asked) -> Back<system::Proof> {
        let Encoded { original, encoding } = self;
        Ok(match found {
            Proof::LassoFree(proof) => {
                // A latch that says whether the run has begun has no copy among the variables.
                let leaves = lasso_leaves(&encoding.circuit, asked.property).ok_or(INCOMPLETE)?;
                let lassos = system_lasso_form(original, asked.property).ok_or(INCOMPLETE)?;
                let image = encoding.of_lassos(&leaves).ok_or(INCOMPLETE)?;
                system::Proof::LassoFree(image.certificate(&lassos, proof))
            }
            Proof::Safety(proof) => system::Proof::Safety(encoding.certificate(original, proof)),
            Proof::Ranked(layers) => {
                let lifted = |layer: &Layer| system::Layer {
                    waits_for: layer.waits_for,
                    states: encoding.invariant(original, &layer.states),
                };
                system::Proof::Ranked(layers.iter().map(lifted).collect())
            }
            Proof::Ends(never) => match *never {},
        })
    }

    fn counterexample(&mut self, found: &Trace, _: Asked) -> Back<system::Trace> {
        Ok(self.encoding.trace(&self.original, found))
    }
}

/// An engine for the justice properties of a system.
///
/// # Errors
///
/// As [`over_justice`], and if the system is no circuit and the engine does not work on systems.
pub(crate) fn over_system_justice(
    system: &System,
    options: &RouteOptions,
    budget: &Budget,
) -> Result<Box<dyn Prover<Both<System>>>, Unfit> {
    let unfit = |reason| Unfit { engine: options.engine, reason };
    let way = way_of(options);
    if !is_of_bits(system) {
        let below = match way {
            Some((Algorithm::L2s, below)) => Some(below),
            Some((Algorithm::KLive | Algorithm::RLive, _)) => None,
            None => Some(options.engine),
        };
        if let Some(below) = below.filter(|below| below.setups().system.is_some()) {
            return over_lassos(system, &RouteOptions { engine: below, ..options.clone() }, budget);
        }
    }
    if way.is_none() {
        return Err(unfit(Misfit::Justice));
    }
    let encoding = blast(system, budget).map_err(|no| Unfit::not_blasted(options.engine, no))?;
    let engine = over_justice(&encoding.circuit, options, budget)?;
    Ok(Box::new(Adapter::new(Encoded { original: system.clone(), encoding }, engine, budget)))
}

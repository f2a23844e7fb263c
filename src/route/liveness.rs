//! Justice properties of circuits, and of systems as circuits; `lassos` has those of systems that are none.
//!
//! The engines of [`crate::engine::live`] look at one property, and at the part of the circuit on which it depends. An
//! engine for safety takes a justice property as the question whether a lasso can be run through.

use super::bits::{is_of_bits, reducing};
use super::lassos::over_lassos;
use super::options::RouteOptions;
use super::plan::{of_circuit, route};
use super::takes::{Misfit, Unfit};
use crate::base::{Budget, Limit};
use crate::engine::common::prover::{Both, Counters, OutcomeOf, Prover};
use crate::engine::live::{Below, KLive, L2s, RLive, Safety, Task};
use crate::engine::options::Engine;
use crate::engine::{CircuitOutcome, Observer, Outcome, StopCause, StopReason};
use crate::model::circuit::Circuit;
use crate::model::encode::blast::{blast, Blasted};
use crate::model::encode::live::{closes_at, complete, lasso_leaves, only, system_lasso_form};
use crate::model::invariant::{self, Layer, Proof};
use crate::model::reduce::{reduce, ReduceOptions, Reduction};
use crate::model::system::{self, StateVar, System};
use crate::model::trace::Trace;
use crate::model::PropertyId;
use std::sync::Arc;

/// An algorithm for liveness.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Way {
    L2s,
    KLive,
    RLive,
}

/// The algorithm by which an engine takes justice properties, and the engine below; `None` if it takes none.
fn way_of(options: &RouteOptions) -> Option<(Way, Engine)> {
    let below = options.engines.live.below;
    match options.engine {
        Engine::L2s => Some((Way::L2s, below)),
        Engine::KLive => Some((Way::KLive, below)),
        Engine::RLive => Some((Way::RLive, below)),
        engine => engine.setups().circuit.map(|_| (Way::L2s, engine)),
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
        Way::L2s => below.setups().circuit.is_some(),
        Way::KLive | Way::RLive => gives_invariants(below),
    };
    if !fits {
        return Err(unfit(Misfit::Below(below)));
    }
    let mut options = options.clone();
    options.engine = below;
    let live =
        Live { circuit: Arc::new(circuit.clone()), way, options, budget: budget.clone(), present: None };
    Ok(Box::new(live))
}

/// The engines that answer for one circuit.
#[derive(Debug)]
struct Over(Box<dyn Prover<Circuit>>);

impl Safety for Over {
    fn prove(&mut self, property: PropertyId, observer: &mut dyn Observer) -> CircuitOutcome {
        self.0.prove(property, observer)
    }

    fn counters(&self) -> Counters {
        self.0.counters()
    }
}

/// No engine, and the reason.
#[derive(Debug)]
struct Missing(StopReason);

impl Safety for Missing {
    fn prove(&mut self, _: PropertyId, _: &mut dyn Observer) -> CircuitOutcome {
        Outcome::Unknown(self.0)
    }

    fn counters(&self) -> Counters {
        Counters::new()
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
        match route(before, of_circuit, &options, &budget).engine(circuit) {
            Ok(engine) => Box::new(Over(engine)),
            Err(unfit) => Box::new(Missing(unfit.into())),
        }
    })
}

/// An engine at work on one justice property.
#[derive(Debug)]
enum AtWork {
    L2s(Box<L2s>),
    KLive(Arc<Reduction>, Box<KLive>),
    RLive(Arc<Reduction>, Box<RLive>),
}

/// The engine of one way, property by property.
#[derive(Debug)]
struct Live {
    circuit: Arc<Circuit>,
    way: Way,
    /// With the engine below.
    options: RouteOptions,
    budget: Budget,
    present: Option<(PropertyId, AtWork)>,
}

impl Live {
    /// Begins with a property; `None` if the circuit does not have it.
    fn begin(&self, property: PropertyId) -> Option<AtWork> {
        let below = below(&self.options, &self.budget);
        if self.way == Way::L2s {
            return Some(AtWork::L2s(Box::new(L2s::new(&self.circuit, property, &below)?)));
        }
        let part = only(&self.circuit, property)?;
        let options = match self.options.reduce.on {
            true => self.options.reduce.circuit.clone(),
            false => ReduceOptions { rounds: 0, ..self.options.reduce.circuit.clone() },
        };
        let reduction = Arc::new(reduce(&part, &options, &self.budget));
        let (reduced, alone) = (&reduction.circuit, PropertyId::justice(0));
        Some(match self.way {
            Way::KLive => {
                let k_live = self.options.engines.live.k_live.clone();
                let engine = KLive::new(reduced, alone, k_live, &below)?;
                AtWork::KLive(Arc::clone(&reduction), Box::new(engine))
            }
            Way::L2s | Way::RLive => {
                let engine = RLive::new(reduced, alone, &below, self.budget.clone())?;
                AtWork::RLive(Arc::clone(&reduction), Box::new(engine))
            }
        })
    }

    /// The outcome for the reduced circuit as one for the circuit.
    fn lift(
        &self,
        property: PropertyId,
        reduction: &Reduction,
        outcome: Outcome<Vec<Layer>, Trace>,
    ) -> OutcomeOf<Both<Circuit>> {
        let lifted = |layer: Layer| Layer { states: reduction.lift_invariant(&layer.states), ..layer };
        outcome.map(
            |layers| Proof::Ranked(layers.into_iter().map(lifted).collect()),
            |lasso| {
                let start = closes_at(&reduction.circuit, &lasso).unwrap_or(0);
                let lifted = Trace { property, ..reduction.lift_trace(&lasso) };
                complete(&self.circuit, lifted, start)
            },
        )
    }
}

impl Prover<Both<Circuit>> for Live {
    fn prove(&mut self, property: PropertyId, observer: &mut dyn Observer) -> OutcomeOf<Both<Circuit>> {
        let present = match self.present.take() {
            Some((of, present)) if of == property => Some(present),
            Some(_) | None => self.begin(property),
        };
        let mut present = match present {
            Some(present) => present,
            None => return Outcome::unknown(StopCause::Bound, None),
        };
        let outcome = match &mut present {
            AtWork::L2s(engine) => engine.prove(observer).map(Proof::LassoFree, |lasso| lasso),
            AtWork::KLive(reduction, engine) => self.lift(property, reduction, engine.prove(observer)),
            AtWork::RLive(reduction, engine) => self.lift(property, reduction, engine.prove(observer)),
        };
        self.present = Some((property, present));
        outcome
    }

    fn counters(&self) -> Counters {
        match &self.present {
            None => Counters::new(),
            Some((_, AtWork::L2s(engine))) => engine.counters(),
            Some((_, AtWork::KLive(_, engine))) => engine.counters(),
            Some((_, AtWork::RLive(_, engine))) => engine.counters(),
        }
    }
}

/// An engine on the circuit that a system is.
#[derive(Debug)]
struct OnBits {
    system: System,
    blasted: Blasted,
    engine: Box<dyn Prover<Both<Circuit>>>,
}

impl OnBits {
    /// A proof about the circuit as one about the system. A latch that says whether the run has begun has no copy among
    /// the variables of the lassos, and then there is none.
    fn proof(&self, property: PropertyId, found: &invariant::Proof) -> Option<system::Proof> {
        Some(match found {
            Proof::LassoFree(proof) => {
                let leaves = lasso_leaves(&self.blasted.circuit, property)?;
                let lassos = system_lasso_form(&self.system, property)?;
                system::Proof::LassoFree(self.blasted.of_lassos(&leaves)?.certificate(&lassos, proof))
            }
            Proof::Safety(proof) => system::Proof::Safety(self.blasted.certificate(&self.system, proof)),
            Proof::Ranked(layers) => {
                let lifted = |layer: &Layer| system::Layer {
                    waits_for: layer.waits_for,
                    states: self.blasted.invariant(&self.system, &layer.states),
                };
                system::Proof::Ranked(layers.iter().map(lifted).collect())
            }
        })
    }
}

impl Prover<Both<System>> for OnBits {
    fn prove(&mut self, property: PropertyId, observer: &mut dyn Observer) -> OutcomeOf<Both<System>> {
        match self.engine.prove(property, observer) {
            Outcome::Safe(found) => match self.proof(property, &found) {
                Some(proof) => Outcome::Safe(proof),
                None => Outcome::unknown(StopCause::Limit(Limit::Incomplete), None),
            },
            Outcome::Unsafe(found) => Outcome::Unsafe(self.blasted.trace(&self.system, &found)),
            Outcome::Unknown(reason) => Outcome::Unknown(reason),
        }
    }

    fn counters(&self) -> Counters {
        self.engine.counters()
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
    let is_finite = |state: &StateVar| system.terms().is_finite(system.terms().sort(state.current));
    if !is_of_bits(system) && system.states().iter().all(is_finite) {
        let below = match way {
            Some((Way::L2s, below)) => Some(below),
            Some((Way::KLive | Way::RLive, _)) => None,
            None => Some(options.engine),
        };
        if let Some(below) = below.filter(|below| below.setups().system.is_some()) {
            return over_lassos(system, RouteOptions { engine: below, ..options.clone() }, budget);
        }
    }
    if way.is_none() {
        return Err(unfit(Misfit::Justice));
    }
    let blasted = blast(system, budget).map_err(|no| Unfit::not_blasted(options.engine, no))?;
    let engine = over_justice(&blasted.circuit, options, budget)?;
    Ok(Box::new(OnBits { system: system.clone(), blasted, engine }))
}

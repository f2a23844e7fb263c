//! From a circuit to believed verdicts: reduce, run an engine, bring its evidence back, check it.
//!
//! This is the whole flow of the command line, for embedders. A claim of an engine about the reduced circuit is
//! carried back to the original and checked there by [`crate::evidence`] before it is handed out; the check draws on
//! the same budget. If it ends by a limit there is no verdict, and if it fails, which is a defect of this library,
//! there is none either: [`Verified::refused`] says why in both cases.
//!
//! One engine is run on the calling thread, or a portfolio of them on several ([`Engine::Portfolio`]). Properties are
//! taken one after the other by the same engines, so that what is learnt for one serves the next.

mod circuit;
mod judge;
mod options;
mod race;

pub use judge::Verified;
pub use options::{Checking, Engine, VerifyOptions};

use crate::base::Budget;
use crate::engine::ic3::circuit::Sequence;
use crate::engine::{Observer, Outcome};
use crate::model::circuit::Circuit;
use crate::model::PropertyId;
use circuit::{lineup, Running};
use judge::Judge;
use race::Race;

/// Verifies the bad signals of a circuit.
///
/// Properties that the circuit does not have are passed over. The result has one entry for each property, in the order
/// in which they were asked for.
pub fn verify(
    circuit: &Circuit,
    options: &VerifyOptions,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Vec<Verified> {
    let mut verifier = Verifier::new(circuit.clone(), options.clone(), budget.clone());
    let asked = match &options.properties {
        Some(properties) => properties.clone(),
        None => circuit.properties().collect(),
    };
    let present = asked.into_iter().filter(|&property| circuit.bad(property).is_some());
    present.map(|property| verifier.verify(property, observer)).collect()
}

/// [`verify`] property by property, with a look at what was done. It owns all that it needs and may be moved to another
/// thread.
#[derive(Debug)]
pub struct Verifier {
    judge: Judge,
    engine: Engines,
}

#[derive(Debug)]
enum Engines {
    One(Running),
    Several(Race<Judge>),
}

impl Verifier {
    /// Reduces the circuit and sets up the engine.
    pub fn new(circuit: Circuit, options: VerifyOptions, budget: Budget) -> Verifier {
        let judge = Judge::new(circuit, options, budget);
        let engine = match judge.options.engine {
            Engine::Portfolio => {
                Engines::Several(Race::new(lineup(&judge.options), judge.options.threads, &judge.budget))
            }
            _ => Engines::One(Running::new(&judge.reduction.circuit, &judge.options, &judge.budget)),
        };
        Verifier { judge, engine }
    }

    /// The circuit that the engine works on.
    pub fn reduced(&self) -> &Circuit {
        &self.judge.reduction.circuit
    }

    /// The verdict on one property.
    ///
    /// # Panics
    ///
    /// If the circuit does not have the property.
    pub fn verify(&mut self, property: PropertyId, observer: &mut dyn Observer) -> Verified {
        let judge = &self.judge;
        assert!(judge.has(property), "there is no property {} in the circuit", property);
        match &mut self.engine {
            Engines::One(running) => {
                judge.believe(property, running.prove(property, observer), judge.options.engine.name())
            }
            Engines::Several(race) => {
                race.prove(judge, &judge.budget, property, observer).unwrap_or_else(|reason| {
                    let outcome = Outcome::Unknown(reason);
                    Verified { property, outcome, refused: None, by: Engine::Portfolio.name() }
                })
            }
        }
    }

    /// The counters of the engine, by name; empty for engines that count nothing.
    pub fn statistics(&self) -> Vec<(String, u64)> {
        match &self.engine {
            Engines::One(running) => {
                running.statistics().into_iter().map(|(name, value)| (name.to_string(), value)).collect()
            }
            Engines::Several(race) => race.statistics(|running| running.statistics()),
        }
    }

    /// The size of the engine's sequence of frames; `None` for engines that keep none.
    pub fn sequence(&self) -> Option<Sequence> {
        match &self.engine {
            Engines::One(running) => running.sequence(),
            Engines::Several(_) => None,
        }
    }
}

//! From a circuit to believed verdicts: reduce, run an engine, bring its evidence back, check it.
//!
//! This is the whole flow of the command line, for embedders. A claim of an engine about the reduced circuit is
//! carried back to the original and checked there by [`crate::evidence`] before it is handed out; the check draws on
//! the same budget. If it ends by a limit there is no verdict, and if it fails, which is a defect of this library,
//! there is none either: [`Verified::refused`] says why in both cases.
//!
//! One engine is run on the calling thread, or a portfolio of them on several ([`Engine::Portfolio`]). Properties are
//! taken one after the other by the same engines, so that what is learnt for one serves the next.

mod after_guesses;
mod automaton;
mod circuit;
mod clauses;
mod horn;
mod integers;
mod judge;
mod lift;
mod options;
mod program;
mod program_engine;
mod race;
mod random_runs;
mod small_blocks;
mod system;
mod takes;
mod verdict;
mod word_clauses;

pub use horn::{HornVerifier, VerifiedHorn};
pub use options::{Checking, Engine, VerifyOptions, Words};
pub use program::{ProgramTrace, VerifiedProgram};
pub use system::VerifiedSystem;
pub use takes::{Kind, Misfit, Unfit};
pub use verdict::{Defect, Verified};

use crate::base::Budget;
use crate::engine::ic3::circuit::Sequence;
use crate::engine::{Observer, Outcome};
use crate::evidence::c::Source;
use crate::model::cfa::Cfa;
use crate::model::circuit::Circuit;
use crate::model::system::System;
use crate::model::PropertyId;
use circuit::{lineup, Running};
use judge::Judge;
use program::{lineup_with_runs, Claimant, ProgramJudge};
use race::{Engines, Race};
use system::{system_lineup, RunningSystem, SystemJudge};

/// Verifies the bad signals of a circuit.
///
/// Properties that the circuit does not have are passed over. The result has one entry for each property, in the order
/// in which they were asked for.
///
/// # Errors
///
/// If the engine takes no circuits.
pub fn verify(
    circuit: &Circuit,
    options: &VerifyOptions,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Result<Vec<Verified>, Unfit> {
    let mut verifier = Verifier::new(circuit.clone(), options.clone(), budget.clone())?;
    let asked = match &options.properties {
        Some(properties) => properties.clone(),
        None => circuit.properties().collect(),
    };
    let present = asked.into_iter().filter(|&property| circuit.bad(property).is_some());
    Ok(present.map(|property| verifier.verify(property, observer)).collect())
}

/// [`verify`] property by property, with a look at what was done. It owns all that it needs and may be moved to another
/// thread.
#[derive(Debug)]
pub struct Verifier {
    judge: Judge,
    engines: Engines<Judge>,
}

impl Verifier {
    /// Reduces the circuit and sets up the engine.
    ///
    /// # Errors
    ///
    /// If the engine takes no circuits.
    pub fn new(circuit: Circuit, options: VerifyOptions, budget: Budget) -> Result<Verifier, Unfit> {
        let judge = Judge::new(circuit, options, budget);
        let engines = match judge.options.engine {
            Engine::Portfolio => {
                Engines::Several(Race::new(lineup(&judge.options), judge.options.threads, &judge.budget))
            }
            engine => {
                let running = Running::new(&judge.reduction.circuit, &judge.options, &judge.budget)?;
                Engines::One(running, engine.name())
            }
        };
        Ok(Verifier { judge, engines })
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
        let verdict = self.engines.prove(judge, &judge.budget, property, observer);
        verdict.unwrap_or_else(|reason| Verified::unknown(property, reason, judge.options.engine.name()))
    }

    /// The counters of the engine, by name.
    pub fn statistics(&self) -> Vec<(String, u64)> {
        self.engines.statistics(Running::statistics)
    }

    /// The size of the engine's sequence of frames; `None` for engines that keep none.
    pub fn sequence(&self) -> Option<Sequence> {
        match &self.engines {
            Engines::One(running, _) => running.sequence(),
            Engines::Several(_) => None,
        }
    }
}

/// Verifies a property of a system at a time, as [`Verifier`] does for circuits.
#[derive(Debug)]
pub struct SystemVerifier {
    judge: SystemJudge,
    engines: Engines<SystemJudge>,
}

impl SystemVerifier {
    /// Sets up the engine, or tells why it does not work on this system.
    ///
    /// # Errors
    ///
    /// If the engine does not take this system.
    pub fn new(system: System, options: VerifyOptions, budget: Budget) -> Result<SystemVerifier, Unfit> {
        let judge = SystemJudge::new(system, options, budget);
        let engines = match judge.options.engine {
            Engine::Portfolio => {
                let plans = system_lineup(&judge.reduction.system, &judge.options);
                Engines::Several(Race::new(plans, judge.options.threads, &judge.budget))
            }
            engine => {
                let running = RunningSystem::new(&judge.reduction.system, &judge.options, &judge.budget);
                Engines::One(running?, engine.name())
            }
        };
        Ok(SystemVerifier { judge, engines })
    }

    /// The verdict on one property.
    ///
    /// # Panics
    ///
    /// If the system does not have the property.
    pub fn verify(&mut self, property: PropertyId, observer: &mut dyn Observer) -> VerifiedSystem {
        let judge = &self.judge;
        assert!(judge.system.bad(property).is_some(), "there is no property {} in the system", property);
        let verdict = self.engines.prove(judge, &judge.budget, property, observer);
        verdict.unwrap_or_else(|reason| Verified::unknown(property, reason, judge.options.engine.name()))
    }

    /// The counters of the engine, by name.
    pub fn statistics(&self) -> Vec<(String, u64)> {
        self.engines.statistics(RunningSystem::statistics)
    }
}

/// Verifies a program, as [`Verifier`] does the properties of circuits: its one property is the error location.
#[derive(Debug)]
pub struct ProgramVerifier {
    judge: ProgramJudge,
    engines: Engines<ProgramJudge>,
}

impl ProgramVerifier {
    /// Reduces the program, makes large blocks and sets up the engine, or tells why it does not work on this program.
    ///
    /// # Errors
    ///
    /// If the engine does not take this program.
    pub fn new(cfa: Cfa, options: VerifyOptions, budget: Budget) -> Result<ProgramVerifier, Unfit> {
        ProgramVerifier::of(ProgramJudge::new(cfa, None, options, budget))
    }

    /// The same for a C program. Its counterexamples are replayed by the interpreter, and proofs are held against
    /// random runs.
    ///
    /// # Errors
    ///
    /// As [`ProgramVerifier::new`].
    pub fn of_source(
        source: Source,
        options: VerifyOptions,
        budget: Budget,
    ) -> Result<ProgramVerifier, Unfit> {
        let cfa = source.lowered.cfa.clone();
        ProgramVerifier::of(ProgramJudge::new(cfa, Some(source), options, budget))
    }

    fn of(judge: ProgramJudge) -> Result<ProgramVerifier, Unfit> {
        let engines = match judge.options.engine {
            Engine::Portfolio => {
                let plans = lineup_with_runs(&judge);
                Engines::Several(Race::new(plans, judge.options.threads, &judge.budget))
            }
            engine => {
                let running = judge.engine(&judge.options, &judge.budget)?;
                Engines::One(Claimant::new(running, &judge.budget), engine.name())
            }
        };
        Ok(ProgramVerifier { judge, engines })
    }

    /// The program that the engine works on.
    pub fn reduced(&self) -> &Cfa {
        &self.judge.blocks.cfa
    }

    /// The verdict.
    ///
    /// A C program may come to places that are not understood. If one can be reached, counterexamples elsewhere are
    /// looked for, and without one nothing is known.
    pub fn verify(&mut self, observer: &mut dyn Observer) -> VerifiedProgram {
        let verdict = self.prove(observer);
        if !verdict.is_unsupported() {
            return verdict;
        }
        match self.judge.closed().map(ProgramVerifier::of) {
            Some(Ok(mut verifier)) => match verifier.prove(observer) {
                found @ Verified { outcome: Outcome::Unsafe(_), .. } => found,
                // A proof without these places is none.
                Verified { outcome: Outcome::Safe(_) | Outcome::Unknown(_), .. } => verdict,
            },
            // The engine was set up once, so a limit of the budget is the reason.
            Some(Err(_)) | None => verdict,
        }
    }

    fn prove(&mut self, observer: &mut dyn Observer) -> VerifiedProgram {
        let (judge, property) = (&self.judge, PropertyId::new(0));
        let verdict = self.engines.prove(judge, &judge.budget, property, observer);
        verdict.unwrap_or_else(|reason| Verified::unknown(property, reason, judge.options.engine.name()))
    }

    /// The counters of the engine, by name.
    pub fn statistics(&self) -> Vec<(String, u64)> {
        self.engines.statistics(Claimant::statistics)
    }
}

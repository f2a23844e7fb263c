//! One engine over automata or over systems at work on a program.

use super::automaton::RunningAutomaton;
use super::options::{VerifyOptions, Words};
use super::system::RunningSystem;
use super::takes::{Kind, Unfit};
use crate::base::Budget;
use crate::engine::{Observer, Outcome, ProgramOutcome, StopCause};
use crate::model::cfa::Cfa;
use crate::model::encode::program::{to_system_within, ProgramSystem};
use crate::model::reduce::{reduce_system_with, SystemReduction};
use crate::model::system::Certificate;
use crate::model::PropertyId;

/// An engine under its name.
#[derive(Debug)]
pub(super) enum ProgramEngine {
    Automaton(RunningAutomaton),
    System(Box<WithCounter>),
}

/// An engine over systems at work on a program with a program counter.
#[derive(Debug)]
pub(super) struct WithCounter {
    cfa: Cfa,
    encoded: ProgramSystem,
    reduction: SystemReduction,
    running: RunningSystem,
}

impl WithCounter {
    fn new(cfa: &Cfa, options: &VerifyOptions, budget: &Budget) -> Result<WithCounter, Unfit> {
        let encoded = to_system_within(cfa, budget).map_err(|limit| Unfit::limit(options.engine, limit))?;
        let reduction = match options.reduction {
            true => reduce_system_with(&encoded.system, &options.reduce, budget),
            false => SystemReduction::none(&encoded.system),
        };
        let running = RunningSystem::new(&reduction.system, options, budget)?;
        Ok(WithCounter { cfa: cfa.clone(), encoded, reduction, running })
    }

    fn prove(&mut self, property: PropertyId, observer: &mut dyn Observer) -> ProgramOutcome {
        let WithCounter { cfa, encoded, reduction, running } = self;
        match running.prove(property, observer) {
            Outcome::Safe(certificate) => match reduction.lift_certificate(&certificate) {
                Certificate::Inductive(invariant) => Outcome::Safe(encoded.invariant(cfa, &invariant)),
                // A proof by k-induction says nothing location by location.
                Certificate::KInductive { .. } => Outcome::unknown(StopCause::Bound, None),
            },
            Outcome::Unsafe(trace) => match encoded.path(cfa, &reduction.lift_trace(&trace)) {
                Some(path) => Outcome::Unsafe(path),
                None => Outcome::unknown(StopCause::EvidenceFailed, None),
            },
            Outcome::Unknown(reason) => Outcome::Unknown(reason),
        }
    }
}

impl ProgramEngine {
    /// The engine that these options name.
    ///
    /// # Errors
    ///
    /// If it does not take programs, or not this one.
    pub fn new(cfa: &Cfa, options: &VerifyOptions, budget: &Budget) -> Result<ProgramEngine, Unfit> {
        if options.engine.sees(Kind::Program).is_none() {
            return Err(Unfit::kind(options.engine, Kind::Program));
        }
        if options.engine.is_of_automata() && options.words == Words::Kept {
            return RunningAutomaton::new(cfa, options, budget).map(ProgramEngine::Automaton);
        }
        WithCounter::new(cfa, options, budget).map(|engine| ProgramEngine::System(Box::new(engine)))
    }

    /// Proves that the error is not reached, or finds a path to it.
    pub fn prove(&mut self, property: PropertyId, observer: &mut dyn Observer) -> ProgramOutcome {
        match self {
            ProgramEngine::Automaton(engine) => engine.prove(observer),
            ProgramEngine::System(engine) => engine.prove(property, observer),
        }
    }

    /// The counters of the engine, by name; empty for engines that count nothing.
    pub fn statistics(&self) -> Vec<(&'static str, u64)> {
        match self {
            ProgramEngine::Automaton(engine) => engine.statistics(),
            ProgramEngine::System(engine) => engine.running.statistics(),
        }
    }
}

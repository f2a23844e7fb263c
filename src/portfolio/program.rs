//! The engines over programs: any of them as one, and how several of them race.
//!
//! A program is reduced, then edges are joined. Engines over automata work on the large blocks. Engines over systems
//! get these with a program counter.

use super::after_guesses::AfterGuesses;
use super::judge::Verified;
use super::lift::lift;
use super::options::{Engine, VerifyOptions, Words};
use super::program_engine::ProgramEngine;
use super::race::{Contest, Plan};
use super::system::{term_lineup, NotForSystem};
use crate::base::Budget;
use crate::engine::{Observer, Outcome, ProgramOutcome, StopCause, StopReason};
use crate::evidence::c::Source;
use crate::evidence::program::{check_invariant, check_path_within};
use crate::evidence::CheckError;
use crate::model::cfa::{Cfa, Invariant, Path};
use crate::model::encode::integers::{to_integers, Wraps};
use crate::model::encode::program::to_system;
use crate::model::reduce::program::{large_blocks, reduce_program, BlockOptions, Blocks, ProgramReduction};
use crate::model::PropertyId;

/// The verdict on a program.
pub type VerifiedProgram = Verified<Invariant, Path>;

/// An engine at work on a program.
#[derive(Debug)]
pub(super) enum RunningProgram {
    Alone(ProgramEngine),
    AfterGuesses(Box<AfterGuesses>),
}

impl RunningProgram {
    /// The engine of these options.
    pub fn new(cfa: &Cfa, options: &VerifyOptions, budget: &Budget) -> Result<RunningProgram, NotForSystem> {
        if options.guess_rounds > 0 && options.engine != Engine::Guess {
            return Ok(RunningProgram::AfterGuesses(Box::new(AfterGuesses::new(cfa, options, budget))));
        }
        ProgramEngine::new(cfa, options, budget).map(RunningProgram::Alone)
    }

    pub fn prove(&mut self, property: PropertyId, observer: &mut dyn Observer) -> ProgramOutcome {
        match self {
            RunningProgram::Alone(engine) => engine.prove(property, observer),
            RunningProgram::AfterGuesses(engine) => engine.prove(property, observer),
        }
    }

    /// The counters of the engine, by name; empty for engines that count nothing.
    pub fn statistics(&self) -> Vec<(&'static str, u64)> {
        match self {
            RunningProgram::Alone(engine) => engine.statistics(),
            RunningProgram::AfterGuesses(engine) => engine.statistics(),
        }
    }
}

/// Decides what is to be believed of claims about the program.
#[derive(Debug)]
pub(super) struct ProgramJudge {
    pub cfa: Cfa,
    /// The C program that the automaton was made from.
    source: Option<Source>,
    pub options: VerifyOptions,
    pub budget: Budget,
    pub reduction: ProgramReduction,
    /// Of the reduced program.
    pub blocks: Blocks,
}

impl ProgramJudge {
    /// Reduces the program and makes large blocks, as far as the budget allows.
    pub fn new(cfa: Cfa, source: Option<Source>, options: VerifyOptions, budget: Budget) -> ProgramJudge {
        let reduction = match options.reduction {
            true => reduce_program(&cfa, &options.reduce_program, &budget).ok(),
            false => None,
        };
        let reduction = reduction.unwrap_or_else(|| ProgramReduction::none(&cfa));
        let small = BlockOptions { most_parts: 0, ..BlockOptions::default() };
        let chosen = if options.reduction { &options.blocks } else { &small };
        let blocks = large_blocks(&reduction.cfa, chosen, &budget);
        let blocks = blocks.unwrap_or_else(|_| Blocks::none(&reduction.cfa));
        ProgramJudge { cfa, source, options, budget, reduction, blocks }
    }

    /// The same outcome about the original program.
    pub fn lift(&self, outcome: ProgramOutcome) -> ProgramOutcome {
        lift(&self.cfa, &self.reduction, &self.blocks, outcome, &self.budget)
    }

    fn check(&self, outcome: &ProgramOutcome) -> Result<(), CheckError> {
        let options = match self.options.check.options() {
            Some(options) => options,
            None => return Ok(()),
        };
        match outcome {
            Outcome::Safe(invariant) => {
                check_invariant(&self.cfa, invariant, &options, &self.budget)?;
                self.source.as_ref().map_or(Ok(()), |source| source.check_runs(invariant, &self.budget))
            }
            Outcome::Unsafe(path) => match &self.source {
                Some(source) => source.check_path(path, &self.budget).map(drop),
                None => check_path_within(&self.cfa, path, &self.budget),
            },
            Outcome::Unknown(_) => Ok(()),
        }
    }
}

impl Contest for ProgramJudge {
    type Options = VerifyOptions;
    type Engine = RunningProgram;
    type Verdict = VerifiedProgram;

    fn start(&self, options: &VerifyOptions, budget: &Budget) -> RunningProgram {
        RunningProgram::new(&self.blocks.cfa, options, budget).unwrap_or_else(|_| {
            // A limit was reached while the circuit was made; the engine that takes its place will notice.
            RunningProgram::Alone(ProgramEngine::of_automata(&self.blocks.cfa, options, budget))
        })
    }

    fn turn(
        &self,
        engine: &mut RunningProgram,
        by: &'static str,
        property: PropertyId,
        observer: &mut dyn Observer,
    ) -> Result<VerifiedProgram, StopReason> {
        match self.lift(engine.prove(property, observer)) {
            Outcome::Unknown(reason) if reason.cause != StopCause::EvidenceFailed => Err(reason),
            outcome => Ok(match self.check(&outcome) {
                Ok(()) => Verified { property, outcome, refused: None, by },
                Err(error) => Verified::not_believed(property, error, by),
            }),
        }
    }
}

/// The share of each engine over automata.
const AUTOMATA_SHARE: u64 = 8;

/// The share of the best engine over systems, for programs of words.
const BEST_OVER_WORDS: u64 = 8;

/// The same for programs with numbers, where predicates and interpolants are worth more.
const BEST_OVER_NUMBERS: u64 = 16;

/// The share of IC3CFA once more, with what guess and check proves.
const AFTER_GUESSES_SHARE: u64 = 4;

/// The share of each engine over the integers that words are made.
const INTEGER_SHARE: u64 = 2;

/// The members and their options, the most promising one first.
pub(super) fn program_lineup(
    cfa: &Cfa,
    options: &VerifyOptions,
    budget: &Budget,
) -> Vec<Plan<VerifyOptions>> {
    let options = VerifyOptions { inductive_only: true, share_lemmas: false, ..options.clone() };
    let system = to_system(cfa).system;
    let automata = |engine: Engine| {
        let options = VerifyOptions { engine, ..options.clone() };
        Plan { name: engine.name(), share: AUTOMATA_SHARE, memory: None, options }
    };
    let mut plans = vec![automata(Engine::Ic3Cfa), automata(Engine::Guess), automata(Engine::TreeIc3Itp)];
    let mut over_system = term_lineup(&system, &options);
    let has_numbers = system.first_number().is_some();
    over_system[0].share = if has_numbers { BEST_OVER_NUMBERS } else { BEST_OVER_WORDS };
    plans.extend(over_system);
    plans.push(Plan {
        name: "ic3cfa after guesses",
        share: AFTER_GUESSES_SHARE,
        memory: None,
        options: VerifyOptions { engine: Engine::Ic3Cfa, guess_rounds: 2, ..options.clone() },
    });
    if to_integers(&system, Wraps::Ignored, budget).is_ok() {
        let over_integers = |name, engine, words| Plan {
            name,
            share: INTEGER_SHARE,
            memory: None,
            options: VerifyOptions { engine, words, ..options.clone() },
        };
        plans.push(over_integers("ic3-ia without wraps", Engine::Ic3Ia, Words::WithoutWraps));
        plans.push(over_integers("ic3-smt without wraps", Engine::Ic3Smt, Words::WithoutWraps));
        plans.push(over_integers("ic3-ia over integers", Engine::Ic3Ia, Words::Integers));
        plans.push(over_integers("ic3-smt over integers", Engine::Ic3Smt, Words::Integers));
    }
    plans
}

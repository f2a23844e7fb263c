//! Horn clauses under verification: the race of the engines, and whether their claims are believed.
//!
//! Clauses with at most one atom in the body are a program ([`to_cfa`]), so the engines over programs work on them,
//! too. Evidence comes back as an interpretation or a refutation and is checked on the original clauses.

use super::clauses::{clauses_lineup, RunningClauses};
use super::options::{Checking, Engine, VerifyOptions};
use super::program::{program_lineup, ProgramJudge, RunningProgram};
use super::race::{Contest, Engines, Plan, Race};
use super::takes::{Kind, Misfit, Unfit};
use super::verdict::Verified;
use super::word_clauses::WordClauses;
use crate::base::{Budget, Limit};
use crate::engine::{HornOutcome, Observer, Outcome, ProgramOutcome, StopCause, StopReason};
use crate::evidence::c::RecursiveSource;
use crate::evidence::horn::{check_interpretation, check_refutation};
use crate::evidence::CheckError;
use crate::model::encode::horn::{to_cfa, HornProgram};
use crate::model::horn::{Horn, Interpretation, Refutation};
use crate::model::reduce::horn::{reduce_horn, HornReduction};
use crate::model::PropertyId;

/// The verdict on Horn clauses: safe if they have a model.
pub type VerifiedHorn = Verified<Interpretation, Refutation>;

/// An engine at work on Horn clauses.
#[derive(Debug)]
enum RunningHorn {
    Clauses(RunningClauses),
    /// Over the integers that the words of the clauses are made.
    Words(Box<WordClauses>),
    /// Over the program that the clauses are.
    Program(RunningProgram),
}

/// The program that linear clauses are, with its reductions.
#[derive(Debug)]
struct Linear {
    program: HornProgram,
    judge: ProgramJudge,
}

/// Decides what is to be believed of claims about the clauses.
#[derive(Debug)]
struct HornJudge {
    horn: Horn,
    /// The C program that the clauses were made from.
    source: Option<RecursiveSource>,
    options: VerifyOptions,
    budget: Budget,
    reduction: HornReduction,
    /// `None` if a clause has several atoms in its body.
    linear: Option<Linear>,
    /// As of a program: only refutations count, and a model is not checked.
    is_closed: bool,
}

impl HornJudge {
    /// Reduces the clauses.
    fn new(horn: Horn, source: Option<RecursiveSource>, options: VerifyOptions, budget: Budget) -> HornJudge {
        let options = options.resolved(Kind::Clauses);
        let reduction = match options.reduction {
            true => reduce_horn(&horn, &options.reduce_horn, &budget),
            false => HornReduction::none(&horn),
        };
        // If a limit was reached, engines over clauses will notice.
        let program = to_cfa(reduction.horn(), &budget).ok().flatten();
        let linear = program.map(|program| {
            // The judge of the clauses checks the evidence.
            let own = VerifyOptions { check: Checking::Off, ..options.clone() };
            let judge = ProgramJudge::new(program.cfa.clone(), None, own, budget.clone());
            Linear { program, judge }
        });
        HornJudge { horn, source, options, budget, reduction, linear, is_closed: false }
    }

    /// The same program without the ways to places that are not understood; `None` if there are none.
    fn closed(&self) -> Option<HornJudge> {
        let source = self.source.as_ref()?.closed()?;
        let (horn, options) = (source.horn.horn.clone(), self.options.clone());
        let judge = HornJudge::new(horn, Some(source), options, self.budget.clone());
        Some(HornJudge { is_closed: true, ..judge })
    }

    /// The engine of these options.
    fn engine(&self, options: &VerifyOptions, budget: &Budget) -> Result<RunningHorn, Unfit> {
        let engine = options.engine;
        match (engine.sees(Kind::Clauses), &self.linear) {
            (None, _) => Err(Unfit::kind(engine, Kind::Clauses)),
            (Some(Kind::Clauses), _) => self.over_clauses(options, budget),
            (Some(_), Some(linear)) => linear.judge.engine(options, budget).map(RunningHorn::Program),
            (Some(_), None) => Err(Unfit { engine, reason: Misfit::NotLinear }),
        }
    }

    /// The engine over clauses of these options; it works on words if they have no image over integers.
    fn over_clauses(&self, options: &VerifyOptions, budget: &Budget) -> Result<RunningHorn, Unfit> {
        let horn = self.reduction.horn();
        Ok(match WordClauses::new(horn, options, budget)? {
            Some(engine) => RunningHorn::Words(Box::new(engine)),
            None => RunningHorn::Clauses(RunningClauses::new(horn, options, budget)?),
        })
    }

    /// The members of a race and their options.
    fn lineup(&self) -> Vec<Plan<VerifyOptions>> {
        let over_clauses = clauses_lineup(&self.options, self.reduction.horn(), &self.budget);
        match &self.linear {
            Some(Linear { judge, .. }) => {
                let mut plans = program_lineup(judge);
                plans.extend(over_clauses);
                plans
            }
            None => over_clauses,
        }
    }

    /// The outcome of an engine over programs, in the words of the reduced clauses.
    fn of_program(&self, outcome: ProgramOutcome, from: &RunningProgram) -> HornOutcome {
        let Linear { program, judge } = match &self.linear {
            Some(linear) => linear,
            None => unreachable!("engines over programs work on linear clauses"),
        };
        match judge.lift(outcome, from, &self.budget) {
            Outcome::Safe(invariant) => {
                Outcome::Safe(program.interpretation(self.reduction.horn(), &invariant))
            }
            Outcome::Unsafe(path) => match program.refutation(&path) {
                Some(refutation) => Outcome::Unsafe(refutation),
                None => Outcome::unknown(StopCause::EvidenceFailed, None),
            },
            Outcome::Unknown(reason) => Outcome::Unknown(reason),
        }
    }

    /// The same outcome about the original clauses.
    fn lift(&self, outcome: HornOutcome) -> HornOutcome {
        match outcome {
            Outcome::Safe(found) => match self.reduction.lift_interpretation(found, &self.budget) {
                Some(found) => Outcome::Safe(found),
                None => {
                    let limit = self.budget.check().err().unwrap_or(Limit::Incomplete);
                    Outcome::unknown(StopCause::Limit(limit), None)
                }
            },
            Outcome::Unsafe(refutation) => match self.reduction.lift_refutation(refutation) {
                Some(refutation) => Outcome::Unsafe(refutation),
                None => Outcome::unknown(StopCause::EvidenceFailed, None),
            },
            unknown => unknown,
        }
    }

    fn check(&self, outcome: &HornOutcome) -> Result<(), CheckError> {
        let options = match self.options.check.options() {
            Some(options) => options,
            None => return Ok(()),
        };
        match outcome {
            Outcome::Safe(_) if self.is_closed => Ok(()),
            Outcome::Safe(found) => {
                check_interpretation(&self.horn, found, &options, &self.budget)?;
                self.source.as_ref().map_or(Ok(()), |source| source.check_runs(found, &self.budget))
            }
            Outcome::Unsafe(refutation) => match &self.source {
                Some(source) => source.check_refutation(refutation, &self.budget).map(drop),
                None => check_refutation(&self.horn, refutation),
            },
            Outcome::Unknown(_) => Ok(()),
        }
    }
}

impl Contest for HornJudge {
    type Options = VerifyOptions;
    type Engine = RunningHorn;
    type Verdict = VerifiedHorn;

    fn start(&self, options: &VerifyOptions, budget: &Budget) -> Result<RunningHorn, Unfit> {
        self.engine(options, budget)
    }

    fn turn(
        &self,
        engine: &mut RunningHorn,
        by: &'static str,
        property: PropertyId,
        observer: &mut dyn Observer,
    ) -> Result<VerifiedHorn, StopReason> {
        let outcome = match engine {
            RunningHorn::Clauses(engine) => engine.prove(observer),
            RunningHorn::Words(engine) => engine.prove(self.reduction.horn(), observer),
            RunningHorn::Program(engine) => {
                let outcome = engine.prove(property, observer);
                self.of_program(outcome, engine)
            }
        };
        match self.lift(outcome) {
            Outcome::Unknown(reason) if reason.cause != StopCause::EvidenceFailed => Err(reason),
            outcome => Ok(match self.check(&outcome) {
                Ok(()) => Verified::checked(property, outcome, by),
                Err(error) => Verified::not_believed(property, error, by),
            }),
        }
    }
}

/// Verifies Horn clauses, as [`ProgramVerifier`](super::ProgramVerifier) does a program.
#[derive(Debug)]
pub struct HornVerifier {
    judge: HornJudge,
    engines: Engines<HornJudge>,
}

impl HornVerifier {
    /// Reduces the clauses and sets up the engines, or tells why the chosen one does not work on them.
    ///
    /// # Errors
    ///
    /// If the engine does not take these clauses.
    pub fn new(horn: Horn, options: VerifyOptions, budget: Budget) -> Result<HornVerifier, Unfit> {
        HornVerifier::of(HornJudge::new(horn, None, options, budget))
    }

    /// The same for a recursive C program. Its counterexamples are replayed by the interpreter, and proofs are held
    /// against random runs.
    ///
    /// # Errors
    ///
    /// As [`HornVerifier::new`].
    pub fn of_source(
        source: RecursiveSource,
        options: VerifyOptions,
        budget: Budget,
    ) -> Result<HornVerifier, Unfit> {
        let horn = source.horn.horn.clone();
        HornVerifier::of(HornJudge::new(horn, Some(source), options, budget))
    }

    fn of(judge: HornJudge) -> Result<HornVerifier, Unfit> {
        let engines = match judge.options.engine {
            Engine::Portfolio => {
                Engines::Several(Race::new(judge.lineup(), judge.options.threads, &judge.budget))
            }
            engine => Engines::One(judge.engine(&judge.options, &judge.budget)?, engine.name()),
        };
        Ok(HornVerifier { judge, engines })
    }

    /// The clauses that the engines work on.
    pub fn reduced(&self) -> &Horn {
        self.judge.reduction.horn()
    }

    /// The verdict. If a C program may come to a place that is not understood, as
    /// [`ProgramVerifier::verify`](super::ProgramVerifier::verify).
    pub fn verify(&mut self, observer: &mut dyn Observer) -> VerifiedHorn {
        let verdict = self.prove(observer);
        if !verdict.is_unsupported() {
            return verdict;
        }
        match self.judge.closed().map(HornVerifier::of) {
            Some(Ok(mut verifier)) => match verifier.prove(observer) {
                found @ Verified { outcome: Outcome::Unsafe(_), .. } => found,
                // A proof without these places is none.
                Verified { outcome: Outcome::Safe(_) | Outcome::Unknown(_), .. } => verdict,
            },
            // The engine was set up once, so a limit of the budget is the reason.
            Some(Err(_)) | None => verdict,
        }
    }

    fn prove(&mut self, observer: &mut dyn Observer) -> VerifiedHorn {
        let (judge, property) = (&self.judge, PropertyId::new(0));
        let verdict = self.engines.prove(judge, &judge.budget, property, observer);
        verdict.unwrap_or_else(|reason| Verified::unknown(property, reason, judge.options.engine.name()))
    }

    /// The counters of the engines, by name.
    pub fn statistics(&self) -> Vec<(String, u64)> {
        self.engines.statistics(|engine| match engine {
            RunningHorn::Clauses(engine) => engine.statistics(),
            RunningHorn::Words(engine) => engine.statistics(),
            RunningHorn::Program(engine) => engine.statistics(),
        })
    }
}

//! The engines over Horn clauses, and whether their claims are believed.
//!
//! Clauses with at most one atom in the body are a program ([`to_cfa`]), so all engines over programs work on them, and
//! the race among these is the one for programs. Evidence comes back as an interpretation or a refutation and is
//! checked on the original clauses.

use super::judge::Verified;
use super::options::VerifyOptions;
use super::program::VerifiedProgram;
use super::{Checking, NotForSystem, ProgramVerifier};
use crate::base::{Budget, Limit};
use crate::engine::{HornOutcome, Observer, Outcome, StopCause};
use crate::evidence::horn::{check_interpretation, check_refutation};
use crate::evidence::CheckError;
use crate::model::encode::horn::{to_cfa, HornProgram};
use crate::model::horn::{Horn, Interpretation, Refutation};
use crate::model::reduce::horn::{reduce_horn, HornReduction};
use crate::model::PropertyId;

/// The verdict on Horn clauses: safe if they have a model.
pub type VerifiedHorn = Verified<Interpretation, Refutation>;

/// Engines at work on Horn clauses.
#[derive(Debug)]
enum RunningHorn {
    /// Engines over programs. They check nothing themselves.
    Program(Box<(HornProgram, ProgramVerifier)>),
    /// No engine works on these clauses.
    Nobody,
}

impl RunningHorn {
    /// The engines of these options.
    fn new(horn: &Horn, options: &VerifyOptions, budget: &Budget) -> Result<RunningHorn, NotForSystem> {
        let program = match to_cfa(horn) {
            Some(program) => program,
            None => return Ok(RunningHorn::Nobody),
        };
        let options = VerifyOptions { check: Checking::Off, ..options.clone() };
        let verifier = ProgramVerifier::new(program.cfa.clone(), options, budget.clone())?;
        Ok(RunningHorn::Program(Box::new((program, verifier))))
    }

    /// An outcome about the clauses that the engines work on, and the name of the engine that gave it.
    fn prove(&mut self, horn: &Horn, observer: &mut dyn Observer) -> (HornOutcome, Option<&'static str>) {
        let (program, verifier) = match self {
            RunningHorn::Program(running) => (&running.0, &mut running.1),
            RunningHorn::Nobody => {
                return (Outcome::unknown(StopCause::Limit(Limit::Incomplete), None), None);
            }
        };
        let VerifiedProgram { outcome, by, .. } = verifier.verify(observer);
        let outcome = match outcome {
            Outcome::Safe(invariant) => Outcome::Safe(program.interpretation(horn, &invariant)),
            Outcome::Unsafe(path) => match program.refutation(&path) {
                Some(refutation) => Outcome::Unsafe(refutation),
                None => Outcome::unknown(StopCause::EvidenceFailed, None),
            },
            Outcome::Unknown(reason) => Outcome::Unknown(reason),
        };
        (outcome, Some(by))
    }
}

/// Decides what is to be believed of claims about the clauses.
#[derive(Debug)]
struct HornJudge {
    horn: Horn,
    options: VerifyOptions,
    budget: Budget,
    reduction: HornReduction,
}

impl HornJudge {
    /// The same outcome about the original clauses.
    fn lift(&self, outcome: HornOutcome) -> HornOutcome {
        match outcome {
            Outcome::Safe(found) => Outcome::Safe(self.reduction.lift_interpretation(found)),
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
            Outcome::Safe(found) => check_interpretation(&self.horn, found, &options, &self.budget),
            Outcome::Unsafe(refutation) => check_refutation(&self.horn, refutation),
            Outcome::Unknown(_) => Ok(()),
        }
    }

    /// The verdict that is believed of an outcome.
    fn believe(&self, outcome: HornOutcome, by: &'static str) -> VerifiedHorn {
        let property = PropertyId::new(0);
        let outcome = self.lift(outcome);
        match self.check(&outcome) {
            Ok(()) => Verified { property, outcome, refused: None, by },
            Err(error) => Verified::not_believed(property, error, by),
        }
    }
}

/// Verifies Horn clauses, as [`ProgramVerifier`] does a program.
#[derive(Debug)]
pub struct HornVerifier {
    judge: HornJudge,
    engines: RunningHorn,
}

impl HornVerifier {
    /// Reduces the clauses and sets up the engines, or tells why the chosen one does not work on them.
    ///
    /// # Errors
    ///
    /// If the engine works on circuits only, and the clauses have numbers.
    pub fn new(horn: Horn, options: VerifyOptions, budget: Budget) -> Result<HornVerifier, NotForSystem> {
        let reduction = match options.reduction {
            true => reduce_horn(&horn, &options.reduce_horn, &budget),
            false => HornReduction::none(&horn),
        };
        let engines = RunningHorn::new(reduction.horn(), &options, &budget)?;
        Ok(HornVerifier { judge: HornJudge { horn, options, budget, reduction }, engines })
    }

    /// The clauses that the engines work on.
    pub fn reduced(&self) -> &Horn {
        self.judge.reduction.horn()
    }

    /// The verdict.
    pub fn verify(&mut self, observer: &mut dyn Observer) -> VerifiedHorn {
        let (outcome, by) = self.engines.prove(self.judge.reduction.horn(), observer);
        self.judge.believe(outcome, by.unwrap_or_else(|| self.judge.options.engine.name()))
    }

    /// The counters of the engines, by name.
    pub fn statistics(&self) -> Vec<(String, u64)> {
        match &self.engines {
            RunningHorn::Program(running) => running.1.statistics(),
            RunningHorn::Nobody => Vec::new(),
        }
    }
}

//! An engine over programs that begins when guesses are proved, and may assume them.

use super::options::VerifyOptions;
use super::program_engine::ProgramEngine;
use crate::base::{Budget, Limit};
use crate::engine::guess::{Guess, GuessOptions};
use crate::engine::{Observer, Outcome, ProgramOutcome, StopCause};
use crate::model::cfa::{Cfa, Invariant};
use crate::model::reduce::program::{assume, Informed};
use crate::model::PropertyId;
use crate::solver::term::Terms;

/// The work on one program.
#[derive(Debug)]
pub(super) struct AfterGuesses {
    cfa: Cfa,
    options: VerifyOptions,
    budget: Budget,
    stage: Stage,
}

#[derive(Debug)]
enum Stage {
    Guessing(Box<Guess>),
    Helped(Box<Informed>, Box<ProgramEngine>),
}

impl AfterGuesses {
    /// The engine of these options, which say how many rounds of guesses there are.
    pub fn new(cfa: &Cfa, options: &VerifyOptions, budget: &Budget) -> AfterGuesses {
        let of_guess = GuessOptions { most_rounds: Some(options.guess_rounds), ..options.guess.clone() };
        let stage = Stage::Guessing(Box::new(Guess::new(cfa, of_guess, budget.clone())));
        AfterGuesses { cfa: cfa.clone(), options: options.clone(), budget: budget.clone(), stage }
    }

    /// Proves that the error is not reached, or finds a path to it; the guesses alone may do for either.
    pub fn prove(&mut self, property: PropertyId, observer: &mut dyn Observer) -> ProgramOutcome {
        if let Stage::Guessing(guess) = &mut self.stage {
            match guess.prove(observer) {
                Outcome::Unknown(reason) if reason.cause == StopCause::Limit(Limit::Incomplete) => {}
                outcome => return outcome,
            }
            let known = guess.known().unwrap_or_else(|| Invariant {
                terms: self.cfa.terms().clone(),
                formulas: vec![Terms::TRUE; self.cfa.location_count()],
            });
            let informed = assume(&self.cfa, &known);
            match ProgramEngine::new(&informed.cfa, &self.options, &self.budget) {
                Ok(engine) => self.stage = Stage::Helped(Box::new(informed), Box::new(engine)),
                Err(_) => return Outcome::unknown(StopCause::Limit(Limit::Incomplete), None),
            }
        }
        match &mut self.stage {
            Stage::Helped(informed, engine) => {
                engine.prove(property, observer).map(|found| informed.lift_invariant(found), |path| path)
            }
            Stage::Guessing(_) => unreachable!("the engine was just made"),
        }
    }

    /// The counters of the engine, by name; none as long as it has not begun.
    pub fn statistics(&self) -> Vec<(&'static str, u64)> {
        match &self.stage {
            Stage::Guessing(_) => Vec::new(),
            Stage::Helped(_, engine) => engine.statistics(),
        }
    }
}

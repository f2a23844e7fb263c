//! An engine over programs that begins when guesses are proved, and may assume them.

use super::adapter::Adapter;
use super::options::RouteOptions;
use super::takes::Unfit;
use crate::base::{Budget, Limit};
use crate::engine::common::prover::{Counters, Prover};
use crate::engine::guess::{Guess, GuessOptions};
use crate::engine::{Observer, Outcome, ProgramOutcome, StopCause};
use crate::model::cfa::{Cfa, Invariant};
use crate::model::reduce::program::assume;
use crate::model::PropertyId;
use crate::solver::term::Terms;
use std::fmt;

/// Sets up the engine that options name.
type Begin = fn(&Cfa, &RouteOptions, &Budget) -> Result<Box<dyn Prover<Cfa>>, Unfit>;

/// The work on one program.
pub(super) struct AfterGuesses {
    cfa: Cfa,
    begin: Begin,
    options: RouteOptions,
    budget: Budget,
    stage: Stage,
}

impl fmt::Debug for AfterGuesses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AfterGuesses").field("stage", &self.stage).finish_non_exhaustive()
    }
}

#[derive(Debug)]
enum Stage {
    Guessing(Box<Guess>),
    Helped(Box<dyn Prover<Cfa>>),
}

impl AfterGuesses {
    /// The engine of these options, which say how many rounds of guesses there are.
    pub fn new(cfa: &Cfa, begin: Begin, options: &RouteOptions, budget: &Budget) -> AfterGuesses {
        let of_guess =
            GuessOptions { most_rounds: Some(options.engines.guess_rounds), ..options.engines.guess.clone() };
        let stage = Stage::Guessing(Box::new(Guess::new(cfa, of_guess, budget.clone())));
        AfterGuesses { cfa: cfa.clone(), begin, options: options.clone(), budget: budget.clone(), stage }
    }
}

impl Prover<Cfa> for AfterGuesses {
    fn prove(&mut self, property: PropertyId, observer: &mut dyn Observer) -> ProgramOutcome {
        let guess = match &mut self.stage {
            Stage::Guessing(guess) => guess,
            Stage::Helped(engine) => return engine.prove(property, observer),
        };
        // The guesses alone may do for either verdict.
        match guess.prove(observer) {
            Outcome::Unknown(reason) if reason.cause == StopCause::Limit(Limit::Incomplete) => {}
            outcome => return outcome,
        }
        let known = guess.known().unwrap_or_else(|| Invariant {
            terms: self.cfa.terms().clone(),
            formulas: vec![Terms::TRUE; self.cfa.location_count()],
        });
        let informed = assume(&self.cfa, &known);
        let mut engine: Box<dyn Prover<Cfa>> = match (self.begin)(&informed.cfa, &self.options, &self.budget)
        {
            Ok(engine) => Box::new(Adapter::new(informed, engine)),
            Err(_) => return Outcome::unknown(StopCause::Limit(Limit::Incomplete), None),
        };
        let outcome = engine.prove(property, observer);
        self.stage = Stage::Helped(engine);
        outcome
    }

    /// None as long as it has not begun.
    fn counters(&self) -> Counters {
        match &self.stage {
            Stage::Guessing(_) => Counters::new(),
            Stage::Helped(engine) => engine.counters(),
        }
    }

    fn has_claim(&self) -> bool {
        match &self.stage {
            Stage::Guessing(_) => false,
            Stage::Helped(engine) => engine.has_claim(),
        }
    }
}

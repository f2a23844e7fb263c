//! An engine over programs that begins when guesses are proved, and may assume them.

use super::adapter::Adapter;
use super::step::{AnyModel, AnyProver, OnRoute, Route, Step};
use super::takes::Unfit;
use crate::base::Limit;
use crate::engine::common::prover::{Counters, Prover};
use crate::engine::guess::{Guess, GuessOptions};
use crate::engine::{Observer, Outcome, ProgramOutcome, StopCause};
use crate::model::cfa::{Cfa, Invariant};
use crate::model::reduce::program::assume;
use crate::model::PropertyId;
use crate::solver::term::Terms;

/// The step to a program in which guesses are assumed, once they are proved: as many rounds of them as the options say.
#[derive(Debug)]
pub(super) struct AfterGuesses;

impl Step for AfterGuesses {
    fn set_up(&self, model: AnyModel<'_>, rest: Route) -> Result<AnyProver, Unfit> {
        let cfa = match Cfa::of(model) {
            Some(cfa) => cfa.clone(),
            None => return rest.set_up(model),
        };
        let engines = &rest.setting.options.engines;
        let of_guess = GuessOptions { most_rounds: Some(engines.guess_rounds), ..engines.guess.clone() };
        let guess = Guess::new(&cfa, of_guess, rest.setting.budget.clone());
        Ok(Cfa::prover(Box::new(Guessing { cfa, rest, stage: Stage::Guessing(Box::new(guess)) })))
    }
}

/// The work on one program.
#[derive(Debug)]
struct Guessing {
    cfa: Cfa,
    rest: Route,
    stage: Stage,
}

#[derive(Debug)]
enum Stage {
    Guessing(Box<Guess>),
    Helped(Box<dyn Prover<Cfa>>),
}

impl Prover<Cfa> for Guessing {
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
        let (known, ground) = guess.known().unwrap_or_else(|| {
            let nothing = vec![Terms::TRUE; self.cfa.location_count()];
            (Invariant::new(self.cfa.terms().clone(), nothing.clone()), nothing)
        });
        let informed = assume(&self.cfa, &known, &ground);
        let mut engine: Box<dyn Prover<Cfa>> = match self.rest.engine(&informed.cfa) {
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

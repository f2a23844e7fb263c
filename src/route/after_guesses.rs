//! An engine over programs that begins when guesses are proved, and may assume them.

use super::adapter::{Way, INCOMPLETE};
use super::images::Made;
use super::step::{step, Route, Step};
use crate::engine::common::prover::{Counters, Prover};
use crate::engine::guess::{needed_part, Guess, GuessOptions};
use crate::engine::{Observer, Outcome, ProgramOutcome, StopCause};
use crate::model::cfa::{Cfa, InvariantMap};
use crate::model::reduce::program::{assume, Informed};
use crate::model::PropertyId;
use crate::solver::term::Terms;
use std::sync::Arc;

/// The step to a program in which guesses are assumed, once they are proved: as many rounds of them as the options say.
pub(super) fn after_guesses() -> Step {
    step(|cfa: &Cfa, rest| {
        let engines = &rest.options.engines;
        let of_guess = GuessOptions { most_rounds: Some(engines.guess_rounds), ..engines.guess.clone() };
        let guess = Guess::new(cfa, of_guess, rest.budget.clone());
        let stage = Stage::Guessing(Box::new(guess));
        Ok(Some(Box::new(Guessing { cfa: cfa.clone(), rest: rest.clone(), stage })))
    })
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
            Outcome::Unknown(reason) if reason.cause == INCOMPLETE => {}
            outcome => return outcome,
        }
        let (known, ground) = guess.known().unwrap_or_else(|| {
            let nothing = vec![Terms::TRUE; self.cfa.location_count()];
            (InvariantMap::new(self.cfa.terms().clone(), nothing.clone()), nothing)
        });
        let way = Way::<Cfa, Cfa, (Cfa, Informed)>::new(
            |(_, informed)| &informed.cfa,
            |(cfa, informed), found, asked| {
                let whole = informed.lift_invariant(found.clone());
                if whole.bound.is_empty() {
                    return Ok(whole);
                }
                // Most of what is known is not needed, and instances for all of it would take long to check.
                match needed_part(cfa, &whole, asked.budget) {
                    Ok(part) => Ok(part),
                    Err(limit) if asked.budget.check().is_err() => Err(StopCause::Limit(limit)),
                    Err(_) => Ok(whole),
                }
            },
            |_, found, _| Ok(found.clone()),
        );
        let budget = &self.rest.budget;
        let made = Made::new((self.cfa.clone(), assume(&self.cfa, &known, &ground)), budget);
        let mut engine = match self.rest.engine_with(&made.1.cfa, &made.images) {
            Ok(engine) => Box::new(Arc::new(way).over(made, engine, budget)),
            Err(_) => return Outcome::unknown(INCOMPLETE, None),
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

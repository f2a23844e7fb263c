//! Models over floating-point numbers, as models over words.
//!
//! The words are made before anything else, so that reductions and line-ups see words. Evidence comes back whole: the
//! value of a number is its word, and what a formula says of a word it says of the word of a number
//! ([`encode::floats`](crate::model::encode::floats)).

use super::adapter::Way;
use super::images::Made;
use super::step::{given, Step};
use super::takes::Unfit;
use crate::base::{Budget, Limit};
use crate::engine::options::Engine;
use crate::engine::StopCause;
use crate::model::encode::floats::{horn_of_words, system_of_words, WordHorn, WordSystem};
use crate::model::horn::Horn;
use crate::model::system::System;
use std::fmt::Debug;
use std::sync::Arc;

const COST: &str = "work of the words";

/// The image over words, if the model has numbers; or the limit that was reached.
#[derive(Debug)]
pub(crate) struct OverWords<E>(Result<Option<Arc<Made<E>>>, Limit>);

impl<E> OverWords<E> {
    /// The image, if there is one.
    pub fn image(&self) -> Option<&E> {
        match &self.0 {
            Ok(Some(made)) => Some(made),
            Ok(None) | Err(_) => None,
        }
    }

    /// The step to the image, if there is one.
    fn step(&self, engine: Engine, step: impl FnOnce(&Arc<Made<E>>) -> Step) -> Result<Option<Step>, Unfit> {
        match &self.0 {
            Ok(made) => Ok(made.as_ref().map(step)),
            Err(limit) => Err(Unfit::limit(engine, *limit)),
        }
    }
}

impl OverWords<WordSystem> {
    /// Makes words of the numbers of a system.
    pub fn of_system(system: &System, budget: &Budget) -> OverWords<WordSystem> {
        OverWords(Made::by(budget, |budget| system_of_words(system, budget)))
    }

    /// The step from a system, for this engine.
    ///
    /// # Errors
    ///
    /// If a limit was reached while the words were made.
    pub fn system_step(&self, engine: Engine) -> Result<Option<Step>, Unfit> {
        let way = Way::<System, System, WordSystem>::new(
            |of| &of.system,
            |of, found, asked| of.certificate(found, asked.budget).map_err(StopCause::Limit),
            |_, found, _| Ok(found.clone()),
        );
        self.step(engine, |made| given(COST, way, made))
    }
}

impl OverWords<WordHorn> {
    /// Makes words of the numbers in clauses.
    pub fn of_clauses(horn: &Horn, budget: &Budget) -> OverWords<WordHorn> {
        OverWords(Made::by(budget, |budget| horn_of_words(horn, budget)))
    }

    /// The step from clauses, for this engine.
    ///
    /// # Errors
    ///
    /// If a limit was reached while the words were made.
    pub fn clauses_step(&self, engine: Engine) -> Result<Option<Step>, Unfit> {
        let way = Way::<Horn, Horn, WordHorn>::new(
            |of| &of.horn,
            |of, found, asked| of.interpretation(found, asked.budget).map_err(StopCause::Limit),
            |_, found, _| Ok(found.clone()),
        );
        self.step(engine, |made| given(COST, way, made))
    }
}

//! The engines at work on a model: one, or several in a race.

use super::contestant::{Contestant, Judge, VerdictOn};
use super::lineup::Plan;
use super::options::VerifyOptions;
use super::race::Race;
use super::verdict::Verified;
use crate::base::Budget;
use crate::engine::common::prover::Told;
use crate::engine::options::Engine;
use crate::engine::{Observer, Sequence};
use crate::model::PropertyId;
use crate::route::takes::Unfit;

/// The engines at work on a model: one, or several in a race.
#[derive(Debug)]
pub(super) enum Engines<M: Told> {
    /// This one, with the name that it answers by.
    One(Contestant<M>, &'static str),
    Several(Race<M>),
}

impl<M: Told> Engines<M> {
    /// The engine of these options, or those of the race that `lineup` says.
    ///
    /// # Errors
    ///
    /// If the engine does not work on the model.
    pub fn new<J: Judge<Model = M>>(
        judge: &J,
        lineup: impl FnOnce() -> Vec<Plan>,
        options: &VerifyOptions,
        budget: &Budget,
    ) -> Result<Engines<M>, Unfit> {
        if options.engine == Engine::Portfolio {
            return Ok(Engines::Several(Race::new(lineup(), options.threads, budget)));
        }
        let engine = judge.start(&Plan::of_one(options), budget)?;
        Ok(Engines::One(Contestant::new(engine, budget), options.engine.name()))
    }

    /// The verdict on a property.
    pub fn prove<J: Judge<Model = M>>(
        &mut self,
        judge: &J,
        budget: &Budget,
        property: PropertyId,
        observer: &mut dyn Observer,
    ) -> VerdictOn<J> {
        let (verdict, by) = match self {
            Engines::One(engine, by) => (engine.turn(judge, by, property, observer), *by),
            Engines::Several(race) => {
                (race.prove(judge, budget, property, observer), Engine::Portfolio.name())
            }
        };
        verdict.unwrap_or_else(|reason| Verified::unknown(property, reason, by))
    }

    /// The options of the engine that answers by this name; `alone` are those of an engine without others.
    pub fn options<'a>(&'a self, by: &str, alone: &'a VerifyOptions) -> &'a VerifyOptions {
        match self {
            Engines::One(..) => alone,
            Engines::Several(race) => {
                let mut members = race.members.iter();
                members.find(|member| member.plan.member.name == by).map_or(alone, |m| &m.plan.options)
            }
        }
    }

    /// The counters of the engines; those of a race have the name of their member in front.
    pub fn statistics(&self) -> Vec<(String, u64)> {
        match self {
            Engines::One(contestant, _) => {
                let counted = contestant.engine.counters().into_iter();
                counted.map(|(name, value)| (name.to_string(), value)).collect()
            }
            Engines::Several(race) => race.statistics(),
        }
    }

    /// The seconds for which each member of a race has run.
    pub fn seconds(&self) -> Vec<(&'static str, f64)> {
        match self {
            Engines::One(..) => Vec::new(),
            Engines::Several(race) => race.seconds(),
        }
    }

    /// The size of the engine's sequence of frames; `None` for races, and for engines that keep none.
    pub fn sequence(&self) -> Option<Sequence> {
        match self {
            Engines::One(contestant, _) => contestant.engine.sequence(),
            Engines::Several(_) => None,
        }
    }
}

//! The engines over Horn clauses, under their names, and how several of them race.

use super::options::{Engine, VerifyOptions, Words};
use super::race::Plan;
use super::takes::{Kind, Unfit};
use crate::base::Budget;
use crate::engine::horn::{HornLemmas, Spacer, Unwind};
use crate::engine::{HornOutcome, Observer};
use crate::model::encode::integers::{to_integer_clauses, Wraps};
use crate::model::horn::Horn;

/// An engine at work on Horn clauses.
#[derive(Debug)]
pub(super) enum RunningClauses {
    Spacer(Box<Spacer>),
    Unwind(Box<Unwind>),
}

impl RunningClauses {
    /// The engine of these options.
    ///
    /// # Errors
    ///
    /// If it is none over clauses.
    pub fn new(horn: &Horn, options: &VerifyOptions, budget: &Budget) -> Result<RunningClauses, Unfit> {
        let budget = budget.clone();
        let spacer = |options| RunningClauses::Spacer(Box::new(Spacer::new(horn, options, budget.clone())));
        Ok(match options.engine {
            Engine::Spacer => spacer(options.spacer.clone()),
            Engine::Unwind => {
                RunningClauses::Unwind(Box::new(Unwind::new(horn, options.unwind.clone(), budget)))
            }
            Engine::Gpdr => spacer(options.spacer.clone().gpdr()),
            Engine::Auto
            | Engine::Portfolio
            | Engine::Ic3
            | Engine::LazyIc3
            | Engine::Bmc
            | Engine::KInduction
            | Engine::Fsis
            | Engine::Itp
            | Engine::Ic3Smt
            | Engine::Ic3Ia
            | Engine::Ctigar
            | Engine::TreeIc3
            | Engine::TreeIc3Itp
            | Engine::TreeIc3Ia
            | Engine::TreeIc3ItpMono
            | Engine::TreeItp
            | Engine::Ic3Cfa
            | Engine::PredAbs
            | Engine::Guess
            | Engine::Explicit => return Err(Unfit::kind(options.engine, Kind::Clauses)),
        })
    }

    /// Finds a model or a derivation of falsity.
    pub fn prove(&mut self, observer: &mut dyn Observer) -> HornOutcome {
        match self {
            RunningClauses::Spacer(engine) => engine.prove(observer),
            RunningClauses::Unwind(engine) => engine.prove(observer),
        }
    }

    /// The counters of the engine, by name.
    pub fn statistics(&self) -> Vec<(&'static str, u64)> {
        match self {
            RunningClauses::Spacer(engine) => {
                let counted = engine.statistics();
                vec![
                    ("queries", counted.queries),
                    ("frames", counted.frames),
                    ("goals", counted.goals),
                    ("lemmas", counted.lemmas),
                    ("facts", counted.facts),
                    ("pushes", counted.pushes),
                    ("lemmas pushed", counted.pushed),
                ]
            }
            RunningClauses::Unwind(engine) => {
                let (nodes, queries) = engine.statistics();
                vec![("queries", queries), ("nodes of the last tree", nodes)]
            }
        }
    }
}

/// The share of each engine over the integers that words are made.
const INTEGER_SHARE: u64 = 8;

/// The members over clauses and their options, the most promising one first. Beside engines over programs they get
/// about half of the turns.
pub(super) fn clauses_lineup(
    options: &VerifyOptions,
    horn: &Horn,
    budget: &Budget,
) -> Vec<Plan<VerifyOptions>> {
    let spacer = |name, lemmas, share| {
        let mut options = VerifyOptions { engine: Engine::Spacer, ..options.clone() };
        options.spacer.lemmas = lemmas;
        Plan::new(name, share, options)
    };
    let unwind = VerifyOptions { engine: Engine::Unwind, ..options.clone() };
    let mut plans = vec![
        spacer("spacer with interpolants", HornLemmas::Interpolant, 12),
        spacer("spacer with farkas sums", HornLemmas::Farkas, 6),
        spacer("spacer with cores", HornLemmas::Core, 3),
        Plan::new(Engine::Unwind.name(), 1, unwind),
    ];
    if has_words(horn) && to_integer_clauses(horn, Wraps::Ignored, budget).is_ok() {
        let over_integers = |name, words| {
            let options = VerifyOptions { engine: Engine::Spacer, words, ..options.clone() };
            Plan::new(name, INTEGER_SHARE, options)
        };
        plans.push(over_integers("spacer over integers", Words::Integers));
        plans.push(over_integers("spacer without wraps", Words::WithoutWraps));
    }
    plans
}

/// Whether a clause has a word for a variable.
fn has_words(horn: &Horn) -> bool {
    let mut variables = horn.clauses().iter().flat_map(|clause| &clause.variables);
    variables.any(|&v| horn.terms().sort(v).width().is_some())
}

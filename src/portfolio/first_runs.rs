//! Evidence about C programs that a run gives before anything is reduced and any engine is set up.
//!
//! A program that asks for nothing has one run. If that ends without an error, it is the proof; the run takes a moment,
//! and a program that asks for a value ends it at once.
//!
//! Random runs come next where engines will be slow: of a recursive program, which has no runs beside its engines, and
//! of a model that is so large that its reduction takes seconds. A run into an error is a counterexample of any size of
//! the model. Of small programs the engines find shorter counterexamples.

use super::options::{Checking, VerifyOptions};
use super::verdict::Verified;
use crate::base::Budget;
use crate::engine::options::Engine;
use crate::engine::Outcome;
use crate::evidence::OneRun;
use crate::input::Model;
use crate::model::PropertyId;
use crate::origin::{Origin, Recorded};
use std::sync::Arc;

/// The name of the member that proves by the one run.
const ONE: &str = "one-run";
/// The name of the member that refutes by a random run.
const RANDOM: &str = "runs";
/// Steps for which a unit of work is counted.
const STEPS_OF_A_UNIT: u64 = 8;
/// The number of terms from which a model is large.
const LARGE: usize = 30_000;
/// The work of random runs, in units: about a tenth of a second.
const WORK: u64 = 250_000;
/// The same of a model so large that its reduction takes longer: for each term, and at most.
const WORK_OF_A_TERM: u64 = 32;
const MOST_WORK: u64 = 40 * WORK;

/// The evidence that runs have given.
#[derive(Clone, Debug)]
pub(super) enum Found {
    /// The one run ends without an error.
    One(OneRun),
    /// A run into an error.
    Error(Arc<dyn Recorded>),
}

/// The evidence that runs of a C program give, if a portfolio looks for runs and they give some.
pub(super) fn find(
    model: &Model,
    origin: &dyn Origin,
    options: &VerifyOptions,
    budget: &Budget,
) -> Option<Found> {
    let is_portfolio = matches!(options.engine, Engine::Auto | Engine::Portfolio);
    if !is_portfolio || !options.portfolio.random_runs {
        return None;
    }
    let one = if options.portfolio.inductive_only { None } else { origin.one_run(budget).ok() };
    if let Some(one) = one {
        budget.spend_work(one.steps / STEPS_OF_A_UNIT);
        return Some(Found::One(one));
    }
    let work = match model {
        Model::Program(file) => match file.cfa().terms().len() {
            small if small < LARGE => return None,
            terms => (WORK_OF_A_TERM * terms as u64).clamp(WORK, MOST_WORK),
        },
        Model::Clauses(_) => WORK,
        Model::Circuit(_) | Model::System(_) => return None,
    };
    let share = budget.child();
    share.pause_at(work);
    origin.error_run(options.engines.guess.seed, &share).map(Found::Error)
}

/// The verdict by the evidence, which is checked if that is wanted.
pub(super) fn verdict(
    origin: &dyn Origin,
    found: Found,
    property: PropertyId,
    checking: Checking,
    budget: &Budget,
) -> Verified<OneRun, Arc<dyn Recorded>> {
    let checked = match (checking, &found) {
        (Checking::Off, _) => Ok(()),
        (Checking::On | Checking::Full, Found::One(run)) => origin.check_one_run(*run, budget),
        (Checking::On | Checking::Full, Found::Error(run)) => origin.check_run(&**run, budget),
    };
    let (outcome, by) = match found {
        Found::One(run) => (Outcome::Safe(run), ONE),
        Found::Error(run) => (Outcome::Unsafe(run), RANDOM),
    };
    match checked {
        Ok(()) => Verified::checked(property, outcome, by),
        Err(error) => Verified::not_believed(property, error, by),
    }
}

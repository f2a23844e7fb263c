//! Evidence about C programs that have one run, which ends without an error.
//!
//! The run is tried before anything is reduced and any engine is set up: it takes a moment, and a program that asks for
//! a value ends it at once.

use super::options::{Checking, VerifyOptions};
use super::verdict::Verified;
use crate::base::Budget;
use crate::engine::options::Engine;
use crate::engine::Outcome;
use crate::evidence::OneRun;
use crate::model::PropertyId;
use crate::origin::Origin;
use std::convert::Infallible;

/// The name of the member.
const NAME: &str = "one-run";
/// Steps for which a unit of work is counted.
const STEPS_OF_A_UNIT: u64 = 8;

/// The claim that a C program has one run, if a portfolio looks for runs and has found that.
pub(super) fn find(origin: &dyn Origin, options: &VerifyOptions, budget: &Budget) -> Option<OneRun> {
    let is_portfolio = matches!(options.engine, Engine::Auto | Engine::Portfolio);
    let is_wanted = is_portfolio && options.portfolio.random_runs && !options.portfolio.inductive_only;
    let found = if is_wanted { origin.one_run(budget).ok() } else { None }?;
    budget.spend_work(found.steps / STEPS_OF_A_UNIT);
    Some(found)
}

/// The verdict by the claim, which is checked if that is wanted.
pub(super) fn verdict(
    origin: &dyn Origin,
    found: OneRun,
    property: PropertyId,
    checking: Checking,
    budget: &Budget,
) -> Verified<OneRun, Infallible> {
    let checked = match checking {
        Checking::On | Checking::Full => origin.check_one_run(found, budget),
        Checking::Off => Ok(()),
    };
    match checked {
        Ok(()) => Verified::checked(property, Outcome::Safe(found), NAME),
        Err(error) => Verified::not_believed(property, error, NAME),
    }
}

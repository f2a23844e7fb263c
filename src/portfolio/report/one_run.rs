//! Evidence about C programs that have one run, which ends without an error.
//!
//! The run is tried before anything is reduced and any engine is set up: it takes a moment, and a program that asks for
//! a value ends it at once.

use super::super::options::{Checking, VerifyOptions};
use super::super::verdict::Verified;
use super::{AnyProof, Form, Size, WriteError, Written};
use crate::base::Budget;
use crate::engine::table::Engine;
use crate::engine::Outcome;
use crate::evidence::origin::Origin;
use crate::evidence::OneRun;
use crate::model::PropertyId;
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

/// A proof by the one run of a program.
#[derive(Debug)]
pub(super) struct OneRunProof<'m> {
    pub origin: &'m dyn Origin,
    pub found: OneRun,
}

impl AnyProof for OneRunProof<'_> {
    fn size(&self) -> Size {
        let parts = usize::try_from(self.found.steps).unwrap_or(usize::MAX);
        Size { k: None, simple_path: false, parts, unit: "steps" }
    }

    fn parts(&self, _is_full: bool) -> Vec<String> {
        vec!["the program asks for nothing, and its one run ends without an error".to_string()]
    }

    fn write(&self, form: Form<'_>) -> Result<Written, WriteError> {
        match form {
            Form::Text => Ok(self.found.to_text().into()),
            Form::Witness { time } => Ok(self.origin.bare_witness(time).into()),
            Form::WitnessCircuit { .. }
            | Form::Script
            | Form::Vmt
            | Form::Dot
            | Form::Waves
            | Form::Harness => {
                Err(WriteError::Unfit("the certificate of a program with one run is text or a file .yml"))
            }
        }
    }
}

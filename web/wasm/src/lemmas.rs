//! Candidate lemmas on the workbench: the command `try` of the command line.

use crate::cli::lemma_table::Bench;
use crate::cli::options::Command;
use crate::failure::Failure;
use crate::session;
use crate::settings::Request;
use indubit::base::Budget;
use indubit::evidence::{CheckError, CheckOptions};
use indubit::input::{self, Model};
use indubit::model::PropertyId;
use indubit::portfolio::Lemmas;

/// The object of `indubit try --json`: by lemma whether it holds initially, alone and together, with counterexamples.
pub fn run(name: &str, model: &[u8], lemmas: &[u8], options: &str) -> Result<String, Failure> {
    let request = Request::read(options, Command::Try)?;
    let budget = request.budget();
    let model = input::read(name, model, &request.input()?, &budget).map_err(|error| Failure::unread(&error))?;
    budget.pause_at(request.work.unwrap_or(u64::MAX));
    let mut properties = session::properties(&model, &request)?;
    properties.retain(|property| !property.is_justice());
    if properties.is_empty() {
        return Err(Failure::usage("lemmas are tried on properties of safety, and none was asked for"));
    }
    answers(&model, lemmas, &properties, &budget)
}

/// The answers about lemmas of a model.
pub fn answers(model: &Model, lemmas: &[u8], properties: &[PropertyId], budget: &Budget) -> Result<String, Failure> {
    let lemmas = Lemmas::read(model, lemmas, budget).map_err(|error| Failure::unread(&error))?;
    let tried = lemmas.examine(budget).map_err(failed)?;
    let mut is_safe = true;
    for &property in properties {
        is_safe &= match &tried.properties[property.index()] {
            Ok(needed) => lemmas.prove(needed, property, &CheckOptions::default(), budget).map_err(failed)?,
            Err(_) => false,
        };
    }
    Ok(Bench { texts: lemmas.texts(), tried: &tried }.json(properties, is_safe))
}

/// The failure of an examination.
pub fn failed(error: CheckError) -> Failure {
    match error {
        CheckError::Limit(limit) => Failure::limit(crate::report::limit(limit)),
        error => Failure::input(error, None),
    }
}

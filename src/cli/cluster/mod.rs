//! `indubit split MODEL DIR` and `indubit join MODEL DIR`: a question as jobs, which any scheduler runs anywhere, and
//! their answers as one.
//!
//! A model has a job for each property, a formula in DIMACS form one for each cube ([`cubes`]). A script over Booleans
//! and words becomes such a formula ([`script`]). `DIR/jobs` has a command line for each, and each writes its verdict
//! and its evidence to files of its own, so jobs share nothing.
//!
//! Nothing in `DIR` is believed. The properties are those of `MODEL`, and each is safe or unsafe by evidence that the
//! command `check` confirms. The refutations of the cubes become one proof ([`proof`]), which is checked against the
//! formula. A job that is missing, or evidence of another job or model, leaves a gap that the check meets.

mod cubes;
mod join;
mod proof;
mod script;
mod split;

use super::options::Settings;
use super::{files, models, os, Failure};
use indubit::base::Budget;
use indubit::input::dimacs::{self, Cnf};
use indubit::input::horn;
use script::Script;
use std::ffi::OsString;
use std::path::PathBuf;

/// The questions of a file.
enum Questions {
    /// A formula, and the script that it was made of.
    Formula(Cnf, Option<Box<Script>>),
    /// The names of properties.
    Properties(Vec<String>),
}

/// A call of either command.
pub struct Call<'a> {
    settings: &'a Settings,
    budget: Budget,
    questions: Questions,
    /// The folder of the jobs.
    folder: PathBuf,
    /// The options, as they were given.
    options: Vec<String>,
}

/// Runs a command with its arguments.
pub fn run(settings: &Settings, arguments: &[OsString], is_join: bool) -> Result<i32, Failure> {
    if settings.property.index.is_some() || settings.property.name.is_some() {
        return Err(Failure::usage("--property: each property has a job of its own"));
    }
    let file = settings.file(0);
    let input = files::open(file)?;
    let budget = settings.budget();
    os::set_on_interrupt(budget.canceller());
    let bytes = input.read(&budget, settings)?;
    let questions = if files::is_formula(file, &bytes) {
        let cnf = dimacs::read(&bytes).map_err(|error| Failure::input(files::shown(file), error))?;
        Questions::Formula(cnf, None)
    } else if files::suffix(file) == "smt2" && !horn::is_horn(&bytes) {
        let script = Script::read(file, &bytes, &budget)?;
        Questions::Formula(script.formula(), Some(Box::new(script)))
    } else {
        let model = models::parse_model(file, &bytes, settings, &budget)?;
        // The assertions of a program are numbered from 1.
        let names: Vec<String> = match model.origin() {
            Some(origin) => (1..=origin.assertion_count()).map(|number| format!("b{}", number)).collect(),
            None => model.property_ids().map(|property| property.to_string()).collect(),
        };
        if names.is_empty() {
            return Err(Failure::input(files::shown(file), "nothing was asked: there is no property"));
        }
        Questions::Properties(names)
    };
    let is_option = |word: &&OsString| !settings.files.contains(word);
    let options = arguments.iter().filter(is_option).map(|word| word.to_string_lossy().into_owned());
    let call =
        Call { settings, budget, questions, folder: settings.file(1).into(), options: options.collect() };
    if is_join {
        call.join()
    } else {
        call.split()
    }
}

impl Call<'_> {
    /// A file of the folder.
    fn at(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }
}

//! Candidate lemmas from a file, which engines may assume as far as they are good.

use crate::cli::lemma_table::numbers;
use crate::cli::options::Settings;
use crate::cli::try_lemmas::failed;
use crate::cli::{files, Failure};
use indubit::base::Budget;
use indubit::engine::Outcome;
use indubit::input::Model;
use indubit::portfolio::{Form, Known, Lemmas, Verdict};
use std::ffi::OsStr;

/// The good lemmas of a file.
pub struct Assumed<'m> {
    file: &'m OsStr,
    lemmas: Lemmas<'m>,
    good: Vec<usize>,
    /// For the engines.
    pub known: Known,
}

/// Reads and tries the lemmas that the user gives. The others are named on standard error.
pub fn read<'m>(
    settings: &'m Settings,
    model: &'m Model,
    budget: &Budget,
) -> Result<Option<Assumed<'m>>, Failure> {
    let file = match &settings.lemmas.file {
        Some(file) => file.as_os_str(),
        None => return Ok(None),
    };
    let bytes = files::open(file)?.read(budget, settings)?;
    let lemmas = Lemmas::read(model, &bytes, budget).map_err(|error| files::unread(file, error))?;
    let good = lemmas.examine(budget).map_err(|error| failed(file, error))?.good;
    let (shown, count) = (files::shown(file), lemmas.texts().len());
    let bad: Vec<usize> = (0..count).filter(|lemma| !good.contains(lemma)).collect();
    if !bad.is_empty() {
        let command = "indubit try says why";
        say!("indubit: {}: {} not good and not assumed; {}", shown, are(&bad), command);
    }
    let known = lemmas.known(&good).map_err(|reason| Failure::input(shown, reason))?;
    Ok(Some(Assumed { file, lemmas, good, known }))
}

fn are(lemmas: &[usize]) -> String {
    format!("{} {}", numbers(lemmas), if lemmas.len() == 1 { "is" } else { "are" })
}

impl Assumed<'_> {
    /// The lemmas that a proof needs, if its certificate tells that.
    pub fn needed(&self, model: &Model, verdict: &Verdict<'_>, budget: &Budget) -> Option<Vec<usize>> {
        let proof = match &verdict.outcome {
            Outcome::Safe(proof) if proof.size().k.is_none() => proof,
            Outcome::Safe(_) | Outcome::Unsafe(_) | Outcome::Unknown(_) => return None,
        };
        let mut certificate = Vec::new();
        proof.write(Form::Text, &mut certificate).ok()?;
        let certificate = Lemmas::read(model, &certificate, budget).ok()?;
        self.lemmas.needed_in(&certificate, &self.good, verdict.property, budget).ok()?
    }

    /// Names the lemmas that a proof needs on standard error.
    pub fn tell(&self, model: &Model, verdict: &Verdict<'_>, needed: &[usize]) {
        let shown = files::shown(self.file);
        say!(
            "indubit: {}: the proof of {} needs {}",
            shown,
            model.property_title(verdict.property),
            numbers(needed)
        );
    }
}

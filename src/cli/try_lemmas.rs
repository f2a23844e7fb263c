//! `indubit try MODEL LEMMAS`: candidate lemmas on the workbench.
//!
//! The first line is `safe` if the good lemmas prove the properties that were asked for, else `unknown`: a guess that
//! is wrong says nothing about the model.

use super::lemma_table::Bench;
use super::options::Settings;
use super::verify::advice;
use super::{clock, files, models, os, output, Failure, EVIDENCE_FAILED, SAFE, UNKNOWN};
use indubit::base::Budget;
use indubit::evidence::workbench::Workbench;
use indubit::evidence::{CheckError, CheckOptions};
use indubit::model::PropertyId;
use indubit::portfolio::{Form, Lemmas, Piece, WriteError};
use std::ffi::{OsStr, OsString};

/// Runs the command.
pub fn run(settings: &Settings) -> Result<i32, Failure> {
    let (model_file, lemma_file) = (settings.file(0), settings.file(1));
    let (model_input, lemma_input) = (files::open(model_file)?, files::open(lemma_file)?);
    let budget = settings.budget();
    os::set_on_interrupt(budget.canceller());
    let limit = |failure: Failure| failure.or_verdict("unknown\n");
    let bytes = model_input.read(&budget, settings).map_err(limit)?;
    let model = models::parse_model(model_file, &bytes, settings, &budget).map_err(limit)?;
    advice::nothing_asked(settings, &model);
    let settings = &settings.about(&model, &files::shown(settings.file(0)))?;
    let safety: Vec<PropertyId> = model.property_ids().filter(|property| !property.is_justice()).collect();
    if safety.is_empty() {
        return Err(Failure::input(files::shown(model_file), "nothing to verify: no property of safety"));
    }
    let properties: Vec<PropertyId> = match settings.property.index {
        Some(property) if safety.contains(&property) => vec![property],
        Some(property) => {
            let message = "is a justice property, and lemmas are tried on properties of safety";
            return Err(Failure::usage(format!("{} {}", property, message)));
        }
        None => safety,
    };
    let bytes = lemma_input.read(&budget, settings).map_err(limit)?;
    let lemmas = Lemmas::read(&model, &bytes, &budget);
    let lemmas = lemmas.map_err(|error| limit(files::unread(lemma_file, error)))?;
    let tried = lemmas.examine(&budget).map_err(|error| limit(failed(lemma_file, error)))?;
    let bench = Bench { texts: lemmas.texts(), tried: &tried };
    let is_safe = confirm(&lemmas, &tried, &properties, &budget)?;
    if let Some(file) = &settings.houdini {
        let time = clock::time_now();
        let form = if files::is_witness(file) { Form::Witness { time: &time } } else { Form::Text };
        let text = lemmas.write(&tried.good, properties[0], form).map_err(|error| match error {
            WriteError::Unfit(reason) => Failure::usage(format!("--houdini: {}", reason)),
            error => Failure::evidence(error.to_string()),
        })?;
        let text = if is_safe { text } else { without_claim(&text) };
        files::write(file, text.as_bytes())?;
    }
    if let Some(file) = &settings.vcd {
        write_waves(&bench, file)?;
    }
    output::print(&if settings.json.0 {
        bench.json(&properties, is_safe)
    } else {
        bench.text(&model, &properties, is_safe)
    })?;
    Ok(if is_safe { SAFE } else { UNKNOWN })
}

/// The failure of an examination of lemmas from a file.
pub fn failed(file: &OsStr, error: CheckError) -> Failure {
    match error {
        CheckError::Limit(limit) => {
            Failure::new(UNKNOWN, format!("{}: {} while the lemmas were tried", files::shown(file), limit))
        }
        error => Failure::input(files::shown(file), error),
    }
}

/// The text of lemmas that are inductive and do not exclude the bad states: its first comment says that they do.
pub fn without_claim(text: &str) -> String {
    text.replacen(", are kept by each step, and exclude the bad states", " and are kept by each step", 1)
}

/// Whether the good lemmas prove these properties; then the checker has confirmed it.
fn confirm(
    lemmas: &Lemmas<'_>,
    tried: &Workbench<Piece>,
    properties: &[PropertyId],
    budget: &Budget,
) -> Result<bool, Failure> {
    let mut is_safe = true;
    for &property in properties {
        let needed = match &tried.properties[property.index()] {
            Ok(needed) => needed,
            Err(_) => return Ok(false),
        };
        match lemmas.prove(needed, property, &CheckOptions::default(), budget) {
            Ok(is_proved) => is_safe &= is_proved,
            Err(CheckError::Limit(_)) => is_safe = false,
            Err(error) => return Err(Failure::new(EVIDENCE_FAILED, error.to_string())),
        }
    }
    Ok(is_safe)
}

/// Writes the counterexamples to induction as waves, `FILE.l0` for lemma 0 and so on.
fn write_waves(bench: &Bench<'_>, file: &OsStr) -> Result<(), Failure> {
    for lemma in 0..bench.texts.len() {
        let [(_, initially), _, (_, together)] = bench.answers(lemma);
        let piece = match (initially, together) {
            (Err(piece), _) | (Ok(()), Err(piece)) => piece,
            (Ok(()), Ok(())) => continue,
        };
        let waves = piece.waves.as_ref().ok_or_else(|| {
            Failure::usage("programs and clauses have no waves; leave --vcd out".to_string())
        })?;
        let mut name = OsString::from(file);
        name.push(format!(".l{}", lemma));
        files::write(&name, waves.vcd().as_bytes())?;
    }
    Ok(())
}

//! `indubit check MODEL EVIDENCE`: the claims of a file about a model, proved or replayed.

use super::options::Settings;
use super::solutions::judge;
use super::values::TERMINATION;
use super::verify::advice;
use super::{
    check_formula, files, models, os, output, verdicts, Failure, EVIDENCE_FAILED, SAFE, UNKNOWN, UNSAFE,
};
use indubit::base::Budget;
use indubit::evidence::{claims, CheckError, CheckOptions, Claim};
use indubit::input::Model;
use indubit::model::PropertyId;
use indubit::portfolio::Checking;
use std::ffi::OsStr;

/// Runs the command. Several files of evidence are one: the certificates of several properties, or what several
/// machines have found.
pub fn run(settings: &Settings) -> Result<i32, Failure> {
    let (model_file, evidence_files) = (settings.file(0), settings.further_files());
    let model_input = files::open(model_file)?;
    let evidence_inputs: Vec<_> =
        evidence_files.iter().map(|file| files::open(file)).collect::<Result<_, _>>()?;
    let budget = settings.budget();
    os::set_on_interrupt(budget.canceller());
    let model_bytes = model_input.read(&budget, settings).map_err(|f| f.or_verdict("unknown\n"))?;
    if settings.format.0.is_none() && files::is_weighted(model_file, &model_bytes) {
        let checked = judge::run((model_file, &model_bytes), evidence_inputs, settings, &budget);
        return checked.map_err(|failure| failure.or_verdict("s UNKNOWN\n"));
    }
    if settings.format.0.is_none() && files::is_formula(model_file, &model_bytes) {
        let mut inputs = evidence_inputs.into_iter();
        return match (inputs.next(), inputs.next()) {
            (Some(evidence), None) => {
                let checked = check_formula::run(model_file, &model_bytes, evidence, settings, &budget);
                checked.map_err(|failure| failure.or_verdict("s UNKNOWN\n"))
            }
            _ => Err(Failure::usage("a formula has one proof or model, and there are several files")),
        };
    }
    let limit = |failure: Failure| failure.or_verdict("unknown\n");
    let mut evidence = Vec::with_capacity(evidence_files.len());
    for (file, input) in evidence_files.iter().zip(evidence_inputs) {
        evidence.push((file.as_os_str(), input.read(&budget, settings).map_err(limit)?));
    }
    #[cfg(feature = "c")]
    let (settings, of_witness) =
        &super::c::witnesses::asked(settings, (model_file, &model_bytes), &evidence)?;
    let model = models::parse_model(model_file, &model_bytes, settings, &budget).map_err(limit)?;
    drop(model_bytes);
    advice::nothing_asked(settings, &model);
    let settings = &settings.about(&model, &files::shown(settings.file(0)))?;
    let wider = model.wider(&budget);
    let mut found = Verdicts::new(&model, settings);
    for (file, bytes) in &evidence {
        #[cfg(feature = "c")]
        if model.origin().is_some() && files::is_witness(file) {
            let (code, lines) = super::c::witnesses::check(settings, (file, &model), bytes, &budget)?;
            let is_confirmed = code == SAFE || code == UNSAFE;
            found.add_witness((code, lines + if is_confirmed { of_witness.as_str() } else { "" }));
            continue;
        }
        refuse_questions(&model, file, bytes)?;
        let read = claims(&model, bytes, &budget).map_err(|error| limit(files::unread(file, error)));
        let read = match (read, wider.as_ref().and_then(|wider| claims(wider, bytes, &budget).ok())) {
            (Err(_), Some(claims)) => claims,
            (Ok(_), Some(claims)) if hold(&claims, settings, &budget) => claims,
            (read, _) => read?,
        };
        found.add(&read, &files::shown(file), settings, &budget);
    }
    found.finish(&files::shown(settings.file(1)), &budget)
}

/// Refuses a script of proof obligations: its conditions are those that its writer made of the model, so that the
/// answers say nothing about the model itself.
fn refuse_questions(model: &Model, file: &OsStr, bytes: &[u8]) -> Result<(), Failure> {
    let reads_terms = match model {
        Model::System(_) => true,
        Model::Clauses(file) => file.origin().is_none(),
        Model::Circuit(_) | Model::Program(_) => false,
    };
    let mut lines = bytes.split(|&b| b == b'\n');
    if reads_terms && lines.any(|line| line.starts_with(b"(check-sat")) {
        let message = "this is a script with questions, for `indubit smt` or another solver; `check` reads evidence in \
                       the form of --certificate-format text";
        return Err(Failure::input(files::shown(file), message));
    }
    Ok(())
}

/// The options of checks.
fn options(settings: &Settings) -> CheckOptions {
    CheckOptions { proofs: settings.verify.check == Checking::Full }
}

/// Whether all claims pass their checks.
fn hold(claims: &[Claim<'_>], settings: &Settings, budget: &Budget) -> bool {
    claims.iter().all(|claim| claim.check(&options(settings), budget).is_ok())
}

/// The exit code of the verdict of a claim; says why a check failed.
fn code(model: &Model, claim: &Claim<'_>, file: &str, settings: &Settings, budget: &Budget) -> i32 {
    // A program in its own language has the question among its options.
    let asks_about_ends = settings.property.name.as_deref() == Some(TERMINATION);
    if model.origin().is_none() && claim.is_about_ends() != asks_about_ends {
        let what = match asks_about_ends {
            true => "this is about the error location, and the question is --property termination",
            false => "this is about the ends of runs, which is the question of --property termination",
        };
        say!("indubit: {}: {}", file, what);
        return EVIDENCE_FAILED;
    }
    match claim.check(&options(settings), budget) {
        Ok(()) if claim.is_safe() => SAFE,
        Ok(()) => UNSAFE,
        Err(error) => {
            say!("indubit: {}: property {}: {}", file, model.property_title(claim.property()), error);
            match error {
                CheckError::Limit(_) => UNKNOWN,
                _ => EVIDENCE_FAILED,
            }
        }
    }
}

/// The verdicts of the evidence on the properties that were asked for.
struct Verdicts<'a> {
    model: &'a Model,
    /// By property: its number, and the exit code that its verdict would have alone.
    properties: Vec<(PropertyId, i32)>,
    /// Pieces of evidence looked at.
    pieces: usize,
    /// The lines about witnesses that stand behind the verdicts.
    remarks: String,
}

impl<'a> Verdicts<'a> {
    /// Nothing yet about the properties that were asked for.
    fn new(model: &'a Model, settings: &Settings) -> Verdicts<'a> {
        let is_wanted = |&property: &PropertyId| settings.property.index.map_or(true, |p| p == property);
        let properties = model.property_ids().filter(is_wanted);
        let properties = properties.map(|property| (property, UNKNOWN)).collect();
        Verdicts { model, properties, pieces: 0, remarks: String::new() }
    }

    /// Checks the claims of a file about these properties.
    fn add(&mut self, claims: &[Claim<'_>], file: &str, settings: &Settings, budget: &Budget) {
        for (property, so_far) in &mut self.properties {
            for claim in claims.iter().filter(|claim| claim.property() == *property) {
                *so_far = weightier(*so_far, code(self.model, claim, file, settings, budget));
                self.pieces += 1;
            }
        }
    }

    /// Adds a witness of a C program that was checked: its exit code, and the lines about it.
    #[cfg(feature = "c")]
    fn add_witness(&mut self, (code, lines): (i32, String)) {
        for (_, so_far) in &mut self.properties {
            *so_far = weightier(*so_far, code);
        }
        self.pieces += 1;
        self.remarks.push_str(&lines);
    }

    /// Prints the verdicts. The result is the exit code.
    fn finish(&self, file: &str, budget: &Budget) -> Result<i32, Failure> {
        if self.pieces == 0 {
            return Err(Failure::input(file, "there is nothing about this property"));
        }
        output::print(&(self.text() + &self.remarks + &verdicts::believed(budget.believed())))?;
        output::leave(self.code())
    }

    /// The exit code. Evidence that failed its check counts most, then a refutation, then a property about which
    /// nothing was proved.
    fn code(&self) -> i32 {
        let has = |code: i32| self.properties.iter().any(|&(_, this)| this == code);
        [EVIDENCE_FAILED, UNSAFE, UNKNOWN].iter().copied().find(|&code| has(code)).unwrap_or(SAFE)
    }

    /// The verdict on all of the properties, then a line for each.
    fn text(&self) -> String {
        let lines = self.properties.iter().map(|&(property, code)| format!("{} {}\n", property, word(code)));
        format!("{}\n{}", word(self.code()), lines.collect::<String>())
    }
}

/// The verdict that an exit code stands for.
pub fn word(code: i32) -> &'static str {
    match code {
        SAFE => "safe",
        UNSAFE => "unsafe",
        _ => "unknown",
    }
}

/// The weightier of two codes about the same property.
fn weightier(one: i32, other: i32) -> i32 {
    let contradict = one == SAFE && other == UNSAFE || one == UNSAFE && other == SAFE;
    let failed = contradict || one == EVIDENCE_FAILED || other == EVIDENCE_FAILED;
    match one {
        _ if failed => EVIDENCE_FAILED,
        UNKNOWN => other,
        _ => one,
    }
}

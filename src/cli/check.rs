//! `indubit check MODEL EVIDENCE`: the claims of a file about a model, proved or replayed.

use super::options::Settings;
use super::{
    check_formula, files, os, output, verdicts, witnesses, Failure, EVIDENCE_FAILED, SAFE, UNKNOWN, UNSAFE,
};
use indubit::base::Budget;
use indubit::evidence::{claims, CheckError, CheckOptions, Claim};
use indubit::input::Model;
use indubit::model::PropertyId;
use indubit::portfolio::Checking;

/// Runs the command.
pub fn run(settings: &Settings) -> Result<i32, Failure> {
    let (model_file, evidence_file) = (settings.file(0), settings.file(1));
    let (model_input, evidence_input) = (files::open(model_file)?, files::open(evidence_file)?);
    let budget = settings.budget();
    os::set_on_interrupt(budget.canceller());
    let model_bytes = model_input.read(&budget, settings).map_err(|f| f.or_verdict("unknown\n"))?;
    if files::is_formula(model_file, &model_bytes) {
        let proof = evidence_input.read(&budget, settings).map_err(|f| f.or_verdict("s UNKNOWN\n"))?;
        return check_formula::run(model_file, &model_bytes, evidence_file, &proof, &budget);
    }
    let limit = |failure: Failure| failure.or_verdict("unknown\n");
    let evidence = evidence_input.read(&budget, settings).map_err(limit)?;
    let model = files::parse_model(model_file, &model_bytes, settings, &budget).map_err(limit)?;
    drop(model_bytes);
    if let (Model::C(file), true) = (&model, witnesses::is_witness(evidence_file)) {
        let (code, lines) = witnesses::check(settings, file, &evidence, &budget)?;
        let word = word(code);
        let believed = verdicts::believed(budget.believed());
        output::print(&format!("{}\nb0 {}\n{}{}", word, word, lines, believed))?;
        return Ok(code);
    }
    let claims = claims(&model, &evidence, &budget);
    let claims = claims.map_err(|error| limit(files::unread(evidence_file, error)))?;
    let shown = files::shown(evidence_file);
    Verdicts::of(&model, &claims, &shown, settings, &budget).finish(&shown, &budget)
}

/// The exit code of the verdict of a claim; says why a check failed.
fn code(claim: &Claim<'_>, file: &str, options: &CheckOptions, budget: &Budget) -> i32 {
    match claim.check(options, budget) {
        Ok(()) if claim.is_safe() => SAFE,
        Ok(()) => UNSAFE,
        Err(error) => {
            say!("indubit: {}: property {}: {}", file, claim.property(), error);
            match error {
                CheckError::Limit(_) => UNKNOWN,
                _ => EVIDENCE_FAILED,
            }
        }
    }
}

/// The verdicts of the evidence on the properties that were asked for.
struct Verdicts {
    /// By property: its number, and the exit code that its verdict would have alone.
    properties: Vec<(PropertyId, i32)>,
    /// Pieces of evidence looked at.
    pieces: usize,
}

impl Verdicts {
    /// Checks the claims about the properties that were asked for.
    fn of(model: &Model, claims: &[Claim<'_>], file: &str, settings: &Settings, budget: &Budget) -> Verdicts {
        let options = CheckOptions { proofs: settings.verify.check == Checking::Full };
        let is_wanted = |&property: &PropertyId| settings.property.index.map_or(true, |p| p == property);
        let mut found = Verdicts { properties: Vec::new(), pieces: 0 };
        for property in (0..model.property_count()).map(PropertyId::new).filter(is_wanted) {
            let about = claims.iter().filter(|claim| claim.property() == property);
            let codes: Vec<i32> = about.map(|claim| code(claim, file, &options, budget)).collect();
            found.pieces += codes.len();
            found.properties.push((property, codes.into_iter().fold(UNKNOWN, weightier)));
        }
        found
    }

    /// Prints the verdicts. The result is the exit code.
    fn finish(&self, file: &str, budget: &Budget) -> Result<i32, Failure> {
        if self.pieces == 0 {
            return Err(Failure::input(file, "there is nothing about this property"));
        }
        output::print(&(self.text() + &verdicts::believed(budget.believed())))?;
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

fn word(code: i32) -> &'static str {
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

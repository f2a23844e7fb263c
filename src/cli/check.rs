//! `indubit check MODEL EVIDENCE`: the claims of a file about a model, proved or replayed.

use super::options::Settings;
use super::{check_formula, files, os, output, Failure, EVIDENCE_FAILED, SAFE, UNKNOWN, UNSAFE};
use indubit::base::Budget;
use indubit::evidence::circuit::{check, Evidence};
use indubit::evidence::{CheckError, CheckOptions};
use indubit::model::CircuitFile;
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
    let evidence = evidence_input.read(&budget, settings).map_err(|f| f.or_verdict("unknown\n"))?;
    let model = files::parse_model(model_file, &model_bytes)?;
    let shown = files::shown(evidence_file);
    let evidence = Evidence::read(&evidence, &model).map_err(|error| Failure::input(&shown, error))?;
    let verdicts = Verdicts::of(&model, &evidence, &shown, settings, &budget);
    if verdicts.pieces == 0 {
        return Err(Failure::input(shown, "there is nothing about this property"));
    }
    output::print(&verdicts.text())?;
    Ok(verdicts.code())
}

/// The verdicts of the evidence on the properties that were asked for.
struct Verdicts {
    /// By property: its number, and the exit code that its verdict would have alone.
    properties: Vec<(PropertyId, i32)>,
    /// Pieces of evidence looked at.
    pieces: usize,
}

impl Verdicts {
    fn of(
        model: &CircuitFile,
        evidence: &[Evidence],
        file: &str,
        settings: &Settings,
        budget: &Budget,
    ) -> Verdicts {
        let options = CheckOptions { proofs: settings.verify.check == Checking::Full };
        let all = model.circuit.properties();
        let wanted = all.filter(|&property| settings.property.map_or(true, |wanted| wanted == property));
        let mut pieces = 0;
        let mut judge = |property: PropertyId| {
            let mut code = UNKNOWN;
            for piece in evidence.iter().filter(|piece| piece.property() == property) {
                pieces += 1;
                code = weightier(
                    code,
                    match check(&model.circuit, piece, &options, budget) {
                        Ok(()) if piece.claims_safe() => SAFE,
                        Ok(()) => UNSAFE,
                        Err(error) => {
                            say!("indubit: {}: property {}: {}", file, property, error);
                            let limit = matches!(error, CheckError::Limit(_));
                            if limit {
                                UNKNOWN
                            } else {
                                EVIDENCE_FAILED
                            }
                        }
                    },
                );
            }
            (property, code)
        };
        let properties = wanted.map(&mut judge).collect();
        Verdicts { properties, pieces }
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

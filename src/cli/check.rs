//! `indubit check MODEL EVIDENCE`: what a file claims about a model, proved or replayed.

use super::{check_formula, files, options, os, Failure, EVIDENCE_FAILED, SAFE, UNKNOWN, UNSAFE};
use indubit::evidence::circuit::{check, Evidence};
use indubit::evidence::{CheckError, CheckOptions};
use indubit::portfolio::Checking;

/// Runs the command.
///
/// The first line is the verdict that the evidence proves, then follows a line for each piece of evidence.
pub fn run(args: &[String]) -> Result<i32, Failure> {
    let settings = options::parse(args, &["MODEL", "EVIDENCE"])?;
    let budget = settings.budget();
    os::set_on_interrupt(budget.canceller());
    let (model_file, evidence_file) = match settings.files.as_slice() {
        [model, evidence] => (model, evidence),
        _ => return Err(Failure::usage("expected MODEL EVIDENCE")),
    };
    let bytes = files::read(model_file)?;
    if check_formula::is_formula(model_file, &bytes) {
        return check_formula::run(model_file, &bytes, evidence_file, &budget);
    }
    let model = files::parse_model(model_file, &bytes)?;
    let bytes = files::read(evidence_file)?;
    let shown = files::shown(evidence_file);
    let evidence =
        Evidence::read(&bytes, &model).map_err(|error| Failure::input(format!("{}: {}", shown, error)))?;
    let wanted = |e: &&Evidence| settings.property.map_or(true, |property| e.property() == property);
    let evidence: Vec<&Evidence> = evidence.iter().filter(wanted).collect();
    if evidence.is_empty() {
        return Err(Failure::input(format!("{}: there is nothing about this property", shown)));
    }
    let options = CheckOptions { proofs: settings.verify.check == Checking::Full };
    let (mut lines, mut code) = (String::new(), SAFE);
    for e in evidence {
        let (verdict, this) = match check(&model.circuit, e, &options, &budget) {
            Ok(()) if e.claims_safe() => ("safe", SAFE),
            Ok(()) => ("unsafe", UNSAFE),
            Err(error) => {
                eprintln!("indubit: {}: property {}: {}", shown, e.property(), error);
                let limit = matches!(error, CheckError::Limit(_));
                ("unknown", if limit { UNKNOWN } else { EVIDENCE_FAILED })
            }
        };
        lines.push_str(&format!("{} {}\n", e.property(), verdict));
        // Evidence that failed outweighs all, then what refutes, then what is open.
        let weight = |code: i32| [SAFE, UNKNOWN, UNSAFE, EVIDENCE_FAILED].iter().position(|&c| c == code);
        if weight(this) > weight(code) {
            code = this;
        }
    }
    let first = match code {
        SAFE => "safe",
        UNSAFE => "unsafe",
        _ => "unknown",
    };
    files::print(&format!("{}\n{}", first, lines));
    Ok(code)
}

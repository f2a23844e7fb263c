//! `indubit check FORMULA.cnf EVIDENCE`: a proof that the formula is unsatisfiable, or a model of it.

use super::{files, output, Failure, EVIDENCE_FAILED, SAFE, UNKNOWN, UNSAFE};
use indubit::base::{Budget, Lit};
use indubit::input::dimacs::{self, Cnf};
use indubit::solver::proof::{check_proof, ProofFormat, ProofReader, Verdict};
use std::collections::HashSet;
use std::ffi::OsStr;

/// Checks the evidence; prints a status line as solvers do.
pub fn run(
    file: &OsStr,
    bytes: &[u8],
    evidence_file: &OsStr,
    evidence: &[u8],
    budget: &Budget,
) -> Result<i32, Failure> {
    let formula = dimacs::read(bytes).map_err(|error| Failure::input(files::shown(file), error))?;
    let shown = files::shown(evidence_file);
    if let Some(model) = model_lines(evidence) {
        let model = model.map_err(|error| Failure::input(&shown, error))?;
        let (line, code) = match judge_model(&formula, &model) {
            Ok(()) => ("s SATISFIABLE\n", UNSAFE),
            Err(message) => {
                say!("indubit: {}: {}", shown, message);
                ("s UNKNOWN\n", EVIDENCE_FAILED)
            }
        };
        return output::print(line).map(|()| code);
    }
    let format = format_of(evidence_file, evidence);
    let reader = ProofReader::new(evidence, format);
    let (verdict, stats) = check_proof(formula.clauses(), reader, &[], budget.clone())
        .map_err(|error| Failure::input(&shown, error))?;
    let (line, code) = match verdict {
        Verdict::Proved => ("s UNSATISFIABLE", SAFE),
        Verdict::Rejected(rejection) => {
            say!("indubit: {}: the proof is wrong: {}", shown, rejection);
            ("s UNKNOWN", EVIDENCE_FAILED)
        }
        Verdict::Unknown(limit) => {
            say!("indubit: {}: {}", shown, limit);
            ("s UNKNOWN", UNKNOWN)
        }
    };
    output::print(&format!("c {:?} proof, {:?}\n{}\n", format, stats, line))?;
    Ok(code)
}

/// LRAT steps begin with a number and have two lists, each ended by 0; their deletions have `d` in second place.
fn format_of(file: &OsStr, proof: &[u8]) -> ProofFormat {
    if files::suffix(file) == "lrat" {
        return ProofFormat::Lrat;
    }
    let line = proof.split(|&b| b == b'\n').find(|line| !line.is_empty() && !line.starts_with(b"c"));
    let words: Vec<&[u8]> =
        line.unwrap_or(b"").split(|b| b.is_ascii_whitespace()).filter(|w| !w.is_empty()).collect();
    let zeros = words.iter().filter(|&&w| w == b"0").count();
    if !proof.contains(&0) && (zeros == 2 || words.get(1) == Some(&&b"d"[..])) {
        ProofFormat::Lrat
    } else {
        ProofFormat::Drat
    }
}

/// A solver's answer: the status, if it is there, and the literals.
struct Model {
    satisfiable: bool,
    lits: HashSet<Lit>,
}

/// The status line and the `v` lines, if the file is a solver's answer.
fn model_lines(bytes: &[u8]) -> Option<Result<Model, String>> {
    let text = std::str::from_utf8(bytes).ok()?;
    if !text.lines().any(|line| line.starts_with("v ") || line.starts_with("s ")) {
        return None;
    }
    let mut model = Model { satisfiable: true, lits: HashSet::new() };
    for (number, line) in (1..).zip(text.lines()) {
        if let Some(status) = line.strip_prefix("s ") {
            model.satisfiable &= status.trim() == "SATISFIABLE";
        }
        for word in line.strip_prefix("v ").unwrap_or("").split_ascii_whitespace().filter(|&w| w != "0") {
            match word.parse().ok().and_then(Lit::from_dimacs) {
                Some(lit) => model.lits.insert(lit),
                None => return Some(Err(format!("line {}: expected a literal, found `{}`", number, word))),
            };
        }
    }
    Some(Ok(model))
}

/// Refuses an answer that is no model of the formula, with the reason.
fn judge_model(formula: &Cnf, model: &Model) -> Result<(), String> {
    if !model.satisfiable {
        return Err("the status is not SATISFIABLE, so there is nothing to check; give a proof".to_string());
    }
    // The set has no order, so it is only asked for members.
    let has = |lit: &Lit| model.lits.contains(lit);
    if let Some(lit) = formula.clauses().flatten().find(|lit| has(lit) && has(&!**lit)) {
        return Err(format!("{} and its negation are both in the model", lit.to_dimacs()));
    }
    match (1..).zip(formula.clauses()).find(|(_, clause)| !clause.iter().any(has)) {
        Some((number, _)) => Err(format!("the model does not satisfy clause {}", number)),
        None => Ok(()),
    }
}

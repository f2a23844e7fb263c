//! `indubit check FORMULA.cnf EVIDENCE`: a proof that the formula is unsatisfiable, or a model of it.

use super::{files, Failure, EVIDENCE_FAILED, SAFE, UNKNOWN, UNSAFE};
use indubit::base::{Budget, Lit};
use indubit::input::{parse_dimacs, Cnf};
use indubit::solver::proof::{check_proof, ProofFormat, ProofReader, Verdict};
use std::collections::HashSet;

/// Whether the bytes or the name are those of a DIMACS file.
pub fn is_formula(file: &str, bytes: &[u8]) -> bool {
    bytes.starts_with(b"p cnf")
        || bytes.starts_with(b"c ")
        || bytes.starts_with(b"c\n")
        || file.ends_with(".cnf")
}

/// Checks the evidence; prints a status line as solvers do.
pub fn run(file: &str, bytes: &[u8], evidence_file: &str, budget: &Budget) -> Result<i32, Failure> {
    let in_file = |file: &str, error: &dyn std::fmt::Display| {
        Failure::input(format!("{}: {}", files::shown(file), error))
    };
    let formula = parse_dimacs(bytes).map_err(|error| in_file(file, &error))?;
    let evidence = files::read(evidence_file)?;
    if let Some(model) = model_lines(&evidence) {
        let model = model.map_err(|error| in_file(evidence_file, &error))?;
        return Ok(check_model(&formula, &model, evidence_file));
    }
    let format = format_of(evidence_file, &evidence);
    let reader = ProofReader::new(&evidence, format);
    let (verdict, stats) = check_proof(formula.clauses(), reader, &[], budget.clone())
        .map_err(|error| in_file(evidence_file, &error))?;
    let shown = files::shown(evidence_file);
    let (line, code) = match verdict {
        Verdict::Proved => ("s UNSATISFIABLE", SAFE),
        Verdict::Rejected(rejection) => {
            eprintln!("indubit: {}: the proof is wrong: {}", shown, rejection);
            ("s UNKNOWN", EVIDENCE_FAILED)
        }
        Verdict::Unknown(limit) => {
            eprintln!("indubit: {}: {}", shown, limit);
            ("s UNKNOWN", UNKNOWN)
        }
    };
    files::print(&format!("c {:?} proof, {:?}\n{}\n", format, stats, line));
    Ok(code)
}

/// LRAT steps begin with a number and have two lists, each ended by 0; their deletions have `d` in second place.
fn format_of(file: &str, proof: &[u8]) -> ProofFormat {
    if file.ends_with(".lrat") {
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

/// The literals of `v` lines, if the file is a solver's answer.
fn model_lines(bytes: &[u8]) -> Option<Result<HashSet<Lit>, String>> {
    let text = std::str::from_utf8(bytes).ok()?;
    if !text.lines().any(|line| line.starts_with("v ") || line.starts_with("s ")) {
        return None;
    }
    let mut model = HashSet::new();
    for (number, line) in (1..).zip(text.lines()) {
        for word in line.strip_prefix("v ").unwrap_or("").split_ascii_whitespace().filter(|&w| w != "0") {
            match word.parse().ok().and_then(Lit::from_dimacs) {
                Some(lit) => model.insert(lit),
                None => return Some(Err(format!("line {}: expected a literal, found `{}`", number, word))),
            };
        }
    }
    Some(Ok(model))
}

fn check_model(formula: &Cnf, model: &HashSet<Lit>, evidence_file: &str) -> i32 {
    let refuse = |message: String| {
        eprintln!("indubit: {}: {}", files::shown(evidence_file), message);
        files::print("s UNKNOWN\n");
        EVIDENCE_FAILED
    };
    // A set without order serves to ask only.
    if let Some(lit) = formula.clauses().flatten().find(|l| model.contains(l) && model.contains(&!**l)) {
        return refuse(format!("{} and its negation are both in the model", lit.to_dimacs()));
    }
    let wrong = (1..).zip(formula.clauses()).find(|(_, clause)| !clause.iter().any(|l| model.contains(l)));
    if let Some((number, _)) = wrong {
        return refuse(format!("the model does not satisfy clause {}", number));
    }
    files::print("s SATISFIABLE\n");
    UNSAFE
}

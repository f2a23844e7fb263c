//! `indubit check FORMULA.cnf EVIDENCE`: a proof that the formula is unsatisfiable, or a model of it.

use super::files::{self, Input};
use super::options::Settings;
use super::{output, Failure, EVIDENCE_FAILED, SAFE, UNKNOWN, UNSAFE};
use indubit::base::{Budget, Lit};
use indubit::input::dimacs::{self, Cnf};
use indubit::solver::proof::{check_proof, Checked, Encoding, ProofFormat, ProofReader};
use std::collections::HashSet;
use std::ffi::OsStr;
use std::fmt;
use std::io::{BufReader, Read};

/// Checks the evidence; prints a status line as solvers do.
pub fn run(
    file: &OsStr,
    bytes: &[u8],
    evidence: Input,
    settings: &Settings,
    budget: &Budget,
) -> Result<i32, Failure> {
    let formula = dimacs::read(bytes).map_err(|error| Failure::input(files::shown(file), error))?;
    let (code, comment) = judge(&formula, evidence, settings, budget)?;
    output::print(&format!("{}{}\n", comment, status(code))).map(|()| code)
}

/// The line that tells the verdict of an exit code.
pub fn status(code: i32) -> &'static str {
    match code {
        SAFE => "s UNSATISFIABLE",
        UNSAFE => "s SATISFIABLE",
        _ => "s UNKNOWN",
    }
}

/// The exit code for a formula with this evidence, and a comment on a proof.
pub fn judge(
    formula: &Cnf,
    evidence: Input,
    settings: &Settings,
    budget: &Budget,
) -> Result<(i32, String), Failure> {
    let evidence_file = evidence.name().to_os_string();
    let shown = files::shown(&evidence_file);
    let unread = |error: &dyn fmt::Display| match budget.check() {
        Ok(()) => Failure::input(&shown, error),
        Err(limit) => Failure::unread(&shown, limit),
    };
    let mut stream = evidence.stream(budget);
    let mut head = Vec::new();
    stream.by_ref().take(HEAD).read_to_end(&mut head).map_err(|error| unread(&error))?;
    if let Some((packer, command)) = files::unpacker(&head) {
        return Err(files::packed(&evidence_file, packer, command));
    }
    if is_model(&head) {
        let answer = stream.rest(head).read(budget, settings)?;
        let model = read_model(&answer).map_err(|error| Failure::input(&shown, error))?;
        let code = match judge_model(formula, &model) {
            Ok(()) => UNSAFE,
            Err(message) => {
                say!("indubit: {}: {}", shown, message);
                EVIDENCE_FAILED
            }
        };
        return Ok((code, String::new()));
    }
    let format = format_of(formula.clauses().count(), &head);
    // A proof may be larger than memory.
    let proof = head.as_slice().chain(BufReader::new(stream));
    let reader = ProofReader::new(proof, format);
    let (verdict, stats) =
        check_proof(formula.clauses(), reader, &[], budget.clone()).map_err(|error| unread(&error))?;
    let code = match verdict {
        Checked::Proved => SAFE,
        Checked::Rejected(rejection) => {
            say!("indubit: {}: the proof is wrong: {}", shown, rejection);
            EVIDENCE_FAILED
        }
        Checked::Unknown(limit) => {
            say!("indubit: {}: {}", shown, limit);
            UNKNOWN
        }
    };
    let format = match format {
        ProofFormat::Drat => "DRAT",
        ProofFormat::Lrat => "LRAT",
    };
    let comment = format!(
        "c {} proof: {} clauses, {} derived ({} by RAT), {} deleted\n",
        format, stats.axioms, stats.derived, stats.rat, stats.deleted
    );
    Ok((code, comment))
}

/// Bytes at the beginning of a file that tell its form.
const HEAD: u64 = 1 << 20;

/// The format by the first step, not by the name of the file. As text, an LRAT step begins with a number and has two
/// lists, each ended by 0, and a deletion has `d` in second place. In binary files each step of both formats begins
/// with a letter. Behind an `a`, LRAT has twice the number of the step, which is larger than that of the formula's
/// clauses, and after literals and a 0 a second list before the letter of the next step.
fn format_of(clauses: usize, proof: &[u8]) -> ProofFormat {
    if ProofReader::new(proof, ProofFormat::Drat).encoding() == Encoding::Binary {
        return if is_binary_lrat(clauses, proof) { ProofFormat::Lrat } else { ProofFormat::Drat };
    }
    let line = proof.split(|&b| b == b'\n').find(|line| !line.is_empty() && !line.starts_with(b"c"));
    let words: Vec<&[u8]> =
        line.unwrap_or(b"").split(|b| b.is_ascii_whitespace()).filter(|w| !w.is_empty()).collect();
    let zeros = words.iter().filter(|&&w| w == b"0").count();
    if zeros == 2 || matches!(words.get(1), Some(&b"d" | &b"o")) {
        ProofFormat::Lrat
    } else {
        ProofFormat::Drat
    }
}

/// Whether the first steps of a binary proof are LRAT's: all of them as far as they are looked at.
fn is_binary_lrat(clauses: usize, proof: &[u8]) -> bool {
    let is_cut = proof.len() as u64 == HEAD;
    let mut rest = proof;
    let mut last = 2 * clauses as u64;
    for _ in 0..LOOKED_AT {
        let lists = match rest.split_first() {
            None => return true,
            Some((b'a', after)) => {
                // Literals of DRAT that are as large as such a number are rare, and the lists would not end well.
                match number(after) {
                    Some((id, after)) if id > last && id % 2 == 0 => {
                        last = id;
                        rest = after;
                    }
                    Some(_) | None => return false,
                }
                2
            }
            Some((b'd', after)) => {
                rest = after;
                1
            }
            Some(_) => return false,
        };
        for _ in 0..lists {
            loop {
                match number(rest) {
                    Some((0, after)) => {
                        rest = after;
                        break;
                    }
                    Some((_, after)) => rest = after,
                    None => return is_cut,
                }
            }
        }
    }
    true
}

/// Steps of a binary proof by which its format is told.
const LOOKED_AT: usize = 16;

/// A number of seven bits a byte, the lowest first, and what follows it.
fn number(bytes: &[u8]) -> Option<(u64, &[u8])> {
    let mut value = 0;
    for (i, &byte) in bytes.iter().enumerate().take(9) {
        value |= u64::from(byte & 0x7f) << (7 * i);
        if byte & 0x80 == 0 {
            return Some((value, &bytes[i + 1..]));
        }
    }
    None
}

/// A solver's answer: the status, if it is there, and the literals.
pub struct Model {
    satisfiable: bool,
    lits: HashSet<Lit>,
}

impl Model {
    /// Whether a literal is true; one that the model does not name is not.
    pub fn has(&self, lit: Lit) -> bool {
        self.lits.contains(&lit)
    }
}

/// Whether a file with this beginning is a solver's answer: no step of a proof begins so.
fn is_model(head: &[u8]) -> bool {
    let mut lines = head.split(|&b| b == b'\n');
    !head.contains(&0) && lines.any(|line| line.starts_with(b"v ") || line.starts_with(b"s "))
}

/// The status line and the `v` lines of a solver's answer.
pub fn read_model(bytes: &[u8]) -> Result<Model, String> {
    let text = std::str::from_utf8(bytes).map_err(|error| error.to_string())?;
    let mut model = Model { satisfiable: true, lits: HashSet::new() };
    for (number, line) in (1..).zip(text.lines()) {
        if let Some(status) = line.strip_prefix("s ") {
            model.satisfiable &= status.trim() == "SATISFIABLE";
        }
        for word in line.strip_prefix("v ").unwrap_or("").split_ascii_whitespace().filter(|&w| w != "0") {
            match word.parse().ok().and_then(Lit::from_dimacs) {
                Some(lit) => model.lits.insert(lit),
                None => return Err(format!("line {}: expected a literal, found `{}`", number, word)),
            };
        }
    }
    Ok(model)
}

/// Refuses an answer that is no model of the formula, with the reason.
pub fn judge_model(formula: &Cnf, model: &Model) -> Result<(), String> {
    if !model.satisfiable {
        return Err("the status is not SATISFIABLE, so there is nothing to check; give a proof".to_string());
    }
    // The set has no order, so it is only asked for members.
    let has = |lit: &Lit| model.has(*lit);
    if let Some(lit) = formula.clauses().flatten().find(|lit| has(lit) && has(&!**lit)) {
        return Err(format!("{} and its negation are both in the model", lit.to_dimacs()));
    }
    match (1..).zip(formula.clauses()).find(|(_, clause)| !clause.iter().any(has)) {
        Some((number, _)) => Err(format!("the model does not satisfy clause {}", number)),
        None => Ok(()),
    }
}

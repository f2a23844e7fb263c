//! `indubit check FILE.wcnf ANSWER [PROOF]`: a solution of clauses with weights, and that none is cheaper.
//!
//! The cost is that of the values, not what the answer says of it. The proof is about the formula of cheaper solutions
//! (`cheaper`), which is made again from the file and this cost; for an answer without a solution it is about the hard
//! clauses. The answer may come from another solver.

use super::best::cost_of;
use super::cheaper;
use crate::cli::check_formula::judge;
use crate::cli::files::{self, Input};
use crate::cli::options::Settings;
use crate::cli::{output, Failure, EVIDENCE_FAILED, SAFE, UNKNOWN, UNSAFE};
use indubit::base::{Budget, Lit};
use indubit::input::wcnf::{self, Wcnf};
use std::ffi::OsStr;

/// Checks the answer; prints a status line as solvers do. A proved optimum has the exit code of a proof.
pub fn run(
    (file, bytes): (&OsStr, &[u8]),
    evidence: Vec<Input>,
    settings: &Settings,
    budget: &Budget,
) -> Result<i32, Failure> {
    let wcnf = wcnf::read(bytes).map_err(|error| Failure::input(files::shown(file), error))?;
    let mut evidence = evidence.into_iter();
    let (answer, proof) = match (evidence.next(), evidence.next(), evidence.next()) {
        (Some(answer), proof, None) => (answer, proof),
        _ => return Err(Failure::usage("clauses with weights have one answer and one proof")),
    };
    let name = answer.name().to_os_string();
    let text = answer.read(budget, settings)?;
    let refused = |message: String| Failure::input(files::shown(&name), message);
    let text = std::str::from_utf8(&text).map_err(|error| refused(error.to_string()))?;
    let (formula, comment) = if text.lines().any(|line| line.trim_end() == "s UNSATISFIABLE") {
        (Some(wcnf.hard.clone()), String::new())
    } else {
        let values = values(&wcnf, text).map_err(refused)?;
        let cost = cost_of(&wcnf, &values)?;
        let comment = format!("c the solution costs {}\n", cost);
        if cost == 0 {
            return told(&comment, "OPTIMUM FOUND", SAFE);
        }
        let less = cheaper::formula(&wcnf, cost);
        if less.is_none() && proof.is_some() {
            say!("indubit: the formula of cheaper solutions is too large");
        }
        (less, comment)
    };
    let has_solution = !comment.is_empty();
    let (code, of_proof) = match (formula, proof) {
        (Some(formula), Some(proof)) => judge(&formula, proof, settings, budget)?,
        (_, _) if has_solution => (UNSAFE, String::new()),
        (_, _) => (UNKNOWN, String::new()),
    };
    match code {
        SAFE if has_solution => told(&(comment + &of_proof), "OPTIMUM FOUND", SAFE),
        SAFE => told(&of_proof, "UNSATISFIABLE", SAFE),
        // A model of cheaper solutions is no evidence for this one.
        EVIDENCE_FAILED => told(&comment, "UNKNOWN", EVIDENCE_FAILED),
        _ if has_solution => told(&comment, "SATISFIABLE", UNSAFE),
        _ => told("", "UNKNOWN", UNKNOWN),
    }
}

fn told(comment: &str, status: &str, code: i32) -> Result<i32, Failure> {
    output::print(&format!("{}s {}\n", comment, status)).map(|()| code)
}

/// The value of each variable in the lines `v`: literals, or a 0 or 1 for each.
fn values(wcnf: &Wcnf, text: &str) -> Result<Vec<bool>, String> {
    let count = wcnf.hard.vars();
    let mut values = vec![false; count];
    let mut has_values = false;
    for (number, line) in (1..).zip(text.lines()) {
        let words = match line.strip_prefix('v') {
            Some(words) => words.trim(),
            None => continue,
        };
        has_values = true;
        if !wcnf.has_header && words.len() == count && words.bytes().all(|b| b == b'0' || b == b'1') {
            values = words.bytes().map(|b| b == b'1').collect();
            continue;
        }
        for word in words.split_ascii_whitespace().filter(|&word| word != "0") {
            let lit = word.parse().ok().and_then(Lit::from_dimacs);
            let lit = lit.ok_or_else(|| format!("line {}: expected a literal, found `{}`", number, word))?;
            // Solvers may have variables of their own.
            if let Some(value) = values.get_mut(lit.var().index()) {
                *value = !lit.is_negative();
            }
        }
    }
    if has_values {
        Ok(values)
    } else {
        Err("there is no solution in lines `v`".to_string())
    }
}

//! Solvers for Horn clauses, by the rules of their competition: the first line is `sat`, `unsat` or `unknown`, the exit
//! code 0. With `--print-witness` a model follows as definitions of functions, or a refutation.

use super::call::Call;
use super::options::{flag, value, Row};
use super::task::Task;
use crate::cli::{output, Failure};
use indubit::engine::Outcome;
use indubit::portfolio::Form;

/// Golem.
pub const GOLEM: &[Row] = &[
    flag("--print-witness", "--print-witness yes"),
    flag("--validate", ""),
    value("-l", ""),
    value("--logic", ""),
    value("-e", ""),
    value("--engine", ""),
    value("--timeout", "--timeout {}"),
    flag("-v", ""),
];

/// Answers the clauses.
pub fn run(call: &Call) -> Result<i32, Failure> {
    let mut call = Call { options: call.options.clone(), files: call.files.clone(), ..*call };
    let is_wanted = call.take("--print-witness").is_some();
    let task = Task::new(&call, call.only_file()?)?;
    let mut text = Vec::new();
    let verdict = task.verdict()?;
    let written = match &verdict.outcome {
        Outcome::Safe(proof) if is_wanted => proof.write(Form::Text, &mut text),
        Outcome::Unsafe(found) if is_wanted => found.write(Form::Text, &mut text),
        Outcome::Safe(_) | Outcome::Unsafe(_) | Outcome::Unknown(_) => Ok(Vec::new()),
    };
    written.map_err(|error| Failure::evidence(error.to_string()))?;
    let word = match &verdict.outcome {
        Outcome::Safe(_) => "sat",
        Outcome::Unsafe(_) => "unsat",
        Outcome::Unknown(_) => "unknown",
    };
    output::print_with(|out| {
        writeln!(out, "{}", word)?;
        out.write_all(&text)
    })?;
    Ok(0)
}

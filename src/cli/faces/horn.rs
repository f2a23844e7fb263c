//! Solvers for Horn clauses, by the rules of their competition: the first line is `sat`, `unsat` or `unknown`, the exit
//! code 0. With an option a model follows as definitions of functions, or a refutation: of Golem in our own words, of
//! Eldarica in its: a line for each fact, with the numbers of the facts that it follows from.

use super::call::Call;
use super::options::{attached, flag, value, Row};
use super::task::Task;
use crate::cli::{output, Failure};
use indubit::engine::Outcome;
use indubit::evidence::horn::write_interpretation;
use indubit::input::Model;
use indubit::model::horn::{Horn, Refutation};
use indubit::portfolio::Form;
use indubit::solver::term::quoted;

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

/// Eldarica.
pub const ELD: &[Row] = &[
    attached("-t:", "--timeout {}s"),
    flag("-in", "--standard-input yes"),
    flag("-ssol", "--solution smt"),
    flag("-sol", "--solution smt"),
    flag("-scex", "--counterexample smt"),
    flag("-cex", "--counterexample plain"),
    flag("-horn", ""),
    flag("-hsmt", ""),
    flag("-pngNo", ""),
    flag("-assert", ""),
    flag("-verifySolutions", ""),
    flag("-portfolio", ""),
    flag("-disj", ""),
    flag("-log", ""),
    flag("-statistics", ""),
    attached("-abstract", ""),
    attached("-log:", ""),
];

/// Answers the clauses as Eldarica does.
pub fn eldarica(call: &Call) -> Result<i32, Failure> {
    let mut call = Call { options: call.options.clone(), files: call.files.clone(), ..*call };
    let wants_model = call.take("--solution").is_some();
    let form = call.take("--counterexample");
    if call.take("--standard-input").is_some() {
        call.files.push("-".into());
    }
    let task = Task::new(&call, call.only_file()?)?;
    let horn = match &task.model {
        Model::Clauses(file) => file.horn(),
        Model::Circuit(_) | Model::System(_) | Model::Program(_) => {
            return Err(Failure::usage("as eld: expected Horn clauses"))
        }
    };
    let mut text = String::new();
    match task.on_clauses(horn)?.outcome {
        Outcome::Safe(model) => {
            text.push_str("sat\n");
            if wants_model {
                let written =
                    write_interpretation(horn, &model).map_err(|e| Failure::evidence(e.to_string()))?;
                let lines: String = written.lines().map(|line| format!("    {}\n", line)).collect();
                text.push_str(&format!("(\n{})\n", lines));
            }
        }
        Outcome::Unsafe(found) => {
            text.push_str("unsat\n");
            if let Some(form) = form {
                text.push_str(&format!("\n{}", dag(horn, &found, form == "smt")?));
            }
        }
        Outcome::Unknown(_) => text.push_str("unknown\n"),
    }
    output::print(&text)?;
    Ok(0)
}

/// The facts of a refutation, the last one first: its number, the fact, and the numbers of its premises.
fn dag(horn: &Horn, found: &Refutation, is_smt: bool) -> Result<String, Failure> {
    let facts = found.facts(horn).map_err(|error| Failure::evidence(error.to_string()))?;
    let last = found.steps.len().saturating_sub(1);
    let mut text = String::new();
    for (at, step) in found.steps.iter().enumerate().rev() {
        let fact = match facts.get(at) {
            Some(fact) => {
                let predicate = horn.predicate(fact.predicate);
                let sorts = predicate.places.iter().map(|&place| horn.terms().sort(place));
                let values = fact.arguments.iter().zip(sorts);
                let values: Vec<String> =
                    values.map(|(value, sort)| horn.terms().value_text(value, sort)).collect();
                match (is_smt, values.is_empty()) {
                    (true, false) => format!("({} {})", quoted(&predicate.name), values.join(" ")),
                    (true, true) => quoted(&predicate.name),
                    (false, _) => format!("{}({})", predicate.name, values.join(", ")),
                }
            }
            None if is_smt => "false".to_string(),
            None => "FALSE".to_string(),
        };
        let premises: Vec<String> = step.premises.iter().map(|&of| (last - of).to_string()).collect();
        let behind = if premises.is_empty() { String::new() } else { format!(" -> {}", premises.join(", ")) };
        text.push_str(&format!("{}: {}{}\n", last - at, fact, behind));
    }
    Ok(text)
}

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

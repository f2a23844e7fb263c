//! Solvers for Horn clauses, by the rules of their competition: the first line is `sat`, `unsat` or `unknown`, the exit
//! code 0. With an option a model follows as definitions of functions, or a refutation as a list of derived facts, each
//! with the numbers of the facts that it follows from. Eldarica has `false` first. Golem's documents say only that its
//! lists are like these, in the order of derivation, so the face of Golem has Eldarica's form with `false` last.

use super::call::Call;
use super::options::{attached, flag, value, Row};
use super::task::Task;
use crate::cli::{output, Failure};
use indubit::engine::Outcome;
use indubit::evidence::horn::{fact_texts, write_interpretation};
use indubit::input::Model;
use indubit::model::horn::{Derivation, Horn, Interpretation, Refutation};
use indubit::solver::term::quoted;

/// Golem.
pub const GOLEM: &[Row] = &[
    flag("--print-witness", "--print-witness yes"),
    flag("--validate", ""),
    value("-l", ""),
    value("--logic", ""),
    value("-e", "--of-peer {}"),
    value("--engine", "--of-peer {}"),
    value("-i", "--of-input {}"),
    value("--input", "--of-input {}"),
    value("-p", "--of-proof {}"),
    value("--proof-format", "--of-proof {}"),
    value("--timeout", "--timeout {}"),
    flag("-v", ""),
];

/// Engines of Golem, with ours.
const ENGINES: &[(&str, &str)] = &[
    ("spacer", "spacer"),
    ("bmc", "bmc"),
    ("imc", "itp"),
    ("lawi", "tree-itp"),
    ("pa", "pred-abs"),
    ("dar", "portfolio"),
    ("kind", "portfolio"),
    ("pdkind", "portfolio"),
    ("se", "portfolio"),
    ("split-tpa", "portfolio"),
    ("tpa", "portfolio"),
    ("trl", "portfolio"),
];

/// The engine of ours for a list of Golem's, with commas between them. Several, or one that is not here, are the
/// portfolio.
fn engine(wanted: &str) -> Result<&'static str, Failure> {
    let mut found = Vec::new();
    for name in wanted.split(',') {
        match ENGINES.iter().find(|(theirs, _)| name == *theirs) {
            Some((_, ours)) => found.push(*ours),
            None => {
                let known: Vec<&str> = ENGINES.iter().map(|(theirs, _)| *theirs).collect();
                let message =
                    format!("as golem: expected an engine of {}, found `{}`", known.join(", "), name);
                return Err(Failure::usage(message));
            }
        }
    }
    match found[..] {
        ["portfolio"] => {
            say!("indubit as golem: the portfolio takes the place of the engine {}", wanted);
            Ok("portfolio")
        }
        [ours] => Ok(ours),
        _ => Ok("portfolio"),
    }
}

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

/// Answers the clauses as Golem does.
pub fn golem(call: &Call) -> Result<i32, Failure> {
    let mut call = Call { options: call.options.clone(), files: call.files.clone(), ..*call };
    let is_wanted = call.take("--print-witness").is_some();
    if let Some(wanted) = call.take("--of-peer") {
        call.options.extend(["--engine".into(), engine(&wanted.to_string_lossy())?.into()]);
    }
    if let Some(form) = call.take("--of-proof").filter(|form| form != "legacy") {
        let message =
            format!("as golem: expected the proof format legacy, found `{}`", form.to_string_lossy());
        return Err(Failure::usage(message));
    }
    let input = call.take("--of-input");
    call.files.extend(input);
    let task = Task::new(&call, call.only_file()?)?;
    let horn = clauses(&task, "golem")?;
    let text = match task.on_clauses(horn)?.outcome {
        Outcome::Safe(model) if is_wanted => format!("sat\n{}", definitions(horn, &model)?),
        Outcome::Safe(_) => "sat\n".to_string(),
        Outcome::Unsafe(found) if is_wanted => format!("unsat\n{}", derivation(horn, &found)?),
        Outcome::Unsafe(_) => "unsat\n".to_string(),
        Outcome::Unknown(_) => "unknown\n".to_string(),
    };
    output::print(&text)?;
    Ok(0)
}

/// The clauses of a task.
fn clauses<'t>(task: &'t Task, face: &str) -> Result<&'t Horn, Failure> {
    match &task.model {
        Model::Clauses(file) => Ok(file.horn()),
        Model::Circuit(_) | Model::System(_) | Model::Program(_) => {
            Err(Failure::usage(format!("as {}: expected Horn clauses", face)))
        }
    }
}

/// A model as definitions, one on each line.
fn definitions(horn: &Horn, model: &Interpretation) -> Result<String, Failure> {
    write_interpretation(horn, model).map_err(|error| Failure::evidence(error.to_string()))
}

/// The facts of a refutation in the order of their derivation: its number, the fact, and the numbers of its premises.
fn derivation(horn: &Horn, found: &Refutation) -> Result<String, Failure> {
    let facts = fact_texts(horn, found).map_err(|error| Failure::evidence(error.to_string()))?;
    let line = |(at, (step, fact)): (usize, (&Derivation, &String))| {
        let premises: Vec<String> = step.premises.iter().map(ToString::to_string).collect();
        let behind = if premises.is_empty() { String::new() } else { format!(" -> {}", premises.join(", ")) };
        format!("{}: {}{}\n", at, fact, behind)
    };
    Ok(found.steps.iter().zip(&facts).enumerate().map(line).collect())
}

/// Answers the clauses as Eldarica does.
pub fn eldarica(call: &Call) -> Result<i32, Failure> {
    let mut call = Call { options: call.options.clone(), files: call.files.clone(), ..*call };
    let wants_model = call.take("--solution").is_some();
    let form = call.take("--counterexample");
    if call.take("--standard-input").is_some() {
        call.files.push("-".into());
    }
    let task = Task::new(&call, call.only_file()?)?;
    let horn = clauses(&task, "eld")?;
    let mut text = String::new();
    match task.on_clauses(horn)?.outcome {
        Outcome::Safe(model) => {
            text.push_str("sat\n");
            if wants_model {
                let written = definitions(horn, &model)?;
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

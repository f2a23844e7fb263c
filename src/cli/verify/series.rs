//! Several questions in one run, with a row each: the properties of a program (`--property A,B`, or a file of several
//! lines), and the programs of a folder (`indubit scan`).
//!
//! Each question has a search of its own, and all have the time of the run together: a question may take its share of
//! what is left. A program that is not understood is an error of its row, and the others have their verdicts.

use super::{evidence, report, sarif};
use crate::cli::c::programs::without_hints;
use crate::cli::options::Settings;
use crate::cli::progress::Progress;
use crate::cli::values::Shown;
use crate::cli::verdicts::{self, Words};
use crate::cli::{files, models, os, output, Failure, BAD_INPUT, EVIDENCE_FAILED, SAFE, UNKNOWN, UNSAFE};
use indubit::base::{Budget, Json};
use indubit::engine::Outcome;
use indubit::input::Model;
use indubit::model::PropertyId;
use indubit::portfolio::{Checking, ModelVerifier, Verdict};
use std::time::{Duration, Instant};

/// A question about a program.
pub struct Question {
    /// The word for it in the table.
    pub name: String,
    pub settings: Settings,
    /// The program's text, if it was read.
    pub bytes: Option<Vec<u8>>,
    /// The most time for it.
    pub most: Option<Duration>,
}

/// The kinds of series, by the word for a question in JSON and the word for several.
pub type Kind = (&'static str, &'static str);

/// An answer.
struct Row {
    verdict: &'static str,
    code: i32,
    /// The error that was found, or the reason why there is no verdict; empty if it is safe.
    told: String,
    /// The steps of the run, or the parts of the invariant, where they are asked for.
    shown: String,
    /// The engine, or the member of a portfolio.
    by: &'static str,
    found: Option<sarif::Found>,
    seconds: f64,
}

/// Asks the questions and prints the answers.
pub fn run(
    settings: &Settings,
    questions: &[Question],
    kind: Kind,
    budget: &Budget,
    start: Instant,
) -> Result<i32, Failure> {
    let others = [
        ("--report", settings.report.is_some()),
        ("--trace-json", settings.trace_json.is_some()),
        ("--lemmas", settings.lemmas.file.is_some()),
        ("--share", settings.lemmas.share.0.is_some()),
    ];
    if let Some((name, _)) = others.iter().find(|(_, is_set)| *is_set) {
        return Err(Failure::usage(format!("{} is about one question, and there are several", name)));
    }
    let numbers: Vec<PropertyId> = (0..questions.len()).map(PropertyId::new).collect();
    evidence::remove_old(settings, &numbers)?;
    let mut written = Vec::new();
    let mut rows = Vec::new();
    for (at, question) in questions.iter().enumerate() {
        let turns = u32::try_from(questions.len() - at).unwrap_or(u32::MAX);
        let mut share = budget.child();
        if let Some(time) = budget.time_left() {
            share = share.and_timeout(time / turns);
        }
        if let Some(most) = question.most {
            share = share.and_timeout(most);
        }
        let before = Instant::now();
        let row = ask(question, (PropertyId::new(at), questions.len()), &share, &mut written);
        let row = Row { seconds: before.elapsed().as_secs_f64(), ..row };
        if os::stderr_is_terminal() || settings.verbose.0 {
            say!("[{}/{}] {}", at + 1, questions.len(), line(question, &row, 0));
        }
        rows.push(row);
    }
    let code = [UNSAFE, EVIDENCE_FAILED, BAD_INPUT, UNKNOWN];
    let code = code.into_iter().find(|&code| rows.iter().any(|row| row.code == code)).unwrap_or(SAFE);
    let verdict = match code {
        UNSAFE => "unsafe",
        SAFE => "safe",
        _ => "unknown",
    };
    let (printed, written): (Vec<_>, Vec<_>) = written.into_iter().partition(|(name, _)| name == "-");
    evidence::write(settings, &written)?;
    let found: Vec<sarif::Found> = rows.iter().filter_map(|row| row.found.clone()).collect();
    sarif::write(settings, &found, verdict)?;
    let text = match settings.json.0 {
        true => json(settings, questions, &rows, (kind, verdict, code), start),
        false => text(questions, &rows, (kind, verdict)),
    };
    output::print(&text)?;
    printed.iter().try_for_each(|(name, bytes)| files::write(name, bytes))?;
    output::leave(code)
}

/// The answer to a question.
fn ask(
    question: &Question,
    number: (PropertyId, usize),
    budget: &Budget,
    written: &mut Vec<evidence::Named>,
) -> Row {
    answer(question, number, budget, written).unwrap_or_else(|failure| Row {
        verdict: if failure.code == UNKNOWN { "unknown" } else { "error" },
        code: if failure.code == UNKNOWN { UNKNOWN } else { BAD_INPUT },
        // A message about a file's text shows the line below.
        told: failure.message.lines().next().unwrap_or_default().to_string(),
        shown: String::new(),
        by: "",
        found: None,
        seconds: 0.0,
    })
}

fn answer(
    question: &Question,
    number: (PropertyId, usize),
    budget: &Budget,
    written: &mut Vec<evidence::Named>,
) -> Result<Row, Failure> {
    let settings = &question.settings;
    let file = settings.file(0);
    let read;
    let bytes = match &question.bytes {
        Some(bytes) => bytes,
        None => {
            read = files::open(file)?.read(budget, settings)?;
            &read
        }
    };
    let model = models::parse_model(file, bytes, settings, budget)?;
    let again = without_hints(settings, &model);
    let share = if again.is_some() { super::half(budget) } else { budget.clone() };
    let settings = &settings.about(&model, &files::shown(file))?;
    evidence::accept(settings, &model)?;
    let options = evidence::options(settings, &model);
    let mut verifier =
        ModelVerifier::assuming(None, &model, &options, &share).map_err(|error| super::misfit(&error))?;
    let mut progress = Progress::new(Instant::now(), false, settings.trace.0);
    let verdict = verifier.verify(PropertyId::new(0), &mut progress);
    progress.clear();
    if let (Some(settings), false) = (again, matches!(verdict.outcome, Outcome::Safe(_))) {
        let question = Question { settings, bytes: Some(bytes.clone()), name: String::new(), most: None };
        return answer(&question, number, budget, written);
    }
    evidence::add(settings, &model, &verdict, number, written)?;
    Ok(row(settings, &model, &verdict))
}

fn row(settings: &Settings, model: &Model, verdict: &Verdict<'_>) -> Row {
    for defect in &verdict.defects {
        say!("indubit: {}; {}", defect, verdicts::REPORT);
    }
    let one = std::slice::from_ref(verdict);
    let (mut told, mut shown, mut found) = (String::new(), String::new(), None);
    match &verdict.outcome {
        Outcome::Safe(proof) => {
            if settings.show_invariant.is_on() {
                proof.parts_in_short().iter().for_each(|part| shown.push_str(&format!("{}\n", part)));
            }
        }
        Outcome::Unsafe(trace) => {
            told = verdicts::violation(model, verdict.property, trace, Words::Safety);
            shown = match settings.show_trace {
                Shown::Off => String::new(),
                Shown::On => trace.text_in_short(),
                Shown::Full => trace.text(),
            };
            let file = files::shown(settings.file(0)).into_owned();
            found = trace.failed().map(|mut failed| {
                let mut steps = trace.steps();
                failed.file.get_or_insert_with(|| file.clone());
                for step in &mut steps {
                    step.file.get_or_insert_with(|| file.clone());
                }
                (failed, steps)
            });
        }
        Outcome::Unknown(reason) => {
            told = match &verdict.refused {
                Some(refused) => format!("{}: {}", reason, refused),
                None => reason.to_string(),
            };
        }
    }
    Row {
        verdict: verdicts::verdict(verdict, Words::Safety),
        code: verdicts::code(one, Words::Safety),
        told,
        shown,
        by: verdict.by,
        found,
        seconds: 0.0,
    }
}

/// A row of the table, without its end.
fn line(question: &Question, row: &Row, width: usize) -> String {
    let line = format!("{:<width$}  {:<7}  {}", question.name, row.verdict, row.told, width = width);
    line.trim_end().to_string()
}

fn text(questions: &[Question], rows: &[Row], ((_, words), verdict): (Kind, &str)) -> String {
    let width = questions.iter().map(|question| question.name.chars().count()).max().unwrap_or(0);
    let mut text = format!("{}\n", verdict);
    for (question, row) in questions.iter().zip(rows) {
        text.push_str(&format!("{}\n", line(question, row, width)));
        row.shown.lines().for_each(|line| text.push_str(&format!("  {}\n", line)));
    }
    let count = |word: &str| rows.iter().filter(|row| row.verdict == word).count();
    let kinds = ["safe", "unsafe", "unknown", "error"].map(|word| (count(word), word));
    let some = kinds.iter().filter(|(count, _)| *count > 0);
    let some: Vec<String> = some.map(|(count, word)| format!("{} {}", count, word)).collect();
    text.push_str(&format!("{} {}: {}\n", rows.len(), words, some.join(", ")));
    text
}

fn json(
    settings: &Settings,
    questions: &[Question],
    rows: &[Row],
    ((word, words), verdict, code): (Kind, &str, i32),
    start: Instant,
) -> String {
    let mut json = Json::default();
    json.open('{').key("version").raw(report::VERSION).key("verdict").string(verdict);
    json.key("exit_code").raw(code).key("checked").raw(settings.verify.check != Checking::Off);
    json.key(words).open('[');
    for (question, row) in questions.iter().zip(rows) {
        json.open('{').key(word).string(&question.name).key("verdict").string(row.verdict);
        json.key("engine").string(row.by);
        match &row.found {
            Some((failed, _)) => report::failure(&mut json, failed),
            None if row.told.is_empty() => {}
            None => drop(json.key("reason").string(&row.told)),
        }
        json.key("seconds").raw(format!("{:.3}", row.seconds)).close('}');
    }
    json.close(']').key("seconds").raw(format!("{:.3}", start.elapsed().as_secs_f64())).close('}');
    json.finish()
}

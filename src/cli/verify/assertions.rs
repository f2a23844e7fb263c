//! `--property all`: a verdict for each assertion of a program, as a table.

use super::{evidence, report, sarif};
use crate::cli::options::Settings;
use crate::cli::progress::Progress;
use crate::cli::property::sentence;
use crate::cli::values::Shown;
use crate::cli::{files, output, verdicts, Failure, SAFE, UNKNOWN, UNSAFE};
use indubit::base::{Budget, Json};
use indubit::engine::Outcome;
use indubit::evidence::any::Asserted;
use indubit::input::Model;
use indubit::model::PropertyId;
use indubit::origin::Origin;
use indubit::portfolio::{unreached, verify_assertions, Checking, Failed, Step, Verdict, VerifyOptions};
use std::time::Instant;

/// The state of the search for the verdict on an assertion.
enum State {
    /// The number of the proof, which may be one of several assertions together.
    Proved(usize),
    /// The error and the steps that led there.
    Fails { failed: Option<Failed>, steps: String, flow: Vec<Step> },
    /// The reason why there is no verdict.
    Unknown(String),
}

impl State {
    fn word(&self) -> &'static str {
        match self {
            State::Proved(_) => "proved",
            State::Fails { .. } => "fails",
            State::Unknown(_) => "unknown",
        }
    }
}

/// An assertion and its verdict.
struct Row {
    asserted: Asserted,
    state: State,
    /// The engine, or the member of a portfolio.
    by: &'static str,
}

/// Verdicts on all assertions, and the evidence for them.
struct Table<'a> {
    settings: &'a Settings,
    file: String,
    rows: Vec<Row>,
    /// By proof: the parts of the invariant.
    proofs: Vec<Vec<String>>,
    files: Vec<evidence::Named>,
    failure: Option<Failure>,
    /// The rows proved for runs without an earlier error, where a run may come to the assertion after one.
    behind: Vec<usize>,
    /// The rows among them that no run reaches without an earlier error.
    unreached: Vec<usize>,
}

/// Runs the command on a program.
pub fn run(settings: &Settings, model: &Model, budget: &Budget, start: Instant) -> Result<i32, Failure> {
    let others = [
        ("--report", settings.report.is_some()),
        ("--trace-json", settings.trace_json.is_some()),
        ("--lemmas", settings.lemmas.file.is_some()),
        ("--share", settings.lemmas.share.0.is_some()),
    ];
    if let Some((name, _)) = others.iter().find(|(_, is_set)| *is_set) {
        let message = "is about one question; choose an assertion by --property N";
        return Err(Failure::usage(format!("{} {}", name, message)));
    }
    let asserted = model.origin().map_or_else(Vec::new, Origin::assertions);
    let file = files::shown(settings.file(0)).into_owned();
    if asserted.is_empty() {
        let message =
            "nothing was asked: the program has no assertion (--check all makes undefined behaviour errors)";
        return Err(Failure::input(file, message));
    }
    let numbers: Vec<PropertyId> = (1..=asserted.len()).map(PropertyId::new).collect();
    evidence::remove_old(settings, &numbers)?;
    let unknown = |asserted| Row { asserted, state: State::Unknown("not reached".to_string()), by: "" };
    let rows: Vec<Row> = asserted.into_iter().map(unknown).collect();
    let wanted: Vec<usize> = (0..rows.len()).collect();
    let mut table = Table {
        settings,
        file,
        rows,
        proofs: Vec::new(),
        files: Vec::new(),
        failure: None,
        behind: Vec::new(),
        unreached: Vec::new(),
    };
    let mut progress = Progress::new(start, settings.verbose.0, settings.trace.0);
    let options = evidence::options(settings, model);
    verify_assertions(model, &wanted, &options, budget, &mut progress, &mut |decided, model, verdict| {
        table.take(decided, model, verdict);
    });
    progress.clear();
    table.look_behind_errors(model, &options, budget);
    table.finish(budget, start)
}

impl Table<'_> {
    /// Finds out which proofs are about runs without an earlier error only.
    fn look_behind_errors(&mut self, model: &Model, options: &VerifyOptions, budget: &Budget) {
        let of = |word: &str| {
            let found = self.rows.iter().enumerate().filter(|(_, row)| row.state.word() == word);
            found.map(|(at, _)| at).collect::<Vec<usize>>()
        };
        let are_behind = model.origin().map_or_else(Vec::new, |origin| origin.are_behind(&of("fails")));
        self.behind = of("proved").into_iter().filter(|&at| are_behind.get(at) == Some(&true)).collect();
        self.unreached = unreached(model, &self.behind, options, budget);
    }

    fn take(&mut self, decided: &[usize], model: &Model, verdict: &Verdict<'_>) {
        for defect in &verdict.defects {
            say!("indubit: {}; {}", defect, verdicts::REPORT);
        }
        match &verdict.outcome {
            Outcome::Safe(proof) => self.proofs.push(proof.parts_in_short()),
            Outcome::Unsafe(_) | Outcome::Unknown(_) => {}
        }
        for &at in decided {
            let state = match &verdict.outcome {
                Outcome::Safe(_) => State::Proved(self.proofs.len() - 1),
                Outcome::Unsafe(found) => {
                    let steps = match self.settings.show_trace {
                        Shown::Off => String::new(),
                        Shown::On => found.text_in_short(),
                        Shown::Full => found.text(),
                    };
                    let flow = self.settings.sarif.as_ref().map_or_else(Vec::new, |_| found.steps());
                    State::Fails { failed: found.failed(), steps, flow }
                }
                Outcome::Unknown(reason) => State::Unknown(match &verdict.refused {
                    Some(refused) => format!("{}: {}", reason, refused),
                    None => reason.to_string(),
                }),
            };
            let row = &mut self.rows[at];
            row.state = state;
            row.by = verdict.by;
            let named = (PropertyId::new(at + 1), self.rows.len());
            let added = evidence::add(self.settings, model, verdict, named, &mut self.files);
            self.failure = self.failure.take().or_else(|| added.err());
        }
    }

    fn count(&self, word: &str) -> usize {
        self.rows.iter().filter(|row| row.state.word() == word).count()
    }

    fn finish(mut self, budget: &Budget, start: Instant) -> Result<i32, Failure> {
        if let Some(failure) = self.failure.take() {
            return Err(failure);
        }
        let (verdict, code) = match (self.count("fails"), self.count("unknown")) {
            (0, 0) => ("safe", SAFE),
            (0, _) => ("unknown", UNKNOWN),
            (_, _) => ("unsafe", UNSAFE),
        };
        let (printed, written): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.files).into_iter().partition(|(name, _)| name == "-");
        evidence::write(self.settings, &written)?;
        let found = self.rows.iter().filter_map(|row| match &row.state {
            State::Fails { failed, flow, .. } => Some((failed.clone()?, flow.clone())),
            State::Proved(_) | State::Unknown(_) => None,
        });
        sarif::write(self.settings, &found.collect::<Vec<_>>(), verdict)?;
        let text = if self.settings.json.0 {
            self.json(verdict, code, start)
        } else {
            format!("{}\n{}{}", verdict, verdicts::believed(budget.believed()), self.text())
        };
        output::print(&text)?;
        printed.iter().try_for_each(|(name, bytes)| files::write(name, bytes))?;
        output::leave(code)
    }

    fn text(&self) -> String {
        let width = self.rows.len().to_string().len();
        let mut text = String::new();
        for (at, row) in self.rows.iter().enumerate() {
            let told = sentence(&row.asserted, &self.file);
            let word = match self.unreached.contains(&at) {
                true => "proved*",
                false => row.state.word(),
            };
            text.push_str(&format!("{:>width$}  {:<7}  {}\n", at + 1, word, told, width = width));
            match &row.state {
                State::Fails { failed: Some(failed), steps, .. } => {
                    text.push_str(&format!("{:>width$}           {}\n", "", failed.text, width = width));
                    text.push_str(steps);
                }
                State::Unknown(reason) => {
                    text.push_str(&format!("{:>width$}           {}\n", "", reason, width = width));
                }
                State::Proved(_) | State::Fails { failed: None, .. } => {}
            }
        }
        let counts = (self.count("proved"), self.count("fails"), self.count("unknown"));
        text.push_str(&format!(
            "{} assertion{}: {} proved, {} fail, {} unknown\n",
            self.rows.len(),
            if self.rows.len() == 1 { "" } else { "s" },
            counts.0,
            counts.1,
            counts.2
        ));
        if !self.behind.is_empty() {
            text.push_str(
                "a run ends with its first error, so what is proved holds in runs without an earlier one\n",
            );
        }
        if !self.unreached.is_empty() {
            text.push_str("* no run gets here without an earlier error\n");
        }
        if self.settings.show_invariant.is_on() {
            for (proof, parts) in self.proofs.iter().enumerate() {
                let numbers: Vec<String> = self.of_proof(proof).map(|at| (at + 1).to_string()).collect();
                text.push_str(&format!("invariant for {}\n", numbers.join(", ")));
                parts.iter().for_each(|part| text.push_str(&format!("  {}\n", part)));
            }
        }
        text
    }

    /// The assertions that a proof is about.
    fn of_proof(&self, proof: usize) -> impl Iterator<Item = usize> + '_ {
        let is_of = move |row: &Row| matches!(row.state, State::Proved(of) if of == proof);
        self.rows.iter().enumerate().filter(move |(_, row)| is_of(row)).map(|(at, _)| at)
    }

    fn json(&self, verdict: &str, code: i32, start: Instant) -> String {
        let mut json = Json::default();
        json.open('{').key("version").raw(report::VERSION).key("verdict").string(verdict);
        json.key("exit_code").raw(code).key("checked").raw(self.settings.verify.check != Checking::Off);
        json.key("assertions").open('[');
        for (at, Row { asserted, state, by }) in self.rows.iter().enumerate() {
            json.open('{').key("number").raw(at + 1).key("kind").string(asserted.kind);
            json.key("text").string(&asserted.text);
            if let Some((line, column)) = asserted.place() {
                json.key("line").raw(line).key("column").raw(column);
            }
            if let Some(library) = asserted.library {
                json.key("library").string(library.function);
                if let Some(header) = library.header {
                    json.key("header").string(header);
                }
            }
            json.key("verdict").string(state.word()).key("engine").string(by);
            match state {
                State::Proved(proof) => {
                    json.key("proof").raw(proof);
                    json.key("unreached").raw(self.unreached.contains(&at));
                }
                State::Fails { failed, .. } => {
                    failed.iter().for_each(|failed| report::failure(&mut json, failed));
                }
                State::Unknown(reason) => {
                    json.key("reason").string(reason);
                }
            }
            json.close('}');
        }
        json.close(']');
        if self.settings.show_invariant.is_on() {
            json.key("proofs").open('[');
            for parts in &self.proofs {
                json.open('[');
                parts.iter().for_each(|part| {
                    json.string(part);
                });
                json.close(']');
            }
            json.close(']');
        }
        json.key("seconds").raw(format!("{:.3}", start.elapsed().as_secs_f64())).close('}');
        json.finish()
    }
}

//! The options of a request: a text with one `name=value` a line.
//!
//! A name is that of an option of the command line without its dashes, for example `engine=ic3` or `max-depth=20`; a
//! switch is on with the value `on` or none. The page has no files, no clock and no threads, so options about them are
//! refused by name. Five options belong to the module alone:
//!
//! - `work=N`: the work after which a request ends without a verdict, in the units of `Budget::work_used`;
//! - `evidence=FORM`: the form of the evidence in the result, see [`Evidence`]; `evidence=full` and its like are the
//!   option of the command line, whose old name `check` is known;
//! - `assume=TEXT`: lemmas as `--lemmas` reads them from a file, with `\\n` for each end of a line;
//! - `steps=on`: the steps of the search, as `--trace-json` writes them, in the progress and in the result;
//! - `time=TEXT`: the time that a witness of a C program tells (ISO 8601), since the module reads no clock.

use crate::cli::flags::table;
use crate::cli::options::{Command, Flag, Group, Settings};
use crate::failure::Failure;
use indubit::base::Budget;
use indubit::c::{LowerOptions, Property};
use indubit::input::InputOptions;
use std::ffi::OsStr;

/// Bytes that solvers may hold if no option says otherwise. A memory of WebAssembly has 4 GiB at most, and it cannot be
/// asked how much is left; vectors that double need up to three times what they hold.
const MEMORY: u64 = 1_200_000_000;

/// Options that are about files, streams, clocks or threads.
const FOREIGN: [&str; 12] = [
    "--timeout",
    "--check-timeout",
    "--threads",
    "--verbose",
    "--trace",
    "--trace-json",
    "--report",
    "--stats",
    "--proof-format",
    "--proof-binary",
    "--binary",
    "--model",
];

/// The values of `--evidence`.
const EFFORTS: [&str; 4] = ["", "on", "off", "full"];

/// The form of the evidence in a result.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Evidence {
    /// No text of evidence; invariants and traces are in the result in any case.
    None,
    /// The form of the library, which `check` reads. Default.
    Text,
    /// A witness circuit as AIGER text for a proof; a counterexample as in `Text`.
    Aiger,
    /// An SMT-LIB script.
    Script,
    /// The system with its invariant in VMT for a proof; a counterexample as in `Text`.
    Vmt,
    /// A witness of the software verification competition.
    Witness,
}

impl Evidence {
    const ALL: [(&'static str, Evidence); 6] = [
        ("none", Evidence::None),
        ("text", Evidence::Text),
        ("aiger", Evidence::Aiger),
        ("script", Evidence::Script),
        ("vmt", Evidence::Vmt),
        ("witness", Evidence::Witness),
    ];

    /// The name in options and results.
    pub fn name(self) -> &'static str {
        Evidence::ALL.iter().find(|(_, form)| *form == self).map_or("", |(name, _)| name)
    }
}

/// A request's options.
pub struct Request {
    /// The options of the command line.
    pub settings: Settings,
    /// Work after which the request ends.
    pub work: Option<u64>,
    /// The form of evidence.
    pub evidence: Evidence,
    /// The time that a witness tells.
    pub time: String,
    /// The clausal proof of `sat` is part of the result.
    pub proof: bool,
    /// The steps of a search are told.
    pub steps: bool,
    /// Lemmas that engines may assume as far as they are good; empty for none.
    pub assume: String,
}

impl Request {
    /// Reads the options of a command.
    pub fn read(text: &str, command: Command) -> Result<Request, Failure> {
        let table = table();
        let (settings, time) = (Settings::default(), "1970-01-01T00:00:00Z".to_string());
        let (evidence, assume) = (Evidence::Text, String::new());
        let mut request = Request { settings, work: None, evidence, time, proof: false, steps: false, assume };
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
            let (name, value) = line.split_once('=').map_or((line, ""), |(name, value)| (name.trim(), value.trim()));
            match name {
                "work" => request.work = Some(number(name, value)?),
                "check" if EFFORTS.contains(&value) => {
                    set(&table, command, "evidence", value, &mut request.settings)?;
                }
                "evidence" if command == Command::Verify && !EFFORTS.contains(&value) => {
                    let found = Evidence::ALL.iter().find(|(word, _)| *word == value);
                    let words: Vec<&str> = Evidence::ALL.iter().map(|(word, _)| *word).collect();
                    let (_, form) = found.ok_or_else(|| unexpected(name, &words.join("|"), value))?;
                    request.evidence = *form;
                }
                "time" if command == Command::Verify => request.time = value.to_string(),
                "steps" if command == Command::Verify => request.steps = switch(name, value)?,
                "assume" if command == Command::Verify => request.assume = value.replace("\\n", "\n"),
                "proof" if command == Command::Sat => request.proof = switch(name, value)?,
                _ => set(&table, command, name, value, &mut request.settings)?,
            }
        }
        if let Some(file) = &request.settings.property.file {
            let message = format!("property: there are no files, found `{}`", file.to_string_lossy());
            return Err(Failure::usage(message));
        }
        request.settings.memory.0.get_or_insert(MEMORY);
        request.settings.threads.0 = Some(1);
        request.settings.spread();
        Ok(request)
    }

    /// The budget of the request. Work is not limited yet, see [`Budget::pause_at`].
    pub fn budget(&self) -> Budget {
        self.settings.budget()
    }

    /// The settings of the reader of models.
    pub fn input(&self) -> Result<InputOptions, Failure> {
        let property = self.settings.property.named().unwrap_or(Property::Default);
        self.settings.c.input(LowerOptions { property, ..self.settings.c.lower }).map_err(Failure::usage)
    }
}

fn unexpected(name: &str, form: &str, found: &str) -> Failure {
    Failure::usage(format!("{}: expected {}, found `{}`", name, form, found))
}

fn number(name: &str, value: &str) -> Result<u64, Failure> {
    value.parse().map_err(|_| unexpected(name, "a number", value))
}

fn switch(name: &str, value: &str) -> Result<bool, Failure> {
    match value {
        "" | "on" => Ok(true),
        "off" => Ok(false),
        _ => Err(unexpected(name, "on|off", value)),
    }
}

/// Sets an option of the command line.
fn set(
    table: &[Flag],
    command: Command,
    name: &str,
    value: &str,
    settings: &mut Settings,
) -> Result<(), Failure> {
    let dashed = format!("--{}", name);
    let flag = table.iter().find(|flag| flag.name == dashed && command.has(flag.group));
    let flag = flag.ok_or_else(|| Failure::usage(format!("there is no option `{}`", name)))?;
    if FOREIGN.contains(&flag.name) || matches!(flag.group, Group::Output | Group::Harness) {
        return Err(Failure::usage(format!("the module has no option `{}`: {}", name, flag.doc)));
    }
    let form = flag.form();
    if form.is_empty() && !switch(name, value)? {
        return Ok(());
    }
    let value = if flag.is_on_or_off() && value.is_empty() { "on" } else { value };
    if flag.set(settings, OsStr::new(value)) {
        Ok(())
    } else {
        Err(unexpected(name, &form, value))
    }
}

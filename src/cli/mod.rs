//! The commands of the program, one file each, and their common parts. They are thin: the library does the work.

#[macro_use]
mod output;

mod arguments;
#[cfg(feature = "c")]
mod c;
mod check;
mod check_formula;
mod child;
mod clauses;
mod clock;
mod cluster;
mod convert;
mod faces;
mod files;
mod flags;
mod fuzz;
mod guess;
mod help;
mod hwmcc;
mod json_value;
mod lemma_table;
mod limits;
mod mcp;
mod models;
mod numbering;
mod options;
mod os;
mod page;
mod paths;
mod progress;
mod property;
mod reduce;
mod refutation;
mod run;
mod sat;
mod smt;
mod solutions;
mod suggest;
mod tables;
mod try_lemmas;
mod usage;
mod values;
mod verdicts;
mod verify;

use indubit::base::Limit;
use indubit::base::VERSION;
use options::{Command, Settings};
use std::ffi::{OsStr, OsString};
use std::fmt;

/// Unsafe or satisfiable.
pub const UNSAFE: i32 = 10;
/// Safe or unsatisfiable.
pub const SAFE: i32 = 20;
/// No verdict.
pub const UNKNOWN: i32 = 30;
/// The command line is wrong, or output could not be written.
pub const USAGE_ERROR: i32 = 1;
/// A file is wrong.
pub const BAD_INPUT: i32 = 2;
/// Evidence failed its check.
pub const EVIDENCE_FAILED: i32 = 3;

/// The reason why a command ended early.
#[derive(Debug)]
pub struct Failure {
    /// The exit code.
    code: i32,
    /// The message for standard error; empty if there is none.
    message: String,
    /// For standard output: the verdict of a run that a limit ended.
    verdict: String,
}

impl Failure {
    fn new(code: i32, message: impl Into<String>) -> Failure {
        Failure { code, message: message.into(), verdict: String::new() }
    }

    fn usage(message: impl Into<String>) -> Failure {
        Failure::new(USAGE_ERROR, message)
    }

    fn output(place: impl fmt::Display, error: &std::io::Error) -> Failure {
        Failure::new(USAGE_ERROR, format!("{}: {}", place, error))
    }

    fn input(place: impl fmt::Display, error: impl fmt::Display) -> Failure {
        Failure::new(BAD_INPUT, format!("{}: {}", place, error))
    }

    fn evidence(message: impl Into<String>) -> Failure {
        Failure::new(EVIDENCE_FAILED, message)
    }

    /// A limit ended the run while this file was read.
    fn unread(file: impl fmt::Display, limit: Limit) -> Failure {
        Failure::new(UNKNOWN, format!("{}: {} before the end of the file", file, limit))
    }

    /// The file was read, and its contents are too large.
    fn too_large(file: impl fmt::Display, message: impl fmt::Display) -> Failure {
        Failure::new(UNKNOWN, format!("{}: {}", file, message))
    }

    /// The failure with this verdict, which is printed if a limit was reached.
    fn or_verdict(mut self, verdict: impl Into<String>) -> Failure {
        if self.code == UNKNOWN {
            self.verdict = verdict.into();
        }
        self
    }
}

/// Runs the command that the arguments name, or that the program's name stands for, and returns the exit code.
pub fn run(program: &OsStr, args: &[OsString]) -> i32 {
    faces::run(program, args).unwrap_or_else(|| dispatch(args)).or_else(report).unwrap_or_else(|failure| {
        say!("indubit: {}", failure.message);
        failure.code
    })
}

fn dispatch(args: &[OsString]) -> Result<i32, Failure> {
    let word = args.first().ok_or_else(|| Failure::usage(usage::SHORT))?.to_str().unwrap_or("");
    match word {
        "help" | "--help" | "-h" => return help::run(&args[1..]),
        "fuzz" => return fuzz::run(&args[1..]),
        "--version" | "-V" => return output::print(&format!("indubit {}\n", VERSION)).map(|()| 0),
        _ => {}
    }
    let args = &arguments::modern(args)[..];
    let (command, rest) = guess::command(args)?;
    // Behind two dashes stands another program's command.
    let own = rest.iter().position(|arg| arg == "--").unwrap_or(rest.len());
    if rest[..own].iter().any(|arg| arg == "--help" || arg == "-h") {
        return help::of_command(command);
    }
    let settings = arguments::parse(&rest, command)?;
    match command {
        Command::Verify => verify::run(&settings),
        Command::Check => check::run(&settings),
        Command::Convert => convert::run(&settings),
        Command::Sat => sat::run(&settings),
        Command::Smt => smt::run(&settings),
        Command::Run => run::run(&settings),
        Command::Paths => paths::run(&settings),
        Command::Hwmcc => hwmcc::run(settings),
        Command::Try => try_lemmas::run(&settings),
        Command::Reduce => reduce::run(&settings),
        Command::Scan => scan(&settings),
        Command::Mcp => mcp::run(),
        Command::Split => cluster::run(&settings, &rest, false),
        Command::Join => cluster::run(&settings, &rest, true),
    }
}

#[cfg(feature = "c")]
fn scan(settings: &Settings) -> Result<i32, Failure> {
    c::scan::run(settings)
}

#[cfg(not(feature = "c"))]
fn scan(_: &Settings) -> Result<i32, Failure> {
    Err(Failure::usage("scan: the program was built without C"))
}

/// Prints the failure and returns the exit code.
fn report(failure: Failure) -> Result<i32, Failure> {
    output::print(&failure.verdict)?;
    if !failure.message.is_empty() {
        say!("indubit: {}", failure.message);
    }
    Ok(failure.code)
}

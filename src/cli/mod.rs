//! The commands of the program, one file each, and what they share. Thin: the work is done by the library.

mod check;
mod check_formula;
mod convert;
mod files;
mod help;
mod json;
mod options;
mod os;
mod progress;
pub mod sat;
mod smt;
mod values;
mod verify;

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

/// An exit code other than a verdict's, and the message for it.
pub struct Failure {
    /// The exit code.
    pub code: i32,
    /// What to say.
    pub message: String,
}

impl Failure {
    fn usage(message: impl Into<String>) -> Failure {
        Failure { code: USAGE_ERROR, message: message.into() }
    }

    fn input(message: impl Into<String>) -> Failure {
        Failure { code: BAD_INPUT, message: message.into() }
    }
}

/// Runs the command that the arguments name and returns the exit code.
pub fn run(args: &[String]) -> i32 {
    let (command, rest) = match args.split_first() {
        Some((command, rest)) => (command.as_str(), rest),
        None => ("help", args),
    };
    let result = match command {
        "sat" => return sat::run(rest),
        "help" | "--help" | "-h" => help::run(rest),
        "--version" | "-V" => {
            files::print("indubit 0.1.0\n");
            Ok(0)
        }
        "check" => check::run(rest),
        "convert" => convert::run(rest),
        "smt" => smt::run(rest),
        "verify" => verify::run(rest),
        _ => verify::run(args),
    };
    result.unwrap_or_else(|failure| {
        eprintln!("indubit: {}", failure.message);
        failure.code
    })
}

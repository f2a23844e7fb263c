//! Solvers for SMT-LIB scripts: z3, cvc5 and Yices, from a file or on a pipe.
//!
//! The answers are those of `indubit smt`, one per command, each flushed at once. The exit code is 1 if any command was
//! answered by an error, as with these programs.

use super::call::Call;
use super::options::{attached, flag, switch, value, Form, Row};
use crate::cli::options::Command;
use crate::cli::{arguments, smt, Failure, BAD_INPUT};
use std::ffi::OsString;

/// z3: `-t:` is a limit for each check in milliseconds, `-T:` one for the run in seconds.
pub const Z3: &[Row] = &[
    flag("-in", "-"),
    flag("-smt2", ""),
    attached("-t:", "--check-timeout {}ms"),
    attached("-T:", "--timeout {}s"),
    attached("-memory:", "--memory {}M"),
    attached("-v:", ""),
    flag("-st", "--stats"),
    flag("-nw", ""),
    value("timeout", "--check-timeout {}ms"),
    value("smt.random_seed", "--seed {}"),
    value("sat.random_seed", "--seed {}"),
    Row { name: "=", form: Form::Others },
];

/// cvc5.
pub const CVC5: &[Row] = &[
    flag("--incremental", ""),
    flag("-i", ""),
    flag("-q", ""),
    flag("--quiet", ""),
    value("--lang", ""),
    value("-L", ""),
    flag("--produce-models", ""),
    flag("-m", ""),
    switch("--produce-unsat-cores", "--produce-unsat-cores", ""),
    switch("--produce-interpolants", "--produce-interpolants", ""),
    switch("--produce-proofs", "--produce-proofs", ""),
    switch("--print-success", "--print-success", ""),
    value("--seed", "--seed {}"),
    value("--tlimit", "--timeout {}ms"),
    value("--tlimit-per", "--check-timeout {}ms"),
    flag("--stats", "--stats"),
    value("--force-logic", ""),
    flag("--interactive", ""),
    flag("--no-interactive", ""),
];

/// Yices.
pub const YICES: &[Row] = &[
    flag("--incremental", ""),
    flag("--interactive", ""),
    flag("--smt2-model-format", ""),
    flag("--print-success", "--print-success"),
    value("--timeout", "--check-timeout {}s"),
    value("-t", "--check-timeout {}s"),
    flag("--stats", "--stats"),
    flag("-s", "--stats"),
    value("--verbosity", ""),
    value("-v", ""),
];

/// Carries out a script; without a file from standard input.
pub fn run(call: &Call) -> Result<i32, Failure> {
    let mut args = call.options.clone();
    args.extend(call.files.iter().cloned());
    if call.files.is_empty() && !args.iter().any(|arg| arg == "-") {
        args.push(OsString::from("-"));
    }
    let mut settings = arguments::parse(&args, Command::Smt)?;
    settings.script.like_z3 = call.face == "z3";
    let code = smt::run(&settings)?;
    Ok(if code == BAD_INPUT { 1 } else { code })
}

//! SAT solvers with the competition's output: CaDiCaL and Kissat.
//!
//! Both take a formula and perhaps a file for a proof, in binary DRAT unless they are told otherwise. The exit codes
//! are 10 and 20, and 0 without an answer. A model names every variable of the header: a caller may take the n-th
//! literal as the value of variable n.

use super::call::Call;
use super::options::{attached, flag, switch, value, Row};
use crate::cli::options::Command;
use crate::cli::{arguments, sat, Failure};
use std::ffi::OsString;

/// CaDiCaL.
pub const CADICAL: &[Row] = &[
    flag("-q", ""),
    switch("--quiet", "", ""),
    flag("-v", ""),
    flag("-n", "--model off"),
    flag("--no-witness", "--model off"),
    switch("--binary", "--encoding binary", "--encoding text"),
    flag("--no-binary", "--encoding text"),
    switch("--lrat", "--proof-format lrat", "--proof-format drat"),
    flag("--no-lrat", "--proof-format drat"),
    flag("--sat", ""),
    flag("--unsat", ""),
    flag("--plain", "--inprocessing off"),
    attached("--shrink=", ""),
    attached("--seed=", "--seed {}"),
    value("-t", "--timeout {}s"),
    value("-c", "--conflicts {}"),
    flag("-f", ""),
    flag("--force", ""),
];

/// Kissat.
pub const KISSAT: &[Row] = &[
    flag("-q", ""),
    flag("--quiet", ""),
    flag("-v", ""),
    flag("-n", "--model off"),
    flag("--no-witness", "--model off"),
    flag("--no-binary", "--encoding text"),
    switch("--binary", "--encoding binary", "--encoding text"),
    flag("--sat", ""),
    flag("--unsat", ""),
    flag("--relaxed", ""),
    attached("--seed=", "--seed {}"),
    attached("--time=", "--timeout {}s"),
    attached("--conflicts=", "--conflicts {}"),
    flag("-f", ""),
    flag("--force", ""),
];

/// Solves a formula; without a file that of standard input.
pub fn run(call: &Call) -> Result<i32, Failure> {
    let mut call = Call { options: call.options.clone(), files: call.files.clone(), ..*call };
    let is_text = call.take("--encoding").map_or(false, |encoding| encoding == "text");
    let mut args = call.options.clone();
    let (file, proof) = match &call.files[..] {
        [] => (OsString::from("-"), None),
        [file] => (file.clone(), None),
        [file, proof] => (file.clone(), Some(proof.clone())),
        files => {
            let message =
                format!("as {}: expected a formula and a proof, found {} files", call.face, files.len());
            return Err(Failure::usage(message));
        }
    };
    if let Some(proof) = proof {
        // The name of the file says nothing here. An option of the call counts, since it comes later.
        args.splice(0..0, ["--proof-format", "drat"].map(OsString::from));
        args.extend([OsString::from("--proof"), proof]);
        args.extend(Some(OsString::from("--proof-binary")).filter(|_| !is_text));
    }
    args.push(file);
    let mut settings = arguments::parse(&args, Command::Sat)?;
    settings.sat.silent = true;
    settings.sat.whole_model = true;
    sat::run(&settings)
}

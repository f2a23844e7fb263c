//! `indubit fuzz`: the driver of comparisons with other tools and of targets, which is a program of its own.
//!
//! The driver is the package `fuzz`, and takes its random data from a crate, so it is not part of this one. It is
//! looked for beside this program and then where the shell looks for programs. It gets all arguments, and the place of
//! this program, which it puts its problems to.

use super::Failure;
use std::env;
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;
use std::process::Command;

/// The driver's file.
const DRIVER: &str = "indubit-fuzz";

/// Runs the driver and gives its exit code.
pub fn run(args: &[OsString]) -> Result<i32, Failure> {
    let own = env::current_exe().map_err(|error| Failure::usage(format!("fuzz: {}", error)))?;
    let beside = own.parent().map(|folder| folder.join(DRIVER)).filter(|file| file.is_file());
    let driver = beside.or_else(|| on_the_path(&env::var_os("PATH").unwrap_or_default())).ok_or_else(|| {
        Failure::usage(format!(
            "fuzz: there is no program {} beside this one or on the PATH; `cargo install --path fuzz --bin {0}` in \
             the project's folder builds it",
            DRIVER
        ))
    })?;
    let mut call = Command::new(&driver);
    call.args(args);
    if env::var_os("INDUBIT").is_none() {
        call.env("INDUBIT", own);
    }
    let ended = call.status();
    let ended = ended.map_err(|error| Failure::usage(format!("{}: {}", driver.display(), error)))?;
    ended.code().ok_or_else(|| Failure::usage(format!("{}: {}", driver.display(), ended)))
}

/// The driver's file where the shell would find it.
fn on_the_path(path: &OsStr) -> Option<PathBuf> {
    env::split_paths(path).map(|folder| folder.join(DRIVER)).find(|file| file.is_file())
}

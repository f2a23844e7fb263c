//! Invariants by location, which programs with and without recursion share.

use super::model::Size;
use crate::cli::options::Settings;
use crate::cli::Failure;
use indubit::evidence::c::{Numbers, RunOptions};
use indubit::model::cfa::{Cfa, Invariant};
use indubit::solver::term::{TermId, Terms};

/// The reason why a program without error location is not verified.
pub const NO_ERROR: &str = "nothing to verify: no error location";

/// Refuses a file for waves.
pub fn refuse_waves(settings: &Settings) -> Result<(), Failure> {
    match settings.vcd {
        Some(_) => Err(Failure::usage("programs have no waves; try --show-trace or --witness")),
        None => Ok(()),
    }
}

/// The number of formulas that say something.
pub fn size(formulas: &[TermId]) -> Size {
    Size { k: None, simple_path: false, parts: formulas.iter().filter(says_something).count() }
}

/// The formulas that say something, each with its location.
pub fn parts(cfa: &Cfa, invariant: &Invariant) -> Vec<String> {
    let shown = cfa.locations().zip(&invariant.formulas).filter(|(_, f)| says_something(f));
    shown.map(|(l, &f)| format!("{}: {}", cfa.location_name(l), invariant.terms.text(f))).collect()
}

/// Whether the invariants of a C program are about words, and so have texts in C.
pub fn is_about_words(options: Option<RunOptions>) -> bool {
    options.map_or(false, |options| options.numbers == Numbers::Words)
}

fn says_something(formula: &&TermId) -> bool {
    **formula != Terms::FALSE && **formula != Terms::TRUE
}

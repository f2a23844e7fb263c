//! Readers of the texts that [`text`](super::text) writes.

use super::bounded::{is_bounded, read_bounded};
use super::ending_text::{read_endless, read_ranking, ENDLESS, RANKING};
use super::path_text::read_path;
use super::text::variable_names;
use crate::base::{Budget, HashMap};
use crate::evidence::formulas::assertions;
use crate::evidence::{CheckError, CheckOptions};
use crate::input::{describe, smtlib, ParseError};
use crate::model::cfa::{Bounded, Cfa, Endless, InvariantMap, Path, Ranking};
use crate::solver::term::TermId;

/// The evidence for the verdict on a program, as a file gives it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Evidence {
    /// Unsafe: a run to the error location.
    Path(Path),
    /// Safe: an invariant by location.
    Invariant(Box<InvariantMap>),
    /// Safe: a bound that the turns of all loops keep.
    Bounded(Bounded),
    /// All runs end.
    Ranking(Box<Ranking>),
    /// A run goes on without end.
    Endless(Box<Endless>),
}

impl Evidence {
    /// Whether it claims that the program is safe.
    pub fn claims_safe(&self) -> bool {
        match self {
            Evidence::Invariant(_) | Evidence::Bounded(_) | Evidence::Ranking(_) => true,
            Evidence::Path(_) | Evidence::Endless(_) => false,
        }
    }

    /// Whether it is about the ends of runs, and not about the error location.
    pub fn is_about_ends(&self) -> bool {
        match self {
            Evidence::Ranking(_) | Evidence::Endless(_) => true,
            Evidence::Path(_) | Evidence::Invariant(_) | Evidence::Bounded(_) => false,
        }
    }

    /// Whether an evidence file begins as one about the ends of runs does.
    pub fn begins_as_one_about_ends(bytes: &[u8]) -> bool {
        let first = bytes.split(|&b| b == b'\n').next().unwrap_or(&[]);
        [RANKING, ENDLESS].contains(&first.strip_suffix(b"\r").unwrap_or(first))
    }

    /// Reads an evidence file, told apart by its first line.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong, with its place.
    pub fn read(bytes: &[u8], cfa: &Cfa, budget: &Budget) -> Result<Evidence, ParseError> {
        let first = bytes.split(|&b| b == b'\n').next().unwrap_or(&[]);
        match first.strip_suffix(b"\r").unwrap_or(first) {
            b"path" => read_path(bytes, cfa, budget).map(Evidence::Path),
            b"; invariant by location" => {
                read_invariant(bytes, cfa, budget).map(|found| Evidence::Invariant(Box::new(found)))
            }
            RANKING => read_ranking(bytes, cfa, budget).map(|found| Evidence::Ranking(Box::new(found))),
            ENDLESS => {
                // The stem is a path, below the first line.
                let below = &bytes[(first.len() + 1).min(bytes.len())..];
                read_endless(below, cfa, budget).map(|found| Evidence::Endless(Box::new(found)))
            }
            first if is_bounded(first) => read_bounded(bytes).map(Evidence::Bounded),
            _ => {
                let expected =
                    "expected `path`, `; invariant by location`, `bounded program`, `; measures by \
                    location` or `endless run`";
                Err(ParseError::at_line(1, 1, format!("{}, found {}", expected, describe(bytes, 0))))
            }
        }
    }
}

/// Checks evidence from a file against the program it is about. A run that reaches the error location ends there.
///
/// # Errors
///
/// See [`CheckError`]; only a limit of the budget leaves the question open.
pub fn check(
    cfa: &Cfa,
    evidence: &Evidence,
    options: &CheckOptions,
    budget: &Budget,
) -> Result<(), CheckError> {
    match evidence {
        Evidence::Path(path) => super::check_path(cfa, path),
        Evidence::Invariant(invariant) => super::check_invariant(cfa, invariant, options, budget),
        Evidence::Bounded(claim) => super::check_bounded(cfa, *claim, options, budget),
        Evidence::Ranking(found) => super::check_ranking(cfa, found, false, options, budget),
        Evidence::Endless(found) => super::check_endless(cfa, found, options, budget),
    }
}

fn read_invariant(bytes: &[u8], cfa: &Cfa, budget: &Budget) -> Result<InvariantMap, ParseError> {
    let script = smtlib::read_claims(bytes, budget)?;
    let (expected, found) = (cfa.location_count(), script.assertions.len());
    if expected != found {
        let message =
            format!("expected an assertion for each of the {} locations, found {}", expected, found);
        return Err(ParseError::at_line(1, 1, message));
    }
    let names = variable_names(cfa);
    let known: HashMap<&str, TermId> =
        names.iter().map(String::as_str).zip(cfa.variables().iter().copied()).collect();
    let mut terms = cfa.terms().clone();
    let (formulas, bound) = assertions(&script, &mut terms, &known, "the program has no variable")?;
    Ok(InvariantMap { terms, formulas, bound })
}

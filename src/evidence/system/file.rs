//! The one door for evidence about systems that comes from files.

use super::btor2_read::read_btor2_witness;
use super::check::check_trace;
use super::complete::{complete, PartialStep};
use super::liveness::check_proof;
use super::read::{read_certificate, read_trace};
use super::simulation::{check_witness_system, WitnessSystem};
use crate::base::Budget;
use crate::evidence::pieces::read_pieces;
use crate::evidence::{CheckError, CheckOptions};
use crate::input::btor2::Btor2File;
use crate::input::{describe, ParseError};
use crate::model::system::{Proof, System};
use crate::model::PropertyId;

/// The evidence for a verdict on one property of a system, as a file gives it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Evidence {
    /// Unsafe: a run into a bad step or a lasso, some values of which may be left open.
    Trace {
        /// The property that is violated.
        property: PropertyId,
        /// The values that are given.
        steps: Vec<PartialStep>,
    },
    /// Safe: a certificate.
    Certificate {
        /// The property that holds.
        property: PropertyId,
        /// The proof.
        certificate: Box<Proof>,
    },
    /// Safe: a circuit of words that simulates the model.
    WitnessCircuit(Box<WitnessSystem>),
}

impl Evidence {
    /// The property that this is about.
    pub fn property(&self) -> PropertyId {
        match self {
            Evidence::Trace { property, .. } | Evidence::Certificate { property, .. } => *property,
            Evidence::WitnessCircuit(witness) => witness.property,
        }
    }

    /// Whether it claims that the property holds.
    pub fn claims_safe(&self) -> bool {
        !matches!(self, Evidence::Trace { .. })
    }

    /// Reads an evidence file: certificates, traces, and BTOR2 witnesses, one after the other. Each is told by its
    /// first word. A witness may be about several properties, and needs the file that its numbers refer to. So does a
    /// witness circuit, a BTOR2 file, which stands alone.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong, with its place; an error at the first line if no form is recognised.
    pub fn read(
        bytes: &[u8],
        system: &System,
        file: Option<&Btor2File>,
        budget: &Budget,
    ) -> Result<Vec<Evidence>, ParseError> {
        if let Some(file) = file.filter(|_| is_witness_circuit(bytes)) {
            let witness = WitnessSystem::read(bytes, file, budget)?;
            return Ok(vec![Evidence::WitnessCircuit(Box::new(witness))]);
        }
        read_pieces(bytes, begins, |piece| Evidence::read_one(piece, system, file, budget))
    }

    fn read_one(
        bytes: &[u8],
        system: &System,
        file: Option<&Btor2File>,
        budget: &Budget,
    ) -> Result<Vec<Evidence>, ParseError> {
        match (first_word(bytes), file) {
            (b"invariant" | b"k-induction" | b"ranking" | b"lasso-free" | b"rounds", _) => {
                let (property, certificate) = read_certificate(bytes, system, budget)?;
                Ok(vec![Evidence::Certificate { property, certificate: Box::new(certificate) }])
            }
            (b"counterexample", _) => {
                let (property, steps) = read_trace(bytes, system, budget)?;
                Ok(vec![Evidence::Trace { property, steps }])
            }
            (b"sat", Some(file)) => {
                let witness = read_btor2_witness(bytes, file)?;
                let steps = witness.steps;
                let of = |property| Evidence::Trace { property, steps: steps.clone() };
                Ok(witness.properties.into_iter().map(of).collect())
            }
            (_, file) => {
                let witness = if file.is_some() { ", `sat`" } else { "" };
                let expected =
                    "expected `; invariant`, `; k-induction`, `; ranking`, `; lasso-free`, `; rounds`, \
                                `counterexample`";
                let message = format!("{}{}, found {}", expected, witness, describe(bytes, 0));
                Err(ParseError::at_line(1, 1, message))
            }
        }
    }
}

/// Whether a piece of evidence begins with this line.
fn begins(line: &[u8]) -> bool {
    let mut words = line.split(|b| b.is_ascii_whitespace()).filter(|word| !word.is_empty());
    match (words.next(), words.next()) {
        (Some(b";"), Some(word)) => {
            matches!(word, b"invariant" | b"k-induction" | b"ranking" | b"lasso-free" | b"rounds")
        }
        (Some(b"counterexample" | b"sat"), None) => true,
        _ => false,
    }
}

/// Whether the first line that is no comment is one of BTOR2, which begins with its number.
fn is_witness_circuit(bytes: &[u8]) -> bool {
    let mut lines = bytes.split(|&b| b == b'\n').map(|line| line.strip_suffix(b"\r").unwrap_or(line));
    let says = |line: &&[u8]| line.iter().find(|b| !b.is_ascii_whitespace()).map_or(false, |&b| b != b';');
    let first = lines.find(says).unwrap_or(b"");
    let mut words = first.split(|b| b.is_ascii_whitespace()).filter(|word| !word.is_empty());
    let is_number = |word: &[u8]| word.iter().all(u8::is_ascii_digit);
    words.next().map_or(false, is_number) && words.next().is_some()
}

/// The first word of a file, marks of comments left out.
fn first_word(bytes: &[u8]) -> &[u8] {
    let mut words = bytes.split(|b| b.is_ascii_whitespace());
    words.find(|word| word.iter().any(|&b| b != b';')).unwrap_or(b"")
}

/// Checks evidence from a file against the system it is about. Open values of a trace are found by a solver first.
///
/// # Errors
///
/// See [`CheckError`]; only a limit of the budget leaves the question open.
pub fn check(
    system: &System,
    evidence: &Evidence,
    options: &CheckOptions,
    budget: &Budget,
) -> Result<(), CheckError> {
    match evidence {
        Evidence::Trace { property, steps } => {
            let trace = complete(system, *property, steps, budget)?;
            check_trace(system, &trace)
        }
        Evidence::Certificate { property, certificate } => {
            check_proof(system, *property, certificate, options, budget)
        }
        Evidence::WitnessCircuit(witness) => check_witness_system(system, witness, options, budget),
    }
}

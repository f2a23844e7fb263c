//! Evidence: certificates and traces as objects and as files, and the checker that trusts no engine.
//!
//! A verdict is believed if its evidence passes [`check`], which looks at nothing but the original circuit: traces are
//! replayed by evaluation, certificates are proved again by a fresh solver over an encoding of its own, and with
//! [`CheckOptions::proofs`] the solver's refutations are checked step by step as well.
//!
//! Files, told apart by their content ([`Evidence::read`]):
//!
//! - an *AIGER witness*, the hardware competition's format for traces ([`write_witness`], [`read_witnesses`]);
//! - a *witness circuit*, its format for safe properties: an AIGER file ([`WitnessCircuit`]);
//! - *clauses*, a text for people, for inductive and k-inductive certificates ([`write_clauses`], [`read_clauses`]).

mod check;
mod clauses;
mod copies;
mod error;
mod lines;
mod prover;
mod simulation;
mod witness;
mod witness_circuit;

pub use check::{check_certificate, check_certificate_with, check_trace};
pub use clauses::{read_clauses, write_clauses};
pub use error::{CheckError, Condition, Malformed};
pub use simulation::check_witness_circuit;
pub use witness::{read_witnesses, write_witness};
pub use witness_circuit::WitnessCircuit;

use crate::base::Budget;
use crate::input::aiger::Model;
use crate::input::ParseError;
use crate::model::circuit::Circuit;
use crate::model::invariant::Certificate;
use crate::model::trace::Trace;
use crate::model::PropertyId;

/// How to check.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CheckOptions {
    /// Whether the solver's refutations pass the proof checker, too. Default no.
    pub proofs: bool,
}

/// What a verdict on one property rests on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Evidence {
    /// Unsafe: a run into a bad step.
    Trace(Trace),
    /// Safe: an invariant, or a proof by k-induction.
    Certificate {
        /// Index of the bad signal that is never true.
        property: PropertyId,
        /// Why.
        certificate: Certificate,
    },
    /// Safe: a circuit that simulates the model and whose own property is inductive.
    WitnessCircuit(Box<WitnessCircuit>),
}

impl Evidence {
    /// The index of the bad signal that this is about.
    pub fn property(&self) -> PropertyId {
        match self {
            Evidence::Trace(trace) => trace.property,
            Evidence::Certificate { property, .. } => *property,
            Evidence::WitnessCircuit(witness) => witness.property,
        }
    }

    /// Whether it claims that the property holds.
    pub fn claims_safe(&self) -> bool {
        !matches!(self, Evidence::Trace(_))
    }

    /// Reads an evidence file for a model, whatever its form. A file of AIGER witnesses may hold several, others hold
    /// one.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong, with its place; an error at the first line if no form is recognised.
    pub fn read(bytes: &[u8], model: &Model) -> Result<Vec<Evidence>, ParseError> {
        match lines::first_word(bytes) {
            b"aag" | b"aig" => {
                Ok(vec![Evidence::WitnessCircuit(Box::new(WitnessCircuit::read(bytes, model)?))])
            }
            b"invariant" | b"k-induction" => {
                let (property, certificate) = read_clauses(bytes, model)?;
                Ok(vec![Evidence::Certificate { property, certificate }])
            }
            _ => Ok(read_witnesses(bytes, &model.circuit)?.into_iter().map(Evidence::Trace).collect()),
        }
    }
}

/// Checks evidence against the circuit it is about: the one door for every form.
///
/// # Errors
///
/// See [`CheckError`]; only a limit of the budget leaves the question open.
pub fn check(
    circuit: &Circuit,
    evidence: &Evidence,
    options: &CheckOptions,
    budget: &Budget,
) -> Result<(), CheckError> {
    match evidence {
        Evidence::Trace(trace) => check_trace(circuit, trace),
        Evidence::Certificate { property, certificate } => {
            check_certificate_with(circuit, *property, certificate, options, budget)
        }
        Evidence::WitnessCircuit(witness) => check_witness_circuit(circuit, witness, options, budget),
    }
}

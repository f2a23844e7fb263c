//! Evidence for verdicts on circuits.
//!
//! [`check`] is the one door for every form of evidence. Files are told apart by their content ([`Evidence::read`]):
//!
//! - an *AIGER witness*, the hardware competition's format for traces ([`write_witness`], [`read_witnesses`]);
//! - a *witness circuit*, its format for properties that hold: an AIGER file ([`WitnessCircuit`]);
//! - *clauses*, a text for people, for all other certificates ([`write_clauses`], [`read_clauses`]).
//!
//! ```
//! use indubit::base::Budget;
//! use indubit::engine::Outcome;
//! use indubit::evidence::circuit::{check_proof, check_trace, write_clauses, Evidence};
//! use indubit::evidence::CheckOptions;
//! use indubit::input::aiger;
//! use indubit::portfolio::Verifier;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! // A latch that starts as 0 and stays, and one that becomes 1; neither may ever be 1.
//! let file = aiger::read(b"aag 2 0 2 0 0 2\n2 2\n4 5\n2\n4\n")?;
//! let budget = Budget::unlimited();
//! let mut verifier = Verifier::new(file.circuit.clone(), Default::default(), budget.clone())?;
//! for property in file.circuit.properties() {
//!     let verified = verifier.verify(property, &mut ());
//!     match verified.outcome {
//!         Outcome::Safe(proof) => {
//!             check_proof(&file.circuit, property, &proof, &CheckOptions { proofs: true }, &budget)?;
//!             let text = write_clauses(&file, property, &proof);
//!             assert!(Evidence::read(text.as_bytes(), &file)?[0].claims_safe());
//!         }
//!         Outcome::Unsafe(trace) => check_trace(&file.circuit, &trace)?,
//!         Outcome::Unknown(reason) => println!("unknown: {}", reason),
//!     }
//! }
//! # Ok(())
//! # }
//! ```

mod check;
mod clauses;
mod lines;
mod liveness;
mod prover;
mod ranking;
mod safety;
mod simulation;
mod steps;
mod waves;
mod witness;
mod witness_circuit;

pub use check::{check_certificate, check_trace};
use clauses::{begins_clauses, read_next, superfluous};
pub use clauses::{read_clauses, write_clauses};
use lines::Lines;
pub use liveness::{check_proof, lasso_start};
pub use safety::check_certificate_with;
pub use simulation::check_witness_circuit;
pub use waves::{design_waves, waves};
use witness::{read_witness, WITNESS};
pub use witness::{read_witnesses, write_witness};
pub use witness_circuit::WitnessCircuit;

use super::{CheckError, CheckOptions};
use crate::base::Budget;
use crate::input::ParseError;
use crate::model::circuit::Circuit;
use crate::model::invariant::Proof;
use crate::model::trace::Trace;
use crate::model::{CircuitFile, PropertyId};

/// The evidence for a verdict on one property.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Evidence {
    /// Unsafe: a run into a bad step, or a lasso.
    Trace(Trace),
    /// Safe: a certificate.
    Certificate {
        /// The property that holds.
        property: PropertyId,
        /// The proof.
        certificate: Proof,
    },
    /// Safe: a circuit that simulates the model and whose own property is inductive.
    WitnessCircuit(Box<WitnessCircuit>),
}

impl Evidence {
    /// The property that this is about.
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

    /// Reads an evidence file for a model, in any form. Certificates as clauses and AIGER witnesses may stand one
    /// after the other in a file, for several properties; a witness circuit stands alone.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong, with its place; an error at the first line if no form is recognised.
    pub fn read(bytes: &[u8], model: &CircuitFile) -> Result<Vec<Evidence>, ParseError> {
        if let b"aag" | b"aig" = lines::first_word(bytes) {
            return Ok(vec![Evidence::WitnessCircuit(Box::new(WitnessCircuit::read(bytes, model)?))]);
        }
        let mut lines = Lines::new(bytes);
        let mut found: Vec<Evidence> = Vec::new();
        while let Some(first) = lines.next_filled() {
            let is_clauses = first.words().next().map_or(false, |(_, word)| begins_clauses(word));
            found.push(match found.last() {
                _ if is_clauses => {
                    let (property, certificate) = read_next(&mut lines, first, model)?;
                    Evidence::Certificate { property, certificate }
                }
                Some(Evidence::Certificate { certificate, .. }) if first.text != b"1" => {
                    return Err(superfluous(&first, certificate))
                }
                Some(_) | None => Evidence::Trace(read_witness(&mut lines, first, &model.circuit)?),
            });
        }
        if found.is_empty() {
            Err(lines.ended(WITNESS))
        } else {
            Ok(found)
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
            check_proof(circuit, *property, certificate, options, budget)
        }
        Evidence::WitnessCircuit(witness) => check_witness_circuit(circuit, witness, options, budget),
    }
}

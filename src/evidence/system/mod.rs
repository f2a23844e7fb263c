//! Evidence for verdicts on transition systems.
//!
//! [`check_trace`] replays a trace by evaluation, [`check_certificate`] proves a certificate again. The checker trusts
//! no engine and looks only at the original system. It relies on the builders of terms, on substitution, on the
//! evaluator, and for certificates on a fresh solver; with [`CheckOptions::proofs`](super::CheckOptions) the solver's
//! refutations pass the proof checker, too.
//!
//! For other tools there are writers: scripts that put the evidence to any SMT solver ([`write_obligations`],
//! [`write_run`]), and texts ([`write_certificate`], [`write_trace`], [`write_vmt`], [`write_btor2_witness`]).
//! A witness circuit of words proves a model of its own format safe ([`WitnessSystem`]).
//! Certificates, traces and witnesses are read again by [`read_certificate`], [`read_trace`] and
//! [`read_btor2_witness`], and [`Evidence::read`] tells them apart. A trace in a file may leave values open;
//! [`complete`] finds them. [`check`] takes any evidence from a file.
//!
//! ```
//! use indubit::base::Budget;
//! use indubit::evidence::system::{check_certificate, check_trace};
//! use indubit::input::vmt;
//! use indubit::model::system::{Certificate, Invariant, Step, Trace};
//! use indubit::model::PropertyId;
//! use indubit::solver::term::Value;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! // A counter by twos is never 3, but it reaches 2.
//! let text = b"(declare-fun x () Int)
//!              (define-fun .x () Int (! x :next x.next))
//!              (define-fun .i () Bool (! (= x 0) :init true))
//!              (define-fun .t () Bool (! (= x.next (+ x 2)) :trans true))
//!              (define-fun .p () Bool (! (distinct x 3) :invar-property 0))
//!              (define-fun .q () Bool (! (distinct x 2) :invar-property 1))";
//! let system = vmt::read(text, &Budget::unlimited())?;
//!
//! let mut terms = system.terms().clone();
//! let even = terms.divisible(system.states()[0].current, 2i64.into());
//! let certificate = Certificate::Inductive(Invariant::new(terms, vec![even]));
//! check_certificate(&system, PropertyId::new(0), &certificate, &Budget::unlimited())?;
//!
//! let step = |x: i64| Step { states: vec![Value::Number(x.into())], inputs: vec![] };
//! check_trace(&system, &Trace { property: PropertyId::new(1), steps: vec![step(0), step(2)] })?;
//! # Ok(())
//! # }
//! ```

mod btor2_read;
mod btor2_witness;
mod check;
mod complete;
mod file;
mod lemmas;
mod liveness;
mod read;
mod replay;
mod rounds;
mod safety;
mod script;
mod simulation;
mod steps;
mod text;
mod waves;

pub use btor2_read::{read_btor2_witness, Btor2Witness};
pub use btor2_witness::write_btor2_witness;
pub use check::{check_certificate, check_trace};
pub use complete::{complete, PartialStep};
pub use file::{check, Evidence};
pub use lemmas::{needed_lemmas, try_lemmas};
pub use liveness::{check_proof, lasso_start};
pub use read::{read_certificate, read_lemmas, read_trace};
pub use rounds::rounds;
pub use safety::check_certificate_with;
pub use script::{write_obligations, write_run};
pub use simulation::WitnessSystem;
pub use text::{write_certificate, write_trace, write_vmt};
pub use waves::{design_waves, outputs, waves};

use super::formulas::{self, Bound};
use super::{CheckError, Malformed};
use crate::base::Budget;
use crate::model::system::{Invariant, System};
use crate::model::PropertyId;
use crate::solver::term::{TermId, Terms};

/// The formulas of an invariant, built anew in a store that began as the system's.
fn import(
    system: &System,
    invariant: &Invariant,
    terms: &mut Terms,
    budget: &Budget,
) -> Result<Vec<TermId>, CheckError> {
    let states = system.states().iter().map(|s| s.current);
    formulas::import(terms, states, &Bound::default(), &invariant.terms, &invariant.formulas, budget)
}

/// The same for an invariant that may be meant for all values of some constants; and new constants for those.
fn import_universal(
    system: &System,
    invariant: &Invariant,
    terms: &mut Terms,
    budget: &Budget,
) -> Result<(Vec<TermId>, Vec<TermId>), CheckError> {
    let bound = Bound::declare(terms, &invariant.terms, &invariant.bound)?;
    let states = system.states().iter().map(|s| s.current);
    let built = formulas::import(terms, states, &bound, &invariant.terms, &invariant.formulas, budget)?;
    Ok((built, bound.constants))
}

/// The formulas that are true infinitely often in a run that violates the property.
fn signals(system: &System, property: PropertyId) -> Result<Vec<TermId>, Malformed> {
    let count = system.justice().len();
    system.recurring(property).ok_or(Malformed::NoSuchProperty { property, count })
}

//! Witnesses of verdicts on C programs: versions 2.0 and 2.1 of the YAML format of the competition on software
//! verification. Version 2.1 is written for the ends of runs.
//!
//! A witness tells another tool why a program is safe or unsafe, so that the tool can check the verdict. A [`Witness`]
//! is such a file as an object: it says which program it is about, and has either waypoints of a run into an error, or
//! invariants at places in the text. [`Witness::read`] and [`Witness::to_text`] convert files. Witnesses are made from
//! runs and proofs, and witnesses of other tools are checked: `confirm` searches for a run that follows the waypoints,
//! and `claims` proves or refutes the invariants.
//!
//! The format is described in P. Ayaziová, D. Beyer, M. Lingsch-Rosenfeld, M. Spiessl, J. Strejček: Software
//! Verification Witnesses 2.0 (SPIN 2024).

mod c_text;
mod c_words;
mod choices;
mod claims;
mod condition;
mod confirm;
mod constants;
mod correctness;
mod error;
mod follow;
mod format;
mod formula;
mod lemmas;
mod lvalue;
mod observe;
mod places;
mod plan;
mod read;
mod readable;
mod recorder;
mod targets;
mod violation;
mod write;
pub mod yaml;

use c_text::CText;
pub use claims::{Claims, Refutation};
pub use confirm::{ConfirmOptions, Confirmed};
use correctness::{function_at, scope_of_loop};
pub(in crate::c) use correctness::{invariants, is_loop};
pub use correctness::{PlacedInvariant, PlacedInvariants};
pub use error::WitnessError;
pub use format::{
    Content, InvariantEntry, InvariantKind, Location, Metadata, Segment, Task, TaskMismatch, Waypoint,
    WaypointKind, Witness,
};
pub use lemmas::SourceLemmas;
pub(in crate::c) use readable::lines_about_all;
pub use readable::readable_invariants;
pub use recorder::ValueStyle;

//! Model checkers: one folder or file for each algorithm, named as in its paper.
//!
//! An engine gets a model, options and a [`Budget`](crate::base::Budget), tells an [`Observer`] what it does, and
//! returns an [`Outcome`]. It never prints, reads no clock and knows no file format. The outcome is a claim with
//! evidence; a checker ([`crate::evidence`]) decides whether to believe it.

pub mod bmc;
pub mod ctigar;
mod detail;
pub mod explicit;
mod frame;
pub mod fsis;
pub mod guess;
pub mod horn;
pub mod houdini;
pub mod ic3;
pub mod ic3_ia;
pub mod ic3_smt;
pub mod ic3cfa;
mod initial;
pub mod itp;
pub(crate) mod kind;
pub mod kinduction;
pub mod lazy_ic3;
mod lemmas;
pub mod live;
mod log;
mod observer;
mod outcome;
pub mod pred_abs;
mod program;
pub(crate) mod prover;
mod sequence;
pub(crate) mod table;
mod transcript;
pub mod tree_ic3;
mod unroll;

pub use detail::{
    At, ChainResult, Detail, EdgeText, Interpolant, PlaceId, PlaceText, Question, Source, Step, TreeNodeId,
    Words,
};
pub use frame::FrameId;
pub use lemmas::{CircuitLemmas, SharedLemmas};
pub use observer::{Event, EvidenceKind, Observer, Refusal};
pub use outcome::{
    CircuitOutcome, HornOutcome, Outcome, ProgramOutcome, StopCause, StopReason, SystemOutcome,
};
pub use sequence::Sequence;
pub use transcript::Transcript;

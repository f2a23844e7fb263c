//! Model checkers: one folder or file for each algorithm, named as in its paper. The parts that they share are in
//! `common`.
//!
//! An engine gets a model, options and a [`Budget`](crate::base::Budget), tells an [`Observer`] what it does, and
//! returns an [`Outcome`]. It never prints, reads no clock and knows no file format. The outcome is a claim with
//! evidence; a checker ([`crate::evidence`]) decides whether to believe it.

pub mod bmc;
pub mod car;
pub(crate) mod common;
pub mod ctigar;
pub mod ending;
pub mod explicit;
pub mod fsis;
pub mod guess;
pub mod horn;
pub mod ic3;
pub mod ic3_ia;
pub mod ic3_smt;
pub mod ic3cfa;
pub mod itp;
pub mod kinduction;
pub mod lazy_ic3;
pub mod live;
pub(crate) mod options;
pub mod pred_abs;
pub mod simulate;
pub(crate) mod table;
pub mod tree_ic3;

pub use common::detail::{
    At, ChainResult, Detail, EdgeText, Interpolant, PlaceId, PlaceText, Question, Source, Step, TreeNodeId,
    Words,
};
pub use common::frame::FrameId;
pub use common::houdini;
pub use common::lemmas::{CircuitLemmas, SharedLemmas};
pub use common::observer::{Event, EvidenceKind, Observer, Refusal};
pub use common::outcome::{
    CircuitOutcome, HornOutcome, Outcome, ProgramOutcome, StopCause, StopReason, SystemOutcome,
};
pub use common::sequence::Sequence;
pub use common::transcript::Transcript;

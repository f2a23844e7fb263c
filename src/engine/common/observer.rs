//! Events, and their receivers.

use super::detail::Detail;
use super::frame::FrameId;
use crate::model::Depth;

/// Something an engine did.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Event<'a> {
    /// A new frame, unrolling step or induction length. Engines over circuits and systems report it when no
    /// counterexample has fewer transitions.
    Depth {
        /// The number of transitions now considered.
        depth: Depth,
        /// The number of lemmas in each frame from 1 on, and of those that hold in every frame at the end; empty where
        /// the engine has no frames.
        frames: &'a [usize],
    },
    /// A cube is to be blocked.
    Obligation {
        /// The frame.
        frame: FrameId,
        /// Transitions from the cube to the bad step.
        depth: Depth,
        /// The number of literals.
        size: usize,
    },
    /// A cube was blocked.
    Lemma {
        /// The highest frame in which it now is blocked.
        frame: FrameId,
        /// The number of literals.
        size: usize,
    },
    /// Lemmas were pushed.
    Propagated {
        /// The highest frame reached.
        frame: FrameId,
    },
    /// A step of a search, for observers that want details.
    Detail(Detail<'a>),
    /// The turn of a member of a portfolio begins, or of one of the searches that an engine makes, from which all
    /// events come until the next one. For observers that want details.
    Member {
        /// The name of the member or search.
        engine: &'static str,
    },
    /// An engine has evidence for its verdict, brought back to the original model. For observers that want details.
    Evidence {
        /// The kind.
        kind: EvidenceKind,
        /// Its size: parts of an invariant, lemmas of a proof by k-induction, or steps of a counterexample.
        size: usize,
    },
    /// The evidence was checked. For observers that want details.
    Check {
        /// The reason why it was not accepted, if it was not.
        refusal: Option<Refusal<'a>>,
    },
}

/// A kind of evidence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum EvidenceKind {
    /// An inductive invariant.
    Invariant,
    /// A proof by k-induction.
    KInductive,
    /// Clauses or formulas that prove that a circuit or a system has no lasso; the parts are these.
    LassoFree,
    /// The layers of a ranking of a circuit or a system.
    Ranking,
    /// A model of Horn clauses.
    Interpretation,
    /// A bound on the turns of a program's loops.
    Bounded,
    /// A run of a circuit or system.
    Trace,
    /// A path through a program.
    Path,
    /// A run of a C program.
    Run,
    /// A derivation of falsity from Horn clauses.
    Refutation,
}

impl EvidenceKind {
    /// The name of the kind.
    pub fn name(self) -> &'static str {
        match self {
            EvidenceKind::Invariant => "invariant",
            EvidenceKind::KInductive => "k-inductive",
            EvidenceKind::LassoFree => "lasso-free",
            EvidenceKind::Ranking => "ranking",
            EvidenceKind::Interpretation => "interpretation",
            EvidenceKind::Bounded => "bounded",
            EvidenceKind::Trace => "trace",
            EvidenceKind::Path => "path",
            EvidenceKind::Run => "run",
            EvidenceKind::Refutation => "refutation",
        }
    }
}

/// The reason why evidence was not accepted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Refusal<'a> {
    /// The kind of the condition that is not met; `None` if the evidence was refused for another reason.
    pub condition: Option<&'static str>,
    /// The reason in words.
    pub reason: &'a str,
}

/// Receives events: progress, statistics and reports are observers.
pub trait Observer {
    /// Something happened.
    fn event(&mut self, event: Event<'_>);

    /// Whether each step of a search is to be told, as an [`Event::Detail`]. Asked at the beginning of a search; by
    /// default no.
    fn wants_details(&self) -> bool {
        false
    }
}

/// Ignores everything.
impl Observer for () {
    fn event(&mut self, _: Event<'_>) {}
}

//! The predicates, and falsity, each with its transformer, and with its states in frames and facts.

use super::fact::{Fact, FactId};
use super::transformer::{OccurrenceId, Transformer};
use crate::engine::ic3::{Activity, Atoms, Cube, Frames};
use crate::engine::FrameId;
use crate::model::horn::PredicateId;
use crate::solver::term::{TermId, Terms};

/// An occurrence of a predicate in a body, with the head of the rule.
#[derive(Clone, Copy)]
pub(super) struct OccursIn {
    pub head: PredicateId,
    pub at: OccurrenceId,
}

/// A predicate, or falsity.
pub(super) struct Head {
    pub transformer: Transformer,
    pub frames: Frames,
    pub atoms: Atoms,
    pub activity: Activity,
    pub facts: Vec<Fact>,
    /// The constants that stand for its arguments.
    pub arguments: Vec<TermId>,
    /// As many constants, for its arguments where a rule has others of the same name.
    pub below: Vec<TermId>,
    pub occurrences: Vec<OccursIn>,
}

impl Head {
    /// The lemmas of a frame, as clauses over the arguments.
    pub fn clauses(&self, terms: &mut Terms, frame: FrameId) -> Vec<TermId> {
        self.frames.clauses(&self.atoms, terms, frame)
    }

    /// The literals of a cube that the last query about it, answered by no, needed.
    pub fn core(&self, cube: &Cube) -> Cube {
        let core = self.transformer.core();
        cube.filtered(|l| core.contains(&self.atoms.formula(l)))
    }

    pub fn fact(&self, fact: FactId) -> &Fact {
        &self.facts[fact.index()]
    }
}

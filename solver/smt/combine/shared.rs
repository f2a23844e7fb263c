//! The classes of nodes at one moment, and their values as far as they are known.

use crate::base::{HashMap, Lit};
use crate::solver::term::{Op, Sort, TermId, Terms, Value};
use crate::theories::euf::NodeId;

/// Lemmas, each literals and formulas, with the pairs of terms that are equal in their formulas, and pairs of terms to
/// be tied.
#[derive(Default)]
pub(super) struct Findings {
    pub lemmas: Vec<(Vec<Lit>, Vec<TermId>)>,
    pub equated: Vec<(TermId, TermId)>,
    pub ties: Vec<(TermId, TermId)>,
    pub given_up: bool,
}

impl Findings {
    pub fn is_empty(&self) -> bool {
        self.lemmas.is_empty() && self.ties.is_empty() && !self.given_up
    }

    /// The equality of two terms, for a lemma.
    pub fn equal(&mut self, terms: &mut Terms, a: TermId, b: TermId) -> TermId {
        self.equated.push((a, b));
        terms.eq(a, b)
    }
}

/// The classes and their values.
#[derive(Clone, Default)]
pub(in crate::solver::smt) struct Shared {
    /// Terms that have nodes, arguments first.
    pub(super) terms: Vec<TermId>,
    /// The terms of each class, by its root.
    pub(super) members: HashMap<NodeId, Vec<TermId>>,
    /// The classes in the order of their oldest terms.
    pub(super) roots: Vec<NodeId>,
    /// The values of classes of declared sorts, arrays and datatypes.
    pub(super) values: HashMap<NodeId, Value>,
    /// Whether there are numbers or words.
    pub(super) has_scalars: bool,
    pub(super) has_arrays: bool,
    pub(super) has_data: bool,
}

impl Shared {
    /// The sort of a class.
    pub(super) fn sort(&self, terms: &Terms, root: NodeId) -> Sort {
        terms.sort(self.members[&root][0])
    }

    /// The term of the class that a constructor makes.
    pub(super) fn made(&self, terms: &Terms, root: NodeId) -> Option<TermId> {
        self.members[&root].iter().copied().find(|&t| matches!(terms.op(t), Op::Construct(_)))
    }
}

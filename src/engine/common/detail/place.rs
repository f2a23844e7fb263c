//! The places of a model, and the nodes of a tree of paths, as steps name them.

use crate::base::{index, Lit};

/// A place of the model, by its index in [`Step::Places`](super::Step::Places): a location of a program, or a predicate
/// of clauses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PlaceId(u32);

/// A node of a tree of paths, by age.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TreeNodeId(u32);

index!(PlaceId);
index!(TreeNodeId);

/// The part of a model that a step is about. A circuit or system has one place, which is not told.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct At {
    /// The place.
    pub place: Option<PlaceId>,
    /// The place where the edge begins that the step is about.
    pub from: Option<PlaceId>,
    /// The node of the tree.
    pub node: Option<TreeNodeId>,
}

/// The description of a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlaceText {
    /// The name of the location or predicate.
    pub name: String,
    /// More about it, such as a line of the source; may be empty.
    pub text: String,
    /// Whether runs begin here, or a clause without atoms in its body derives a state.
    pub is_initial: bool,
    /// Whether no run is to come here: the error location, or falsity.
    pub is_error: bool,
}

/// An edge of a program, or an atom in the body of a clause.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EdgeText {
    /// The source of the edge; the predicate of the atom.
    pub from: PlaceId,
    /// The target of the edge; the head of the clause.
    pub to: PlaceId,
    /// The command, or the constraint of the clause, with infix operators and shortened.
    pub text: String,
}

/// A formula between two parts of a path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Interpolant {
    /// The place and the node between them.
    pub at: At,
    /// The conjuncts of the formula.
    pub cube: Vec<Lit>,
}

//! The data of an e-graph.

use super::id::{FunctionId, NodeId, PairId, Tag};
use super::lists::{List, Lists};
use super::signatures::Signatures;

/// Equalities and disequalities, by their tags, that cannot hold together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Conflict(pub Vec<Tag>);

#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) function: FunctionId,
    /// The begin of the arguments; they end at the begin of the next node's.
    pub(super) args: u32,
    pub(super) root: NodeId,
    /// The next node of the class, in a circle.
    pub(super) next: NodeId,
    /// Its edge in the proof forest.
    pub(super) edge: Option<Edge>,
    /// The hash of its entry in the table, if it has one.
    pub(super) hash: Option<u32>,
    /// The last merge that looked at it.
    pub(super) seen: u32,
    /// The last walk along the proof forest that came by.
    pub(super) passed: u32,
    /// The last explanation that has its edge.
    pub(super) explained: u32,
    /// Of a root: the class.
    pub(super) class: Class,
}

/// The state of a class.
#[derive(Clone, Copy, Debug)]
pub(super) struct Class {
    pub(super) size: u32,
    /// The applications that have an argument in the class.
    pub(super) uses: List,
    /// The watched pairs with a side in the class.
    pub(super) pairs: List,
    /// The disequalities with a side in the class.
    pub(super) apart: List,
    /// The value in the class.
    pub(super) value: Option<NodeId>,
}

/// A use of a class that was merged.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moved {
    pub(super) node: NodeId,
    pub(super) was_in_table: bool,
}

/// A node, a pair or an axiom, in the order in which they were made.
#[derive(Clone, Copy, Debug)]
pub(super) enum Thing {
    Node(NodeId),
    Pair(PairId),
    /// Two nodes are equal.
    Axiom(NodeId, NodeId),
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Undo {
    /// The thing of this number was linked.
    Linked(u32),
    /// The class of the first root went into that of the second, which was as told, by an edge between two nodes.
    Merged { small: NodeId, large: NodeId, before: Class, edge: (NodeId, NodeId), moved: u32 },
    /// The last disequality was added.
    Apart,
    /// The pair became known.
    Known(PairId),
}

/// Classes of equal nodes. See the [module](super).
#[derive(Clone, Debug, Default)]
pub struct EGraph {
    pub(super) nodes: Vec<Node>,
    pub(super) args: Vec<NodeId>,
    pub(super) table: Signatures,
    pub(super) lists: Lists,
    pub(super) things: Vec<Thing>,
    pub(super) pairs: Vec<Pair>,
    pub(super) apart: Vec<Apart>,
    pub(super) implied: Vec<Implied>,
    pub(super) trail: Vec<Undo>,
    /// Length of the trail at each level.
    pub(super) levels: Vec<u32>,
    pub(super) moved: Vec<Moved>,
    /// Equalities that are to be merged.
    pub(super) pending: Vec<(NodeId, NodeId, Label)>,
    /// The conflict of this level.
    pub(super) conflict: Option<Conflict>,
    pub(super) merges: u32,
    pub(super) explanations: u32,
    pub(super) walks: u32,
    pub(super) queue: Vec<(NodeId, NodeId)>,
}

/// The reason of an edge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Label {
    /// The caller's.
    Given(Tag),
    /// None is needed.
    Axiom,
    /// Both nodes are applications of one function, and their arguments are equal in pairs.
    Congruent,
}

/// An edge from a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Edge {
    pub(super) to: NodeId,
    pub(super) label: Label,
}

/// A pair that is watched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair {
    pub(super) sides: (NodeId, NodeId),
    pub(super) known: Option<Why>,
}

/// Why a pair is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Why {
    Equal,
    /// By this disequality, whose sides are in the order of the pair's, or swapped.
    Apart {
        number: u32,
        swapped: bool,
    },
    /// By these values, of the first and of the second side.
    Values(NodeId, NodeId),
}

/// A disequality.
#[derive(Clone, Copy, Debug)]
pub(super) struct Apart {
    pub(super) sides: (NodeId, NodeId),
    pub(super) tag: Tag,
}

/// A watched pair that became equal or different.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Implied {
    /// The pair.
    pub pair: PairId,
    /// Whether its nodes are equal; else they are different.
    pub equal: bool,
}

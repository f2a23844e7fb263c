//! The abstract reachability tree: nodes, their formulas, and which node covers which.
//!
//! A node without successors is a *leaf*; a *dead* one has the formula false. A node may be *covered* by an older one
//! at the same location whose formulas it implies: all runs from there go on from the other. Nodes at and below
//! covered and dead ones are *closed*. A closed node cannot cover, so whatever it covered is uncovered when it becomes
//! closed; since only older nodes cover, there are no cycles (McMillan, "Lazy Abstraction with Interpolants", CAV
//! 2006).

use crate::base::HashMap;
use crate::model::cfa::{EdgeId, LocId};
use crate::solver::term::{TermId, Terms};

/// A node, by age.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct NodeId(u32);

impl NodeId {
    /// Where the program begins.
    pub const ROOT: NodeId = NodeId(0);

    fn index(self) -> usize {
        self.0 as usize
    }
}

/// A node.
pub(super) struct Node {
    pub location: LocId,
    /// The node before, and the edge from there.
    pub parent: Option<(NodeId, EdgeId)>,
    /// Together they contain all states in which runs along the path from the root are here.
    pub formulas: Vec<TermId>,
    /// Which other formulas the formulas imply, as far as it was asked.
    pub implied: HashMap<TermId, bool>,
    pub children: Vec<NodeId>,
    pub is_expanded: bool,
    covered_by: Option<NodeId>,
    covers: Vec<NodeId>,
}

impl Node {
    /// Whether no run comes here.
    pub fn is_dead(&self) -> bool {
        self.formulas.last() == Some(&Terms::FALSE)
    }
}

/// The tree.
pub(super) struct Tree {
    nodes: Vec<Node>,
    /// By location, by age.
    at: Vec<Vec<NodeId>>,
}

impl Tree {
    /// The root alone.
    pub fn new(locations: usize, initial: LocId) -> Tree {
        let mut tree = Tree { nodes: Vec::new(), at: vec![Vec::new(); locations] };
        tree.add(initial, None);
        tree
    }

    /// A new leaf without formulas.
    pub fn add(&mut self, location: LocId, parent: Option<(NodeId, EdgeId)>) -> NodeId {
        let id = NodeId(u32::try_from(self.nodes.len()).expect("the number of nodes fits 32 bits"));
        self.nodes.push(Node {
            location,
            parent,
            formulas: Vec::new(),
            implied: HashMap::default(),
            children: Vec::new(),
            is_expanded: false,
            covered_by: None,
            covers: Vec::new(),
        });
        self.at[location.index()].push(id);
        if let Some((parent, _)) = parent {
            self.nodes[parent.index()].children.push(id);
        }
        id
    }

    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.index()]
    }

    /// The node and its ancestors, upwards.
    pub fn upwards(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(Some(id), move |&id| self.node(id).parent.map(|(parent, _)| parent))
    }

    /// The path from an ancestor to a node: the nodes, both included, and the edges between them.
    pub fn path(&self, from: NodeId, to: NodeId) -> (Vec<NodeId>, Vec<EdgeId>) {
        let (mut nodes, mut edges) = (vec![to], Vec::new());
        let mut here = to;
        while here != from {
            match self.node(here).parent {
                Some((parent, edge)) => {
                    nodes.push(parent);
                    edges.push(edge);
                    here = parent;
                }
                None => break,
            }
        }
        nodes.reverse();
        edges.reverse();
        (nodes, edges)
    }

    /// Whether the node or an ancestor is covered or dead.
    pub fn is_closed(&self, id: NodeId) -> bool {
        self.upwards(id).any(|id| self.node(id).covered_by.is_some() || self.node(id).is_dead())
    }

    /// The nodes at a location that are not closed.
    pub fn open_at(&self, location: LocId) -> impl Iterator<Item = NodeId> + '_ {
        self.at[location.index()].iter().copied().filter(move |&id| !self.is_closed(id))
    }

    /// The older nodes at the location of this one that may cover it, the youngest first.
    pub fn may_cover(&self, id: NodeId) -> Vec<NodeId> {
        let at = &self.at[self.node(id).location.index()];
        at.iter().rev().copied().filter(|&other| other < id && !self.is_closed(other)).collect()
    }

    /// A node and all below it.
    fn below(&self, id: NodeId) -> Vec<NodeId> {
        let mut found = vec![id];
        let mut next = 0;
        while next < found.len() {
            found.extend_from_slice(&self.node(found[next]).children);
            next += 1;
        }
        found
    }

    /// Covers a node by an older one. Returns nodes that have to be looked at again.
    pub fn cover(&mut self, id: NodeId, by: NodeId) -> Vec<NodeId> {
        debug_assert!(by < id && !self.is_closed(by) && self.node(id).covered_by.is_none());
        self.node_mut(id).covered_by = Some(by);
        self.node_mut(by).covers.push(id);
        self.release(id)
    }

    /// Uncovers all that a node, which is now closed, or nodes below it cover. Returns the open leaves that this makes.
    pub fn release(&mut self, id: NodeId) -> Vec<NodeId> {
        let mut released = Vec::new();
        for node in self.below(id) {
            for covered in self.covered(node) {
                released.extend(self.uncover(covered));
            }
        }
        released
    }

    /// The nodes that a node covers.
    pub fn covered(&self, id: NodeId) -> Vec<NodeId> {
        self.node(id).covers.clone()
    }

    /// Uncovers a node. Returns the leaves at and below it.
    pub fn uncover(&mut self, id: NodeId) -> Vec<NodeId> {
        if let Some(by) = self.node_mut(id).covered_by.take() {
            self.node_mut(by).covers.retain(|&other| other != id);
        }
        let mut leaves = self.below(id);
        leaves.retain(|&id| !self.node(id).is_expanded);
        leaves
    }
}

//! The abstract reachability tree: nodes, their formulas, and which node covers which.
//!
//! A node that has not been expanded is a *leaf*; a *dead* one has the formula false. A node may be *covered* by one at
//! the same location that was expanded before. The formulas of the covered node imply those of the other, so all runs
//! from there go on from the other. Nodes at and below covered and dead ones are *closed*. A closed node cannot cover,
//! so nodes that it covered are uncovered when it becomes closed; since only nodes that were expanded earlier cover,
//! there are no cycles (McMillan, "Lazy Abstraction with Interpolants", CAV 2006). Leaves do not cover: they would be
//! covered by others before long, and all that they covered would have to be looked at again.

use crate::base::HashMap;
use crate::model::cfa::{EdgeId, LocId};
use crate::solver::term::{TermId, Terms};

/// A node, by age.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct NodeId(u32);

impl NodeId {
    /// Where the program begins.
    pub const ROOT: NodeId = NodeId(0);

    pub(super) fn index(self) -> usize {
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
    /// The number of nodes that were expanded before this one; `None` of a leaf.
    expanded: Option<u32>,
    covered_by: Option<NodeId>,
    covers: Vec<NodeId>,
    is_closed: bool,
}

impl Node {
    /// Whether no run comes here.
    pub fn is_dead(&self) -> bool {
        self.formulas.last() == Some(&Terms::FALSE)
    }

    /// Whether it has no successors in the tree.
    pub fn is_leaf(&self) -> bool {
        self.expanded.is_none()
    }
}

/// The tree.
pub(super) struct Tree {
    nodes: Vec<Node>,
    /// By location, by age.
    at: Vec<Vec<NodeId>>,
    /// By location, those that were expanded, in that order.
    expanded: Vec<Vec<NodeId>>,
    /// The number of expanded nodes.
    count: u32,
    /// Whether nodes that are uncovered are to be told.
    pub tells: bool,
    /// The nodes that were uncovered, if they are to be told.
    pub uncovered: Vec<NodeId>,
}

impl Tree {
    /// The root alone.
    pub fn new(locations: usize, initial: LocId) -> Tree {
        let mut tree = Tree {
            nodes: Vec::new(),
            at: vec![Vec::new(); locations],
            expanded: vec![Vec::new(); locations],
            count: 0,
            tells: false,
            uncovered: Vec::new(),
        };
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
            expanded: None,
            covered_by: None,
            covers: Vec::new(),
            is_closed: false,
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
        self.node(id).is_closed
    }

    /// The nodes at a location that are not closed.
    pub fn open_at(&self, location: LocId) -> impl Iterator<Item = NodeId> + '_ {
        self.at[location.index()].iter().copied().filter(move |&id| !self.is_closed(id))
    }

    /// From now on the node is no leaf.
    pub fn expand(&mut self, id: NodeId) {
        let location = self.node(id).location;
        self.node_mut(id).expanded = Some(self.count);
        self.expanded[location.index()].push(id);
        self.count += 1;
    }

    /// The nodes that may cover this one, in the order in which they were expanded.
    pub fn may_cover(&self, id: NodeId) -> Vec<NodeId> {
        let node = self.node(id);
        let before = |&other: &NodeId| {
            node.expanded.map_or(true, |time| self.node(other).expanded.map_or(false, |other| other < time))
        };
        let at = self.expanded[node.location.index()].iter().copied().take_while(before);
        at.filter(|&other| !self.is_closed(other)).collect()
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

    /// Covers a node by another. Returns leaves that have to be looked at again.
    pub fn cover(&mut self, id: NodeId, by: NodeId) -> Vec<NodeId> {
        debug_assert!(!self.is_closed(by) && self.node(id).covered_by.is_none());
        self.node_mut(id).covered_by = Some(by);
        self.node_mut(by).covers.push(id);
        self.close(id)
    }

    /// Closes a node and the nodes below it: it is covered or dead now. Uncovers all nodes that they cover. Returns the
    /// leaves that this opens.
    pub fn close(&mut self, id: NodeId) -> Vec<NodeId> {
        let below = self.below(id);
        below.iter().for_each(|&node| self.node_mut(node).is_closed = true);
        let mut opened = Vec::new();
        for node in below {
            for covered in self.covered(node) {
                opened.extend(self.uncover(covered));
            }
        }
        opened
    }

    /// The nodes that a node covers.
    pub fn covered(&self, id: NodeId) -> Vec<NodeId> {
        self.node(id).covers.clone()
    }

    /// Uncovers a node. Returns the leaves that this opens.
    pub fn uncover(&mut self, id: NodeId) -> Vec<NodeId> {
        if let Some(by) = self.node_mut(id).covered_by.take() {
            self.node_mut(by).covers.retain(|&other| other != id);
            if self.tells {
                self.uncovered.push(id);
            }
        }
        let mut leaves = Vec::new();
        for id in self.below(id) {
            let node = self.node(id);
            let above = node.parent.map_or(false, |(parent, _)| self.is_closed(parent));
            let is_closed = above || node.covered_by.is_some() || node.is_dead();
            if !is_closed && node.is_leaf() {
                leaves.push(id);
            }
            self.node_mut(id).is_closed = is_closed;
        }
        leaves
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The root has two children at the loop; the first one has another node of the loop below it, which covers the
    /// second child. When the first child is closed, so is the node below it, and what it covered is open again.
    #[test]
    fn nodes_below_a_closed_node_cover_no_more() {
        let (initial, head) = (LocId::new(0), LocId::new(1));
        let mut tree = Tree { tells: true, ..Tree::new(2, initial) };
        let child = |tree: &mut Tree, parent: NodeId, edge: usize, is_expanded: bool| {
            let id = tree.add(head, Some((parent, EdgeId::new(edge))));
            if is_expanded {
                tree.expand(id);
            }
            id
        };
        tree.expand(NodeId::ROOT);
        let first = child(&mut tree, NodeId::ROOT, 0, true);
        let below = child(&mut tree, first, 1, true);
        let second = child(&mut tree, NodeId::ROOT, 2, false);
        assert!(tree.cover(second, below).is_empty());
        assert!(tree.is_closed(second) && !tree.is_closed(below));
        assert_eq!(tree.close(first), [second]);
        assert!(tree.is_closed(below) && !tree.is_closed(second));
        assert_eq!(tree.uncovered, [second]);
        assert_eq!(tree.may_cover(second), []);
    }
}

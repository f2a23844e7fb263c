//! The abstract reachability tree, and the leaves that are still to be looked at.
//!
//! A leaf is *open*, or *covered* by an expanded node at its location. Only leaves are covered, and only expanded nodes
//! cover, so there are no cycles. Nodes go when a refinement drops what is below a node; their indices are used again.

use crate::model::cfa::{EdgeId, LocId};
use crate::solver::term::{TermId, Terms};

/// A node, by index.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct NodeId(u32);

impl NodeId {
    fn index(self) -> usize {
        self.0 as usize
    }
}

/// A node.
pub(super) struct Node {
    pub location: LocId,
    /// The node before, and the edge from there.
    pub parent: Option<(NodeId, EdgeId)>,
    /// The abstract state. Not yet known of an open leaf.
    pub state: TermId,
    /// The number of predicates that the location had when the abstract state was computed.
    pub known: usize,
    children: Vec<NodeId>,
    covered_by: Option<NodeId>,
    covers: Vec<NodeId>,
    is_dropped: bool,
}

/// The tree.
pub(super) struct Tree {
    nodes: Vec<Node>,
    free: Vec<NodeId>,
    /// By location: the expanded nodes, in the order of their expansion.
    expanded: Vec<Vec<NodeId>>,
    /// The last one is next.
    open: Vec<NodeId>,
    /// The number of nodes that were ever made.
    pub made: u64,
}

impl Tree {
    /// The root alone, which is open.
    pub fn new(locations: usize, initial: LocId) -> Tree {
        let expanded = vec![Vec::new(); locations];
        let mut tree = Tree { nodes: Vec::new(), free: Vec::new(), expanded, open: Vec::new(), made: 0 };
        tree.add(initial, None);
        tree
    }

    /// A new open leaf, which is next.
    fn add(&mut self, location: LocId, parent: Option<(NodeId, EdgeId)>) -> NodeId {
        let node = Node {
            location,
            parent,
            state: Terms::TRUE,
            known: 0,
            children: Vec::new(),
            covered_by: None,
            covers: Vec::new(),
            is_dropped: false,
        };
        let id = match self.free.pop() {
            Some(id) => {
                self.nodes[id.index()] = node;
                id
            }
            None => {
                self.nodes.push(node);
                NodeId(u32::try_from(self.nodes.len() - 1).expect("the number of nodes fits 32 bits"))
            }
        };
        self.made += 1;
        self.open.push(id);
        id
    }

    /// Bytes held, roughly: each node is once in a list of its parent and once in one of its state.
    pub fn bytes(&self) -> usize {
        self.nodes.capacity() * (std::mem::size_of::<Node>() + 4 * std::mem::size_of::<NodeId>())
    }

    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.index()]
    }

    /// The open leaf that is to be looked at now.
    pub fn next(&self) -> Option<NodeId> {
        self.open.last().copied()
    }

    /// The path from the root to a node: the nodes, both included, and the edges between them.
    pub fn path(&self, to: NodeId) -> (Vec<NodeId>, Vec<EdgeId>) {
        let (mut nodes, mut edges) = (vec![to], Vec::new());
        let mut here = to;
        while let Some((parent, edge)) = self.node(here).parent {
            nodes.push(parent);
            edges.push(edge);
            here = parent;
        }
        nodes.reverse();
        edges.reverse();
        (nodes, edges)
    }

    /// The expanded nodes at a location, in the order of their expansion.
    pub fn expanded_at(&self, location: LocId) -> &[NodeId] {
        &self.expanded[location.index()]
    }

    /// Expands an open leaf by edges to these locations, the last one of which is next.
    pub fn expand(&mut self, leaf: NodeId, edges: &[(EdgeId, LocId)]) {
        self.no_longer_open(leaf);
        let location = self.node(leaf).location;
        self.expanded[location.index()].push(leaf);
        for &(edge, target) in edges {
            let child = self.add(target, Some((leaf, edge)));
            self.node_mut(leaf).children.push(child);
        }
    }

    /// Covers an open leaf by an expanded node.
    pub fn cover(&mut self, leaf: NodeId, by: NodeId) {
        self.no_longer_open(leaf);
        self.node_mut(leaf).covered_by = Some(by);
        self.node_mut(by).covers.push(leaf);
    }

    /// Drops an open leaf that no run reaches.
    pub fn drop_leaf(&mut self, leaf: NodeId) {
        self.no_longer_open(leaf);
        if let Some((parent, _)) = self.node(leaf).parent {
            self.node_mut(parent).children.retain(|&child| child != leaf);
        }
        self.free.push(leaf);
    }

    fn no_longer_open(&mut self, leaf: NodeId) {
        let place = self.open.iter().rposition(|&id| id == leaf);
        debug_assert!(place.is_some(), "a node that is not open");
        if let Some(place) = place {
            self.open.remove(place);
        }
    }

    /// Drops all below an expanded node, which becomes an open leaf, and the next one. Nodes that it or dropped ones
    /// cover become open.
    pub fn restart_at(&mut self, id: NodeId) {
        let mut dropped = std::mem::take(&mut self.node_mut(id).children);
        let mut next = 0;
        while next < dropped.len() {
            let node = &mut self.nodes[dropped[next].index()];
            node.is_dropped = true;
            let children = std::mem::take(&mut node.children);
            dropped.extend(children);
            next += 1;
        }
        for &gone in &dropped {
            let by = self.node(gone).covered_by.filter(|&by| !self.node(by).is_dropped);
            if let Some(by) = by {
                self.node_mut(by).covers.retain(|&other| other != gone);
            }
        }
        for gone in dropped.iter().copied().chain([id]) {
            for covered in std::mem::take(&mut self.node_mut(gone).covers) {
                self.node_mut(covered).covered_by = None;
                self.open.push(covered);
            }
        }
        let nodes = &self.nodes;
        let stays = |other: &NodeId| !nodes[other.index()].is_dropped;
        self.open.retain(stays);
        self.expanded.iter_mut().for_each(|list| list.retain(|other| stays(other) && *other != id));
        self.open.push(id);
        self.free.extend(dropped);
    }
}

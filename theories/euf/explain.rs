//! The proof forest: why nodes are equal.
//!
//! The edges between the nodes of a class make a tree, directed to some node of it. A merge turns the tree of one side
//! so that it leads to the node of the merge, and adds one edge to the node of the other side. When the merge is undone
//! this edge goes; turned edges stay as they are, since the direction of a tree has no meaning.

use super::id::{NodeId, Tag};
use super::state::{EGraph, Edge, Label};

impl EGraph {
    /// Adds the edge of a merge. The tree of the first node is turned.
    pub(super) fn add_edge(&mut self, from: NodeId, to: NodeId, label: Label) {
        let (mut at, mut edge) = (from, Some(Edge { to, label }));
        while let Some(Edge { to, label }) = edge {
            let next = self.nodes[at.index()].edge.replace(Edge { to, label });
            // The next node leads back to this one.
            edge = next.map(|old| Edge { to: at, label: old.label });
            at = next.map_or(at, |old| old.to);
        }
    }

    /// Removes the edge between two nodes, in its present direction.
    pub(super) fn remove_edge(&mut self, a: NodeId, b: NodeId) {
        let from = if self.nodes[a.index()].edge.map_or(false, |edge| edge.to == b) { a } else { b };
        debug_assert!(self.nodes[from.index()].edge.map_or(false, |edge| [a, b].contains(&edge.to)));
        self.nodes[from.index()].edge = None;
    }

    /// Adds the tags of equalities from which the equality of two nodes of one class follows.
    ///
    /// # Panics
    ///
    /// If they are not in one class.
    pub fn explain_equal(&mut self, a: NodeId, b: NodeId, tags: &mut Vec<Tag>) {
        self.begin_explanation();
        self.explain_further(a, b, tags);
    }

    /// The edges of the path between two nodes of one class, each with the tag of its merge. An edge without a tag
    /// joins congruent nodes, or is an axiom.
    ///
    /// # Panics
    ///
    /// As [`EGraph::explain_equal`].
    pub fn path(&mut self, a: NodeId, b: NodeId) -> Vec<(NodeId, NodeId, Option<Tag>)> {
        assert!(self.root(a) == self.root(b), "only equal nodes have a path");
        let meeting = self.meeting(a, b);
        let mut path = Vec::new();
        let mut walk = |mut at: NodeId| {
            while let (true, Some(Edge { to, label })) = (at != meeting, self.nodes[at.index()].edge) {
                path.push((at, to, if let Label::Given(tag) = label { Some(tag) } else { None }));
                at = to;
            }
            path.len()
        };
        let half = walk(a);
        walk(b);
        path[half..].reverse();
        path[half..].iter_mut().for_each(|(from, to, _)| std::mem::swap(from, to));
        path
    }

    /// Begins an explanation, in which each edge counts once.
    pub(super) fn begin_explanation(&mut self) {
        self.explanations = self.explanations.wrapping_add(1);
    }

    /// Adds to the present explanation.
    pub(super) fn explain_further(&mut self, a: NodeId, b: NodeId, tags: &mut Vec<Tag>) {
        assert!(self.root(a) == self.root(b), "only equal nodes have an explanation");
        self.queue.push((a, b));
        while let Some((a, b)) = self.queue.pop() {
            let meeting = self.meeting(a, b);
            self.explain_path(a, meeting, tags);
            self.explain_path(b, meeting, tags);
        }
    }

    /// The node at which the paths of two nodes of a tree meet.
    fn meeting(&mut self, a: NodeId, b: NodeId) -> NodeId {
        self.walks = self.walks.wrapping_add(1);
        let mut at = Some(a);
        while let Some(node) = at {
            let node = &mut self.nodes[node.index()];
            node.passed = self.walks;
            at = node.edge.map(|edge| edge.to);
        }
        let mut at = b;
        while self.nodes[at.index()].passed != self.walks {
            match self.nodes[at.index()].edge {
                Some(edge) => at = edge.to,
                None => unreachable!("two trees in one class"),
            }
        }
        at
    }

    fn explain_path(&mut self, from: NodeId, to: NodeId, tags: &mut Vec<Tag>) {
        let mut at = from;
        while at != to {
            let node = &mut self.nodes[at.index()];
            let Edge { to: next, label } = match node.edge {
                Some(edge) => edge,
                None => unreachable!("the path ends before its meeting"),
            };
            let is_new = std::mem::replace(&mut node.explained, self.explanations) != self.explanations;
            match label {
                Label::Given(tag) if is_new => tags.push(tag),
                Label::Congruent if is_new => {
                    for i in 0..self.args(at).len() {
                        let (a, b) = (self.args(at)[i], self.args(next)[i]);
                        if a != b {
                            self.queue.push((a, b));
                        }
                    }
                }
                Label::Given(_) | Label::Axiom | Label::Congruent => {}
            }
            at = next;
        }
    }
}

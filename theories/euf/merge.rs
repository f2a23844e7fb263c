//! Nodes, levels, and the merging of classes.

use super::id::{FunctionId, NodeId, PairId, Tag};
use super::lists::List;
use super::state::{Class, Conflict, EGraph, Label, Moved, Node, Pair, Thing, Undo};
use crate::base::FixedHasher;
use std::hash::Hasher;

impl EGraph {
    /// Nothing.
    pub fn new() -> EGraph {
        EGraph::default()
    }

    /// The number of nodes.
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// A node: the application of a function to nodes, or a constant if there are no arguments. Two constants are two
    /// nodes, even of one function; two applications of a function to equal nodes are equal. Consequences of a new
    /// application are found by the next [`EGraph::propagate`].
    pub fn new_node(&mut self, function: FunctionId, args: &[NodeId]) -> NodeId {
        let node = NodeId::new(self.nodes.len());
        let class = Class { size: 1, uses: List::EMPTY, pairs: List::EMPTY, apart: List::EMPTY, value: None };
        self.nodes.push(Node {
            function,
            args: self.args.len() as u32,
            root: node,
            next: node,
            edge: None,
            hash: None,
            seen: 0,
            passed: 0,
            explained: 0,
            class,
        });
        self.args.extend_from_slice(args);
        self.add_thing(Thing::Node(node));
        node
    }

    /// A constant that differs from all other values.
    pub fn new_value(&mut self, function: FunctionId) -> NodeId {
        let node = self.new_node(function, &[]);
        self.nodes[node.index()].class.value = Some(node);
        node
    }

    /// Makes two nodes equal at all levels, as long as both are there. No explanation mentions it. Consequences are
    /// found by the next [`EGraph::propagate`].
    pub fn add_axiom(&mut self, a: NodeId, b: NodeId) {
        self.add_thing(Thing::Axiom(a, b));
    }

    /// The function of a node.
    pub fn function(&self, node: NodeId) -> FunctionId {
        self.nodes[node.index()].function
    }

    /// The arguments of a node.
    pub fn args(&self, node: NodeId) -> &[NodeId] {
        let start = self.nodes[node.index()].args as usize;
        let end = self.nodes.get(node.index() + 1).map_or(self.args.len(), |next| next.args as usize);
        &self.args[start..end]
    }

    /// The root of the class of a node: nodes of one root are equal.
    #[inline]
    pub fn root(&self, node: NodeId) -> NodeId {
        self.nodes[node.index()].root
    }

    /// The nodes of the class of a node, from it on.
    pub fn class(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let mut at = Some(node);
        std::iter::from_fn(move || {
            let present = at?;
            let next = self.nodes[present.index()].next;
            at = (next != node).then_some(next);
            Some(present)
        })
    }

    /// The value to which a node is equal, if there is one.
    pub fn value(&self, node: NodeId) -> Option<NodeId> {
        self.nodes[self.root(node).index()].class.value
    }

    /// Opens a level.
    pub fn push(&mut self) {
        self.settle();
        self.levels.push(self.trail.len() as u32);
    }

    /// The number of open levels.
    pub fn level(&self) -> usize {
        self.levels.len()
    }

    /// Leaves this many levels, or all. Nodes and pairs that were made there stay; what follows from them is found by
    /// the next [`EGraph::propagate`].
    pub fn pop(&mut self, levels: usize) {
        let left = self.levels.len().saturating_sub(levels);
        if let Some(&end) = self.levels.get(left) {
            self.levels.truncate(left);
            self.undo_to(end as usize, usize::MAX);
            if self.levels.is_empty() {
                self.demand_axioms();
            }
        }
    }

    /// A mark of the nodes and pairs made so far.
    pub fn mark(&self) -> usize {
        self.things.len()
    }

    /// Forgets the nodes and pairs that were made after a mark. All levels must have been left.
    ///
    /// # Panics
    ///
    /// If a level is open.
    pub fn pop_to(&mut self, mark: usize) {
        assert!(self.levels.is_empty(), "nodes are forgotten outside of all levels");
        // Outside of all levels things are linked in the order of their making, each before what is known of it.
        let is_earlier = |undo: &Undo| matches!(undo, Undo::Linked(thing) if (*thing as usize) < mark);
        let mut end = self.trail.iter().rposition(is_earlier).map_or(0, |last| last + 1);
        while matches!(self.trail.get(end), Some(Undo::Known(_))) {
            end += 1;
        }
        self.undo_to(end, mark);
        for thing in self.things.drain(mark..).rev() {
            match thing {
                Thing::Node(node) => {
                    self.args.truncate(self.nodes[node.index()].args as usize);
                    self.nodes.truncate(node.index());
                }
                Thing::Pair(pair) => self.pairs.truncate(pair.index()),
                Thing::Axiom(..) => {}
            }
        }
        self.demand_axioms();
    }

    /// Outside of all levels: lists what axioms and equal signatures are to merge.
    fn demand_axioms(&mut self) {
        self.pending.clear();
        for number in 0..self.things.len() {
            match self.things[number] {
                Thing::Axiom(a, b) => self.pending.push((a, b, Label::Axiom)),
                Thing::Node(node)
                    if self.nodes[node.index()].hash.is_none() && !self.args(node).is_empty() =>
                {
                    self.enter(node);
                }
                Thing::Node(_) | Thing::Pair(_) => {}
            }
        }
    }

    /// Makes two nodes equal, and all that follows from it.
    ///
    /// # Errors
    ///
    /// The conflict, which lasts until the level is left.
    pub fn merge(&mut self, a: NodeId, b: NodeId, tag: Tag) -> Result<(), Conflict> {
        self.pending.push((a, b, Label::Given(tag)));
        self.propagate()
    }

    /// Finds what follows from nodes that were made or linked anew.
    ///
    /// # Errors
    ///
    /// As [`EGraph::merge`].
    pub fn propagate(&mut self) -> Result<(), Conflict> {
        self.settle();
        self.conflict.clone().map_or(Ok(()), Err)
    }

    fn settle(&mut self) {
        while let Some((a, b, label)) = self.pending.pop() {
            if self.conflict.is_some() {
                self.pending.clear();
            } else if self.root(a) != self.root(b) {
                self.conflict = self.join(a, b, label).err();
            }
        }
    }

    /// Notes the conflict of this level.
    pub(super) fn fail(&mut self, conflict: Conflict) -> Result<(), Conflict> {
        self.conflict = Some(conflict.clone());
        Err(conflict)
    }

    /// Merges the classes of two nodes.
    fn join(&mut self, mut a: NodeId, mut b: NodeId, label: Label) -> Result<(), Conflict> {
        let (mut small, mut large) = (self.root(a), self.root(b));
        if self.nodes[small.index()].class.size > self.nodes[large.index()].class.size {
            std::mem::swap(&mut small, &mut large);
            std::mem::swap(&mut a, &mut b);
        }
        self.add_edge(a, b, label);
        let moved = self.moved.len();
        self.take_uses(small);
        self.set_root(small, large);
        self.nodes.swap_next(small, large);
        let (lesser, before) = (self.nodes[small.index()].class, self.nodes[large.index()].class);
        self.trail.push(Undo::Merged { small, large, before, edge: (a, b), moved: moved as u32 });
        for at in moved..self.moved.len() {
            self.enter(self.moved[at].node);
        }
        let told = self.tell(small, large);
        let class = &mut self.nodes[large.index()].class;
        class.size += lesser.size;
        class.value = before.value.or(lesser.value);
        self.lists.join(&mut class.uses, lesser.uses);
        self.lists.join(&mut class.pairs, lesser.pairs);
        self.lists.join(&mut class.apart, lesser.apart);
        told
    }

    /// Takes the uses of a class out of the table, before their signatures change.
    fn take_uses(&mut self, root: NodeId) {
        self.merges = self.merges.wrapping_add(1);
        let EGraph { nodes, lists, moved, merges, table, .. } = self;
        for at in lists.iter(nodes[root.index()].class.uses) {
            let node = &mut nodes[at as usize];
            if std::mem::replace(&mut node.seen, *merges) == *merges {
                continue;
            }
            let hash = node.hash.take();
            hash.into_iter().for_each(|hash| table.remove(hash, at as usize));
            moved.push(Moved { node: NodeId::new(at as usize), was_in_table: hash.is_some() });
        }
    }

    /// Tells the nodes of a class their root.
    fn set_root(&mut self, first: NodeId, root: NodeId) {
        let mut at = first;
        loop {
            let node = &mut self.nodes[at.index()];
            node.root = root;
            at = node.next;
            if at == first {
                return;
            }
        }
    }

    /// Puts an application into the table, or remembers that it is congruent to the one that is there.
    fn enter(&mut self, node: NodeId) {
        let hash = self.signature(node);
        let is_same = |other: usize| {
            let other = NodeId::new(other);
            let same = |(&a, &b): (&NodeId, &NodeId)| self.root(a) == self.root(b);
            self.function(node) == self.function(other)
                && self.args(node).len() == self.args(other).len()
                && self.args(node).iter().zip(self.args(other)).all(same)
        };
        match self.table.find(hash, is_same) {
            Some(other) => self.pending.push((node, NodeId::new(other), Label::Congruent)),
            None => {
                self.table.insert(hash, node.index());
                self.nodes[node.index()].hash = Some(hash);
            }
        }
    }

    fn signature(&self, node: NodeId) -> u32 {
        let mut hasher = FixedHasher::default();
        hasher.write_u32(self.function(node).index() as u32);
        for &arg in self.args(node) {
            hasher.write_u32(self.root(arg).index() as u32);
        }
        let hash = hasher.finish();
        (hash ^ (hash >> 32)) as u32
    }

    fn leave(&mut self, node: NodeId) {
        if let Some(hash) = self.nodes[node.index()].hash.take() {
            self.table.remove(hash, node.index());
        }
    }

    fn add_thing(&mut self, thing: Thing) {
        self.things.push(thing);
        self.link(self.things.len() - 1);
    }

    pub(super) fn add_pair(&mut self, pair: PairId) {
        self.add_thing(Thing::Pair(pair));
    }

    /// Links a node or a pair among the classes of this level.
    fn link(&mut self, number: usize) {
        self.trail.push(Undo::Linked(number as u32));
        match self.things[number] {
            Thing::Node(node) => {
                let (from, to) = self.range(node);
                if from == to {
                    return;
                }
                for at in from..to {
                    let root = self.root(self.args[at]);
                    let class = &mut self.nodes[root.index()].class;
                    self.lists.push(&mut class.uses, node.index() as u32);
                }
                self.enter(node);
            }
            Thing::Pair(pair) => self.link_pair(pair),
            Thing::Axiom(a, b) => self.pending.push((a, b, Label::Axiom)),
        }
    }

    fn unlink(&mut self, number: usize) {
        match self.things[number] {
            Thing::Node(node) => {
                self.leave(node);
                let (from, to) = self.range(node);
                for at in (from..to).rev() {
                    let root = self.root(self.args[at]);
                    let class = &mut self.nodes[root.index()].class;
                    let last = self.lists.pop(&mut class.uses);
                    debug_assert_eq!(last, Some(node.index() as u32));
                }
            }
            Thing::Pair(pair) => self.unlink_pair(pair),
            Thing::Axiom(..) => {}
        }
    }

    fn range(&self, node: NodeId) -> (usize, usize) {
        let start = self.nodes[node.index()].args as usize;
        (start, start + self.args(node).len())
    }

    /// Undoes the trail down to this length, and links those things anew that are below a number.
    fn undo_to(&mut self, end: usize, below: usize) {
        self.pending.clear();
        self.conflict = None;
        let mut unlinked = Vec::new();
        while self.trail.len() > end {
            match self.trail.pop() {
                Some(Undo::Linked(number)) => {
                    self.unlink(number as usize);
                    unlinked.push(number as usize);
                }
                Some(Undo::Merged { small, large, before, edge, moved }) => {
                    self.part(small, large, before, edge, moved as usize)
                }
                Some(Undo::Apart) => self.undo_apart(),
                Some(Undo::Known(pair)) => self.pairs[pair.index()].known = None,
                None => break,
            }
        }
        let EGraph { implied, pairs, .. } = self;
        implied.retain(|implied| pairs[implied.pair.index()].known.is_some());
        unlinked.sort_unstable();
        unlinked.into_iter().take_while(|&number| number < below).for_each(|number| self.link(number));
        debug_assert!(self.levels.len() > 8 || self.is_sound(), "classes after undoing");
    }

    /// Takes two classes apart that were merged last.
    fn part(&mut self, small: NodeId, large: NodeId, before: Class, edge: (NodeId, NodeId), moved: usize) {
        for at in moved..self.moved.len() {
            self.leave(self.moved[at].node);
        }
        let lesser = self.nodes[small.index()].class;
        let class = &mut self.nodes[large.index()].class;
        self.lists.part(&mut class.apart, lesser.apart, before.apart);
        self.lists.part(&mut class.pairs, lesser.pairs, before.pairs);
        self.lists.part(&mut class.uses, lesser.uses, before.uses);
        *class = before;
        self.nodes.swap_next(small, large);
        self.set_root(small, small);
        self.remove_edge(edge.0, edge.1);
        for at in moved..self.moved.len() {
            let Moved { node, was_in_table } = self.moved[at];
            if was_in_table {
                let hash = self.signature(node);
                self.table.insert(hash, node.index());
                self.nodes[node.index()].hash = Some(hash);
            }
        }
        self.moved.truncate(moved);
    }

    /// For debug builds: whether roots are roots, and classes are circles of their sizes.
    fn is_sound(&self) -> bool {
        (0..self.nodes.len().min(200)).map(NodeId::new).all(|node| {
            let root = self.root(node);
            let members = self.class(root);
            self.root(root) == root
                && members.fold(0, |count, member| count + u32::from(self.root(member) == root))
                    == self.nodes[root.index()].class.size
        })
    }

    /// Bytes held by the arrays.
    pub fn bytes(&self) -> usize {
        self.nodes.capacity() * std::mem::size_of::<Node>()
            + self.args.capacity() * 4
            + self.table.bytes()
            + self.lists.bytes()
            + self.things.capacity() * std::mem::size_of::<Thing>()
            + self.pairs.capacity() * std::mem::size_of::<Pair>()
            + self.trail.capacity() * std::mem::size_of::<Undo>()
    }
}

/// The circles of classes.
trait Circles {
    /// Makes one circle of two, or two of one.
    fn swap_next(&mut self, a: NodeId, b: NodeId);
}

impl Circles for Vec<Node> {
    fn swap_next(&mut self, a: NodeId, b: NodeId) {
        let next = self[a.index()].next;
        self[a.index()].next = std::mem::replace(&mut self[b.index()].next, next);
    }
}

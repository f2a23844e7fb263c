//! The theory of equality as the SAT core sees it.
//!
//! Nodes of an e-graph ([`crate::theories::euf`]) stand for terms of declared sorts, for calls of declared functions,
//! and for their arguments. An atom is a pair of nodes: its literal says that they are equal, its negation that they
//! differ. A formula that is an argument, or a call whose result is a truth value, is the pair of its node and of the
//! node of true: its negation says that it equals the node of false.
//!
//! As long as no node was made nothing happens here, so formulas without functions pay nothing.

use crate::base::{Lit, Var};
use crate::solver::sat::{Check, TheoryOutput};
use crate::theories::euf::{Conflict, EGraph, FunctionId, Implied, NodeId, PairId, Tag};

/// An atom of a variable.
#[derive(Clone, Copy, Debug)]
struct Atom {
    /// It says that the nodes are equal.
    lit: Lit,
    nodes: (NodeId, NodeId),
    /// Where the nodes are to differ, the node to which the first one is equal: the one of false.
    otherwise: Option<NodeId>,
    pair: PairId,
    /// An earlier atom of the same variable.
    next: Option<u32>,
}

#[derive(Clone, Copy, Debug)]
struct Mark {
    things: usize,
    atoms: usize,
}

/// Equalities, decided by congruence closure.
///
/// The e-graph has one level more than the SAT core: facts of level 0 go when a scope is left.
#[derive(Clone, Debug)]
pub(super) struct Equality {
    graph: EGraph,
    /// The nodes of true and false.
    truths: (NodeId, NodeId),
    atoms: Vec<Atom>,
    /// By pair: its atom.
    of_pair: Vec<u32>,
    /// By variable: its youngest atom.
    first: Vec<Option<u32>>,
    /// By variable: 1 true, -1 false, 0 open.
    truth: Vec<i8>,
    /// By code of an implied literal.
    reasons: Vec<Option<PairId>>,
    assigned: Vec<Lit>,
    /// Length of `assigned` at each level.
    levels: Vec<usize>,
    conflict: Option<Conflict>,
    implied: Vec<Implied>,
    scopes: Vec<Mark>,
    /// Whether there ever was an atom or an axiom.
    is_used: bool,
}

/// The function of constants and values, which no call has.
const LEAF: usize = 0;

impl Default for Equality {
    fn default() -> Equality {
        let mut graph = EGraph::new();
        let truths = [LEAF; 2].map(|function| graph.new_value(FunctionId::new(function)));
        graph.push();
        Equality {
            graph,
            truths: (truths[0], truths[1]),
            atoms: Vec::new(),
            of_pair: Vec::new(),
            first: Vec::new(),
            truth: Vec::new(),
            reasons: Vec::new(),
            assigned: Vec::new(),
            levels: Vec::new(),
            conflict: None,
            implied: Vec::new(),
            scopes: Vec::new(),
            is_used: false,
        }
    }
}

fn tag(lit: Lit) -> Tag {
    Tag(lit.code() as u32)
}

fn literal(tag: Tag) -> Lit {
    Lit::from_code(tag.0 as usize)
}

impl Equality {
    /// A node of which nothing is known.
    pub fn new_leaf(&mut self) -> NodeId {
        self.graph.new_node(FunctionId::new(LEAF), &[])
    }

    /// A node that differs from all other values.
    pub fn new_value(&mut self) -> NodeId {
        self.graph.new_value(FunctionId::new(LEAF))
    }

    /// The node of a call of a function of this number.
    pub fn new_call(&mut self, function: usize, args: &[NodeId]) -> NodeId {
        self.graph.new_node(FunctionId::new(LEAF + 1 + function), args)
    }

    /// Makes two nodes equal, as long as both are there.
    pub fn add_axiom(&mut self, a: NodeId, b: NodeId) {
        self.graph.add_axiom(a, b);
        self.is_used = true;
    }

    /// Adds the literals by which two nodes of one class are equal, negated.
    pub fn exclude_equal(&mut self, a: NodeId, b: NodeId, clause: &mut Vec<Lit>) {
        let mut tags = Vec::new();
        self.graph.explain_equal(a, b, &mut tags);
        clause.extend(tags.into_iter().map(|tag| !literal(tag)));
    }

    /// The value in the class of a node.
    pub fn value(&self, node: NodeId) -> Option<NodeId> {
        self.graph.value(node)
    }

    /// Makes a literal say that two nodes are equal.
    pub fn add_equality(&mut self, lit: Lit, a: NodeId, b: NodeId) {
        self.add_atom(lit, (a, b), None);
    }

    /// Makes a node the truth value of a literal.
    pub fn add_formula(&mut self, lit: Lit, node: NodeId) {
        let (yes, no) = self.truths;
        self.add_atom(lit, (node, yes), Some(no));
    }

    fn add_atom(&mut self, lit: Lit, nodes: (NodeId, NodeId), otherwise: Option<NodeId>) {
        self.is_used = true;
        let pair = self.graph.watch(nodes.0, nodes.1);
        debug_assert_eq!(pair.index(), self.of_pair.len());
        let (number, var) = (self.atoms.len() as u32, lit.var().index());
        self.of_pair.push(number);
        if self.first.len() <= var {
            self.first.resize(var + 1, None);
            self.truth.resize(var + 1, 0);
            self.reasons.resize(2 * (var + 1), None);
        }
        let next = self.first[var].replace(number);
        self.atoms.push(Atom { lit, nodes, otherwise, pair, next });
    }

    /// The class of a node in the last satisfiable state, as its root.
    pub fn class(&self, node: NodeId) -> NodeId {
        self.graph.root(node)
    }

    /// Whether there ever was an atom or an axiom.
    pub fn is_used(&self) -> bool {
        self.is_used
    }

    pub fn is_atom(&self, var: Var) -> bool {
        self.first.get(var.index()).map_or(false, Option::is_some)
    }

    pub fn assign(&mut self, lit: Lit) {
        self.truth[lit.var().index()] = if lit.is_negative() { -1 } else { 1 };
        self.assigned.push(lit);
        let mut at = self.first[lit.var().index()];
        while let (Some(number), None) = (at, &self.conflict) {
            let Atom { lit: equal, nodes: (a, b), otherwise, next, .. } = self.atoms[number as usize];
            let result = match otherwise {
                _ if lit == equal => self.graph.merge(a, b, tag(lit)),
                Some(other) => self.graph.merge(a, other, tag(lit)),
                None => self.graph.separate(a, b, tag(lit)),
            };
            self.conflict = result.err();
            at = next;
        }
    }

    pub fn propagate(&mut self, out: &mut TheoryOutput) -> Check {
        if !self.is_used {
            return Check::Consistent;
        }
        if self.conflict.is_none() {
            self.conflict = self.graph.propagate().err();
        }
        if let Some(Conflict(tags)) = &self.conflict {
            out.conflict.extend(tags.iter().copied().map(literal));
            return Check::Conflict;
        }
        self.graph.take_implied(&mut self.implied);
        for Implied { pair, equal } in self.implied.drain(..) {
            let lit = self.atoms[self.of_pair[pair.index()] as usize].lit.negate_if(!equal);
            if self.truth[lit.var().index()] == 0 {
                self.reasons[lit.code()] = Some(pair);
                out.implied.push(lit);
            }
        }
        Check::Consistent
    }

    /// Adds the literals from which an implied one follows.
    pub fn explain(&mut self, lit: Lit, reason: &mut Vec<Lit>) {
        let pair =
            self.reasons[lit.code()].unwrap_or_else(|| unreachable!("only implied literals are explained"));
        let mut tags = Vec::new();
        self.graph.explain(pair, &mut tags);
        reason.extend(tags.into_iter().map(literal));
    }

    pub fn new_level(&mut self) {
        self.levels.push(self.assigned.len());
        self.graph.push();
    }

    pub fn backtrack(&mut self, level: usize) {
        if self.levels.len() <= level {
            return;
        }
        self.graph.pop(self.levels.len() - level);
        let start = self.levels[level];
        self.levels.truncate(level);
        for lit in self.assigned.drain(start..) {
            self.truth[lit.var().index()] = 0;
        }
        self.conflict = None;
    }

    pub fn push(&mut self) {
        self.scopes.push(Mark { things: self.graph.mark(), atoms: self.atoms.len() });
    }

    pub fn pop(&mut self) {
        let mark = match self.scopes.pop() {
            Some(mark) => mark,
            None => return,
        };
        for lit in self.assigned.drain(..) {
            self.truth[lit.var().index()] = 0;
        }
        self.conflict = None;
        self.implied.clear();
        self.graph.pop(usize::MAX);
        self.graph.pop_to(mark.things);
        self.graph.push();
        for atom in self.atoms.drain(mark.atoms..).rev() {
            self.of_pair.truncate(atom.pair.index());
            self.first[atom.lit.var().index()] = atom.next;
        }
    }
}

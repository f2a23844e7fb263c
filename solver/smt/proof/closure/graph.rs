//! Terms as nodes, in classes of equal ones.
//!
//! The classes are a forest: each node points to one that is equal and not younger, the root of a class to itself.
//! Classes only grow, so what is known of the members of a class stays true when the class is merged with another.

use crate::base::{HashMap, HashSet};
use crate::solver::term::{Op, Sort, TermId, Terms};
use std::collections::BinaryHeap;

/// The most steps that one question may take.
const MOST_STEPS: u64 = 2_000_000;

/// A node, by age.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Node(u32);

impl Node {
    fn index(self) -> usize {
        self.0 as usize
    }
}

/// The kind of a node.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Label {
    /// A term that is not looked into.
    Leaf(TermId),
    /// An operator whose meaning is known here, or a function.
    Operator(Op),
}

/// All there is to say about a node. Two nodes whose arguments are equal are equal if the rest is.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Shape {
    label: Label,
    sort: Sort,
    args: Vec<Node>,
}

/// The knowledge so far.
#[derive(Clone)]
pub(super) struct Graph<'a> {
    pub terms: &'a Terms,
    shapes: Vec<Shape>,
    parents: Vec<Node>,
    of_terms: HashMap<TermId, Node>,
    /// Nodes by their shapes, with the roots of this round as arguments.
    by_shape: HashMap<Shape, Node>,
    /// Nodes that differ.
    apart: Vec<[Node; 2]>,
    /// The same by their roots in this round.
    apart_roots: HashSet<[Node; 2]>,
    /// By root, in this round: the numeral, word or truth value that the class contains.
    values: Vec<Option<TermId>>,
    /// By root, in this round: a node of the class that a constructor makes.
    made: Vec<Option<Node>>,
    contradiction: bool,
    has_changed: bool,
    pub steps: u64,
}

/// The terms that a term is about, of an operator whose meaning is known here; `None` of others.
fn parts(terms: &Terms, t: TermId) -> Option<Vec<TermId>> {
    let is_known = matches!(
        terms.op(t),
        Op::Call(_)
            | Op::Select
            | Op::Store
            | Op::ConstArray
            | Op::Difference
            | Op::Construct(_)
            | Op::Field(_)
            | Op::Is(_)
            | Op::Eq
            | Op::Ite
            | Op::Not
            | Op::And
    );
    let known = || is_known.then(|| terms.args(t).to_vec());
    difference(terms, t).or_else(known).filter(|_| t != Terms::FALSE)
}

/// The terms whose difference an equation of numbers says to be 0.
fn difference(terms: &Terms, t: TermId) -> Option<Vec<TermId>> {
    let is_equation = terms.op(t) == Op::Eq && terms.sort(terms.arg(t, 0)).is_numeric();
    if !is_equation || !terms.number_of(terms.arg(t, 1))?.is_zero() {
        return None;
    }
    let sum = terms.linear(terms.arg(t, 0));
    match &sum.monomials[..] {
        [(a, x), (b, y)] if !a.is_zero() && (a + b).is_zero() && sum.constant.is_zero() => {
            (terms.sort(*x) == terms.sort(*y)).then(|| vec![*x, *y])
        }
        _ => None,
    }
}

impl<'a> Graph<'a> {
    pub fn new(terms: &'a Terms) -> Graph<'a> {
        Graph {
            terms,
            shapes: Vec::new(),
            parents: Vec::new(),
            of_terms: HashMap::default(),
            by_shape: HashMap::default(),
            apart: Vec::new(),
            apart_roots: HashSet::default(),
            values: Vec::new(),
            made: Vec::new(),
            contradiction: false,
            has_changed: false,
            steps: 0,
        }
    }

    /// The node of a term.
    pub fn insert(&mut self, root: TermId) -> Node {
        let terms = self.terms;
        // Parts have smaller ids: the heap hands out a term before them, repetitions in a row.
        let mut order: Vec<TermId> = Vec::new();
        let mut open = BinaryHeap::from([root]);
        while let Some(t) = open.pop() {
            if order.last() != Some(&t) && !self.of_terms.contains_key(&t) {
                order.push(t);
                open.extend(parts(terms, t).unwrap_or_default());
            }
        }
        for t in order.into_iter().rev() {
            let (label, args) = match parts(terms, t) {
                Some(parts) => {
                    (Label::Operator(terms.op(t)), parts.iter().map(|a| self.of_terms[a]).collect())
                }
                None => (Label::Leaf(t), Vec::new()),
            };
            let node = self.shaped(Shape { label, sort: terms.sort(t), args });
            self.of_terms.insert(t, node);
        }
        self.of_terms[&root]
    }

    /// The node of an operator and arguments, a new one if there is none.
    pub fn node(&mut self, op: Op, sort: Sort, args: Vec<Node>) -> Node {
        self.shaped(Shape { label: Label::Operator(op), sort, args })
    }

    fn shaped(&mut self, shape: Shape) -> Node {
        let key = self.key(&shape);
        self.spend(1 + shape.args.len());
        if let Some(&known) = self.by_shape.get(&key) {
            return known;
        }
        let node = Node(self.shapes.len() as u32);
        self.by_shape.insert(key, node);
        self.shapes.push(shape);
        self.parents.push(node);
        self.has_changed = true;
        node
    }

    /// A shape with roots as arguments.
    fn key(&self, shape: &Shape) -> Shape {
        let mut args: Vec<Node> = shape.args.iter().map(|&a| self.root(a)).collect();
        if matches!(shape.label, Label::Operator(Op::Eq | Op::Difference)) {
            args.sort_unstable();
        }
        Shape { label: shape.label, sort: shape.sort, args }
    }

    /// All nodes that there are now.
    pub fn nodes(&self) -> impl Iterator<Item = Node> {
        (0..self.shapes.len() as u32).map(Node)
    }

    pub fn label(&self, n: Node) -> Label {
        self.shapes[n.index()].label
    }

    pub fn sort(&self, n: Node) -> Sort {
        self.shapes[n.index()].sort
    }

    pub fn args(&self, n: Node) -> &[Node] {
        &self.shapes[n.index()].args
    }

    /// The representative of the class.
    pub fn root(&self, mut n: Node) -> Node {
        while self.parents[n.index()] != n {
            n = self.parents[n.index()];
        }
        n
    }

    pub fn are_same(&self, a: Node, b: Node) -> bool {
        self.root(a) == self.root(b)
    }

    fn roots(&self, a: Node, b: Node) -> [Node; 2] {
        let (a, b) = (self.root(a), self.root(b));
        [a.min(b), a.max(b)]
    }

    /// Whether two nodes are known to differ.
    pub fn are_apart(&self, a: Node, b: Node) -> bool {
        let [a, b] = self.roots(a, b);
        let differ = |x: Option<TermId>, y: Option<TermId>| x.is_some() && y.is_some() && x != y;
        a != b
            && (self.apart_roots.contains(&[a, b])
                || differ(self.value(a), self.value(b))
                || matches!((self.constructor(a), self.constructor(b)), (Some(x), Some(y)) if x != y))
    }

    fn value(&self, root: Node) -> Option<TermId> {
        self.values.get(root.index()).copied().flatten()
    }

    /// A node of the same class that a constructor makes.
    pub fn made(&self, n: Node) -> Option<Node> {
        self.made.get(self.root(n).index()).copied().flatten()
    }

    fn constructor(&self, root: Node) -> Option<Op> {
        match self.label(self.made(root)?) {
            Label::Operator(op) => Some(op),
            Label::Leaf(_) => None,
        }
    }

    /// The pairs of nodes that differ, but for those that values keep apart.
    pub fn apart(&self) -> Vec<[Node; 2]> {
        self.apart.clone()
    }

    /// Notes that two nodes are equal.
    pub fn merge(&mut self, a: Node, b: Node) {
        let [old, young] = self.roots(a, b);
        if old != young && self.sort(old) == self.sort(young) {
            self.parents[young.index()] = old;
            self.has_changed = true;
        }
    }

    /// Notes that two nodes differ.
    pub fn separate(&mut self, a: Node, b: Node) {
        let roots = self.roots(a, b);
        if roots[0] == roots[1] {
            self.contradict();
        } else if self.apart_roots.insert(roots) {
            self.apart.push([a, b]);
            self.has_changed = true;
        }
    }

    /// Notes a contradiction.
    pub fn contradict(&mut self) {
        self.contradiction = true;
    }

    pub fn is_contradictory(&self) -> bool {
        self.contradiction
    }

    pub fn has_changed(&self) -> bool {
        self.has_changed
    }

    pub fn spend(&mut self, steps: usize) {
        self.steps += steps as u64;
    }

    pub fn is_over(&self) -> bool {
        self.steps > MOST_STEPS
    }

    /// Merges all nodes with equal arguments, and collects what is known of each class.
    pub fn begin_round(&mut self) {
        self.has_changed = false;
        while self.congruence() && !self.is_over() {}
        self.values = vec![None; self.shapes.len()];
        self.made = vec![None; self.shapes.len()];
        self.spend(self.shapes.len() + self.apart.len());
        for n in self.nodes() {
            let root = self.root(n).index();
            match self.label(n) {
                Label::Leaf(t) if is_value(self.terms, t) => match self.values[root] {
                    Some(other) if other != t => self.contradict(),
                    _ => self.values[root] = Some(t),
                },
                Label::Operator(Op::Construct(_)) => self.made[root] = self.made[root].or(Some(n)),
                Label::Leaf(_) | Label::Operator(_) => {}
            }
        }
        self.apart_roots.clear();
        for [a, b] in self.apart() {
            let roots = self.roots(a, b);
            if roots[0] == roots[1] {
                self.contradict();
            }
            self.apart_roots.insert(roots);
        }
    }

    /// Merges nodes with equal arguments; whether there were any.
    fn congruence(&mut self) -> bool {
        let mut found = false;
        self.by_shape.clear();
        for n in self.nodes() {
            // Parents are older, and so point to their roots already.
            self.parents[n.index()] = self.parents[self.parents[n.index()].index()];
        }
        for n in self.nodes() {
            let key = self.key(&self.shapes[n.index()]);
            self.spend(1 + key.args.len());
            let first = *self.by_shape.entry(key).or_insert(n);
            found |= !self.are_same(first, n);
            self.merge(first, n);
        }
        found
    }
}

/// Whether this is a numeral, a word or a truth value: two different ones of a sort differ.
fn is_value(terms: &Terms, t: TermId) -> bool {
    t == Terms::TRUE || t == Terms::FALSE || terms.number_of(t).is_some() || terms.bits_of(t).is_some()
}

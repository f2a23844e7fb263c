//! The rules of arrays.
//!
//! Each array is read at each index that occurs, whether the read is a term of the facts or not. A read of an array of
//! arrays is an array itself, but no read is a new index, so the number of reads is finite. Where there are constant
//! arrays, all terms of their index sort count as indices.

use super::graph::{Graph, Label, Node};
use crate::base::{HashMap, HashSet};
use crate::solver::term::{Op, Sort, Terms};
use std::collections::VecDeque;

impl Graph<'_> {
    /// Reads, writes, constant arrays, and extensionality.
    pub fn arrays(&mut self) {
        self.differences();
        let indices = self.indices();
        for n in self.nodes() {
            if let Some((index, _)) = self.terms.array_parts(self.sort(n)) {
                if self.root(n) == n || matches!(self.label(n), Label::Operator(Op::Store | Op::ConstArray)) {
                    for &j in indices.get(&index).into_iter().flatten() {
                        if self.is_over() {
                            return;
                        }
                        self.read_at(n, j);
                    }
                }
            }
        }
        self.constants();
    }

    /// The read of an array at an index.
    fn read(&mut self, array: Node, index: Node) -> Node {
        let element = self.terms.array_parts(self.sort(array)).map_or(Sort::Bool, |(_, element)| element);
        self.node(Op::Select, element, vec![array, index])
    }

    /// By sort: one node for each class of indices.
    fn indices(&mut self) -> HashMap<Sort, Vec<Node>> {
        let mut seen: HashSet<Node> = HashSet::default();
        let mut found: HashMap<Sort, Vec<Node>> = HashMap::default();
        let everywhere = self.constant_indices();
        for n in self.nodes() {
            let index = match (self.label(n), self.args(n)) {
                (Label::Operator(Op::Select | Op::Store), args) => args[1],
                (Label::Operator(Op::Difference), _) => n,
                (_, _) if everywhere.contains(&self.sort(n)) => n,
                (Label::Operator(_) | Label::Leaf(_), _) => continue,
            };
            let root = self.root(index);
            if seen.insert(root) {
                found.entry(self.sort(root)).or_default().push(root);
            }
        }
        self.spend(self.nodes().count());
        found
    }

    /// The index sorts of constant arrays: what they contain may matter at any index.
    fn constant_indices(&self) -> HashSet<Sort> {
        let is_constant = |&n: &Node| matches!(self.label(n), Label::Operator(Op::ConstArray));
        let parts = self.nodes().filter(is_constant).filter_map(|n| self.terms.array_parts(self.sort(n)));
        parts.map(|(index, _)| index).collect()
    }

    /// The element of an array at an index.
    fn read_at(&mut self, array: Node, j: Node) {
        let read = self.read(array, j);
        match (self.label(array), self.args(array)) {
            (Label::Operator(Op::ConstArray), &[element]) => self.merge(read, element),
            (Label::Operator(Op::Store), &[before, i, element]) => {
                let old = self.read(before, j);
                if self.are_same(i, j) {
                    self.merge(read, element);
                } else if self.are_apart(i, j) {
                    self.merge(read, old);
                } else if self.are_apart(read, old) {
                    self.merge(i, j);
                }
            }
            (Label::Operator(_) | Label::Leaf(_), _) => {}
        }
    }

    /// Arrays that differ do so at their difference; arrays that are equal there are equal.
    fn differences(&mut self) {
        for [a, b] in self.apart() {
            if let Some((index, _)) = self.terms.array_parts(self.sort(a)) {
                self.node(Op::Difference, index, vec![a, b]);
            }
        }
        for n in self.nodes() {
            if let (Label::Operator(Op::Difference), &[a, b]) = (self.label(n), self.args(n)) {
                let (left, right) = (self.read(a, n), self.read(b, n));
                if self.are_same(left, right) {
                    self.merge(a, b);
                } else if self.are_apart(a, b) {
                    self.separate(left, right);
                }
            }
        }
    }

    /// Two constant arrays that become one by fewer writes than there are indices have the same element.
    fn constants(&mut self) {
        let is_constant = |graph: &Graph<'_>, n| matches!(graph.label(n), Label::Operator(Op::ConstArray));
        let constants: Vec<Node> = self.nodes().filter(|&n| is_constant(self, n)).collect();
        if constants.len() < 2 {
            return;
        }
        let mut neighbours: HashMap<Node, Vec<Node>> = HashMap::default();
        for n in self.nodes() {
            if let (Label::Operator(Op::Store), &[before, ..]) = (self.label(n), self.args(n)) {
                let (after, before) = (self.root(n), self.root(before));
                neighbours.entry(after).or_default().push(before);
                neighbours.entry(before).or_default().push(after);
            }
        }
        for &start in &constants {
            let distances = self.distances(self.root(start), &neighbours);
            let index = self.terms.array_parts(self.sort(start)).map_or(Sort::Bool, |(index, _)| index);
            let count = certain_count(self.terms, index);
            for &other in &constants {
                let distance = distances.get(&self.root(other));
                if distance.map_or(false, |&writes| writes < count) {
                    self.merge(self.args(start)[0], self.args(other)[0]);
                }
            }
            if self.is_over() {
                return;
            }
        }
    }

    /// The fewest writes between a class of arrays and each that can be reached.
    fn distances(&mut self, start: Node, neighbours: &HashMap<Node, Vec<Node>>) -> HashMap<Node, u64> {
        let mut found: HashMap<Node, u64> = HashMap::default();
        let mut open = VecDeque::from([(start, 0)]);
        while let Some((n, distance)) = open.pop_front() {
            self.spend(1);
            if found.contains_key(&n) {
                continue;
            }
            found.insert(n, distance);
            open.extend(neighbours.get(&n).into_iter().flatten().map(|&next| (next, distance + 1)));
        }
        found
    }
}

/// A number of values that the sort has for certain: 1 if it depends on a declared sort, whose size is open.
pub(super) fn certain_count(terms: &Terms, sort: Sort) -> u64 {
    match terms.has_open_size(sort) {
        true => 1,
        false => terms.value_count(sort),
    }
}

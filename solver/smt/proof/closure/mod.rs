//! A second opinion on conflicts of functions, arrays and datatypes.
//!
//! The facts of a conflict are few, so the checker here is naive: the terms below them are nodes of a graph
//! (`graph.rs`), and rules merge classes of nodes, keep classes apart, or add nodes, round after round, until a round
//! changes nothing. There are rules of equality (below), of arrays (`reads.rs`) and of datatypes (`data.rs`). Each
//! rule adds what follows from the facts, so a contradiction that is found is one. Cases are distinguished only where a
//! truth value is an argument, an index or an element: of three truth values two are equal. The checker shares no code
//! with the solver but the terms.
//!
//! Sums are not looked into, but an equation `x - y = 0` is about `x` and `y`.
//!
//! For example, `f(a) = c`, `a = b` and `f(b) ≠ c` are four nodes: `a` and `b` are merged, then the two calls, and
//! `f(b)` is in the class of `c`, from which it has to be apart.

mod data;
mod graph;
mod reads;
#[cfg(test)]
mod tests;

use crate::solver::term::{Op, Sort, TermId, Terms};
use graph::{Graph, Label, Node};

/// Truth values that are tried both ways, one within the other, at most.
const MOST_CASES: u32 = 12;

/// Something that is known to hold.
#[derive(Clone, Copy, Debug)]
pub(super) enum Fact {
    /// A formula has this truth value.
    Formula(TermId, bool),
    /// Two terms of one sort are equal, or differ.
    Equal(TermId, TermId, bool),
}

/// Whether these facts contradict each other by the meaning of equality, functions, arrays and datatypes alone.
pub(super) fn is_contradictory(terms: &Terms, facts: &[Fact]) -> bool {
    let mut graph = Graph::new(terms);
    for fact in facts {
        match *fact {
            Fact::Formula(t, truth) if terms.sort(t) == Sort::Bool => {
                let (formula, value) = (graph.insert(t), graph.insert(terms.bool(truth)));
                graph.merge(formula, value);
            }
            Fact::Equal(a, b, truth) if terms.sort(a) == terms.sort(b) => {
                let (a, b) = (graph.insert(a), graph.insert(b));
                if truth {
                    graph.merge(a, b);
                } else {
                    graph.separate(a, b);
                }
            }
            // Nothing is concluded from what is ill-sorted.
            Fact::Formula(..) | Fact::Equal(..) => {}
        }
    }
    graph.is_refuted(MOST_CASES)
}

impl Graph<'_> {
    /// Applies the rules until they contradict each other, change nothing, or have worked for too long. If they change
    /// nothing, a truth value is tried both ways.
    fn is_refuted(&mut self, cases: u32) -> bool {
        loop {
            self.begin_round();
            self.equalities();
            self.arrays();
            self.data();
            if self.is_contradictory() {
                return true;
            }
            if self.is_over() {
                return false;
            }
            if !self.has_changed() {
                break;
            }
        }
        let open = match self.open_truth() {
            Some(open) if cases > 0 => open,
            Some(_) | None => return false,
        };
        for truth in [true, false] {
            let mut case = self.clone();
            case.spend(self.nodes().count());
            let value = case.insert(self.terms.bool(truth));
            case.merge(open, value);
            let is_refuted = case.is_refuted(cases - 1);
            self.steps = case.steps;
            if !is_refuted {
                return false;
            }
        }
        true
    }

    /// A truth value that is an argument, an index or an element, and is not known.
    fn open_truth(&mut self) -> Option<Node> {
        let [yes, no] = [true, false].map(|truth| self.insert(self.terms.bool(truth)));
        let is_open =
            |n: &Node| self.sort(*n) == Sort::Bool && !self.are_same(*n, yes) && !self.are_same(*n, no);
        self.nodes().find_map(|n| match self.label(n) {
            Label::Operator(Op::Eq | Op::Not | Op::And) | Label::Leaf(_) => None,
            Label::Operator(Op::Select) if is_open(&n) => Some(n),
            Label::Operator(_) => self.args(n).iter().copied().find(is_open),
        })
    }

    /// A conjunction is true if all parts are.
    fn conjunction(&mut self, n: Node, yes: Node, no: Node) {
        let parts = self.args(n).to_vec();
        self.spend(parts.len());
        let open: Vec<Node> = parts.into_iter().filter(|&part| !self.are_same(part, yes)).collect();
        if self.are_same(n, yes) || open.is_empty() {
            open.into_iter().chain([n]).for_each(|part| self.merge(part, yes));
        } else if open.iter().any(|&part| self.are_same(part, no)) {
            self.merge(n, no);
        } else if let ([part], true) = (&open[..], self.are_same(n, no)) {
            self.merge(*part, no);
        }
    }

    /// Equations, connectives, conditionals and truth values.
    fn equalities(&mut self) {
        let [yes, no] = [true, false].map(|truth| self.insert(self.terms.bool(truth)));
        for n in self.nodes() {
            match (self.label(n), self.args(n)) {
                (Label::Operator(Op::Eq), &[a, b]) => {
                    if self.are_same(n, yes) {
                        self.merge(a, b);
                    } else if self.are_same(n, no) {
                        self.separate(a, b);
                    } else if self.are_same(a, b) {
                        self.merge(n, yes);
                    } else if self.are_apart(a, b) {
                        self.merge(n, no);
                    }
                }
                (Label::Operator(Op::Ite), &[condition, a, b]) => {
                    if self.are_same(condition, yes) || self.are_same(a, b) {
                        self.merge(n, a);
                    } else if self.are_same(condition, no) {
                        self.merge(n, b);
                    }
                }
                (Label::Operator(Op::Not), &[inner]) => self.separate(n, inner),
                (Label::Operator(Op::And), _) => self.conjunction(n, yes, no),
                (Label::Operator(_) | Label::Leaf(_), _) => {}
            }
            if self.sort(n) == Sort::Bool {
                if self.are_apart(n, yes) {
                    self.merge(n, no);
                } else if self.are_apart(n, no) {
                    self.merge(n, yes);
                }
            }
        }
    }
}

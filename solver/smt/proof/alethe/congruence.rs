//! Contradictions of equations and disequations, by congruence.
//!
//! The terms of the facts are nodes, in classes of equal ones. Each merge of two classes is an edge between two nodes
//! with its reason, so the edges of a class are a tree, and the path between two nodes tells why they are equal
//! (Nieuwenhuis, Oliveras: Fast congruence closure and extensions, 2007). The facts of a clause are few, so congruent
//! nodes are looked for in rounds over all nodes.

use super::derivation::{Derivation, StepId};
use super::pool::{Expr, Kind, Literal};
use crate::base::HashMap;
use std::collections::VecDeque;

/// Explanations do not nest more deeply than this.
const DEEPEST: u32 = 300;

/// The reason for an edge.
#[derive(Clone, Copy)]
enum Reason {
    /// This equation is a fact, or follows from some by a step that is kept.
    Given(Expr),
    /// Equal arguments.
    Congruence,
}

struct Closure<'a> {
    derivation: &'a mut Derivation,
    nodes: Vec<Expr>,
    index: HashMap<Expr, usize>,
    roots: Vec<usize>,
    edges: Vec<Vec<(usize, Reason)>>,
    /// Equations that are false.
    apart: Vec<Expr>,
    /// The steps that the contradiction needs.
    support: Vec<StepId>,
    explained: HashMap<(usize, usize), Expr>,
}

/// Steps from which, together with these facts, unit propagation leads to a contradiction; `None` if congruence gives
/// none.
pub(super) fn contradiction(derivation: &mut Derivation, facts: &[Literal]) -> Option<Vec<StepId>> {
    let mut closure = Closure {
        derivation,
        nodes: Vec::new(),
        index: HashMap::default(),
        roots: Vec::new(),
        edges: Vec::new(),
        apart: Vec::new(),
        support: Vec::new(),
        explained: HashMap::default(),
    };
    closure.support.push(closure.derivation.truth());
    let no = closure.derivation.pool.truth(false);
    let gates = closure.derivation.gates(no);
    closure.support.extend(gates);
    for &fact in facts {
        closure.add_fact(fact);
    }
    closure.add_branches(facts);
    closure.close();
    closure.conflict()?;
    Some(closure.support)
}

impl Closure<'_> {
    fn node(&mut self, e: Expr) -> usize {
        let mut open = vec![(e, false)];
        while let Some((e, ready)) = open.pop() {
            if self.index.contains_key(&e) {
                continue;
            }
            if ready {
                let index = self.nodes.len();
                self.index.insert(e, index);
                self.nodes.push(e);
                self.roots.push(index);
                self.edges.push(Vec::new());
            } else {
                open.push((e, true));
                open.extend(self.derivation.pool.args(e).iter().map(|&a| (a, false)));
            }
        }
        self.index[&e]
    }

    fn merge(&mut self, a: usize, b: usize, reason: Reason) {
        let (from, to) = (self.roots[a], self.roots[b]);
        if from != to {
            self.edges[a].push((b, reason));
            self.edges[b].push((a, reason));
            self.roots.iter_mut().filter(|root| **root == from).for_each(|root| *root = to);
        }
    }

    /// Two nodes are equal by this equation.
    fn add_equation(&mut self, equation: Expr) {
        if let &[a, b] = self.derivation.pool.args(equation) {
            let (a, b) = (self.node(a), self.node(b));
            self.merge(a, b, Reason::Given(equation));
        }
    }

    fn add_fact(&mut self, fact: Literal) {
        // A formula has the value that it has.
        let value = self.derivation.pool.truth(fact.positive);
        let said = self.derivation.pool.equal(fact.atom, value);
        let gates = self.derivation.gates(said);
        self.support.extend(gates);
        self.add_equation(said);
        if let ("=", &[_, _]) = self.derivation.pool.formula(fact.atom) {
            let mut equations = vec![fact.atom];
            equations.extend(self.of_two(fact));
            for equation in equations {
                if fact.positive {
                    self.add_equation(equation);
                } else if let &[a, b] = self.derivation.pool.args(equation) {
                    self.node(a);
                    self.node(b);
                    self.apart.push(equation);
                }
            }
        }
    }

    /// The equation of two terms that an equation of sums is, with the step from one to the other.
    fn of_two(&mut self, fact: Literal) -> Option<Expr> {
        let pool = &mut self.derivation.pool;
        if !pool.is_comparison(fact.atom) {
            return None;
        }
        let (a, b) = (pool.args(fact.atom)[0], pool.args(fact.atom)[1]);
        let zero = pool.sum(b);
        let sum = pool.sum(a);
        let parts: Vec<_> = sum.parts.iter().collect();
        match parts[..] {
            [(&x, p), (&y, q)]
                if (p + q).is_zero() && sum.constant == zero.constant && zero.parts.is_empty() =>
            {
                let equation = Literal { atom: pool.equal(x, y), positive: fact.positive };
                let step = self.derivation.comparison(&[!fact, equation])?;
                self.support.push(step);
                Some(equation.atom)
            }
            _ => None,
        }
    }

    /// Conditionals whose condition is a fact are their branches.
    fn add_branches(&mut self, facts: &[Literal]) {
        for e in self.nodes.clone() {
            let condition = match (self.derivation.pool.head(e), self.derivation.pool.args(e)) {
                ("ite", &[condition, ..]) => self.derivation.pool.literal(condition),
                _ => continue,
            };
            for truth in [true, false] {
                if facts.contains(&condition.negate_if(!truth)) {
                    if let Some(step) = self.derivation.branch(e, truth) {
                        self.support.push(step);
                        let branch = self.derivation.pool.args(e)[if truth { 1 } else { 2 }];
                        let equation = self.derivation.pool.equal(e, branch);
                        self.add_equation(equation);
                    }
                }
            }
        }
    }

    /// Merges congruent nodes until there are none.
    fn close(&mut self) {
        loop {
            let mut by_shape: HashMap<(u32, Vec<usize>), usize> = HashMap::default();
            let mut has_changed = false;
            for n in 0..self.nodes.len() {
                let pool = &self.derivation.pool;
                let (head, args) = (pool.head(self.nodes[n]), pool.args(self.nodes[n]));
                // The rule of congruence does not take operators with indices.
                if args.is_empty() || head.starts_with('(') {
                    continue;
                }
                let shape =
                    (pool.operator(self.nodes[n]), args.iter().map(|a| self.roots[self.index[a]]).collect());
                let first = *by_shape.entry(shape).or_insert(n);
                if self.roots[first] != self.roots[n] {
                    self.merge(n, first, Reason::Congruence);
                    has_changed = true;
                }
            }
            if !has_changed {
                return;
            }
        }
    }

    fn are_same(&self, a: Expr, b: Expr) -> bool {
        match (self.index.get(&a), self.index.get(&b)) {
            (Some(&a), Some(&b)) => self.roots[a] == self.roots[b],
            _ => false,
        }
    }

    /// Explains a contradiction, if there is one.
    fn conflict(&mut self) -> Option<()> {
        for equation in self.apart.clone() {
            let (a, b) = (self.derivation.pool.args(equation)[0], self.derivation.pool.args(equation)[1]);
            if self.are_same(a, b) {
                return self.explain_as(a, b, equation);
            }
        }
        let [yes, no] = [true, false].map(|value| self.derivation.pool.truth(value));
        if self.are_same(yes, no) {
            let equation = self.explain(self.index[&yes], self.index[&no], DEEPEST)?;
            let gates = self.derivation.gates(equation);
            self.support.extend(gates);
            return Some(());
        }
        self.values()
    }

    /// Explains that two different values are equal, and that they are not.
    fn values(&mut self) -> Option<()> {
        let mut by_root: HashMap<usize, usize> = HashMap::default();
        for n in 0..self.nodes.len() {
            let e = self.nodes[n];
            let pool = &self.derivation.pool;
            if pool.value(e).is_none() && !pool.head(e).starts_with('#') {
                continue;
            }
            let first = *by_root.entry(self.roots[n]).or_insert(n);
            let other = self.nodes[first];
            let pool = &self.derivation.pool;
            if other == e || pool.value(e).is_some() && pool.value(e) == pool.value(other) {
                continue;
            }
            let equation = self.explain(first, n, DEEPEST)?;
            let refuted = if self.derivation.pool.kind(e) == Kind::Number {
                vec![self.derivation.comparison(&[Literal { atom: equation, positive: false }])?]
            } else {
                let no = self.derivation.pool.truth(false);
                let said = self.derivation.pool.equal(equation, no);
                let step = self.derivation.step(vec![said], "evaluate", &[], Vec::new());
                self.derivation.both_ways(step).to_vec()
            };
            self.support.extend(refuted);
            return Some(());
        }
        None
    }

    /// Explains an equation as it is written.
    fn explain_as(&mut self, a: Expr, b: Expr, equation: Expr) -> Option<()> {
        let found = self.explain(self.index[&a], self.index[&b], DEEPEST)?;
        if found != equation {
            let turned = self.derivation.equation(found, equation)?;
            let steps = self.derivation.both_ways(turned);
            self.support.extend(steps);
        }
        Some(())
    }

    /// An equation of two nodes of a class, whose steps are kept.
    fn explain(&mut self, a: usize, b: usize, depth: u32) -> Option<Expr> {
        let depth = depth.checked_sub(1)?;
        if let Some(&known) = self.explained.get(&(a, b)) {
            return Some(known);
        }
        let equal = self.derivation.pool.equal(self.nodes[a], self.nodes[b]);
        if a == b {
            let step = self.derivation.equation(self.nodes[a], self.nodes[b])?;
            self.support.push(step);
            return Some(equal);
        }
        let path = self.path(a, b)?;
        let mut equations = Vec::with_capacity(path.len());
        for &(from, to, reason) in &path {
            equations.push(match reason {
                Reason::Given(equation) => equation,
                Reason::Congruence => self.congruence(from, to, depth)?,
            });
        }
        let found = match equations[..] {
            [only] => only,
            _ => {
                let mut clause: Vec<Expr> =
                    equations.iter().map(|&equation| self.derivation.pool.not(equation)).collect();
                clause.push(equal);
                let step = self.derivation.step(clause, "eq_transitive", &[], Vec::new());
                self.support.push(step);
                equal
            }
        };
        self.explained.insert((a, b), found);
        Some(found)
    }

    /// The equation of two nodes with equal arguments.
    fn congruence(&mut self, a: usize, b: usize, depth: u32) -> Option<Expr> {
        let [left, right] = [a, b].map(|n| self.derivation.pool.args(self.nodes[n]).to_vec());
        let mut clause = Vec::with_capacity(left.len() + 1);
        for (x, y) in left.iter().zip(&right) {
            let equation = self.explain(self.index[x], self.index[y], depth)?;
            clause.push(self.derivation.pool.not(equation));
        }
        let equal = self.derivation.pool.equal(self.nodes[a], self.nodes[b]);
        clause.push(equal);
        let step = self.derivation.step(clause, "eq_congruent", &[], Vec::new());
        self.support.push(step);
        Some(equal)
    }

    /// The edges between two nodes of a class.
    fn path(&self, a: usize, b: usize) -> Option<Vec<(usize, usize, Reason)>> {
        let mut from: HashMap<usize, (usize, Reason)> = HashMap::default();
        let mut open = VecDeque::from([a]);
        while let Some(n) = open.pop_front() {
            for &(next, reason) in &self.edges[n] {
                if next != a && !from.contains_key(&next) {
                    from.insert(next, (n, reason));
                    open.push_back(next);
                }
            }
        }
        let mut path = Vec::new();
        let mut at = b;
        while at != a {
            let &(before, reason) = from.get(&at)?;
            path.push((before, at, reason));
            at = before;
        }
        path.reverse();
        Some(path)
    }
}

//! Contradictions of equations and disequations, by congruence.
//!
//! The terms of the facts are nodes of an e-graph, which merges the sides of equations, and applications with equal
//! arguments. Two nodes of one class are equal by the merges on the path between them: a merge by an equation has that
//! equation, and a merge of applications the rule `eq_congruent` with the equations of their arguments. The rule
//! `eq_transitive` joins the merges of a path.

use super::derivation::{Derivation, StepId};
use super::pool::{Expr, Kind, Literal};
use crate::base::{HashMap, HashSet};
use crate::theories::euf::{EGraph, FunctionId, NodeId, Tag};

struct Closure<'a> {
    derivation: &'a mut Derivation,
    graph: EGraph,
    /// The expressions of the nodes.
    nodes: Vec<Expr>,
    index: HashMap<Expr, NodeId>,
    /// Equations that hold: facts, and equations that follow from facts by steps that are kept. The tags of merges are
    /// their numbers.
    given: Vec<Expr>,
    /// Equations that are false.
    apart: Vec<Expr>,
    /// The steps that the contradiction needs.
    support: Vec<StepId>,
}

/// Steps from which, together with these facts, unit propagation leads to a contradiction; `None` if congruence gives
/// none.
pub(super) fn contradiction(derivation: &mut Derivation, facts: &[Literal]) -> Option<Vec<StepId>> {
    let no = derivation.pool.truth(false);
    let mut support = derivation.gates(no);
    support.push(derivation.truth());
    let mut closure = Closure {
        derivation,
        graph: EGraph::new(),
        nodes: Vec::new(),
        index: HashMap::default(),
        given: Vec::new(),
        apart: Vec::new(),
        support,
    };
    for &fact in facts {
        closure.add_fact(fact);
    }
    closure.add_branches(facts);
    closure.conflict()?;
    Some(closure.support)
}

impl Closure<'_> {
    fn node(&mut self, e: Expr) -> NodeId {
        let index = &self.index;
        for part in self.derivation.pool.parts(e, |part| !index.contains_key(&part)) {
            let pool = &self.derivation.pool;
            let function = FunctionId::new(pool.operator(part));
            // The rule of congruence does not take operators with indices.
            let node = match pool.head(part).starts_with('(') {
                true => self.graph.new_node(function, &[]),
                false => {
                    let args: Vec<NodeId> = pool.args(part).iter().map(|a| self.index[a]).collect();
                    self.graph.new_node(function, &args)
                }
            };
            self.index.insert(part, node);
            self.nodes.push(part);
        }
        self.index[&e]
    }

    /// The sides of an equation.
    fn sides(&mut self, equation: Expr) -> [NodeId; 2] {
        let (a, b) = (self.derivation.pool.args(equation)[0], self.derivation.pool.args(equation)[1]);
        [self.node(a), self.node(b)]
    }

    fn merge(&mut self, equation: Expr) {
        let [a, b] = self.sides(equation);
        self.given.push(equation);
        let is_merged = self.graph.merge(a, b, Tag(self.given.len() as u32 - 1));
        debug_assert!(is_merged.is_ok(), "the graph has no disequalities");
    }

    fn add_fact(&mut self, fact: Literal) {
        // A formula has the value that it has.
        let value = self.derivation.pool.truth(fact.positive);
        let said = self.derivation.pool.equal(fact.atom, value);
        self.support.extend(self.derivation.gates(said));
        self.merge(said);
        if let ("=", &[_, _]) = self.derivation.pool.formula(fact.atom) {
            for equation in std::iter::once(fact.atom).chain(self.of_two(fact)) {
                if fact.positive {
                    self.merge(equation);
                } else {
                    self.sides(equation);
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
        let sum = pool.difference(fact.atom);
        match sum.parts.iter().collect::<Vec<_>>()[..] {
            [(&x, p), (&y, q)] if (p + q).is_zero() && sum.constant.is_zero() => {
                let equation = Literal { atom: pool.equal(x, y), positive: fact.positive };
                self.support.push(self.derivation.comparison(&[!fact, equation])?);
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
                        let equation = self.derivation.step_of(step).literals[1].atom;
                        self.merge(equation);
                    }
                }
            }
        }
    }

    /// Explains a contradiction, if there is one.
    fn conflict(&mut self) -> Option<()> {
        for equation in self.apart.clone() {
            let [a, b] = self.sides(equation);
            if self.graph.root(a) == self.graph.root(b) {
                let found = self.explain(a, b);
                if found != equation {
                    let turned = self.derivation.equation(found, equation)?;
                    self.support.extend(self.derivation.both_ways(turned));
                }
                return Some(());
            }
        }
        self.values()
    }

    /// Explains that two different values are equal, and that they are not.
    fn values(&mut self) -> Option<()> {
        let mut by_root: HashMap<NodeId, NodeId> = HashMap::default();
        for n in (0..self.nodes.len()).map(NodeId::new) {
            let pool = &self.derivation.pool;
            let value = |n: NodeId| pool.value(self.nodes[n.index()]);
            let head = pool.head(self.nodes[n.index()]);
            if value(n).is_none() && !head.starts_with('#') && !matches!(head, "true" | "false") {
                continue;
            }
            let first = *by_root.entry(self.graph.root(n)).or_insert(n);
            if first == n || value(n).is_some() && value(n) == value(first) {
                continue;
            }
            let kind = pool.kind(self.nodes[n.index()]);
            let equation = self.explain(first, n);
            let refuted = match kind {
                Kind::Truth => self.derivation.gates(equation),
                Kind::Number => {
                    vec![self.derivation.comparison(&[Literal { atom: equation, positive: false }])?]
                }
                Kind::Other => {
                    let no = self.derivation.pool.truth(false);
                    let said = self.derivation.pool.equal(equation, no);
                    let step = self.derivation.step(vec![said], "evaluate", &[], Vec::new());
                    self.derivation.both_ways(step).to_vec()
                }
            };
            self.support.extend(refuted);
            return Some(());
        }
        None
    }

    /// The equation that [`Closure::explain`] gives for two nodes of a class: where one fact says it, that fact.
    fn equation(&mut self, a: NodeId, b: NodeId) -> Expr {
        match self.graph.path(a, b)[..] {
            [(_, _, Some(tag))] => self.given[tag.0 as usize],
            _ => self.derivation.pool.equal(self.nodes[a.index()], self.nodes[b.index()]),
        }
    }

    /// An equation of two nodes of a class. The steps to it are kept.
    fn explain(&mut self, a: NodeId, b: NodeId) -> Expr {
        let mut explained: HashSet<(NodeId, NodeId)> = HashSet::default();
        let (mut open, mut steps) = (vec![(a, b)], Vec::new());
        while let Some((a, b)) = open.pop() {
            if !explained.insert((a, b)) {
                continue;
            }
            let path = self.graph.path(a, b);
            let mut chain = Vec::with_capacity(path.len() + 1);
            for &(from, to, tag) in &path {
                let equation = self.equation(from, to);
                chain.push(self.derivation.pool.not(equation));
                if tag.is_none() {
                    let [left, right] = [from, to].map(|n| self.graph.args(n).to_vec());
                    let mut clause: Vec<Expr> = Vec::with_capacity(left.len() + 1);
                    for (x, y) in left.into_iter().zip(right) {
                        let equation = self.equation(x, y);
                        clause.push(self.derivation.pool.not(equation));
                        open.push((x, y));
                    }
                    clause.push(equation);
                    steps.push(self.derivation.step(clause, "eq_congruent", &[], Vec::new()));
                }
            }
            let rule = match path.len() {
                0 => "eq_reflexive",
                1 => continue,
                _ => "eq_transitive",
            };
            chain.push(self.equation(a, b));
            steps.push(self.derivation.step(chain, rule, &[], Vec::new()));
        }
        // Arguments come first, so that unit propagation takes few rounds.
        self.support.extend(steps.into_iter().rev());
        self.equation(a, b)
    }
}

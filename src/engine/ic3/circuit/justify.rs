//! Lifting by justification: which latches made the target true?
//!
//! The model gives every gate in the cone of the target a value. A true and-gate is justified by both fanins, a false
//! one by any false fanin; walking down from the target and the constraints, one fanin is chosen where there is a
//! choice: one that is justified already, else the one with fewer latches below. The latches met are a cube from
//! which the same inputs make the same step. No solver is asked, and only the justified part of the circuit is
//! touched. The cube is less small than one found by cores, which may come after.

use crate::base::Lit;
use crate::model::circuit::{Circuit, Node, Signal};
use crate::model::transition::Transition;
use crate::solver::sat::Solver;

#[derive(Default)]
pub(in crate::engine) struct Justifier {
    /// By node: a rough count of the latches below.
    cost: Vec<f32>,
    /// By node: the number of the last lifting that justified it.
    justified: Vec<u32>,
    /// By node: value in the lifting `known` says.
    values: Vec<bool>,
    known: Vec<u32>,
    stamp: u32,
    work: Vec<usize>,
    stack: Vec<usize>,
}

impl Justifier {
    pub fn new(circuit: &Circuit) -> Justifier {
        let nodes = circuit.nodes();
        let mut cost = vec![0.0f32; nodes.len()];
        for (n, node) in nodes.iter().enumerate() {
            cost[n] = match *node {
                Node::False | Node::Input(_) => 0.0,
                Node::Latch(_) => 1.0,
                // The small addition makes shallow gates cheaper than deep ones.
                Node::And(a, b) => (cost[a.node().index()] + cost[b.node().index()] + 0.01).min(1e9),
            };
        }
        let count = nodes.len();
        Justifier {
            cost,
            justified: vec![0; count],
            values: vec![false; count],
            known: vec![0; count],
            ..Justifier::default()
        }
    }

    /// The latches that justify the roots, which are true in the solver's model.
    pub fn lift(
        &mut self,
        circuit: &Circuit,
        step: &Transition,
        solver: &Solver,
        roots: impl Iterator<Item = Signal>,
    ) -> Vec<Lit> {
        self.stamp += 1;
        self.work.clear();
        let mut cube = Vec::new();
        for root in roots {
            self.demand(root.node().index());
        }
        while let Some(n) = self.work.pop() {
            match circuit.nodes()[n] {
                Node::False | Node::Input(_) => {}
                Node::Latch(l) => {
                    let v = step.latch(l);
                    if let Some(value) = solver.value(v.positive()) {
                        cube.push(v.lit(value));
                    }
                }
                Node::And(a, b) => {
                    let (x, y) = (self.value(circuit, step, solver, a), self.value(circuit, step, solver, b));
                    match (x, y) {
                        (true, true) => {
                            self.demand(a.node().index());
                            self.demand(b.node().index());
                        }
                        (true, false) => self.demand(b.node().index()),
                        (false, true) => self.demand(a.node().index()),
                        (false, false) => {
                            let cheaper = self.cheaper(a.node().index(), b.node().index());
                            self.demand(cheaper);
                        }
                    }
                }
            }
        }
        cube
    }

    fn demand(&mut self, n: usize) {
        if self.justified[n] != self.stamp {
            self.justified[n] = self.stamp;
            self.work.push(n);
        }
    }

    fn cheaper(&self, a: usize, b: usize) -> usize {
        let done = |n: usize| self.justified[n] == self.stamp;
        if done(a) || (!done(b) && self.cost[a] <= self.cost[b]) {
            a
        } else {
            b
        }
    }

    /// The value of a signal in the model: asked of the solver where the node has a variable, computed where the node
    /// was resolved away.
    fn value(&mut self, circuit: &Circuit, step: &Transition, solver: &Solver, s: Signal) -> bool {
        self.stack.clear();
        self.stack.push(s.node().index());
        while let Some(&n) = self.stack.last() {
            if self.known[n] == self.stamp {
                self.stack.pop();
                continue;
            }
            let direct = step.node_lit(n).map(|l| solver.value(l).unwrap_or(false));
            let value = match (direct, circuit.nodes()[n]) {
                (Some(value), _) => value,
                (None, Node::And(a, b)) => {
                    let (x, y) = (a.node().index(), b.node().index());
                    let (has_x, has_y) = (self.known[x] == self.stamp, self.known[y] == self.stamp);
                    if has_x && self.values[x] == a.is_negated() {
                        false
                    } else if !has_x {
                        self.stack.push(x);
                        continue;
                    } else if !has_y {
                        self.stack.push(y);
                        continue;
                    } else {
                        self.values[y] != b.is_negated()
                    }
                }
                (None, _) => false,
            };
            self.values[n] = value;
            self.known[n] = self.stamp;
            self.stack.pop();
        }
        self.values[s.node().index()] != s.is_negated()
    }
}

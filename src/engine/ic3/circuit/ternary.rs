//! Lifting by ternary simulation (Eén, Mishchenko, Brayton, FMCAD 2011, §III-B).
//!
//! Values are false, true and unknown. The model is simulated once; then each latch in turn becomes unknown, the change
//! is propagated along fanouts in topological order, and undone if it reaches the target or a constraint.

use crate::base::{Lit, Var};
use crate::model::circuit::{Circuit, InputId, Node, NodeId, Signal};
use crate::model::transition::Transition;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

const FALSE: u8 = 0;
const TRUE: u8 = 1;
const UNKNOWN: u8 = 2;

#[derive(Default)]
pub(super) struct Ternary {
    values: Vec<u8>,
    /// By node: whether the target or a constraint depends on it through gates.
    cone: Vec<bool>,
    /// By node: positions of its fanouts in `fanouts`.
    starts: Vec<u32>,
    fanouts: Vec<u32>,
    watched: Vec<bool>,
    queue: BinaryHeap<Reverse<u32>>,
    undo: Vec<(u32, u8)>,
}

impl Ternary {
    pub fn new(circuit: &Circuit) -> Ternary {
        let nodes = circuit.nodes();
        let mut counts = vec![0u32; nodes.len() + 1];
        let fanins = |n: &Node| match *n {
            Node::And(a, b) => [Some(a), Some(b)],
            _ => [None, None],
        };
        for node in nodes {
            for s in fanins(node).into_iter().flatten() {
                counts[s.node().index() + 1] += 1;
            }
        }
        for i in 1..counts.len() {
            counts[i] += counts[i - 1];
        }
        let mut fanouts = vec![0; counts[nodes.len()] as usize];
        let mut at = counts.clone();
        for (n, node) in nodes.iter().enumerate() {
            for s in fanins(node).into_iter().flatten() {
                let place = &mut at[s.node().index()];
                fanouts[*place as usize] = n as u32;
                *place += 1;
            }
        }
        Ternary {
            values: vec![FALSE; nodes.len()],
            cone: vec![false; nodes.len()],
            starts: counts,
            fanouts,
            watched: vec![false; nodes.len()],
            ..Ternary::default()
        }
    }

    /// The latches among `latches` that the values of `roots` need, with these inputs.
    pub fn lift(
        &mut self,
        circuit: &Circuit,
        step: &Transition,
        latches: Vec<Lit>,
        inputs: &[Lit],
        roots: &[Signal],
    ) -> Vec<Lit> {
        self.mark_cone(circuit, roots);
        self.simulate(circuit, step, &latches, inputs);
        for s in roots {
            self.watched[s.node().index()] = true;
        }
        let mut kept = latches;
        kept.retain(|&l| {
            let node = circuit.latches()[step.latch_of_lit(l).index()].node;
            !self.forget(circuit, node)
        });
        for s in roots {
            self.watched[s.node().index()] = false;
        }
        kept
    }

    fn mark_cone(&mut self, circuit: &Circuit, roots: &[Signal]) {
        self.cone.iter_mut().for_each(|c| *c = false);
        for s in roots {
            self.cone[s.node().index()] = true;
        }
        for n in (0..self.cone.len()).rev() {
            if let (true, Node::And(a, b)) = (self.cone[n], circuit.nodes()[n]) {
                self.cone[a.node().index()] = true;
                self.cone[b.node().index()] = true;
            }
        }
    }

    fn value(&self, s: Signal) -> u8 {
        match self.values[s.node().index()] {
            UNKNOWN => UNKNOWN,
            v => v ^ s.is_negated() as u8,
        }
    }

    fn and(&self, a: Signal, b: Signal) -> u8 {
        match (self.value(a), self.value(b)) {
            (FALSE, _) | (_, FALSE) => FALSE,
            (TRUE, TRUE) => TRUE,
            _ => UNKNOWN,
        }
    }

    fn simulate(&mut self, circuit: &Circuit, step: &Transition, latches: &[Lit], inputs: &[Lit]) {
        self.values.iter_mut().for_each(|v| *v = UNKNOWN);
        self.values[NodeId::FALSE.index()] = FALSE;
        for &l in latches {
            let node = circuit.latches()[step.latch_of_lit(l).index()].node;
            self.values[node.index()] = !l.is_negative() as u8;
        }
        self.set_inputs(circuit, step, inputs);
        for n in 0..self.values.len() {
            if let (true, Node::And(a, b)) = (self.cone[n], circuit.nodes()[n]) {
                self.values[n] = self.and(a, b);
            }
        }
    }

    fn set_inputs(&mut self, circuit: &Circuit, step: &Transition, inputs: &[Lit]) {
        let first: Var = step.input(InputId::new(0));
        for &l in inputs {
            let node = circuit.inputs()[l.var().index() - first.index()];
            self.values[node.index()] = !l.is_negative() as u8;
        }
    }

    /// Makes a latch unknown unless something watched changes then; whether it did.
    fn forget(&mut self, circuit: &Circuit, latch: NodeId) -> bool {
        self.undo.clear();
        self.queue.clear();
        let known = self.set(latch.index(), UNKNOWN);
        let mut possible = known;
        while let (true, Some(Reverse(n))) = (possible, self.queue.pop()) {
            if let Node::And(a, b) = circuit.nodes()[n as usize] {
                let value = self.and(a, b);
                possible = self.set(n as usize, value);
            }
        }
        if !possible {
            for &(n, value) in self.undo.iter().rev() {
                self.values[n as usize] = value;
            }
        }
        possible
    }

    /// Sets a node and queues its fanouts; false if it is watched and changed.
    fn set(&mut self, n: usize, value: u8) -> bool {
        if self.values[n] == value {
            return true;
        }
        if self.watched[n] {
            return false;
        }
        self.undo.push((n as u32, self.values[n]));
        self.values[n] = value;
        for &f in &self.fanouts[self.starts[n] as usize..self.starts[n + 1] as usize] {
            if self.cone[f as usize] {
                self.queue.push(Reverse(f));
            }
        }
        true
    }
}

/// The signals that a target (next-state literals or a bad one) and the constraints consist of, without their signs.
pub(in crate::engine) fn roots(
    circuit: &Circuit,
    step: &Transition,
    constraints: &[Signal],
    target: &[Lit],
) -> Vec<Signal> {
    let mut roots = constraints.to_vec();
    for &t in target {
        if let Some(i) = step.bads().iter().position(|&b| b == t) {
            roots.push(circuit.bads()[i]);
        }
        roots.extend(step.latches_with_next(t.var()).iter().map(|&l| circuit.latches()[l.index()].next));
    }
    roots
}

//! Latches that never change, by ternary simulation.
//!
//! Each node has the set of values it may take. Latches start with their resets, inputs with both values, and sets grow
//! until every latch has all values of its next state. This forgets how nodes depend on each other and what the
//! constraints say, so it finds only some of the constants, but those without a proof, for what is left is an inductive
//! fact by construction.
//!
//! Some latches are constant after a few steps only: one that says "this is the first step" is the common kind. The
//! same simulation finds them if its sets begin to grow at a later step ([`settling_latches`]).

use super::coi::Replacement;
use crate::model::circuit::{Circuit, Node, NodeId, Reset, Signal};

/// Values that a node may take: bit 0 stands for false, bit 1 for true.
type Values = u8;
const ZERO: Values = 1;
const ONE: Values = 2;
const ANY: Values = 3;

/// The latches that are constant, with their constants. Linear in the size of the circuit: a node's set grows at most
/// twice, and only its readers are looked at again.
pub(super) fn constant_latches(circuit: &Circuit) -> Replacement {
    let values = closure(circuit, first_values(circuit));
    circuit.latches().iter().map(|latch| constant(&values, latch.node)).collect()
}

/// The latches that are constant from some step on, with their constants, and the first such step for all of them. It
/// is at most `most`; a latch that is constant from a later step on only is not found. Takes time linear in the circuit
/// for each step up to `most`.
pub(in crate::model) fn settling_latches(circuit: &Circuit, most: usize) -> (Replacement, usize) {
    let of_latches = |values: &[Values]| -> Vec<Values> {
        circuit.latches().iter().map(|latch| values[latch.node.index()]).collect()
    };
    let mut values = first_values(circuit);
    let mut history = Vec::with_capacity(most);
    for _ in 0..most {
        history.push(of_latches(&values));
        let next: Vec<Values> = circuit.latches().iter().map(|latch| of(&values, latch.next)).collect();
        for (latch, next) in circuit.latches().iter().zip(next) {
            values[latch.node.index()] = next;
        }
        evaluate(circuit, &mut values);
    }
    let last = closure(circuit, values);
    let settled = circuit.latches().iter().map(|latch| constant(&last, latch.node)).collect();
    let last = of_latches(&last);
    let differs = |of: &Vec<Values>| of.iter().zip(&last).any(|(&a, &b)| b != ANY && a != b);
    (settled, history.iter().rposition(differs).map_or(0, |step| step + 1))
}

/// The constant that a node is if it takes no other value.
fn constant(values: &[Values], node: NodeId) -> Option<Signal> {
    match values[node.index()] {
        ZERO => Some(Signal::FALSE),
        ONE => Some(Signal::TRUE),
        _ => None,
    }
}

/// The sets of a step and of all steps after it.
fn closure(circuit: &Circuit, mut values: Vec<Values>) -> Vec<Values> {
    let readers = Readers::new(circuit);
    let mut changed: Vec<NodeId> = Vec::new();
    for latch in circuit.latches() {
        let next = of(&values, latch.next);
        widen(&mut values, latch.node, next, &mut changed);
    }
    while let Some(node) = changed.pop() {
        for &reader in readers.of(node) {
            let reader = NodeId::new(reader as usize);
            let more = match circuit.nodes()[reader.index()] {
                Node::And(a, b) => conjunction(of(&values, a), of(&values, b)),
                Node::Latch(latch) => of(&values, circuit.latches()[latch.index()].next),
                _ => continue,
            };
            widen(&mut values, reader, more, &mut changed);
        }
    }
    values
}

/// All sets in the initial states. Latches with reset functions get the sets of these.
fn first_values(circuit: &Circuit) -> Vec<Values> {
    let mut values = vec![ANY; circuit.nodes().len()];
    values[NodeId::FALSE.index()] = ZERO;
    for latch in circuit.latches() {
        values[latch.node.index()] = match latch.reset.value() {
            Some(false) => ZERO,
            Some(true) => ONE,
            None => ANY,
        };
    }
    for node in circuit.reset_order() {
        values[node.index()] = match circuit.nodes()[node.index()] {
            Node::And(a, b) => conjunction(of(&values, a), of(&values, b)),
            Node::Latch(latch) => match circuit.latches()[latch.index()].reset {
                Reset::Function(signal) => of(&values, signal),
                _ => continue,
            },
            Node::False | Node::Input(_) => continue,
        };
    }
    evaluate(circuit, &mut values);
    values
}

/// The sets of all gates, from those of the latches.
fn evaluate(circuit: &Circuit, values: &mut [Values]) {
    for (i, node) in circuit.nodes().iter().enumerate() {
        if let Node::And(a, b) = *node {
            values[i] = conjunction(of(values, a), of(values, b));
        }
    }
}

fn of(values: &[Values], signal: Signal) -> Values {
    let plain = values[signal.node().index()];
    if signal.is_negated() {
        (plain & ZERO) << 1 | plain >> 1
    } else {
        plain
    }
}

fn conjunction(a: Values, b: Values) -> Values {
    (a | b) & ZERO | a & b & ONE
}

fn widen(values: &mut [Values], node: NodeId, more: Values, changed: &mut Vec<NodeId>) {
    let old = &mut values[node.index()];
    if *old | more != *old {
        *old |= more;
        changed.push(node);
    }
}

/// By node: the gates that have it as a fanin, and the latches that have it as their next state.
struct Readers {
    /// The place where each node's list begins; one entry more than there are nodes.
    starts: Vec<u32>,
    readers: Vec<u32>,
}

impl Readers {
    fn new(circuit: &Circuit) -> Readers {
        let mut starts = vec![0u32; circuit.nodes().len() + 1];
        each_edge(circuit, |from, _| starts[from + 1] += 1);
        for i in 1..starts.len() {
            starts[i] += starts[i - 1];
        }
        let mut fill = starts.clone();
        let mut readers = vec![0; starts.last().map_or(0, |&n| n as usize)];
        each_edge(circuit, |from, to| {
            readers[fill[from] as usize] = to as u32;
            fill[from] += 1;
        });
        Readers { starts, readers }
    }

    fn of(&self, node: NodeId) -> &[u32] {
        &self.readers[self.starts[node.index()] as usize..self.starts[node.index() + 1] as usize]
    }
}

fn each_edge(circuit: &Circuit, mut edge: impl FnMut(usize, usize)) {
    for (i, node) in circuit.nodes().iter().enumerate() {
        if let Node::And(a, b) = node {
            edge(a.node().index(), i);
            edge(b.node().index(), i);
        }
    }
    for latch in circuit.latches() {
        edge(latch.next.node().index(), latch.node.index());
    }
}

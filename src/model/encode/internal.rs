//! A circuit some of whose gates have become latches, so that a clause may speak of them.
//!
//! A clause over latches cannot say that a sum is small or that two words are equal; a clause over the gates that
//! compute this can. So a gate that depends on latches alone, an *internal signal*, gets a latch of its own (Dureja,
//! Gurfinkel, Ivrii, Vizel, "IC3 with Internal Signals", FMCAD 2021). The latch always has the gate's value: its reset
//! is the gate, and its next state is the gate over the next states of the latches below. The rest of the circuit reads
//! the latch instead of the gate.
//!
//! The new latch is a *copy*: [`CopiedGate::defined_by`] says which signal of the present step it equals. An engine has
//! to know that, or it meets states that do not exist.
//! [`Transition::with_copies`](crate::model::transition::Transition) makes the copy's variable one that clauses define.
//!
//! Invariant: a gate that reads a copy stands behind the gate that defines it, so that one pass over the nodes
//! evaluates both.
//!
//! Gates are chosen by fan-out: those that several gates read, and those that a gate over inputs reads. Of a tree of
//! gates that is read at one place only the top is worth a name.

use crate::base::HashMap;
use crate::model::circuit::{Circuit, CopiedGate, LatchId, Node, NodeId, Reset, Signal};

/// A circuit with internal signals.
#[derive(Clone, Debug)]
pub struct WithInternal {
    /// Inputs, properties and constraints are those of the original in the same order; latches are the original's, then
    /// the copies.
    pub circuit: Circuit,
    /// The copies, in the order of their latches.
    pub copies: Vec<CopiedGate>,
}

/// Makes latches of at most `most` internal signals, those with the largest fan-out. Their next states are gates anew,
/// at most as many as the circuit has. Takes time linear in the circuit.
pub fn with_internal_signals(original: &Circuit, most: usize) -> WithInternal {
    let chosen = chosen_gates(original, most);
    let nodes = original.nodes();
    let mut circuit = Circuit::new();
    let mut image = vec![Signal::FALSE; nodes.len()];
    for &node in original.inputs() {
        image[node.index()] = circuit.add_input();
    }
    for latch in original.latches() {
        let reset = latch.reset.function().map_or(latch.reset, |_| Reset::Free);
        image[latch.node.index()] = circuit.add_latch(reset);
    }
    let mut copies: Vec<CopiedGate> = Vec::new();
    for (n, _) in nodes.iter().enumerate().filter(|&(n, _)| chosen[n]) {
        let latch = LatchId::new(circuit.latches().len());
        image[n] = circuit.add_latch(Reset::Free);
        copies.push(CopiedGate { latch, defined_by: Signal::FALSE, of: NodeId::new(n) });
    }
    let of = |image: &[Signal], s: Signal| image[s.node().index()].negate_if(s.is_negated());
    // By gate that a copy is defined by: the copy. A gate and its copy have the same value, and only the copy is read.
    let mut names: HashMap<NodeId, Signal> = HashMap::default();
    let mut definitions = copies.iter_mut().peekable();
    for (n, node) in nodes.iter().enumerate() {
        if let Node::And(a, b) = *node {
            let gate = circuit.and(of(&image, a), of(&image, b));
            match definitions.next_if(|copy| copy.of.index() == n) {
                Some(copy) => {
                    copy.defined_by = gate;
                    names.insert(gate.node(), image[n]);
                }
                None => image[n] = gate,
            }
        }
    }
    let mut resets = Vec::new();
    // By node: its value in the next step, over the present one.
    let mut after: Vec<Option<Signal>> = vec![None; nodes.len()];
    after[NodeId::FALSE.index()] = Some(Signal::FALSE);
    for latch in original.latches() {
        let next = of(&image, latch.next);
        after[latch.node.index()] = Some(next);
        circuit.set_next(image[latch.node.index()], next);
        if let Reset::Function(signal) = latch.reset {
            resets.push((image[latch.node.index()], Reset::Function(of(&image, signal))));
        }
    }
    let mut below = chosen;
    for n in (0..nodes.len()).rev() {
        if let (true, Node::And(a, b)) = (below[n], nodes[n]) {
            below[a.node().index()] = true;
            below[b.node().index()] = true;
        }
    }
    for n in (0..nodes.len()).filter(|&n| below[n]) {
        if let Node::And(a, b) = nodes[n] {
            let value = |s: Signal| after[s.node().index()].map(|value| value.negate_if(s.is_negated()));
            if let (Some(a), Some(b)) = (value(a), value(b)) {
                let gate = circuit.and(a, b);
                let named = names.get(&gate.node()).map(|copy| copy.negate_if(gate.is_negated()));
                after[n] = Some(named.unwrap_or(gate));
            }
        }
    }
    let first = first_values(original);
    for copy in &copies {
        let latch = image[copy.of.index()];
        if let Some(next) = after[copy.of.index()] {
            circuit.set_next(latch, next);
        }
        let reset = match first[copy.of.index()] {
            Some(value) => Reset::Function(Signal::constant(value)),
            None => Reset::Function(copy.defined_by),
        };
        resets.push((latch, reset));
    }
    // A gate depends on gates before it and on latches, and the resets of those depended on no cycle.
    let set = circuit.set_resets(&resets);
    debug_assert_eq!(set, Ok(()));
    circuit.add_properties_of(original, &image);
    circuit.symbols = original.symbols.clone();
    WithInternal { circuit, copies }
}

/// By node: its value in all initial states, if resets that are constants say so.
fn first_values(circuit: &Circuit) -> Vec<Option<bool>> {
    let mut first: Vec<Option<bool>> = vec![None; circuit.nodes().len()];
    for (n, node) in circuit.nodes().iter().enumerate() {
        let value = |s: Signal| first[s.node().index()].map(|value| value != s.is_negated());
        first[n] = match *node {
            Node::False => Some(false),
            Node::Input(_) => None,
            Node::Latch(latch) => circuit.latches()[latch.index()].reset.value(),
            Node::And(a, b) => match (value(a), value(b)) {
                (Some(false), _) | (_, Some(false)) => Some(false),
                (Some(true), Some(true)) => Some(true),
                _ => None,
            },
        };
    }
    first
}

/// By node: whether it becomes a latch.
fn chosen_gates(circuit: &Circuit, most: usize) -> Vec<bool> {
    let nodes = circuit.nodes();
    let mut over_inputs = vec![false; nodes.len()];
    let mut fan_out = vec![0u32; nodes.len()];
    let mut boundary = vec![false; nodes.len()];
    for (n, node) in nodes.iter().enumerate() {
        match *node {
            Node::False | Node::Latch(_) => {}
            Node::Input(_) => over_inputs[n] = true,
            Node::And(a, b) => {
                let (a, b) = (a.node().index(), b.node().index());
                over_inputs[n] = over_inputs[a] || over_inputs[b];
                for fanin in [a, b] {
                    fan_out[fanin] += 1;
                    boundary[fanin] |= over_inputs[n];
                }
            }
        }
    }
    let roots = circuit.latches().iter().map(|latch| latch.next);
    for root in roots.chain(circuit.bads().iter().copied()).chain(circuit.constraints().iter().copied()) {
        fan_out[root.node().index()] += 1;
        boundary[root.node().index()] = true;
    }
    let is_candidate =
        |&n: &usize| matches!(nodes[n], Node::And(..)) && !over_inputs[n] && (fan_out[n] > 1 || boundary[n]);
    let mut candidates: Vec<usize> = (0..nodes.len()).filter(is_candidate).collect();
    candidates.sort_by_key(|&n| std::cmp::Reverse(fan_out[n]));
    candidates.truncate(most);
    let mut chosen = vec![false; nodes.len()];
    candidates.into_iter().for_each(|n| chosen[n] = true);
    chosen
}

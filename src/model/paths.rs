//! Simple paths: the parts of a step in which their states differ.
//!
//! A shortest counterexample repeats nothing that the property depends on (Sheeran, Singh, Stålmarck, FMCAD 2000): what
//! lies between two equal states can be left out. If the first of the two begins the run, the second one must be
//! initial with the inputs of its step. So the first step of a path differs from the others in latches, or in inputs
//! that the resets of these latches read; the others differ in latches.

use super::circuit::{Circuit, Latch, Node, NodeId, Signal};
use super::PropertyId;

/// The latches on which a property or a constraint depends, directly or through other latches, and after them inputs.
/// An input is listed if the property or a constraint depends on it and the reset of one of these latches reads it.
/// Takes time linear in the circuit.
pub fn compared(circuit: &Circuit, property: PropertyId) -> Vec<NodeId> {
    let roots = circuit.constraints().iter().copied().chain(circuit.bad(property));
    let steps = cone(circuit, roots, |latch| Some(latch.next));
    let relevant = || circuit.latches().iter().filter(|latch| steps[latch.node.index()]);
    let mut list: Vec<NodeId> = relevant().map(|latch| latch.node).collect();
    if circuit.has_reset_functions() {
        let functions = relevant().filter_map(|latch| latch.reset.function());
        let resets = cone(circuit, functions, |latch| latch.reset.function());
        list.extend(circuit.inputs().iter().filter(|node| steps[node.index()] && resets[node.index()]));
    }
    list
}

/// By node: whether one of the roots depends on it, if a latch depends on what `source` says.
fn cone(
    circuit: &Circuit,
    roots: impl Iterator<Item = Signal>,
    source: impl Fn(&Latch) -> Option<Signal>,
) -> Vec<bool> {
    let mut needed = vec![false; circuit.nodes().len()];
    let mut stack: Vec<NodeId> = roots.map(Signal::node).collect();
    while let Some(node) = stack.pop() {
        if std::mem::replace(&mut needed[node.index()], true) {
            continue;
        }
        match circuit.nodes()[node.index()] {
            Node::False | Node::Input(_) => {}
            Node::Latch(latch) => stack.extend(source(&circuit.latches()[latch.index()]).map(Signal::node)),
            Node::And(a, b) => stack.extend([a.node(), b.node()]),
        }
    }
    needed
}

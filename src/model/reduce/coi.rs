//! Cone of influence: what properties and constraints depend on, through latches and their resets, and a circuit of
//! just that.
//!
//! All passes end here. They say which latches are to be replaced and by what; the copy leaves out the replaced
//! latches and everything that is needed no more, and simplifies on the way.

use super::reduction::{Fact, Reduction};
use crate::model::circuit::{Circuit, InputId, LatchId, Node, NodeId, Reset, Signal};

/// By latch: what stands in its place, a constant or a latch that is not replaced itself. Missing entries are `None`.
pub(super) type Replacement = Vec<Option<Signal>>;

/// The circuit without what its properties and constraints do not depend on, once the replacements are made.
///
/// The replacements must be an inductive fact: true in all initial states, and after each step from a state in which
/// they all are true and whose constraints hold. Constraints of the state *after* may not be used to prove it, for they
/// are replaced too: a constraint that says `a = b` becomes void if `b` is replaced by `a`.
pub(super) fn rebuild(circuit: &Circuit, replacement: &[Option<Signal>], rewriting: bool) -> Reduction {
    rebuild_by(
        circuit,
        replacement,
        |copy, _, a, b| if rewriting { copy.rewritten_and(a, b) } else { copy.and(a, b) },
    )
}

/// [`rebuild`] with gates made by `and`, which is given the copy so far, a gate of the circuit and the images of its
/// fanins. It may add gates, and gives a signal that always equals the conjunction. That signal may read more latches
/// than the conjunction does. If the first value of a latch would depend on itself by that, the circuit is given back
/// as it is.
pub(super) fn rebuild_by(
    circuit: &Circuit,
    replacement: &[Option<Signal>],
    and: impl FnMut(&mut Circuit, NodeId, Signal, Signal) -> Signal,
) -> Reduction {
    let replaced = |latch: LatchId| replacement.get(latch.index()).copied().flatten();
    let needed = cone(circuit, replaced);
    let mut copy = Copy::new(circuit);
    for (id, node) in circuit.input_ids().filter(|(_, node)| needed[node.index()]) {
        copy.image[node.index()] = copy.circuit.add_input();
        copy.inputs.push(id);
    }
    for (id, latch) in circuit.latch_ids() {
        if needed[latch.node.index()] && replaced(id).is_none() {
            // A reset function is set once its gates are there.
            let reset = latch.reset.function().map_or(latch.reset, |_| Reset::Free);
            copy.image[latch.node.index()] = copy.circuit.add_latch(reset);
            copy.latches.push(id);
        }
    }
    let mut facts = Vec::new();
    for (id, latch) in circuit.latch_ids() {
        if let Some(by) = replaced(id) {
            copy.image[latch.node.index()] = copy.of(by);
            facts.push(Fact::new(circuit, id, by));
        }
    }
    copy.gates(&needed, and);
    copy.finish(facts).unwrap_or_else(|| Reduction::identity(circuit))
}

/// By node: whether a property or a constraint depends on it.
fn cone(circuit: &Circuit, replaced: impl Fn(LatchId) -> Option<Signal>) -> Vec<bool> {
    let mut needed = vec![false; circuit.nodes().len()];
    let live = circuit.justice().iter().flatten().chain(circuit.fairness());
    let roots = circuit.bads().iter().chain(circuit.constraints()).chain(live);
    let mut stack: Vec<NodeId> = roots.map(|signal| signal.node()).collect();
    while let Some(node) = stack.pop() {
        if std::mem::replace(&mut needed[node.index()], true) {
            continue;
        }
        match circuit.nodes()[node.index()] {
            Node::False | Node::Input(_) => {}
            Node::Latch(id) => match replaced(id) {
                Some(by) => stack.push(by.node()),
                None => {
                    let latch = &circuit.latches()[id.index()];
                    stack.push(latch.next.node());
                    stack.extend(latch.reset.function().map(Signal::node));
                }
            },
            Node::And(a, b) => stack.extend([a.node(), b.node()]),
        }
    }
    needed
}

/// A circuit being copied.
pub(super) struct Copy<'a> {
    original: &'a Circuit,
    pub(super) circuit: Circuit,
    /// By node of the original: its signal in the copy, or `FALSE` as long as it has none.
    pub(super) image: Vec<Signal>,
    inputs: Vec<InputId>,
    latches: Vec<LatchId>,
}

impl<'a> Copy<'a> {
    pub(super) fn new(original: &'a Circuit) -> Copy<'a> {
        Copy {
            original,
            circuit: Circuit::new(),
            image: vec![Signal::FALSE; original.nodes().len()],
            inputs: Vec::new(),
            latches: Vec::new(),
        }
    }

    /// The copy of a signal.
    pub(super) fn of(&self, signal: Signal) -> Signal {
        self.image[signal.node().index()].negate_if(signal.is_negated())
    }

    /// Copies the needed gates by `and`; inputs and latches must have their images.
    pub(super) fn gates(
        &mut self,
        needed: &[bool],
        mut and: impl FnMut(&mut Circuit, NodeId, Signal, Signal) -> Signal,
    ) {
        for (i, node) in self.original.nodes().iter().enumerate() {
            if let (Node::And(a, b), true) = (node, needed[i]) {
                let (a, b) = (self.of(*a), self.of(*b));
                self.image[i] = and(&mut self.circuit, NodeId::new(i), a, b);
            }
        }
    }

    /// Copies what refers to gates. A constraint that has become true constrains nothing and goes. `None` if the first
    /// value of a latch would depend on itself.
    fn finish(mut self, facts: Vec<Fact>) -> Option<Reduction> {
        let mut resets = Vec::new();
        for &id in &self.latches {
            let latch = &self.original.latches()[id.index()];
            let (image, next) = (self.image[latch.node.index()], self.of(latch.next));
            self.circuit.set_next(image, next);
            if let Reset::Function(signal) = latch.reset {
                resets.push((image, Reset::Function(self.of(signal))));
            }
        }
        self.circuit.set_resets(&resets).ok()?;
        for &bad in self.original.bads() {
            let image = self.of(bad);
            self.circuit.add_bad(image);
        }
        for &constraint in self.original.constraints() {
            let image = self.of(constraint);
            if image != Signal::TRUE {
                self.circuit.add_constraint(image);
            }
        }
        for signals in self.original.justice() {
            let images: Vec<Signal> = signals.iter().map(|&signal| self.of(signal)).collect();
            self.circuit.add_justice(&images);
        }
        for &signal in self.original.fairness() {
            let image = self.of(signal);
            self.circuit.add_fairness(image);
        }
        self.name();
        Some(Reduction::new(self.original, self.circuit, self.inputs, self.latches, facts))
    }

    /// Gives inputs, latches and properties their names in the original. Constraints need none here.
    fn name(&mut self) {
        let names = &self.original.symbols;
        let of = |names: &[String], place: usize| names.get(place).cloned().unwrap_or_default();
        let named = &mut self.circuit.symbols;
        if !names.inputs.is_empty() {
            named.inputs = self.inputs.iter().map(|input| of(&names.inputs, input.index())).collect();
        }
        if !names.latches.is_empty() {
            named.latches = self.latches.iter().map(|latch| of(&names.latches, latch.index())).collect();
        }
        named.bads = names.bads.clone();
        named.justice = names.justice.clone();
        named.fairness = names.fairness.clone();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first latch is needed by nothing, so the places of the others change.
    #[test]
    fn a_latch_that_stays_keeps_its_name() {
        let mut circuit = Circuit::new();
        let input = circuit.add_input();
        let latches = [(); 3].map(|()| circuit.add_latch(Reset::Zero));
        circuit.set_next(latches[1], input);
        circuit.set_next(latches[2], latches[1]);
        circuit.add_bad(latches[2]);
        circuit.symbols.latches = ["idle", "low", "high"].map(String::from).to_vec();
        let reduced = rebuild(&circuit, &[], true).circuit;
        assert_eq!(reduced.symbols.latches, ["low", "high"]);
        assert!(reduced.symbols.inputs.is_empty());
        circuit.symbols.inputs = vec!["push".to_string()];
        assert_eq!(rebuild(&circuit, &[], true).circuit.symbols.inputs, ["push"]);
    }
}

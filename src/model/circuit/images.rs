//! The part of a circuit that is the same in another one that is made from it.

use super::{Circuit, Node, Reset, Signal};

impl Circuit {
    /// Adds the properties of another circuit, and its constraints and fairness signals, in their order. `image` says
    /// by node of the other circuit which signal it is here.
    ///
    /// # Panics
    ///
    /// If an image is no signal of this circuit.
    pub fn add_properties_of(&mut self, other: &Circuit, image: &[Signal]) {
        let of = |signal: &Signal| image[signal.node().index()].negate_if(signal.is_negated());
        for bad in other.bads() {
            self.add_bad(of(bad));
        }
        for constraint in other.constraints() {
            self.add_constraint(of(constraint));
        }
        for signals in other.justice() {
            let signals: Vec<Signal> = signals.iter().map(of).collect();
            self.add_justice(&signals);
        }
        for signal in other.fairness() {
            self.add_fairness(of(signal));
        }
    }

    /// The signals that next values, resets and properties are.
    pub(in crate::model) fn roots(&self) -> impl Iterator<Item = Signal> + '_ {
        let functions = self.latches.iter().filter_map(|latch| latch.reset.function());
        let next = self.latches.iter().map(|latch| latch.next);
        let live = self.justice.iter().flatten().chain(&self.fairness);
        self.bads.iter().chain(&self.constraints).chain(live).copied().chain(next).chain(functions)
    }

    /// The circuit without the gates that neither a next value, a reset nor a property reads, and by node its signal
    /// there. All inputs and latches stay, in their order.
    pub(in crate::model) fn without_unread_gates(&self) -> (Circuit, Vec<Signal>) {
        let mut is_read = vec![false; self.nodes.len()];
        self.roots().for_each(|signal| is_read[signal.node().index()] = true);
        for (i, node) in self.nodes.iter().enumerate().rev() {
            if let (Node::And(a, b), true) = (node, is_read[i]) {
                is_read[a.node().index()] = true;
                is_read[b.node().index()] = true;
            }
        }
        let mut copy = Circuit::new();
        let mut image = vec![Signal::FALSE; self.nodes.len()];
        let of =
            |image: &[Signal], signal: Signal| image[signal.node().index()].negate_if(signal.is_negated());
        for (i, node) in self.nodes.iter().enumerate() {
            image[i] = match *node {
                Node::Input(_) => copy.add_input(),
                Node::Latch(_) => copy.add_latch(Reset::Free),
                Node::And(a, b) if is_read[i] => copy.and(of(&image, a), of(&image, b)),
                Node::And(..) | Node::False => Signal::FALSE,
            };
        }
        for (latch, original) in copy.latches.iter_mut().zip(&self.latches) {
            latch.next = of(&image, original.next);
            latch.reset = match original.reset {
                Reset::Function(signal) => Reset::Function(of(&image, signal)),
                reset => reset,
            };
        }
        copy.add_properties_of(self, &image);
        copy.symbols = self.symbols.clone();
        (copy, image)
    }
}

//! The part of a circuit that is the same in another one that is made from it.

use super::{Circuit, Signal};

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
}

//! The circuit that tells when all signals of a justice property have come once more.

use super::{bare, name};
use crate::model::circuit::{Circuit, NodeId, Reset, Signal};
use crate::model::invariant::{ClausalInvariant, Layer};
use crate::model::PropertyId;

/// A circuit that goes through rounds: it waits for one signal after the other, and when the last one has come a round
/// is over and the next one begins. All signals are true infinitely often exactly if rounds end infinitely often.
///
/// Behind the original's nodes come the latches of the *turn*, one less than there are signals, of which the first `i`
/// are true if the signal of number `i` is waited for; then the latch *over*, which is true in the step after the one
/// in which a round ended.
#[derive(Clone, Debug)]
pub struct RoundsForm {
    /// The circuit, without properties.
    pub circuit: Circuit,
    /// The latch that is true after the step in which a round ended.
    pub over: Signal,
    /// The nodes of the original, and its latches.
    nodes: usize,
    latches: usize,
    signals: usize,
}

/// The circuit of the rounds of a justice property; `None` if the circuit does not have that property.
pub fn rounds_form(original: &Circuit, property: PropertyId) -> Option<RoundsForm> {
    let (mut circuit, signals) = bare(original, property)?;
    let latches = circuit.latches().len();
    let mut turns = vec![Signal::TRUE];
    for turn in 1..signals.len() {
        turns.push(circuit.add_latch(Reset::Zero));
        let count = circuit.latches().len();
        name(&mut circuit.symbols.latches, count, format!("turn {}", turn));
    }
    let over = circuit.add_latch(Reset::Zero);
    let count = circuit.latches().len();
    name(&mut circuit.symbols.latches, count, "over".to_string());
    let came: Vec<Signal> = turns.iter().zip(&signals).map(|(&turn, &s)| circuit.and(turn, s)).collect();
    let ends = came.last().copied().unwrap_or(Signal::TRUE);
    circuit.set_next(over, ends);
    for (turn, pair) in turns.windows(2).enumerate() {
        let there = circuit.or(pair[1], came[turn]);
        let next = circuit.and(there, !ends);
        circuit.set_next(pair[1], next);
    }
    Some(RoundsForm { circuit, over, nodes: original.nodes().len(), latches, signals: signals.len() })
}

impl RoundsForm {
    /// The states of an invariant in which no round has just ended: a condition on the original's latches and the turn.
    /// The invariant is one of a circuit that has gates behind the form's nodes; the condition has its own instead.
    pub fn between(&self, circuit: &Circuit, invariant: &ClausalInvariant) -> ClausalInvariant {
        let leaf = |node: NodeId| if node == self.over.node() { Signal::FALSE } else { node.signal() };
        invariant.translate(circuit, self.circuit.nodes().len(), leaf)
    }

    /// The layers of the original that a set of states between the ends of rounds gives, the lowest first: the last
    /// turn's, and so on to the first turn's.
    pub fn layers(&self, between: &ClausalInvariant) -> Vec<Layer> {
        let layer = |turn: usize| {
            let leaf = |node: NodeId| {
                let latch = self.circuit.latch_of(node.signal()).map(|latch| latch.index());
                match latch.and_then(|latch| (latch + 1).checked_sub(self.latches)) {
                    Some(0) | None => node.signal(),
                    // The latch behind those of the turns is the one that is false here.
                    Some(t) => Signal::constant(t < self.signals && t <= turn),
                }
            };
            Layer { waits_for: turn, states: between.translate(&self.circuit, self.nodes, leaf) }
        };
        (0..self.signals).rev().map(layer).collect()
    }
}

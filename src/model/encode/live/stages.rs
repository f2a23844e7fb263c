//! The circuit that counts how often the signals of a justice property come.

use super::{bare, name, restricted};
use crate::model::circuit::{Circuit, Reset, Signal};
use crate::model::invariant::{Invariant, Layer};
use crate::model::PropertyId;

/// A circuit that counts, in stages.
///
/// In stage `c` it waits for the signal of number `c` modulo their number, and the step in which that signal is true
/// leads to stage `c` + 1. So the signals are waited for in turns, and all are true infinitely often exactly if each
/// stage is left. The stage is kept in one latch a stage, which is true from that stage on: a counter that absorbs. Bad
/// signal `k` − 1 says that stage `k` − 1, the last one of the first `k`, is left.
#[derive(Clone, Debug)]
pub struct StagesForm {
    /// The circuit; its properties are `b0` to the number of stages less one.
    pub circuit: Circuit,
    /// The latches of the original.
    latches: usize,
    /// The signals that are waited for.
    signals: usize,
}

/// The circuit that counts so many stages, at least one; `None` if the circuit does not have that property.
pub fn stages_form(original: &Circuit, property: PropertyId, stages: usize) -> Option<StagesForm> {
    let (mut circuit, signals) = bare(original, property)?;
    let latches = circuit.latches().len();
    let mut reached = vec![Signal::TRUE];
    for stage in 1..stages.max(1) {
        reached.push(circuit.add_latch(Reset::Zero));
        let count = circuit.latches().len();
        name(&mut circuit.symbols.latches, count, format!("stage {}", stage));
    }
    for (stage, &here) in reached.iter().enumerate() {
        let leaves = circuit.and(here, signals[stage % signals.len()]);
        circuit.add_bad(leaves);
        if let Some(&after) = reached.get(stage + 1) {
            let next = circuit.or(after, leaves);
            circuit.set_next(after, next);
        }
    }
    Some(StagesForm { circuit, latches, signals: signals.len() })
}

impl StagesForm {
    /// The property that the first `k` stages are never all left.
    pub fn property(&self, k: usize) -> PropertyId {
        PropertyId::new(k.saturating_sub(1))
    }

    /// The ranking of the original that an invariant gives which excludes that the first `k` stages are left: one layer
    /// a stage, the last stage first.
    pub fn layers(&self, k: usize, invariant: &Invariant) -> Vec<Layer> {
        let layer = |stage: usize| {
            let value = |signal: Signal| {
                let latch = self.circuit.latch_of(signal)?.index();
                // The first added latch is true from stage 1 on.
                let stage_of_latch = (latch + 1).checked_sub(self.latches).filter(|&s| s > 0)?;
                Some((stage_of_latch <= stage) != signal.is_negated())
            };
            Layer { waits_for: stage % self.signals, states: restricted(invariant, value) }
        };
        (0..k).rev().map(layer).collect()
    }
}

//! The circuit that counts how often the signals of a justice property come.

use super::{bare, name};
use crate::base::HashMap;
use crate::model::circuit::{Circuit, NodeId, Reset, Signal};
use crate::model::invariant::{ClausalInvariant, Layer};
use crate::model::simulate::Simulator;
use crate::model::trace::Trace;
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
    /// The nodes of the original, and its latches.
    nodes: usize,
    latches: usize,
    /// The signals that are waited for.
    signals: Vec<Signal>,
}

/// The circuit that counts `stages` stages, at least one; `None` if the circuit does not have that property.
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
    Some(StagesForm { circuit, nodes: original.nodes().len(), latches, signals })
}

impl StagesForm {
    /// The property that the first `k` stages are never all left.
    pub fn property(&self, k: usize) -> PropertyId {
        PropertyId::new(k.saturating_sub(1))
    }

    /// The ranking of the original that an invariant gives which excludes that the first `k` stages are left: one layer
    /// a stage, the last stage first.
    pub fn layers(&self, k: usize, invariant: &ClausalInvariant) -> Vec<Layer> {
        let layer = |stage: usize| {
            let leaf = |node: NodeId| {
                let latch = self.circuit.latch_of(node.signal()).map(|latch| latch.index());
                // The first added latch is true from stage 1 on.
                match latch.and_then(|latch| (latch + 1).checked_sub(self.latches)) {
                    Some(0) | None => node.signal(),
                    Some(stage_of_latch) => Signal::constant(stage_of_latch <= stage),
                }
            };
            let states = invariant.translate(&self.circuit, self.nodes, leaf);
            Layer { waits_for: stage % self.signals.len(), states }
        };
        (0..k).rev().map(layer).collect()
    }

    /// A lasso of the original that a trace of the form runs through: a state comes again, with all signals in between.
    pub fn lasso(&self, property: PropertyId, trace: &Trace) -> Option<Trace> {
        let mut simulator = Simulator::new(&self.circuit);
        simulator.set_state(|latch| trace.initial[latch.index()] as u64);
        let latches = &self.circuit.latches()[..self.latches];
        let mut first: HashMap<Vec<bool>, usize> = HashMap::default();
        // By signal: the number of steps up to the last one in which it was true.
        let mut seen = vec![0; self.signals.len()];
        for step in 0..=trace.inputs.len() {
            let is_true = |signal: Signal| simulator.value(signal) & 1 == 1;
            let state = latches.iter().map(|latch| is_true(latch.node.signal())).collect();
            let start = *first.entry(state).or_insert(step);
            if start < step && seen.iter().all(|&seen| seen > start) {
                let initial = trace.initial[..self.latches].to_vec();
                return Some(Trace { property, initial, inputs: trace.inputs[..step].to_vec() });
            }
            let inputs = trace.inputs.get(step)?;
            simulator.evaluate(|input| inputs[input.index()] as u64);
            for (seen, &signal) in seen.iter_mut().zip(&self.signals) {
                if simulator.value(signal) & 1 == 1 {
                    *seen = step + 1;
                }
            }
            simulator.advance();
        }
        None
    }
}

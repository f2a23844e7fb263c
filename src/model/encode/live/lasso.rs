//! The circuit that is bad when a lasso has been run through, and lassos from its traces.

use super::{bare, name};
use crate::base::HashSet;
use crate::model::circuit::{Circuit, Node, NodeId, Reset, Signal};
use crate::model::invariant::Certificate;
use crate::model::simulate::Simulator;
use crate::model::trace::Trace;
use crate::model::PropertyId;

/// Steps that [`complete`] may add.
const MOST_STEPS: usize = 1 << 16;
/// Values of latches that [`complete`] may keep.
const MOST_VALUES: usize = 1 << 26;

/// A circuit whose bad signal says that a lasso of another circuit has been run through.
///
/// Behind the original's nodes come, in this order: the input *save*; the latch *saved*, which tells that the input was
/// true before; for each latch of the original its *copy*, taken when the input was first true; for each signal that is
/// to be true infinitely often the latch *seen*, which tells that it was true since then. All latches start as false.
/// The circuit is bad if a state was saved, the latches are equal to their copies, and all signals were seen. Latches
/// on which neither the signals nor the constraints depend are not compared.
#[derive(Clone, Debug)]
pub struct LassoForm {
    /// The circuit; its only property is `b0`.
    pub circuit: Circuit,
    property: PropertyId,
    inputs: usize,
    latches: usize,
    /// The nodes of the original and those of inputs and latches behind them.
    leaves: usize,
}

/// The circuit with the input and the latches of its lasso form behind its nodes, but without what they are for: they
/// keep their values, and there is no property. `None` if the circuit does not have that property.
pub fn lasso_leaves(original: &Circuit, property: PropertyId) -> Option<Circuit> {
    let (mut circuit, signals) = bare(original, property)?;
    circuit.add_input();
    // The latch that tells of a saved state, the copies, and those that tell of signals.
    for _ in 0..1 + original.latches().len() + signals.len() {
        circuit.add_latch(Reset::Zero);
    }
    name_all(original, &mut circuit, signals.len());
    Some(circuit)
}

/// The circuit of the lassos that violate a justice property; `None` if the circuit does not have that property.
pub fn lasso_form(original: &Circuit, property: PropertyId) -> Option<LassoForm> {
    let compared = cone(original, property);
    let signals = bare(original, property)?.1;
    let mut circuit = lasso_leaves(original, property)?;
    let leaves = circuit.nodes().len();
    let all: Vec<Signal> = circuit.latches().iter().map(|latch| latch.node.signal()).collect();
    let (latches, added) = all.split_at(original.latches().len());
    let (saved, added) = (added[0], &added[1..]);
    let (copies, seen) = added.split_at(latches.len());
    let save = circuit.inputs()[original.inputs().len()].signal();

    let in_loop = circuit.or(saved, save);
    circuit.set_next(saved, in_loop);
    let saving = circuit.and(save, !saved);
    let mut closed = vec![saved];
    for ((&latch, &copy), &counts) in latches.iter().zip(copies).zip(&compared) {
        let next = circuit.mux(saving, latch, copy);
        circuit.set_next(copy, next);
        if counts {
            closed.push(!circuit.xor(latch, copy));
        }
    }
    for (&signal, &seen) in signals.iter().zip(seen) {
        let now = circuit.and(in_loop, signal);
        let next = circuit.or(seen, now);
        circuit.set_next(seen, next);
        closed.push(seen);
    }
    let bad = circuit.and_all(&closed);
    circuit.add_bad(bad);
    let (inputs, latches) = (original.inputs().len(), latches.len());
    Some(LassoForm { circuit, property, inputs, latches, leaves })
}

fn name_all(original: &Circuit, circuit: &mut Circuit, signals: usize) {
    let symbols = &mut circuit.symbols;
    name(&mut symbols.inputs, original.inputs().len() + 1, "save".to_string());
    let count = original.latches().len();
    name(&mut symbols.latches, count + 1, "saved".to_string());
    for i in 0..count {
        let copied = match symbols.latches[i].as_str() {
            "" => format!("saved l{}", i),
            own => format!("saved {}", own),
        };
        symbols.latches.push(copied);
    }
    symbols.latches.extend((0..signals).map(|i| format!("seen {}", i)));
}

/// By latch: whether the signals of a justice property or the constraints depend on it, through latches.
fn cone(circuit: &Circuit, property: PropertyId) -> Vec<bool> {
    let mut seen = vec![false; circuit.nodes().len()];
    let signals = circuit.recurring(property).into_iter().flatten();
    let mut stack: Vec<NodeId> =
        signals.chain(circuit.constraints().iter().copied()).map(Signal::node).collect();
    while let Some(node) = stack.pop() {
        if std::mem::replace(&mut seen[node.index()], true) {
            continue;
        }
        match circuit.nodes()[node.index()] {
            Node::False | Node::Input(_) => {}
            Node::Latch(latch) => stack.push(circuit.latches()[latch.index()].next.node()),
            Node::And(a, b) => stack.extend([a.node(), b.node()]),
        }
    }
    circuit.latches().iter().map(|latch| seen[latch.node.index()]).collect()
}

impl LassoForm {
    /// A proof that the form is safe as one in the signals of [`lasso_leaves`]: gates of the form become its own.
    pub fn proof(&self, proof: &Certificate) -> Certificate {
        proof.over(proof.states().translate(&self.circuit, self.leaves, NodeId::signal))
    }

    /// The lasso that a trace of the form has run through, and the step at which its loop begins. The trace ends before
    /// the step in which the form is bad: its state is the one at which the loop began, as far as that counts.
    pub fn lasso(&self, trace: &Trace) -> (Trace, usize) {
        let start = trace.inputs.iter().position(|step| step.get(self.inputs) == Some(&true));
        let mut inputs = trace.inputs.clone();
        inputs.pop();
        inputs.iter_mut().for_each(|step| step.truncate(self.inputs));
        let mut initial = trace.initial.clone();
        initial.truncate(self.latches);
        (Trace { property: self.property, initial, inputs }, start.unwrap_or(0))
    }
}

/// The first step of a run whose state is the one after the last step, if there is one.
pub fn closes_at(circuit: &Circuit, run: &Trace) -> Option<usize> {
    let mut simulator = Simulator::new(circuit);
    simulator.set_state(|latch| run.initial[latch.index()] as u64);
    let mut states = vec![run.initial.clone()];
    for step in &run.inputs {
        simulator.evaluate(|input| step[input.index()] as u64);
        simulator.advance();
        let value = |signal: Signal| simulator.value(signal) & 1 == 1;
        states.push(circuit.latches().iter().map(|latch| value(latch.node.signal())).collect());
    }
    let end = states.pop()?;
    states.iter().position(|state| *state == end)
}

/// A lasso whose loop begins at this step, with the loop repeated until all latches are as they were at an earlier
/// repetition. The same lasso if that takes too long: it is closed in the latches that count all the same.
pub fn complete(circuit: &Circuit, lasso: Trace, start: usize) -> Trace {
    let body: Vec<Vec<bool>> = match lasso.inputs.get(start..) {
        Some(body) if !body.is_empty() => body.to_vec(),
        Some(_) | None => return lasso,
    };
    let mut simulator = Simulator::new(circuit);
    simulator.set_state(|latch| lasso.initial[latch.index()] as u64);
    let run = |simulator: &mut Simulator<'_>, inputs: &[Vec<bool>]| {
        for step in inputs {
            simulator.evaluate(|input| step[input.index()] as u64);
            simulator.advance();
        }
        let value = |signal: Signal| simulator.value(signal) & 1 == 1;
        circuit.latches().iter().map(|latch| value(latch.node.signal())).collect::<Vec<bool>>()
    };
    let mut states: HashSet<Vec<bool>> = HashSet::default();
    states.insert(run(&mut simulator, &lasso.inputs[..start]));
    let most = (MOST_STEPS / body.len()).min(MOST_VALUES / circuit.latches().len().max(1));
    for rounds in 1..=most.max(1) {
        if !states.insert(run(&mut simulator, &body)) {
            let mut completed = lasso;
            for _ in 1..rounds {
                completed.inputs.extend(body.iter().cloned());
            }
            return completed;
        }
    }
    lasso
}

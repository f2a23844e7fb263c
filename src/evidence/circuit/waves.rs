//! Runs of circuits as waves.

use super::liveness::lasso_start;
use super::safety::fits;
use crate::evidence::{CheckError, Waves};
use crate::model::circuit::{Circuit, Signal};
use crate::model::simulate::Simulator;
use crate::model::trace::Trace;
use crate::model::CircuitFile;
use crate::theories::bv::Bits;

/// The values of latches and inputs in each step of a trace. Signals without a name are called by their order, as in
/// the symbol table of an AIGER file: `l0`, `l1` and so on, `i0`, `i1` and so on.
///
/// # Errors
///
/// [`CheckError::Malformed`] if the trace does not fit the circuit.
pub fn waves(circuit: &Circuit, trace: &Trace) -> Result<Waves, CheckError> {
    let mut shown = latches(circuit);
    shown.extend(inputs(circuit));
    Ok(simulated(circuit, trace, &[shown])?.remove(0))
}

/// The signals of a design in each step of a trace: latches, inputs, outputs and bad signals. Bits that are a word's by
/// their names are joined.
///
/// The loop of a lasso is run through twice. The word `loop` is 0 in the stem, 1 in the first round, 2 in the second.
///
/// # Errors
///
/// As for [`waves`].
pub fn design_waves(file: &CircuitFile, trace: &Trace) -> Result<Waves, CheckError> {
    let circuit = &file.circuit;
    let (end, start) = (trace.inputs.len(), lasso_start(circuit, trace).ok());
    let mut shown = trace.clone();
    shown.inputs.extend_from_slice(&trace.inputs[start.unwrap_or(end)..]);
    let outputs = file.outputs.iter().enumerate().map(|(i, output)| match output.name.as_str() {
        "" => (format!("o{}", i), output.signal),
        name => (name.to_string(), output.signal),
    });
    // Outputs that are the bad signals have names of outputs.
    let mark = if file.bads_are_outputs { 'o' } else { 'b' };
    let bads = circuit.bads().iter().enumerate();
    let bads = bads.map(|(i, &bad)| (named(&circuit.symbols.bads, mark, i), bad));
    let kinds = [latches(circuit), inputs(circuit), outputs.collect(), bads.collect()];
    let mut all = Waves { signals: Vec::new(), steps: vec![Vec::new(); shown.inputs.len()] };
    simulated(circuit, &shown, &kinds)?.iter().for_each(|kind| all.add(&kind.with_words()));
    if let Some(start) = start {
        all.add_rounds(start, end);
    }
    Ok(all)
}

fn named(names: &[String], mark: char, i: usize) -> String {
    match names.get(i).map_or("", String::as_str) {
        "" => format!("{}{}", mark, i),
        name => name.to_string(),
    }
}

fn latches(circuit: &Circuit) -> Vec<(String, Signal)> {
    let latches = circuit.latches().iter().enumerate();
    latches.map(|(i, latch)| (named(&circuit.symbols.latches, 'l', i), latch.node.signal())).collect()
}

fn inputs(circuit: &Circuit) -> Vec<(String, Signal)> {
    let inputs = circuit.inputs().iter().enumerate();
    inputs.map(|(i, input)| (named(&circuit.symbols.inputs, 'i', i), input.signal())).collect()
}

/// The values of signals of several kinds.
fn simulated(
    circuit: &Circuit,
    trace: &Trace,
    kinds: &[Vec<(String, Signal)>],
) -> Result<Vec<Waves>, CheckError> {
    fits(circuit, trace)?;
    let names = |kind: &Vec<(String, Signal)>| kind.iter().map(|(name, _)| (name.clone(), 1)).collect();
    let mut waves: Vec<Waves> =
        kinds.iter().map(|kind| Waves { signals: names(kind), steps: Vec::new() }).collect();
    let mut simulator = Simulator::new(circuit);
    simulator.set_state(|latch| trace.initial[latch.index()] as u64);
    for inputs in &trace.inputs {
        simulator.evaluate(|input| inputs[input.index()] as u64);
        for (waves, kind) in waves.iter_mut().zip(kinds) {
            let bit = |&(_, signal): &(String, Signal)| Bits::new(simulator.value(signal) & 1, 1);
            waves.steps.push(kind.iter().map(bit).collect());
        }
        simulator.advance();
    }
    Ok(waves)
}

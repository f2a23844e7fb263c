//! Runs of circuits as waves.

use super::safety::fits;
use crate::evidence::{CheckError, Waves};
use crate::model::circuit::{Circuit, Signal};
use crate::model::simulate::Simulator;
use crate::model::trace::Trace;
use crate::theories::bv::Bits;

/// The values of latches and inputs in each step of a trace. Signals without a name are called by their order, as in
/// the symbol table of an AIGER file: `l0`, `l1` and so on, `i0`, `i1` and so on.
///
/// # Errors
///
/// [`CheckError::Malformed`] if the trace does not fit the circuit.
pub fn waves(circuit: &Circuit, trace: &Trace) -> Result<Waves, CheckError> {
    fits(circuit, trace)?;
    let named = |names: &[String], mark: char, i: usize| match names.get(i).map_or("", String::as_str) {
        "" => format!("{}{}", mark, i),
        name => name.to_string(),
    };
    let latches = (0..circuit.latches().len()).map(|i| named(&circuit.symbols.latches, 'l', i));
    let inputs = (0..circuit.inputs().len()).map(|i| named(&circuit.symbols.inputs, 'i', i));
    let signals = latches.chain(inputs).map(|name| (name, 1)).collect();

    let shown: Vec<Signal> = {
        let latches = circuit.latches().iter().map(|latch| latch.node.signal());
        latches.chain(circuit.inputs().iter().map(|input| input.signal())).collect()
    };
    let mut simulator = Simulator::new(circuit);
    simulator.set_state(|latch| trace.initial[latch.index()] as u64);
    let mut steps = Vec::with_capacity(trace.inputs.len());
    for inputs in &trace.inputs {
        simulator.evaluate(|input| inputs[input.index()] as u64);
        steps.push(shown.iter().map(|&signal| Bits::new(simulator.value(signal) & 1, 1)).collect());
        simulator.advance();
    }
    Ok(Waves { signals, steps })
}

//! AIGER witnesses: traces as the hardware competition wants them (Biere, Heljanko, Wieringa: "AIGER 1.9 and beyond",
//! 2011, section 5).
//!
//! ```text
//! 1
//! b0        the property that is violated
//! 010       the first value of each latch
//! 11        the inputs of the first step, one line a step
//! 01        in this last step the property is violated
//! .
//! ```
//!
//! Lines that begin with `c` and a blank are comments. An `x` stands for a value that does not matter and is read as
//! false, or as the reset of a latch that has one; for a reset function that is its value in the first step. A file may
//! hold several witnesses one after the other.

use super::lines::{property, property_number, Line, Lines};
use crate::input::ParseError;
use crate::model::circuit::{Circuit, LatchId};
use crate::model::simulate::Simulator;
use crate::model::trace::Trace;

/// A trace as a witness.
pub fn write_witness(trace: &Trace) -> String {
    let values = |bits: &[bool]| -> String { bits.iter().map(|&b| if b { '1' } else { '0' }).collect() };
    let mut text = format!("1\n{}\n{}\n", trace.property, values(&trace.initial));
    for inputs in &trace.inputs {
        text.push_str(&values(inputs));
        text.push('\n');
    }
    text.push_str(".\n");
    text
}

/// Reads the witnesses of a file, at least one, for this circuit.
///
/// # Errors
///
/// The first thing that is wrong, with line and column: a status other than 1, a property that the circuit does not
/// have, lines of the wrong length, no step, or no line `.` at the end.
pub fn read_witnesses(bytes: &[u8], circuit: &Circuit) -> Result<Vec<Trace>, ParseError> {
    let mut lines = Lines::new(bytes);
    let mut traces = Vec::new();
    while let Some(status) = lines.next_filled() {
        traces.push(read_witness(&mut lines, status, circuit)?);
    }
    if traces.is_empty() {
        return Err(lines.ended(WITNESS));
    }
    Ok(traces)
}

pub(super) const WITNESS: &str = "the line `1` that begins a witness";

/// The witness that begins with this line, the last one that was taken.
pub(super) fn read_witness(lines: &mut Lines, status: Line, circuit: &Circuit) -> Result<Trace, ParseError> {
    match status.text {
        b"1" => {}
        b"0" | b"2" => {
            let message =
                "expected the line `1` that begins a witness; 0 and 2 claim a verdict without evidence";
            return Err(status.error(status.offset, message));
        }
        _ => {
            let expected =
                "evidence: a witness that begins with `1`, an AIGER file, `invariant`, `k-induction`, `lasso-free` \
                 or `ranking`";
            return Err(status.unexpected(status.offset, expected));
        }
    }
    let line = lines.next_filled().ok_or_else(|| lines.ended("a property, such as `b0`"))?;
    let count = circuit.properties().count();
    let property = property(line.text)
        .or_else(|| property_number(line.text))
        .ok_or_else(|| line.unexpected(line.offset, "a property, such as `b0`"))?;
    if !circuit.has(property) {
        let message = format!("there is no property {}; the model has {}", property, count);
        return Err(line.error(line.offset, message));
    }
    let line = lines.next().ok_or_else(|| lines.ended("the first values of the latches"))?;
    let resets: Vec<bool> =
        circuit.latches().iter().map(|latch| latch.reset.value().unwrap_or(false)).collect();
    let initial = values(&line, &resets, "latch")?;
    let is_open = |latch: LatchId| matches!(line.text.get(latch.index()), Some(b'x' | b'X'));
    let anything = vec![false; circuit.inputs().len()];
    let mut inputs: Vec<Vec<bool>> = Vec::new();
    loop {
        let line = lines.next().ok_or_else(|| lines.ended("the inputs of a step, or `.`"))?;
        if line.text == b"." {
            if inputs.is_empty() {
                return Err(line.unexpected(line.offset, "the inputs of the first step"));
            }
            let initial = with_functions(circuit, initial, &inputs[0], is_open);
            return Ok(Trace { property, initial, inputs });
        }
        inputs.push(values(&line, &anything, "input")?);
    }
}

/// The first values, those of open latches with reset functions as these say.
fn with_functions(
    circuit: &Circuit,
    mut initial: Vec<bool>,
    inputs: &[bool],
    is_open: impl Fn(LatchId) -> bool,
) -> Vec<bool> {
    if circuit.has_reset_functions() {
        let mut simulator = Simulator::new(circuit);
        simulator.reset(|latch| initial[latch.index()] as u64, |input| inputs[input.index()] as u64);
        for (id, latch) in
            circuit.latch_ids().filter(|(id, latch)| is_open(*id) && latch.reset.function().is_some())
        {
            initial[id.index()] = simulator.value(latch.node.signal()) & 1 != 0;
        }
    }
    initial
}

/// A line of values; where it says `x` the default counts.
fn values(line: &Line, defaults: &[bool], what: &str) -> Result<Vec<bool>, ParseError> {
    let mut values = Vec::with_capacity(defaults.len());
    for (i, (&byte, &default)) in line.text.iter().zip(defaults).enumerate() {
        values.push(match byte {
            b'0' => false,
            b'1' => true,
            b'x' | b'X' => default,
            _ => return Err(line.unexpected(line.offset + i, "0, 1 or x")),
        });
    }
    if line.text.len() != defaults.len() {
        let message =
            format!("expected {} values, one for each {}, found {}", defaults.len(), what, line.text.len());
        return Err(line.error(line.offset + values.len(), message));
    }
    Ok(values)
}

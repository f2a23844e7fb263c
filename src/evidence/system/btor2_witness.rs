//! The BTOR2 witness: a trace in the words of the file.

use super::replay::fits;
use super::safety::bad;
use super::signals;
use crate::evidence::CheckError;
use crate::input::btor2::{Btor2File, Place, Variable};
use crate::model::system::Trace;
use crate::model::PropertyKind;
use crate::solver::term::Value;
use std::fmt::Write;

/// A trace as a BTOR2 witness, as the simulators of the format's authors read it.
///
/// A frame lists the inputs, and the states whose values the file leaves open: in the first frame those without `init`,
/// in the others those without `next`. Variables are named by their order among the lines `state` or `input`, from 0.
///
/// ```text
/// sat
/// b0
/// #0
/// 1 0 went#0
/// @0
/// 0 1 go@0
/// @1
/// 0 0 go@1
/// .
/// ```
///
/// Of a justice property (`j0`) the frames are those of a lasso: the last one leads back to the state of an earlier
/// one.
///
/// # Errors
///
/// [`CheckError::Malformed`](crate::evidence::CheckError::Malformed) if the trace does not fit the file's system.
pub fn write_btor2_witness(file: &Btor2File, trace: &Trace) -> Result<String, CheckError> {
    match trace.property.kind() {
        PropertyKind::Bad => drop(bad(&file.system, trace.property)?),
        PropertyKind::Justice => drop(signals(&file.system, trace.property)?),
    }
    fits(&file.system, trace)?;
    let mut out = format!("sat\n{}\n", trace.property);
    for (frame, step) in trace.steps.iter().enumerate() {
        let is_open =
            |state: &&(usize, &Variable)| (if frame == 0 { state.1.init } else { state.1.next }).is_none();
        let states: Vec<(usize, &Variable)> = file.states.iter().enumerate().collect();
        let open: Vec<_> = states.iter().filter(is_open).collect();
        if frame == 0 || !open.is_empty() {
            // Writing to a string cannot fail.
            let _ = writeln!(out, "#{}", frame);
        }
        for (ordinal, state) in open {
            assign(&mut out, *ordinal, state, (&step.states, &step.inputs), ('#', frame));
        }
        let _ = writeln!(out, "@{}", frame);
        for (ordinal, input) in file.inputs.iter().enumerate() {
            assign(&mut out, ordinal, input, (&step.states, &step.inputs), ('@', frame));
        }
    }
    out.push_str(".\n");
    Ok(out)
}

/// The lines that give a variable its value: one per cell of an array that is split; of other arrays one for all cells
/// that no other line lists, unless they are 0, and one per cell that differs from them, in the order of their indices.
fn assign(
    out: &mut String,
    ordinal: usize,
    variable: &Variable,
    (states, inputs): (&[Value], &[Value]),
    (mark, frame): (char, usize),
) {
    for (cell, place) in variable.places.iter().enumerate() {
        let value = match *place {
            Place::State(index) => states.get(index),
            Place::Input(index) => inputs.get(index),
        };
        let name = name(variable, (mark, frame));
        if let Some(Value::Array(array)) = value {
            let others = bits(array.others());
            if others.contains('1') {
                // Writing to a string cannot fail.
                let _ = writeln!(out, "{} [*] {}{}", ordinal, others, name);
            }
            for (index, value) in array.entries() {
                let _ = writeln!(out, "{} [{}] {}{}", ordinal, bits(index), bits(value), name);
            }
            continue;
        }
        let bits = value.map(bits).unwrap_or_default();
        let index = match variable.index_width {
            None => String::new(),
            Some(width) => {
                let digits: String =
                    (0..width).rev().map(|i| if cell >> i & 1 == 1 { '1' } else { '0' }).collect();
                format!("[{}] ", digits)
            }
        };
        let _ = writeln!(out, "{} {}{}{}", ordinal, index, bits, name);
    }
}

/// The name of a variable in a frame, behind its value.
fn name(variable: &Variable, (mark, frame): (char, usize)) -> String {
    match variable.symbol.as_str() {
        "" => String::new(),
        symbol => format!(" {}{}{}", symbol, mark, frame),
    }
}

/// The digits of a word, the highest first.
fn bits(value: &Value) -> String {
    let digit = |bit: bool| if bit { '1' } else { '0' };
    match value {
        Value::Bits(bits) => (0..bits.width()).rev().map(|i| digit(bits.bit(i))).collect(),
        other => digit(other.is_true()).to_string(),
    }
}

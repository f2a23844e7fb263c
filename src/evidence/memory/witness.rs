//! The BTOR2 witness of a run: the values that the file leaves open.

use crate::base::Budget;
use crate::evidence::CheckError;
use crate::input::btor2::{MemoryFile, Place, Variable};
use crate::model::memory::MemoryRun;
use crate::solver::term::Value;
use crate::theories::bv::Bits;
use std::fmt::Write;

/// A run as a BTOR2 witness, as [`system::write_btor2_witness`](crate::evidence::system::write_btor2_witness) writes
/// those of words. Of a memory that the file leaves open it lists the cells that are not 0, in the order of their
/// indices.
///
/// # Errors
///
/// As [`check_run`](super::check_run).
pub fn write_witness(file: &MemoryFile, run: &MemoryRun) -> Result<String, CheckError> {
    super::check_run(&file.system, run, &Budget::unlimited())?;
    let mut out = format!("sat\n{}\n", run.property);
    for frame in 0..run.steps.len() {
        let is_open =
            |state: &&(usize, &Variable)| !(if frame == 0 { state.1.has_init } else { state.1.has_next });
        let states: Vec<(usize, &Variable)> = file.states.iter().enumerate().collect();
        let open: Vec<_> = states.iter().filter(is_open).collect();
        if frame == 0 || !open.is_empty() {
            // Writing to a string cannot fail.
            let _ = writeln!(out, "#{}", frame);
        }
        for (ordinal, state) in open {
            assign(&mut out, *ordinal, state, run, ('#', frame));
        }
        let _ = writeln!(out, "@{}", frame);
        for (ordinal, input) in file.inputs.iter().enumerate() {
            assign(&mut out, ordinal, input, run, ('@', frame));
        }
    }
    out.push_str(".\n");
    Ok(out)
}

/// The lines that give a variable its value.
fn assign(
    out: &mut String,
    ordinal: usize,
    variable: &Variable,
    run: &MemoryRun,
    (mark, frame): (char, usize),
) {
    let name = match variable.symbol.as_str() {
        "" => String::new(),
        symbol => format!(" {}{}{}", symbol, mark, frame),
    };
    if let Some(memory) = variable.memory {
        let contents = run.open.get(frame).and_then(|open| open.get(memory.index())?.as_ref());
        let cells = contents.into_iter().flat_map(|contents| &contents.cells);
        let set = cells.filter(|(_, value)| **value != zero_like(value));
        let mut lines: Vec<(String, String)> =
            set.map(|(index, value)| (digits(&Value::Bits(index.clone())), digits(value))).collect();
        lines.sort_unstable();
        for (index, value) in lines {
            let _ = writeln!(out, "{} [{}] {}{}", ordinal, index, value, name);
        }
        return;
    }
    for (cell, place) in variable.places.iter().enumerate() {
        let value = match *place {
            Place::State(index) => run.steps[frame].states.get(index),
            Place::Input(index) => run.steps[frame].inputs.get(index),
        };
        let value = value.map(digits).unwrap_or_default();
        let index = match variable.index_width {
            None => String::new(),
            Some(width) => format!("[{}] ", digits(&Value::Bits(Bits::new(cell as u64, width)))),
        };
        let _ = writeln!(out, "{} {}{}{}", ordinal, index, value, name);
    }
}

/// The value of the same sort whose bits are all 0.
fn zero_like(value: &Value) -> Value {
    match value {
        Value::Bits(bits) => Value::Bits(Bits::zero(bits.width())),
        Value::Bool(_) | Value::Number(_) => Value::Bool(false),
    }
}

/// The digits of a word, the highest first.
fn digits(value: &Value) -> String {
    let digit = |bit: bool| if bit { '1' } else { '0' };
    match value {
        Value::Bits(bits) => (0..bits.width()).rev().map(|i| digit(bits.bit(i))).collect(),
        other => digit(other.is_true()).to_string(),
    }
}

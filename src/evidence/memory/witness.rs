//! The BTOR2 witness of a run: the values that the file leaves open.

use crate::base::Budget;
use crate::evidence::system::btor2_witness::{assign as assign_words, bits, frames, name};
use crate::evidence::CheckError;
use crate::input::btor2::{MemoryFile, Variable};
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
    Ok(frames(run.property, (&file.states, &file.inputs), run.steps.len(), |out, ordinal, variable, at| {
        assign(out, ordinal, variable, run, at);
    }))
}

/// The lines that give a variable its value.
fn assign(out: &mut String, ordinal: usize, variable: &Variable, run: &MemoryRun, at: (char, usize)) {
    let (_, frame) = at;
    if let Some(memory) = variable.memory {
        let contents = run.open.get(frame).and_then(|open| open.get(memory.index())?.as_ref());
        let cells = contents.into_iter().flat_map(|contents| &contents.cells);
        let set = cells.filter(|(_, value)| **value != zero_like(value));
        let mut lines: Vec<(String, String)> =
            set.map(|(index, value)| (bits(&Value::Bits(index.clone())), bits(value))).collect();
        lines.sort_unstable();
        for (index, value) in lines {
            // Writing to a string cannot fail.
            let _ = writeln!(out, "{} [{}] {}{}", ordinal, index, value, name(variable, at));
        }
        return;
    }
    let step = &run.steps[frame];
    assign_words(out, ordinal, variable, (&step.states, &step.inputs), at);
}

/// The value of the same sort whose bits are all 0.
fn zero_like(value: &Value) -> Value {
    match value {
        Value::Bits(bits) => Value::Bits(Bits::zero(bits.width())),
        Value::Bool(_) | Value::Number(_) | Value::Element(_) | Value::Array(_) | Value::Data(_) => {
            Value::Bool(false)
        }
    }
}

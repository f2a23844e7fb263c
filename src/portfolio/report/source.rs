//! Files about C programs, recursive or not: witnesses of the competition's format, and harnesses.

use super::{WriteError, Written};
use crate::base::Budget;
use crate::evidence::c::witness::{Metadata, ValueStyle, Witness};
use crate::evidence::c::{harness_remarks, write_harness, Answer, Counterexample, RunOptions};
use crate::input::c::{Failure, Integers, Pos, Program, SourceMap};
use crate::input::CFile;
use crate::model::cfa::{Cfa, Invariant};

fn metadata(file: &CFile, time: &str) -> Metadata {
    let specification = file.options.c.property.specification();
    Metadata::new(&file.name, &file.text, specification, file.options.arch, time)
}

/// The witness of a run that gets these answers.
pub(super) fn of_run(
    file: &CFile,
    program: &Program,
    options: Option<RunOptions>,
    answers: &[Answer],
    time: &str,
) -> Result<Written, WriteError> {
    let options = options.ok_or(WriteError::Unfit("there are no witnesses of paths over reals"))?;
    let (metadata, style) = (metadata(file, time), ValueStyle::Returns);
    let written = Witness::of_run(metadata, program, &options, answers, style, &Budget::unlimited());
    Ok(written.map_err(WriteError::Run)?.to_text().into())
}

/// The witness of a proof: its invariant at the heads of loops, as far as C can express it.
pub(super) fn of_proof(
    file: &CFile,
    program: &Program,
    automaton: (&Cfa, &SourceMap),
    invariant: &Invariant,
    time: &str,
) -> Result<Written, WriteError> {
    let integers = file.options.c.integers;
    if integers != Integers::Words {
        return Err(WriteError::Unfit("proofs over integers and reals have no witness; write text"));
    }
    let witness = Witness::of_proof(metadata(file, time), program, automaton, integers, invariant);
    Ok(witness.to_text().into())
}

/// The witness of a program that is safe, without invariants.
pub(super) fn without_invariants(file: &CFile, time: &str) -> Written {
    Witness::of_invariants(metadata(file, time), file.source.program(), &[]).to_text().into()
}

/// The harness of a run into an error, which the interpreter has met.
pub(super) fn harness(
    file: &CFile,
    program: &Program,
    options: Option<RunOptions>,
    answers: &[Answer],
    reached: Option<(Failure, Pos)>,
) -> Result<Written, WriteError> {
    let (options, error) = match (options, reached) {
        (Some(options), Some(error)) => (options, error),
        (None, _) | (_, None) => {
            return Err(WriteError::Unfit(
                "a harness is about words or mathematical integers, not about reals",
            ))
        }
    };
    let (text, name) = (&file.text, &file.name);
    let run = Counterexample { program, text, file: name, options: &options, answers, error };
    Ok(Written { bytes: write_harness(&run), remarks: harness_remarks(&run) })
}

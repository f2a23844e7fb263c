//! Makes the files of evidence about C programs: witnesses in the competition's format, and harnesses.
//!
//! Programs with and without recursion need the same files from different evidence, so the common part stands here.

use crate::base::Budget;
use crate::c::witness::{lines_about_all, Metadata, ValueStyle, Witness};
use crate::c::{
    harness_remarks, write_harness, Answer, CFile, Counterexample, Failure, Integers, LowerOptions, Numbers,
    Pos, Program, RunOptions, SourceMap,
};
use crate::evidence::any::Written;
use crate::evidence::form::WriteError;
use crate::model::cfa::{Cfa, Invariant};

/// The facts about a program's file that a witness repeats.
#[derive(Clone, Copy)]
pub(super) struct Head<'a> {
    pub name: &'a str,
    pub text: &'a [u8],
    pub options: &'a LowerOptions,
}

fn metadata(head: Head<'_>, program: &Program, time: &str) -> Metadata {
    let specification = head.options.property.specification();
    Metadata::new(head.name, head.text, specification, program.types.options().arch, time)
}

/// Whether the invariants of a program are about words. Only then can they be written as C.
pub(super) fn is_about_words(options: Option<RunOptions>) -> bool {
    options.map_or(false, |options| options.numbers == Numbers::Words)
}

/// The witness of the run with these answers.
pub(super) fn of_run(
    head: Head<'_>,
    program: &Program,
    options: Option<RunOptions>,
    answers: &[Answer],
    time: &str,
) -> Result<Written, WriteError> {
    let options = options.ok_or(WriteError::Unfit("there are no witnesses of paths over reals"))?;
    let (metadata, style) = (metadata(head, program, time), ValueStyle::Returns);
    let written = Witness::of_run(metadata, program, &options, answers, style, &Budget::unlimited());
    Ok(written.map_err(|error| WriteError::Run(Box::new(error)))?.to_text().into())
}

/// The witness of a proof: its invariant at the heads of loops, as far as C can express it.
pub(super) fn of_proof(
    head: Head<'_>,
    program: &Program,
    automaton: (&Cfa, &SourceMap),
    invariant: &Invariant,
    time: &str,
) -> Result<Written, WriteError> {
    let integers = head.options.integers;
    of_all_errors(program)?;
    if integers != Integers::Words {
        return Err(WriteError::Unfit("proofs over integers and reals have no witness; write text"));
    }
    let witness = Witness::of_proof(metadata(head, program, time), program, automaton, integers, invariant);
    let lines = lines_about_all(program, automaton, invariant);
    let left_out = format!(
        "witnesses have no quantifiers: what holds for all elements of arrays is left out {} (--show-invariant)",
        lines.join(", ")
    );
    let remarks = if lines.is_empty() { Vec::new() } else { vec![left_out] };
    Ok(Written { bytes: witness.to_text().into_bytes(), remarks })
}

/// The witness of a program that is safe, without invariants.
pub(super) fn bare(head: Head<'_>, program: &Program, time: &str) -> Result<String, WriteError> {
    of_all_errors(program)?;
    Ok(Witness::of_invariants(metadata(head, program, time), program, &[]).to_text())
}

/// A correctness witness says that a program has none of the errors of a property.
fn of_all_errors(program: &Program) -> Result<(), WriteError> {
    match program.excused.is_empty() {
        true => Ok(()),
        false => Err(WriteError::Unfit(
            "a witness is about all assertions; write the proof of some of them as text",
        )),
    }
}

/// The harness of a run into an error. The interpreter has found the error.
pub(super) fn harness<S>(
    file: &CFile<S>,
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

//! Makes the files of evidence about C programs: witnesses in the competition's format, and harnesses.
//!
//! Programs with and without recursion need the same files from different evidence, so the common part stands here.

use crate::base::Budget;
use crate::c::harness::{with_assertions, Alone};
use crate::c::witness::{lines_about_all, Metadata, ValueStyle, Witness};
use crate::c::{
    harness_remarks, readable_invariants, write_harness, Aim, CFile, Counterexample, Failure, Integers,
    Numbers, Pos, Program, Property, RecordedAnswer, RunOptions, Source, Target,
};
use crate::evidence::any::Written;
use crate::evidence::form::WriteError;
use crate::evidence::program::locations;
use crate::model::cfa::InvariantMap;

/// The description of a witness of this property.
pub(super) fn metadata<L: Target>(file: &CFile<Source<L>>, property: Property, time: &str) -> Metadata {
    let arch = file.source.program.types.options().arch;
    Metadata::new(&file.name, &file.text, property.specification(), arch, time)
}

/// The description of a proof's witness.
fn metadata_of_proof<L: Target>(file: &CFile<Source<L>>, time: &str) -> Metadata {
    metadata(file, file.source.property_of_proof(), time)
}

/// The parts of a proof in readable form: expressions of C if it is about words.
pub(super) fn parts<L: Target>(
    file: &CFile<Source<L>>,
    invariant: &InvariantMap,
    is_full: bool,
) -> Vec<String> {
    let Source { program, lowered, .. } = &file.source;
    match file.source.run_options() {
        Some(options) if options.numbers == Numbers::Words => {
            readable_invariants(program, (lowered.cfa(), lowered.map()), invariant, is_full)
        }
        Some(_) | None => locations::parts(lowered.cfa(), invariant),
    }
}

/// The witness of the run with these answers.
pub(super) fn of_run<L: Target>(
    file: &CFile<Source<L>>,
    options: Option<RunOptions>,
    answers: &[RecordedAnswer],
    time: &str,
) -> Result<Written, WriteError> {
    let options = options.ok_or(WriteError::Unfit("there are no witnesses of paths over reals"))?;
    of_one_file(&file.source.program)?;
    let (style, budget) = (ValueStyle::Returns, Budget::unlimited());
    let metadata = metadata(file, file.source.options().property, time);
    let written = Witness::of_run(metadata, &file.source.program, &options, answers, style, &budget);
    Ok(written.map_err(|error| WriteError::Run(Box::new(error)))?.to_text().into())
}

/// The witness of a proof: its invariant at the heads of loops, as far as C can express it.
pub(super) fn of_proof<L: Target>(
    file: &CFile<Source<L>>,
    invariant: &InvariantMap,
    time: &str,
) -> Result<Written, WriteError> {
    let Source { program, lowered, .. } = &file.source;
    let (automaton, integers) = ((lowered.cfa(), lowered.map()), file.source.options().integers);
    of_one_file(program)?;
    of_all_errors(program)?;
    if integers != Integers::Words {
        return Err(WriteError::Unfit("proofs over integers and reals have no witness; write text"));
    }
    let witness = Witness::of_proof(metadata_of_proof(file, time), program, automaton, integers, invariant);
    let lines = lines_about_all(program, automaton, invariant);
    let left_out = format!(
        "witnesses have no quantifiers: what holds for all elements of arrays is left out {} (--show-invariant)",
        lines.join(", ")
    );
    let remarks = if lines.is_empty() { Vec::new() } else { vec![left_out] };
    Ok(Written { bytes: witness.to_text().into_bytes(), remarks })
}

/// The program with the invariants of its loops as assertions.
pub(super) fn in_program<L: Target>(
    file: &CFile<Source<L>>,
    invariant: &InvariantMap,
) -> Result<Written, WriteError> {
    let Source { program, lowered, .. } = &file.source;
    if file.source.options().integers != Integers::Words {
        return Err(WriteError::Unfit("proofs over integers and reals are no assertions of C; write text"));
    }
    if !program.lines.units().is_empty() {
        return Err(WriteError::Unfit("assertions are written into a program of one file; write text"));
    }
    let automaton = (lowered.cfa(), lowered.map());
    let (bytes, missing) = with_assertions((program, &file.text), automaton, invariant);
    let lines = lines_about_all(program, automaton, invariant);
    let left_out = |what: String| format!("{} (--show-invariant)", what);
    let of_elements = (!lines.is_empty()).then(|| {
        left_out(format!(
            "assertions have no quantifiers: what holds for all elements is left out {}",
            lines.join(", ")
        ))
    });
    let of_macros = (missing > 0)
        .then(|| left_out(format!("{} loops are made by macros: their invariants are left out", missing)));
    Ok(Written { bytes, remarks: of_elements.into_iter().chain(of_macros).collect() })
}

/// The witness of a program that is safe, without invariants.
pub(super) fn bare<L: Target>(file: &CFile<Source<L>>, time: &str) -> Result<String, WriteError> {
    of_one_file(&file.source.program)?;
    of_all_errors(&file.source.program)?;
    Ok(Witness::of_invariants(metadata_of_proof(file, time), &file.source.program, &[]).to_text())
}

/// Other tools know no `main` that calls a function alone, and no loops that are one turn.
fn of_whole_program(program: &Program) -> Result<(), WriteError> {
    match (program.is_function_alone, program.has_loop_contracts) {
        (false, false) => Ok(()),
        (false, true) => Err(WriteError::Unfit(
            "where the contracts of loops are used there is neither a witness nor a harness; use --loop-contracts off",
        )),
        (true, _) => Err(WriteError::Unfit(
            "of a function alone (--function) there is no witness; write text, a harness, or --show-trace",
        )),
    }
}

/// A witness names the hash of the file as it is, which the text with headers and further files has not.
pub(super) fn of_one_file(program: &Program) -> Result<(), WriteError> {
    of_whole_program(program)?;
    match program.lines.is_bundled() {
        false => Ok(()),
        true => Err(WriteError::Unfit(
            "a witness is about one file as it is, without -I, -D and further files; preprocess the program (cc -E) \
             or write text",
        )),
    }
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
pub(super) fn harness<L: Target>(
    file: &CFile<Source<L>>,
    answers: &[RecordedAnswer],
    reached: Option<(Failure, Pos)>,
) -> Result<Written, WriteError> {
    let (options, error) = match (file.source.run_options(), reached) {
        (Some(options), Some(error)) => (options, error),
        (None, _) | (_, None) => {
            return Err(WriteError::Unfit(
                "a harness is about words or mathematical integers, not about reals",
            ))
        }
    };
    let CFile { name, source, .. } = file;
    if source.program.is_function_alone {
        let alone = Alone::new(&source.program, &options, answers).map_err(WriteError::Unfit)?;
        let Alone { program, text, answers, error } = &alone;
        let text = text.as_bytes();
        let aim = Aim::Error(error.0, error.1);
        let run = Counterexample { program, text, file: name, options: &options, answers, aim };
        return Ok(Written { bytes: write_harness(&run), remarks: harness_remarks(&run) });
    }
    harness_to(file, (&options, answers), Aim::Error(error.0, error.1))
}

/// The harness of a run of a whole program.
pub(super) fn harness_to<L: Target>(
    file: &CFile<Source<L>>,
    (options, answers): (&RunOptions, &[RecordedAnswer]),
    aim: Aim<'_>,
) -> Result<Written, WriteError> {
    let CFile { name, text, source } = file;
    of_whole_program(&source.program)?;
    let run = Counterexample { program: &source.program, text, file: name, options, answers, aim };
    Ok(Written { bytes: write_harness(&run), remarks: harness_remarks(&run) })
}

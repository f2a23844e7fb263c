//! Runs of C programs: the interpreter's meaning of each construct, replays, harnesses.

mod arbitrary;
mod arithmetic;
mod claims;
mod control;
mod errors;
mod floats;
mod gnu;
mod harness;
mod held;
mod hostile;
mod library;
mod limits;
mod long;
mod memory;
mod one_run;
mod proofs;
mod readings;
mod recursion;
mod replay;
mod watching;
mod witness_places;
mod witnesses;
mod yaml;

// Of the support that the test programs share, the part that this one uses.
#[path = "../support/cases.rs"]
mod cases;
#[path = "../support/counts.rs"]
mod counts;
#[path = "../support/damage.rs"]
mod damage;
#[path = "../support/paths.rs"]
mod paths;

use indubit::base::Budget;
use indubit::c::{
    read, run, Arch, Ask, COptions, End, Program, Quiet, RecordedAnswer, Run, RunError, RunOptions,
};

/// A program for ILP32.
fn program(text: &str) -> Program {
    program_for(text, Arch::Ilp32)
}

/// A program for a data model.
fn program_for(text: &str, arch: Arch) -> Program {
    let options = COptions { arch, ..COptions::default() };
    match read(text.as_bytes(), &options, &Budget::unlimited()) {
        Ok(program) => program,
        Err(errors) => panic!("{}\n{}", errors[0], text),
    }
}

/// A run with these answers.
fn try_run(program: &Program, options: &RunOptions, answers: &[i128]) -> Result<Run, RunError> {
    let mut answers = answers.iter().copied();
    let mut oracle = |_: &Ask| answers.next();
    run(program, options, &mut oracle, &mut (), &Budget::unlimited())
}

/// The end of a run in words.
fn end_with(text: &str, options: &RunOptions, answers: &[i128]) -> String {
    let program = program(text);
    match try_run(&program, options, answers) {
        Ok(run) => run.end.text(&program.lines),
        Err(error) => error.to_string(),
    }
}

fn end(text: &str, answers: &[i128]) -> String {
    end_with(text, &RunOptions::default(), answers)
}

/// Whether all assertions hold in the body of a `main` behind some declarations, for both data models.
fn holds(declarations: &str, body: &str) {
    holds_with(declarations, body, &RunOptions::default());
}

fn holds_with(declarations: &str, body: &str, options: &RunOptions) {
    for arch in [Arch::Ilp32, Arch::Lp64] {
        holds_for(declarations, body, options, arch);
    }
}

fn holds_for(declarations: &str, body: &str, options: &RunOptions, arch: Arch) {
    let text = format!("{}\nint main(void) {{\n{}\nreturn 0;\n}}\n", declarations, body);
    let program = program_for(&text, arch);
    // A value that no program here expects.
    let mut oracle = |_: &Ask| Some(77);
    match run(&program, options, &mut oracle, &mut (), &Budget::unlimited()) {
        Ok(Run { end: End::Quiet(Quiet::Returned, _), .. }) => {}
        Ok(run) => panic!("{:?}: {}\n{}", arch, run.end.text(&program.lines), text),
        Err(error) => panic!("{:?}: {}\n{}", arch, error, text),
    }
}

/// A run that records its questions: their kinds and lines with the values that were answered.
fn recorded(program: &Program, options: &RunOptions, values: &[i128]) -> (Run, Vec<RecordedAnswer>) {
    let mut values = values.iter().copied();
    let mut answers = Vec::new();
    let mut oracle = |ask: &Ask| {
        let value = values.next()?;
        answers.push(RecordedAnswer { pos: ask.pos, kind: ask.kind, value });
        Some(value)
    };
    let run = run(program, options, &mut oracle, &mut (), &Budget::unlimited()).expect("a run");
    (run, answers)
}

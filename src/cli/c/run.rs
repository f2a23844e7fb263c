//! `indubit run FILE.c`: runs of a program with random values.
//!
//! The program's output comes first, then a line that says how the run ends; so the last line is always that one. Of
//! several runs the one is shown of which the end is told.

use super::programs;
use crate::cli::options::Settings;
use crate::cli::{files, output, Failure, BAD_INPUT, UNKNOWN, UNSAFE};
use indubit::base::{Budget, Json};
use indubit::c::{
    harness_remarks, random_answers, run as run_program, write_harness, Aim, Ask, Counterexample, End,
    Observer, Pos, Program, RecordedAnswer, Run, RunError, RunOptions, View,
};
use std::collections::BTreeSet;

/// Runs a program, whose text this is.
pub fn run(settings: &Settings, bytes: &[u8], budget: &Budget) -> Result<i32, Failure> {
    let file = settings.file(0);
    let bytes = programs::with_headers(file, bytes, settings)?.into_owned();
    let program = programs::parse(file, &bytes, settings, budget)?;
    let mut options = match RunOptions::of(&programs::lowering(settings)?) {
        Some(options) => options,
        None => return Err(Failure::usage("runs are over words or mathematical integers")),
    };
    options.steps = settings.run.steps.unwrap_or(options.steps);
    options.platform = true;
    options.memory = settings.memory.0.unwrap_or(options.memory);
    if let Some(harness) = &settings.harness {
        files::keep_apart(file, harness)?;
        files::remove_old(harness)?;
    }
    let (mut end, mut output) = (None, Output::default());
    for number in 0..settings.run.runs.max(1) {
        let seed = settings.verify.seed.wrapping_add(number);
        output = Output::default();
        let (done, answers) = match run_once(settings, &program, &options, seed, &mut output, budget) {
            Ok(run) => run,
            Err(failure) => return output.print(settings, &program).and(Err(failure)),
        };
        end = Some(done.end);
        if let End::Error(failure, pos) = done.end {
            if let Some(harness) = &settings.harness {
                let (text, name) = (&bytes, &files::shown(file));
                let (options, answers, aim) = (&options, &answers, Aim::Error(failure, pos));
                let run = Counterexample { program: &program, text, file: name, options, answers, aim };
                for remark in harness_remarks(&run) {
                    say!("indubit: {}: {}", name, remark);
                }
                files::write(harness, &write_harness(&run))?;
            }
            break;
        }
    }
    let told = end.map_or(String::new(), |end| end.text(&program.lines));
    let is_error = matches!(end, Some(End::Error(..)));
    output.print(settings, &program)?;
    if settings.json.0 {
        let mut json = Json::default();
        json.open('{').key("version").raw(1).key("end").string(&told).key("error").raw(is_error);
        json.key("output").string(&String::from_utf8_lossy(&output.standard)).close('}');
        output::print(&json.finish())?;
    } else {
        output::print(&format!("{}\n", told))?;
    }
    Ok(if is_error { UNSAFE } else { 0 })
}

/// The text that a program prints.
#[derive(Default)]
struct Output {
    standard: Vec<u8>,
    errors: Vec<u8>,
    /// The places of calls whose output is not whole.
    gaps: BTreeSet<Pos>,
}

impl Observer for Output {
    fn statement(&mut self, _: &View<'_>) {}

    fn printed(&mut self, stream: u64, byte: u8) {
        match stream {
            1 => self.standard.push(byte),
            2 => self.errors.push(byte),
            _ => {}
        }
    }

    fn not_printed(&mut self, place: Pos) {
        self.gaps.insert(place);
    }
}

impl Output {
    /// Each stream as the same stream of this process, whole lines; standard output not with `--json`.
    fn print(&self, settings: &Settings, program: &Program) -> Result<(), Failure> {
        let with_end = |bytes: &[u8]| {
            let end: &[u8] = if matches!(bytes.last(), None | Some(b'\n')) { b"" } else { b"\n" };
            [bytes, end].concat()
        };
        if !settings.json.0 {
            output::print_with(|out| out.write_all(&with_end(&self.standard)))?;
        }
        output::say_bytes(&with_end(&self.errors));
        for &gap in &self.gaps {
            let (line, column) = program.lines.line_and_column(gap);
            let name = files::shown(settings.file(0));
            say!(
                "indubit: {}: line {}, column {}: this format is not followed: the output has a gap",
                name,
                line,
                column
            );
        }
        Ok(())
    }
}

/// A run with random answers, which are recorded if they are wanted.
fn run_once(
    settings: &Settings,
    program: &Program,
    options: &RunOptions,
    seed: u64,
    output: &mut Output,
    budget: &Budget,
) -> Result<(Run, Vec<RecordedAnswer>), Failure> {
    let (mut random, mut answers) = (random_answers(program, seed), Vec::new());
    let is_wanted = settings.harness.is_some();
    let mut oracle = |ask: &Ask| {
        let value = random(ask)?;
        if is_wanted {
            answers.push(RecordedAnswer { pos: ask.pos, kind: ask.kind, value });
        }
        Some(value)
    };
    let done = run_program(program, options, &mut oracle, output, budget).map_err(|error| {
        let code = if error == RunError::NoMain { BAD_INPUT } else { UNKNOWN };
        Failure::new(code, format!("{}: {}", files::shown(settings.file(0)), error))
    })?;
    if settings.stats.0 {
        say!("seed {}: {} steps, {} answers", seed, done.steps, done.answers);
    }
    Ok((done, answers))
}

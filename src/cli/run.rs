//! `indubit run FILE.c`: runs of a program with random values.

use super::options::Settings;
use super::{files, os, output, Failure, BAD_INPUT, UNKNOWN, UNSAFE};
use indubit::base::Budget;
use indubit::evidence::c::{random_answers, run as run_program, Answer, End, Run, RunError, RunOptions};
use indubit::evidence::c::{write_harness, Counterexample};
use indubit::input::c::{self, Ask, COptions, Program};

/// Runs the command.
pub fn run(settings: &Settings) -> Result<i32, Failure> {
    let file = settings.file(0);
    let input = files::open(file)?;
    let budget = settings.budget();
    os::set_on_interrupt(budget.canceller());
    let bytes = input.read(&budget, settings)?;
    let program = read(settings, &bytes, &budget)?;
    let options = RunOptions {
        numbers: settings.run.integers,
        steps: settings.run.steps,
        memory: settings.memory.0.unwrap_or(RunOptions::default().memory),
        ..RunOptions::default()
    };
    if let Some(harness) = &settings.run.harness {
        files::keep_apart(file, harness)?;
        files::remove_old(harness)?;
    }
    let mut end = None;
    for number in 0..settings.run.runs.max(1) {
        let seed = settings.seed.wrapping_add(number);
        let (done, answers) = run_once(settings, &program, &options, seed, &budget)?;
        end = Some(done.end);
        if let End::Error(failure, pos) = done.end {
            if let Some(harness) = &settings.run.harness {
                let (name, error) = (files::shown(file), (failure, pos));
                let run = Counterexample {
                    program: &program,
                    text: &bytes,
                    file: &name,
                    options: &options,
                    answers: &answers,
                    error,
                };
                files::write(harness, &write_harness(&run))?;
            }
            break;
        }
    }
    let told = end.map_or(String::new(), |end| format!("{}\n", end.text(&program.lines)));
    output::print(&told)?;
    Ok(if matches!(end, Some(End::Error(..))) { UNSAFE } else { 0 })
}

/// A run with random answers, which are recorded if they are wanted.
fn run_once(
    settings: &Settings,
    program: &Program,
    options: &RunOptions,
    seed: u64,
    budget: &Budget,
) -> Result<(Run, Vec<Answer>), Failure> {
    let (mut random, mut answers) = (random_answers(program, seed), Vec::new());
    let is_wanted = settings.run.harness.is_some();
    let mut oracle = |ask: &Ask| {
        let value = random(ask)?;
        if is_wanted {
            answers.push(Answer { pos: ask.pos, kind: ask.kind, value });
        }
        Some(value)
    };
    let done = run_program(program, options, &mut oracle, &mut (), budget).map_err(|error| {
        let code = if error == RunError::NoMain { BAD_INPUT } else { UNKNOWN };
        Failure::new(code, format!("{}: {}", files::shown(settings.file(0)), error))
    })?;
    if settings.stats.0 {
        say!("seed {}: {} steps, {} answers", seed, done.steps, done.answers);
    }
    Ok((done, answers))
}

/// The program, or all errors in it.
fn read(settings: &Settings, bytes: &[u8], budget: &Budget) -> Result<Program, Failure> {
    let file = settings.file(0);
    let target = COptions { arch: settings.run.arch, ..COptions::default() };
    c::read(bytes, &target, budget).map_err(|diagnostics| match budget.check() {
        Err(limit) => Failure::unread(files::shown(file), limit),
        Ok(()) => {
            let errors = diagnostics.iter().filter(|diagnostic| !diagnostic.is_warning());
            let lines: Vec<String> = errors.map(|error| error.to_string()).collect();
            Failure::input(files::shown(file), lines.join("\n"))
        }
    })
}

//! `indubit run FILE.c`: runs of a program with random values.

use super::options::Settings;
use super::{files, os, output, programs, Failure, BAD_INPUT, UNKNOWN, UNSAFE};
use indubit::base::Budget;
use indubit::evidence::c::{
    harness_remarks, random_answers, run as run_program, write_harness, Answer, Counterexample, End, Run,
    RunError, RunOptions,
};
use indubit::input::c::{Ask, Program};

/// Runs the command.
pub fn run(settings: &Settings) -> Result<i32, Failure> {
    let file = settings.file(0);
    let input = files::open(file)?;
    let budget = settings.budget();
    os::set_on_interrupt(budget.canceller());
    let bytes = input.read(&budget, settings)?;
    let program = programs::parse(file, &bytes, settings, &budget)?;
    let mut options = match RunOptions::of(&programs::lowering(settings)?) {
        Some(options) => options,
        None => return Err(Failure::usage("runs are over words or mathematical integers")),
    };
    options.steps = settings.run.steps;
    options.memory = settings.memory.0.unwrap_or(options.memory);
    if let Some(harness) = &settings.harness {
        files::keep_apart(file, harness)?;
        files::remove_old(harness)?;
    }
    let mut end = None;
    for number in 0..settings.run.runs.max(1) {
        let seed = settings.seed.wrapping_add(number);
        let (done, answers) = run_once(settings, &program, &options, seed, &budget)?;
        end = Some(done.end);
        if let End::Error(failure, pos) = done.end {
            if let Some(harness) = &settings.harness {
                let (text, name) = (&bytes, &files::shown(file));
                let (options, answers, error) = (&options, &answers, (failure, pos));
                let run = Counterexample { program: &program, text, file: name, options, answers, error };
                for remark in harness_remarks(&run) {
                    say!("indubit: {}: {}", name, remark);
                }
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
    let is_wanted = settings.harness.is_some();
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

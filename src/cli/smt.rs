//! `indubit smt FILE`: SMT-LIB scripts, from a file, a pipe or a terminal.
//!
//! Answers are printed one by one, as soon as their command has been read. At a terminal, Ctrl-C ends the running
//! check, not the dialogue; at the prompt a second Ctrl-C ends the program.

use super::clauses;
use super::files::{self, Input};
use super::options::Settings;
use super::output::{self, Watched};
use super::values::Answers;
use super::{os, Failure, BAD_INPUT, EVIDENCE_FAILED};
use indubit::base::{Budget, Limit};
use indubit::input::{horn, InputError};
use indubit::session::{Interpreter, ScriptFlags, ScriptOptions};
use std::io::{self, BufRead, BufReader, Read};
use std::sync::atomic::Ordering;
use std::time::Instant;

/// Runs the command.
pub fn run(settings: &Settings) -> Result<i32, Failure> {
    let file = settings.file(0);
    let start = Instant::now();
    let budget = settings.budget();
    let mut input = files::open(file)?;
    os::set_on_interrupt(budget.canceller());
    let is_dialogue = file == "-" && os::stdin_is_terminal();
    let looked = if is_dialogue { Ok(false) } else { clauses::is_script(&mut input) };
    if looked.map_err(|error| Failure::input(files::shown(file), error))? {
        let bytes = input.read(&budget, settings)?;
        let script =
            horn::read(&bytes, &budget).map_err(|error| files::unread(file, InputError::of(error)))?;
        return clauses::run(settings, &script, &budget, start);
    }
    let mut options = ScriptOptions { budget: budget.clone(), ..ScriptOptions::default() };
    options.smt = settings.script.solver.clone();
    options.smt.sat.seed = settings.verify.seed;
    options.check_refutations = settings.answers == Answers::All;
    options.check_timeout = settings.check_timeout.0;
    let script = &settings.script;
    options.flags = ScriptFlags {
        print_success: script.print_success.0,
        like_z3: script.like_z3,
        produce_unsat_cores: script.produce_unsat_cores.0,
        produce_proofs: script.produce_proofs.0,
        proof_format: script.proof_format,
        produce_interpolants: script.produce_interpolants.0,
    };
    options.interactive = is_dialogue;
    if options.interactive {
        say!("indubit: SMT-LIB commands are answered one by one; (exit) or the end of input ends");
    }
    let (dialogue, left) = (options.interactive, settings.input_limit());
    let patient = Patient { input, budget: budget.clone(), dialogue, left, late: LATE };
    let reader = Attentive {
        reader: BufReader::with_capacity(1 << 16, patient),
        budget,
        dialogue: options.interactive,
    };
    let (mut out, mut err) = (Watched::new(io::stdout().lock()), Watched::new(io::stderr().lock()));
    let mut interpreter = Interpreter::new(options);
    let result = interpreter.run(reader, &mut out, &mut err);
    let (out_error, err_error) = (out.into_error(), err.into_error());
    if settings.stats.0 {
        statistics(&interpreter, start);
    }
    match (result, out_error, err_error) {
        (Ok(summary), _, _) if summary.refused > 0 => {
            say!("indubit: {} answers failed their check and became unknown", summary.refused);
            Ok(EVIDENCE_FAILED)
        }
        (Ok(summary), _, _) => Ok(if summary.errors > 0 { BAD_INPUT } else { 0 }),
        (Err(_), Some(error), _) => output::close(error).map(|()| 0),
        (Err(_), None, Some(error)) => Err(Failure::output("standard error", &error)),
        (Err(error), None, None) => Err(Failure::input(files::shown(file), error)),
    }
}

/// Bytes of a script that are still read when the budget has ended: checks in them are answered by `unknown`.
const LATE: usize = 1 << 21;

/// Waits for input no longer than the budget allows; the script ends there. A dialogue waits without limit.
struct Patient {
    input: Input,
    budget: Budget,
    dialogue: bool,
    /// Bytes that may be read.
    left: usize,
    /// Bytes that may be read after the end of the budget.
    late: usize,
}

impl Read for Patient {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.dialogue {
            let count = self.input.read_some(buffer);
            // Ctrl-C at the prompt must not end the command that was typed after it.
            listen_anew(&self.budget);
            return count;
        }
        let mut end = self.budget.check().err();
        while !self.input.wait() && end.is_none() {
            end = self.budget.check().err();
        }
        let over = end.is_some();
        // The answers of a script that a signal has ended are not waited for.
        if end == Some(Limit::Cancelled) || over && (self.late == 0 || !self.input.wait()) {
            return Ok(0);
        }
        let count = self.input.read_some(buffer)?;
        if over {
            self.late = self.late.saturating_sub(count);
        }
        self.left = self.left.checked_sub(count).ok_or_else(|| {
            io::Error::new(io::ErrorKind::Other, "the script is too long; give --memory SIZE to allow more")
        })?;
        Ok(count)
    }
}

/// Reads on, and listens to Ctrl-C again after it has ended a check.
struct Attentive<R> {
    reader: R,
    budget: Budget,
    dialogue: bool,
}

impl<R: Read> Read for Attentive<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.reader.read(buffer)
    }
}

impl<R: BufRead> BufRead for Attentive<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.dialogue {
            listen_anew(&self.budget);
        }
        self.reader.fill_buf()
    }

    fn consume(&mut self, count: usize) {
        self.reader.consume(count);
    }
}

/// If there was a Ctrl-C, forgets it and waits for another.
fn listen_anew(budget: &Budget) {
    if budget.canceller().swap(false, Ordering::Relaxed) {
        os::listen_again();
    }
}

fn statistics(interpreter: &Interpreter, start: Instant) {
    let summary = interpreter.summary();
    let counters = [
        ("commands", summary.commands),
        ("errors", summary.errors),
        ("checks", summary.checks),
        ("checked proofs", summary.proofs),
    ];
    for (name, value) in counters.into_iter().chain(interpreter.work()) {
        say!("; {:>12}  {}", value, name);
    }
    say!("; {:>12.3}  seconds", start.elapsed().as_secs_f64());
}

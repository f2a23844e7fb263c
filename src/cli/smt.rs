//! `indubit smt FILE`: SMT-LIB scripts, from a file, a pipe or a terminal.
//!
//! Answers are printed one by one, as soon as their command has been read. At a terminal, Ctrl-C ends the check that
//! runs, not the dialogue; at the prompt a second one ends the program.

use super::values::{Memory, Switch, Timeout, Value};
use super::{files, os, Failure, BAD_INPUT, EVIDENCE_FAILED};
use indubit::base::Budget;
use indubit::input::smtlib::{Interpreter, ScriptOptions};
use indubit::portfolio::Checking;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Arc;
use std::time::Instant;

/// What `indubit smt --help` prints.
pub const USAGE: &str = "\
usage: indubit smt FILE.smt2 [options]         (FILE - is standard input)

Carries out an SMT-LIB 2.6 script over Booleans, bit-vectors, integers and reals. Answers go to standard output.

  --timeout TIME   stop checking after this long in all: 10s (the default unit), 500ms, 2m, 1h
  --memory SIZE    stop before holding more than this: 500M (the default unit), 2G
  --seed N         seed of the random choices (default 0)
  --check HOW      on: check models (default); full: and make and check a proof before answering unsat
  --stats          print statistics as comments on standard error

exit codes: 0, 1 usage or output error, 2 if any command was answered by an error, 3 if a check failed";

#[derive(Default)]
struct Request {
    files: Vec<String>,
    timeout: Timeout,
    memory: Memory,
    seed: u64,
    check: Option<Checking>,
    stats: Switch,
}

/// Runs the command.
pub fn run(args: &[String]) -> Result<i32, Failure> {
    if args.iter().any(|a| a == "--help" || a == "-h") {
        files::print(&format!("{}\n", USAGE));
        return Ok(0);
    }
    let request = parse(args)?;
    let file = match request.files.as_slice() {
        [file] => file.as_str(),
        files => {
            return Err(Failure::usage(format!("expected one script, found {}; see --help", files.len())))
        }
    };
    let start = Instant::now();
    let mut options = ScriptOptions { budget: budget(&request), ..ScriptOptions::default() };
    options.smt.sat.seed = request.seed;
    options.check_refutations = request.check == Some(Checking::Full);
    options.interactive = file == "-" && os::stdin_is_terminal();
    let cancelled = options.budget.canceller();
    os::set_on_interrupt(cancelled.clone());
    if options.interactive {
        eprintln!("indubit: SMT-LIB commands are answered one by one; (exit) or the end of input ends");
    }
    let input: Box<dyn Read> = if file == "-" {
        Box::new(io::stdin())
    } else {
        Box::new(File::open(file).map_err(|error| Failure::input(format!("{}: {}", file, error)))?)
    };
    let reader =
        Attentive { reader: BufReader::with_capacity(1 << 16, input), cancelled, again: options.interactive };

    let mut interpreter = Interpreter::new(options);
    let result = interpreter.run(reader, &mut io::stdout().lock(), &mut io::stderr().lock());
    if request.stats.0 {
        statistics(&interpreter, start);
    }
    match result {
        Ok(summary) if summary.refused > 0 => {
            eprintln!("indubit: {} answers failed their check and became unknown", summary.refused);
            Ok(EVIDENCE_FAILED)
        }
        Ok(summary) => Ok(if summary.errors > 0 { BAD_INPUT } else { 0 }),
        // Who closes the output has seen enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(0),
        Err(error) => Err(Failure::input(format!("{}: {}", files::shown(file), error))),
    }
}

fn parse(args: &[String]) -> Result<Request, Failure> {
    let mut request = Request::default();
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        if !arg.starts_with('-') || arg == "-" {
            request.files.push(arg.clone());
            continue;
        }
        let (name, inline) = match arg.split_once('=') {
            Some((name, value)) => (name, Some(value.to_string())),
            None => (arg.as_str(), None),
        };
        if name == "--stats" && inline.is_none() {
            request.stats = Switch(true);
            continue;
        }
        if !["--timeout", "--memory", "--seed", "--check"].contains(&name) {
            return Err(Failure::usage(format!("there is no option {}; see `indubit smt --help`", arg)));
        }
        let value = inline.or_else(|| args.next().cloned());
        let value = value.ok_or_else(|| Failure::usage(format!("{} lacks its value", name)))?;
        let valid = match name {
            "--timeout" => Timeout::read(&value).map(|time| request.timeout = time),
            "--memory" => Memory::read(&value).map(|size| request.memory = size),
            // Models are always checked.
            "--check" => Checking::read(&value)
                .filter(|check| *check != Checking::Off)
                .map(|check| request.check = Some(check)),
            _ => u64::read(&value).map(|seed| request.seed = seed),
        };
        valid.ok_or_else(|| Failure::usage(format!("{} cannot be `{}`", name, value)))?;
    }
    Ok(request)
}

fn budget(request: &Request) -> Budget {
    let mut budget = Budget::unlimited();
    if let Some(time) = request.timeout.0 {
        budget = budget.with_timeout(time);
    }
    if let Some(bytes) = request.memory.0 {
        budget = budget.with_memory(bytes);
    }
    budget
}

/// Reads on, and listens to Ctrl-C again after it has ended a check.
struct Attentive<R> {
    reader: R,
    cancelled: Arc<AtomicBool>,
    again: bool,
}

impl<R: Read> Read for Attentive<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.reader.read(buffer)
    }
}

impl<R: BufRead> BufRead for Attentive<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.again && self.cancelled.swap(false, Ordering::Relaxed) {
            os::listen_again();
        }
        self.reader.fill_buf()
    }

    fn consume(&mut self, count: usize) {
        self.reader.consume(count);
    }
}

fn statistics(interpreter: &Interpreter, start: Instant) {
    let summary = interpreter.summary();
    let sat = interpreter.solver().statistics();
    let counters = [
        ("commands", summary.commands),
        ("errors", summary.errors),
        ("checks", summary.checks),
        ("checked proofs", summary.proofs),
        ("conflicts", sat.conflicts),
        ("decisions", sat.decisions),
        ("propagations", sat.propagations),
        ("restarts", sat.restarts),
    ];
    for (name, value) in counters {
        eprintln!("; {:>12}  {}", value, name);
    }
    eprintln!("; {:>12.3}  seconds", start.elapsed().as_secs_f64());
}

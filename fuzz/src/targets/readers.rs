//! Readers of models: any bytes are a model or an error with its place; a model that is written reads as the same; and
//! reading keeps to the memory of its budget.

use crate::memory;
use indubit::base::Budget;
use indubit::c::{self, Arch, COptions, Check, Checks, Integers, LowerOptions, SomeSource};
use indubit::input::{aiger, btor2, cfa, dimacs, horn, vmt, InputError, ParseError, Place};
use indubit::session::{Interpreter, ScriptOptions};
use std::fmt::Display;
use std::time::Duration;

/// The memory of a reader's budget.
const MEMORY: u64 = 16 << 20;

/// The limits of all readers.
pub fn budget() -> Budget {
    Budget::unlimited().with_memory(MEMORY).with_timeout(Duration::from_secs(5))
}

/// The bytes that a reader may hold: the budget counts arenas, not all, and what a file says once costs something.
fn allowed(data: &[u8]) -> usize {
    8 * MEMORY as usize + 400 * data.len()
}

/// An error has a message and a place within the bytes.
pub fn demand_place(data: &[u8], error: &ParseError) {
    assert!(!error.message().is_empty(), "an error without a message");
    if let Place::Line { line, column } = error.place() {
        let lines = data.split(|&b| b == b'\n').count();
        assert!(line >= 1 && line <= lines + 1, "line {} of {}: {}", line, lines, error);
        assert!(column >= 1 && column <= data.len() + 2, "column {}: {}", column, error);
    }
}

/// A text that the writer made reads as a model that is written as the same text.
fn demand_stable<M, E: Display>(
    name: &str,
    text: &str,
    read: impl Fn(&[u8]) -> Result<M, E>,
    write: impl Fn(&M) -> String,
) {
    match read(text.as_bytes()) {
        Ok(again) => assert_eq!(text, write(&again), "{}: what is written reads as another model", name),
        Err(error) => panic!("{}: what is written does not read: {}\n{}", name, error, text),
    }
}

/// DIMACS.
pub fn dimacs(data: &[u8]) {
    match memory::within(allowed(data), "the reader of DIMACS", || dimacs::read(data)) {
        Ok(cnf) => demand_stable("DIMACS", &cnf.to_dimacs(), dimacs::read, dimacs::Cnf::to_dimacs),
        Err(error) => demand_place(data, &error),
    }
}

/// AIGER, text and binary.
pub fn aiger(data: &[u8]) {
    let file = match memory::within(allowed(data), "the reader of AIGER", || aiger::read(data)) {
        Ok(file) => file,
        Err(error) => return demand_place(data, &error),
    };
    if file.circuit.nodes().len() > 100_000 {
        return;
    }
    let write = |file: &indubit::model::CircuitFile| aiger::write_ascii(&file.circuit);
    let text = write(&file);
    demand_stable("AIGER", &text, aiger::read, write);
    let binary = aiger::write_binary(&file.circuit);
    match aiger::read(&binary) {
        Ok(again) => {
            assert_eq!(binary, aiger::write_binary(&again.circuit), "binary AIGER reads as another model")
        }
        Err(error) => panic!("the binary file that is written does not read: {}\n{}", error, text),
    }
}

/// BTOR2, and what is read as VMT.
pub fn btor2(data: &[u8]) {
    let read = |bytes: &[u8]| btor2::read(bytes, &budget());
    match memory::within(allowed(data), "the reader of BTOR2", || read(data)) {
        Ok(file) => {
            if let Ok(text) = btor2::write(&file.system) {
                let write = |file: &btor2::Btor2File| btor2::write(&file.system).expect("words, as before");
                demand_written_again("BTOR2", &text, read, write);
            }
            demand_vmt(&file.system);
        }
        Err(error) => demand_place(data, &error),
    }
}

/// As [`demand_stable`] after one more round: names may change once.
fn demand_written_again<M, E: Display>(
    name: &str,
    text: &str,
    read: impl Fn(&[u8]) -> Result<M, E>,
    write: impl Fn(&M) -> String,
) {
    match read(text.as_bytes()) {
        Ok(again) => demand_stable(name, &write(&again), read, &write),
        Err(error) if is_limit(&error) => {}
        Err(error) => panic!("{}: what is written does not read: {}\n{}", name, error, text),
    }
}

fn is_limit(error: &impl Display) -> bool {
    let text = error.to_string();
    ["time limit", "memory limit"].iter().any(|limit| text.contains(limit))
}

/// VMT.
pub fn vmt(data: &[u8]) {
    let read = |bytes: &[u8]| vmt::read(bytes, &budget());
    match memory::within(allowed(data), "the reader of VMT", || read(data)) {
        Ok(system) => demand_vmt(&system),
        Err(error) => demand_place(data, &error),
    }
}

fn demand_vmt(system: &indubit::model::system::System) {
    let read = |bytes: &[u8]| vmt::read(bytes, &budget());
    demand_written_again("VMT", &vmt::write(system), read, vmt::write);
}

/// Control-flow automata.
pub fn cfa(data: &[u8]) {
    let read = |bytes: &[u8]| cfa::read(bytes, &budget());
    match memory::within(allowed(data), "the reader of automata", || read(data)) {
        Ok(program) => {
            demand_written_again("CFA", &cfa::write(&program), read, cfa::write);
            drop(cfa::write_dot(&program));
        }
        Err(error) => demand_place(data, &error),
    }
}

/// Horn clauses.
pub fn horn(data: &[u8]) {
    let read = |bytes: &[u8]| horn::read(bytes, &budget());
    match memory::within(allowed(data), "the reader of clauses", || read(data)) {
        Ok(script) => {
            let write = |script: &horn::Script| horn::write(&script.horn);
            demand_written_again("Horn clauses", &write(&script), read, write);
        }
        Err(error) => demand_place(data, &error),
    }
}

/// C programs: read, lowered under options that the first byte chooses, and the automaton written.
pub fn c(data: &[u8]) {
    let (first, text) = match data.split_first() {
        Some((&first, text)) => (first, text),
        None => return,
    };
    let arch = if first & 1 == 0 { Arch::Ilp32 } else { Arch::Lp64 };
    let integers = [Integers::Words, Integers::Mathematical, Integers::Words, Integers::Reals];
    let mut checks = Checks::default();
    checks[Check::Division] = first & 8 != 0;
    checks[Check::Bounds] = first & 16 != 0;
    checks[Check::Memory] = first & 32 != 0;
    checks[Check::Shifts] = first & 64 != 0;
    if first & 63 == 21 {
        checks.add(Checks::all());
    }
    let options = LowerOptions {
        integers: integers[usize::from(first >> 1 & 3)],
        checks,
        heap_objects: first >> 7,
        ..LowerOptions::default()
    };
    let target = COptions { arch, ..COptions::default() };
    let limits = budget();
    let read = || {
        c::read(text, &target, &limits)
            .and_then(|program| SomeSource::new(program, options, &limits))
            .map_err(|diagnostics| InputError::of_program(diagnostics, &limits))
    };
    match memory::within(allowed(text), "the reader of C", read) {
        Ok(SomeSource::Plain(source)) => {
            let read = |bytes: &[u8]| cfa::read(bytes, &budget());
            demand_written_again("CFA of a C program", &cfa::write(&source.lowered.cfa), read, cfa::write);
        }
        Ok(SomeSource::Recursive(_)) => {}
        Err(error) => assert!(!error.to_string().is_empty(), "an error without a message"),
    }
}

/// SMT-LIB scripts, twice with small budgets that differ and once with a seed: no check is refused, and no two answers
/// contradict each other.
pub fn smtlib(data: &[u8]) {
    let (first, script) = match data.split_first() {
        Some((&first, script)) => (first, script),
        None => return,
    };
    let run = |conflicts: u64, seed: u64, check: bool| {
        let mut options = ScriptOptions {
            budget: budget().with_conflicts(conflicts).with_propagations(40 * conflicts + 2_000),
            check_refutations: check,
            ..ScriptOptions::default()
        };
        options.smt.sat.seed = seed;
        let mut interpreter = Interpreter::new(options);
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let work = || interpreter.run(script, &mut out, &mut err).expect("bytes can be read");
        let summary = memory::within(allowed(script), "the interpreter of scripts", work);
        assert_eq!(summary.refused, 0, "an answer failed its check");
        String::from_utf8_lossy(&out).lines().map(str::to_string).collect::<Vec<String>>()
    };
    let long = run(2_000, 0, first & 1 == 1);
    let verdicts = |lines: &[String]| -> Vec<String> {
        let is_verdict = |line: &&String| matches!(line.as_str(), "sat" | "unsat" | "unknown");
        lines.iter().filter(is_verdict).cloned().collect()
    };
    for other in [run(u64::from(first), 0, false), run(1_000, u64::from(first), true)] {
        let (long, other) = (verdicts(&long), verdicts(&other));
        // A command may be carried out in one run only, for want of time; then verdicts cannot be compared.
        if long.len() == other.len() {
            for (a, b) in long.iter().zip(&other) {
                assert!(a == b || a == "unknown" || b == "unknown", "{:?} against {:?}", long, other);
            }
        }
    }
}

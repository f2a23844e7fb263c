//! Verdicts on small C programs, each of which gcc confirms on both data models.
//!
//! A program is the body of `main` behind some declarations. `RARELY` stands for a test of an input that random runs do
//! not pass, so that verdicts come from the lowering and not from luck.

mod arrays;
mod assertions;
mod checks;
mod constants;
mod externs;
mod families;
mod floats;
mod functions;
mod heap;
mod language;
mod leaks;
mod library;
mod lives;
mod memory;
mod memory_errors;
mod target;
mod uninitialised;
mod unsupported;
mod variadic;
mod verifiers;
mod volatile;
mod whole;

// Of the support that the test programs share, the part that this one uses.
#[allow(dead_code)]
#[path = "../support/cases.rs"]
mod cases;

use indubit::base::Budget;
use indubit::c::{read, Arch, CFile, COptions, Integers, LowerOptions, Property, SomeSource};
use indubit::engine::Outcome;
use indubit::evidence::program::CoverOptions;
use indubit::portfolio::{Engine, HornVerifier, ProgramVerifier, VerifyOptions};
use indubit::solver::term::{Sort, TermId};
use std::sync::Arc;

const PROLOGUE: &str = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
#define RARELY if (__VERIFIER_nondet_int() == 305419896)
";

/// The knowledge about a program.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Verdict {
    Safe,
    Unsafe,
    /// Nothing, for this reason.
    Unknown(String),
}

/// The verdict; on paths to its edges, the program is the same in both readings.
fn verdict_with(text: &str, arch: Arch, options: LowerOptions) -> Verdict {
    verdict_on(text, COptions { arch, ..COptions::default() }, options)
}

fn verdict_on(text: &str, target: COptions, options: LowerOptions) -> Verdict {
    verdict_by(None, text, target, options)
}

/// The verdict of this engine; without one that of an engine that is fit for the program.
fn verdict_by(engine: Option<Engine>, text: &str, target: COptions, options: LowerOptions) -> Verdict {
    let budget = Budget::unlimited();
    let program =
        read(text.as_bytes(), &target, &budget).unwrap_or_else(|errors| panic!("{}\n{}", errors[0], text));
    let source =
        SomeSource::new(program, options, &budget).unwrap_or_else(|errors| panic!("{}\n{}", errors[0], text));
    let by = |engine| VerifyOptions { engine, ..VerifyOptions::default() };
    match source {
        SomeSource::Plain(source) => {
            let cfa = &source.lowered.cfa;
            let is_array = |&v: &TermId| matches!(cfa.terms().sort(v), Sort::Array(_));
            let verify = match (engine, options.integers) {
                (Some(engine), _) => by(engine),
                (None, Integers::Words) if !cfa.variables().iter().any(is_array) => by(Engine::Ic3),
                _ => by(Engine::Portfolio),
            };
            let cover = CoverOptions { most_paths: 30, most_questions: 100, ..CoverOptions::default() };
            let same = source.check_paths(&cover, &budget);
            assert!(same.is_ok(), "the two readings differ: {}\n{}", same.unwrap_err(), text);
            let verifier = ProgramVerifier::of_source(Arc::new(CFile::without_text(*source)), verify, budget);
            let verified = verifier.expect("any engine").verify(&mut ());
            of(verified.outcome, verified.refused.map(|error| error.to_string()))
        }
        SomeSource::Recursive(source) => {
            let verifier =
                HornVerifier::of_source(Arc::new(CFile::without_text(*source)), by(Engine::Spacer), budget);
            let verified = verifier.expect("any engine").verify(&mut ());
            of(verified.outcome, verified.refused.map(|error| error.to_string()))
        }
    }
}

fn of<C, T>(outcome: Outcome<C, T>, refused: Option<String>) -> Verdict {
    match outcome {
        Outcome::Safe(_) => Verdict::Safe,
        Outcome::Unsafe(_) => Verdict::Unsafe,
        Outcome::Unknown(reason) => Verdict::Unknown(refused.unwrap_or_else(|| reason.to_string())),
    }
}

fn whole(declarations: &str, body: &str) -> String {
    format!("{}{}\nint main(void) {{ {} }}\n", PROLOGUE, declarations, body)
}

/// Checks that a program is unsafe on both data models.
fn is_unsafe(declarations: &str, body: &str) {
    has(declarations, body, &Verdict::Unsafe);
}

/// Checks that a program is safe on both data models.
fn is_safe(declarations: &str, body: &str) {
    has(declarations, body, &Verdict::Safe);
}

/// Checks whether no signed operation of a program overflows.
fn no_overflow(declarations: &str, body: &str, is_safe: bool) {
    let text = whole(declarations, body);
    let options = LowerOptions { property: Property::NoOverflow, ..LowerOptions::default() };
    let expected = if is_safe { Verdict::Safe } else { Verdict::Unsafe };
    for arch in [Arch::Ilp32, Arch::Lp64] {
        assert_eq!(verdict_with(&text, arch, options), expected, "{:?}\n{}", arch, text);
    }
}

fn has(declarations: &str, body: &str, expected: &Verdict) {
    let text = whole(declarations, body);
    for arch in [Arch::Ilp32, Arch::Lp64] {
        let found = verdict_with(&text, arch, LowerOptions::default());
        assert_eq!(&found, expected, "{:?}\n{}", arch, text);
    }
}

/// Checks that nothing is known of a program, for a reason that ends with these words.
fn is_unknown(declarations: &str, body: &str, reason: &str) {
    is_unknown_on(Arch::Ilp32, declarations, body, reason);
}

fn is_unknown_on(arch: Arch, declarations: &str, body: &str, reason: &str) {
    let text = whole(declarations, body);
    match verdict_with(&text, arch, LowerOptions::default()) {
        Verdict::Unknown(found) => assert!(found.ends_with(reason), "{}\n{}", found, text),
        found => panic!("{:?}\n{}", found, text),
    }
}

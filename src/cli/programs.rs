//! Programs: reading them with the settings that concern them, and harnesses.

use super::files::{self, Format};
use super::options::Settings;
use super::Failure;
use indubit::base::Budget;
use indubit::evidence::c::{
    missing_values, sanitiser, write_harness, Answer, Counterexample, RecursiveSource, RunOptions,
    SomeSource, Source,
};
use indubit::evidence::CheckError;
use indubit::input::c::{self, COptions, Diagnostic, LowerOptions, Pos, Program, Property};
use indubit::input::cfa;
use indubit::model::cfa::Cfa;
use indubit::model::horn::Refutation;
use indubit::portfolio::ProgramTrace;
use std::ffi::OsStr;

/// A program as it stands in a file.
#[derive(Debug)]
pub enum ProgramFile {
    Cfa(Box<Cfa>),
    C(Box<CFile>),
}

/// A C program with its text.
#[derive(Debug)]
pub struct CFile {
    pub source: Source,
    pub text: Vec<u8>,
}

impl ProgramFile {
    pub fn cfa(&self) -> &Cfa {
        match self {
            ProgramFile::Cfa(cfa) => cfa,
            ProgramFile::C(file) => &file.source.lowered.cfa,
        }
    }
}

/// A recursive C program with its text.
#[derive(Debug)]
pub struct RecursiveFile {
    pub source: RecursiveSource,
    pub text: Vec<u8>,
}

/// A program as one automaton, or a recursive one.
#[derive(Debug)]
pub enum AnyProgram {
    One(ProgramFile),
    Recursive(Box<RecursiveFile>),
}

/// The program that a file's bytes describe.
pub fn parse_program(
    file: &OsStr,
    bytes: Vec<u8>,
    settings: &Settings,
    budget: &Budget,
) -> Result<AnyProgram, Failure> {
    if files::format(file, &bytes) == Format::C {
        return Ok(match parse_source(file, &bytes, settings, budget)? {
            SomeSource::Plain(source) => {
                AnyProgram::One(ProgramFile::C(Box::new(CFile { source: *source, text: bytes })))
            }
            SomeSource::Recursive(source) => {
                AnyProgram::Recursive(Box::new(RecursiveFile { source: *source, text: bytes }))
            }
        });
    }
    cfa::read(&bytes, budget)
        .map(|cfa| AnyProgram::One(ProgramFile::Cfa(Box::new(cfa))))
        .map_err(|error| files::unless_limit(file, &error))
}

/// A program, or all errors in it.
pub fn parse(file: &OsStr, bytes: &[u8], settings: &Settings, budget: &Budget) -> Result<Program, Failure> {
    let target = COptions { arch: settings.c.arch, ..COptions::default() };
    c::read(bytes, &target, budget).map_err(|diagnostics| failure(file, &diagnostics, budget))
}

/// A program with its automaton, or with those of its recursive functions. Warnings go to standard error.
fn parse_source(
    file: &OsStr,
    bytes: &[u8],
    settings: &Settings,
    budget: &Budget,
) -> Result<SomeSource, Failure> {
    let program = parse(file, bytes, settings, budget)?;
    let source = SomeSource::new(program, lowering(settings)?, budget);
    let source = source.map_err(|diagnostics| failure(file, &diagnostics, budget))?;
    for warning in source.program().warnings.iter().chain(source.warnings()) {
        say!("indubit: {}: {}", files::shown(file), warning);
    }
    Ok(source)
}

/// The meaning that the settings give to programs.
pub fn lowering(settings: &Settings) -> Result<LowerOptions, Failure> {
    let property = match (&settings.property.named, &settings.property.file) {
        (Some(named), _) => *named,
        (None, Some(file)) => property_of(file)?,
        (None, None) => Property::Default,
    };
    Ok(LowerOptions { property, ..settings.c.lower })
}

/// The property that a file has, in the form of the software verification competition.
fn property_of(file: &OsStr) -> Result<Property, Failure> {
    let bytes = std::fs::read(file).map_err(|error| Failure::input(files::shown(file), error))?;
    Property::of_specification(&String::from_utf8_lossy(&bytes)).ok_or_else(|| {
        let expected =
            "expected CHECK( init(main()), LTL(G ! call(reach_error())) ), or G ! label(ERROR), or G ! overflow";
        Failure::input(files::shown(file), expected)
    })
}

fn failure(file: &OsStr, diagnostics: &[Diagnostic], budget: &Budget) -> Failure {
    if let Err(limit) = budget.check() {
        return Failure::unread(files::shown(file), limit);
    }
    let errors = diagnostics.iter().filter(|diagnostic| !diagnostic.is_warning());
    let lines: Vec<String> = errors.map(|error| error.to_string()).collect();
    match diagnostics.iter().any(Diagnostic::is_limit) {
        true => Failure::too_large(files::shown(file), lines.join("\n")),
        false => Failure::input(files::shown(file), lines.join("\n")),
    }
}

/// The answers of a counterexample.
pub fn answers(file: &CFile, trace: &ProgramTrace) -> Result<Vec<Answer>, CheckError> {
    match trace {
        ProgramTrace::Path(path) => file.source.answers(path),
        ProgramTrace::Run(run) => Ok(run.answers.clone()),
    }
}

/// The harness of a counterexample.
pub fn harness(settings: &Settings, file: &CFile, trace: &ProgramTrace) -> Result<Vec<u8>, Failure> {
    let unfit = |error: CheckError| Failure::evidence(error.to_string());
    let budget = settings.budget();
    let reached = match trace {
        ProgramTrace::Path(path) => file.source.check_path(path, &budget),
        ProgramTrace::Run(run) => file.source.check_error_run(run, &budget).map(Some),
    };
    let reached = reached.map_err(unfit)?;
    match (file.source.run_options(), reached) {
        (Some(options), Some(error)) => {
            let answers = answers(file, trace).map_err(unfit)?;
            Ok(harness_of(settings, &file.source.program, &file.text, &options, &answers, error))
        }
        _ => Err(no_harness()),
    }
}

/// The harness of a run of a recursive program into an error.
pub fn recursive_harness(
    settings: &Settings,
    file: &RecursiveFile,
    refutation: &Refutation,
) -> Result<Vec<u8>, Failure> {
    let unfit = |error: CheckError| Failure::evidence(error.to_string());
    let (source, budget) = (&file.source, settings.budget());
    let reached = source.check_refutation(refutation, &budget).map_err(unfit)?;
    match (source.run_options(), reached) {
        (Some(options), Some(error)) => {
            let answers = source.answers(refutation, &budget).map_err(unfit)?;
            Ok(harness_of(settings, &source.program, &file.text, &options, &answers, error))
        }
        _ => Err(no_harness()),
    }
}

fn no_harness() -> Failure {
    Failure::usage("a harness is about words or mathematical integers, not about reals")
}

/// The harness of a run into an error.
pub fn harness_of(
    settings: &Settings,
    program: &Program,
    text: &[u8],
    options: &RunOptions,
    answers: &[Answer],
    error: (c::Failure, Pos),
) -> Vec<u8> {
    let name = files::shown(settings.file(0));
    let run = Counterexample { program, text, file: &name, options, answers, error };
    if settings.harness.is_some() {
        if let Some(flags) = sanitiser(error.0) {
            say!(
                "indubit: the harness reports the error if gcc compiles it with -fsanitize={0} \
                -fno-sanitize-recover={0}",
                flags
            );
        }
        let missing = missing_values(&run);
        if missing > 0 {
            say!(
                "indubit: warning: {} values of the run cannot be given to compiled code, so the harness may not \
                reach the error",
                missing
            );
        }
    }
    write_harness(&run)
}

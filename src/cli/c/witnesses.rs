//! Witnesses of C programs in the format of the software verification competition.

use crate::cli::options::Settings;
use crate::cli::{files, models, Failure, EVIDENCE_FAILED, SAFE, UNKNOWN, UNSAFE};
use indubit::base::{Budget, OptionValue};
use indubit::c::witness::{Claims, ConfirmOptions, Content, Refutation, Task, Witness, WitnessError};
use indubit::c::{
    table_of_lines, CFile, CProgram, ErrorRun, Externs, Program, Property, RecordedAnswer, RecursiveSource,
    RunOptions, Source,
};
use indubit::engine::Outcome;
use indubit::evidence::{CheckError, CheckOptions};
use indubit::input::{ClausesFile, Format, Model, ProgramFile};
use indubit::model::horn;
use indubit::portfolio::{Checking, Engine, HornVerifier, ProgramTrace, ProgramVerifier, VerifyOptions};
use std::ffi::OsStr;
use std::fmt;
use std::sync::Arc;

/// Conflicts for the proof by the invariants alone, before an engine tries.
const CONFLICTS_ALONE: u64 = 200_000;

/// The settings under which witnesses of a program are checked: if no property was asked for, the first witness names
/// it. Unknown functions then have any effect all the same, as without a property. Beside them, a line that tells the
/// property.
pub fn asked(
    settings: &Settings,
    (name, text): (&OsStr, &[u8]),
    evidence: &[(&OsStr, Vec<u8>)],
) -> Result<(Settings, String), Failure> {
    let is_program = models::format_of(name, text, settings) == Format::C;
    let (mut settings, mut told) = (settings.clone(), String::new());
    let wanted = &mut settings.property;
    let is_asked = wanted.name.is_some() || wanted.file.is_some() || wanted.index.is_some();
    let witness = evidence.iter().find(|(file, _)| files::is_witness(file));
    let (file, bytes) = match witness {
        Some(witness) if !is_asked && is_program => witness,
        Some(_) | None => return Ok((settings, told)),
    };
    let witness = Witness::read(bytes).map_err(|error| Failure::input(files::shown(file), error))?;
    let specification = &witness.metadata.specification;
    let property = Property::of_specification(specification).ok_or_else(|| {
        let message = format!("the witness is about `{:.200}`; the properties are", specification);
        let known = Property::ALL.map(|known| format!("`{}`", known.specification()));
        Failure::input(files::shown(file), format!("{} {}", message, known.join(", ")))
    })?;
    if property != Property::Default {
        wanted.name = Some(property.show());
        told = format!("about the property of the witness, {}\n", property.specification());
        let externs = &mut settings.c.lower.externs;
        *externs = if *externs == Externs::ByProperty { Externs::AnyEffect } else { *externs };
    }
    Ok((settings, told))
}

/// Checks a witness. The result is the exit code, and the lines that stand behind the verdict.
pub fn check(
    settings: &Settings,
    (name, model): (&OsStr, &Model),
    evidence: &[u8],
    budget: &Budget,
) -> Result<(i32, String), Failure> {
    let (origin, file) = match (model.origin(), CProgram::of(model)) {
        (Some(origin), Some(file)) => (origin, file),
        (_, None) | (None, _) => {
            return Err(Failure::input(files::shown(name), "expected a witness of a C program"))
        }
    };
    let witness = read((name, file), evidence)?;
    if matches!(witness.content, Content::Violation(_)) && origin.assertion_count() == 0 {
        let message = "the program has no error that violates the property of the witness";
        let told = format!("{}, `{:.200}`", message, witness.metadata.specification);
        return Err(Failure::input(files::shown(name), told));
    }
    let checked = match (&witness.content, file) {
        (Content::Correctness(invariants), _) if invariants.is_empty() && origin.one_run(budget).is_ok() => {
            let note = "the witness has no invariants; the program has one run, which ends without error\n";
            Ok((SAFE, note.to_string()))
        }
        (Content::Correctness(_), CProgram::Plain(file)) => {
            let proved = prove(settings, &file.source, &witness, budget);
            let needs_wider = proved.as_ref().map_or_else(|problem| problem.is_unsupported, |_| false);
            match needs_wider.then(|| file.source.unbounded(budget)).flatten() {
                Some(wider) => prove(settings, &wider, &witness, budget),
                None => proved,
            }
        }
        (Content::Correctness(invariants), CProgram::Recursive(_)) if invariants.is_empty() => {
            match find_run(settings, model, budget) {
                Found::Safe => Ok((SAFE, "the witness has no invariants; the program is safe\n".to_string())),
                Found::Run(..) => Err(Problem::new("the program violates the property")),
                Found::Nothing => Err(open("no proof of the program was found")),
            }
        }
        (Content::Correctness(_), CProgram::Recursive(_)) => {
            Err(open("invariants of recursive programs are not proved"))
        }
        (Content::Violation(_), file) => {
            let search = || find_run(settings, model, budget);
            confirm(file.program(), file.run_options(), &witness, budget, search)?
        }
    };
    Ok(judged(name, checked, budget))
}

/// A witness that is about this text and the property that is asked for.
fn read((name, file): (&OsStr, CProgram<'_>), evidence: &[u8]) -> Result<Witness, Failure> {
    let (shown, text, program) = (files::shown(name), file.text(), file.program());
    let witness = Witness::read(evidence).map_err(|error| Failure::input(&shown, error))?;
    let task = Task { text, arch: program.types.options().arch, property: file.options().property };
    let places = || witness.check_places(program, text);
    let checked = witness.metadata.check_task(&task).and_then(|()| places());
    checked.map_err(|error| Failure::input(&shown, error))?;
    Ok(witness)
}

/// The exit code and the lines behind the verdict; a problem is told.
fn judged(name: &OsStr, checked: Result<(i32, String), Problem>, budget: &Budget) -> (i32, String) {
    checked.unwrap_or_else(|problem| {
        say!("indubit: {}: {}", files::shown(name), problem);
        let code = if budget.check().is_err() || problem.is_open { UNKNOWN } else { EVIDENCE_FAILED };
        (code, problem.lines)
    })
}

/// The reason why a witness is not believed.
struct Problem {
    text: String,
    /// Whether it may be true all the same.
    is_open: bool,
    /// Whether a run reaches a place that is not understood.
    is_unsupported: bool,
    /// Lines to print behind the verdict.
    lines: String,
}

impl Problem {
    fn new(text: impl fmt::Display) -> Problem {
        Problem { text: text.to_string(), is_open: false, is_unsupported: false, lines: String::new() }
    }

    fn of_check(error: &CheckError) -> Problem {
        let is_open = matches!(error, CheckError::Limit(_));
        let is_unsupported = matches!(error, CheckError::Unsupported { .. });
        Problem { is_open, is_unsupported, ..Problem::new(error) }
    }

    /// A refutation, with its run as a table.
    fn refuted(source: &Source, refutation: &Refutation) -> Problem {
        let lines = refutation.path().map(|path| {
            let table = table_of_lines(source, path);
            format!("counterexample to the witness, depth {}\n{}", path.steps.len(), table.text())
        });
        Problem { lines: lines.unwrap_or_default(), ..Problem::new(refutation) }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Confirms a witness of a violation by a run that follows it. If runs that were tried do not, and others may, an
/// engine looks for one; the result of its search is a run, or a verdict without one.
fn confirm(
    program: &Program,
    run: Option<RunOptions>,
    witness: &Witness,
    budget: &Budget,
    search: impl FnOnce() -> Found,
) -> Result<Result<(i32, String), Problem>, Failure> {
    let run = run.ok_or_else(|| Failure::usage("witnesses are about words or mathematical integers"))?;
    let options = ConfirmOptions { run, ..ConfirmOptions::default() };
    let error = match witness.confirm(program, &options, budget) {
        Ok(_) => return Ok(Ok((UNSAFE, String::new()))),
        Err(error) => error,
    };
    if !matches!(error, WitnessError::NotConfirmed { is_open: true, .. }) {
        return Ok(Err(Problem::new(error)));
    }
    Ok(match search() {
        Found::Safe => Err(Problem::new(format!("{}; the program is safe", error))),
        Found::Nothing => Err(open(error)),
        Found::Run(answers, steps) => {
            let run = RunOptions { steps, ..run };
            match witness.is_followed_by(program, &run, &answers, budget) {
                Ok(true) => Ok((UNSAFE, "a run that an engine has found follows the witness\n".to_string())),
                _ => Err(open(format!("{}; the program has other runs into an error", error))),
            }
        }
    })
}

/// A witness that may be true and is not confirmed.
fn open(text: impl fmt::Display) -> Problem {
    Problem { is_open: true, ..Problem::new(text) }
}

/// The result of a search for a run into an error.
enum Found {
    Safe,
    /// Its answers, and the steps that it may take.
    Run(Vec<RecordedAnswer>, u64),
    Nothing,
}

/// Options of a search for a run.
fn search_options(settings: &Settings) -> VerifyOptions {
    let mut options = settings.verify.clone();
    options.engine = Engine::Portfolio;
    if options.check == Checking::Off {
        options.check = Checking::On;
    }
    options
}

/// Looks for a run of a program into an error.
fn find_run(settings: &Settings, model: &Model, budget: &Budget) -> Found {
    let options = search_options(settings);
    match (model, CProgram::of(model)) {
        (Model::Program(ProgramFile::Lowered(origin)), Some(CProgram::Plain(_))) => {
            let verifier = ProgramVerifier::of_source(Arc::clone(origin), options, budget.clone());
            let mut verifier = match verifier {
                Ok(verifier) => verifier,
                Err(_) => return Found::Nothing,
            };
            let outcome = verifier.verify(&mut ()).outcome;
            let file = verifier.origin().and_then(|origin| origin.as_any().downcast_ref::<CFile<Source>>());
            found(outcome, |trace: ProgramTrace| answers(&file?.source, trace))
        }
        (Model::Clauses(ClausesFile::Lowered(origin)), Some(CProgram::Recursive(_))) => {
            let verifier = HornVerifier::of_source(Arc::clone(origin), options, budget.clone());
            let mut verifier = match verifier {
                Ok(verifier) => verifier,
                Err(_) => return Found::Nothing,
            };
            let outcome = verifier.verify(&mut ()).outcome;
            let origin = verifier.origin();
            let file = origin.and_then(|origin| origin.as_any().downcast_ref::<CFile<RecursiveSource>>());
            let answers = |refutation: horn::Refutation| {
                Some((file?.source.answers(&refutation, budget).ok()?, RunOptions::default().steps))
            };
            found(outcome, answers)
        }
        (_, Some(_) | None) => Found::Nothing,
    }
}

/// The answers that a program gets in a counterexample, and the steps that it may take.
fn answers(source: &Source, trace: ProgramTrace) -> Option<(Vec<RecordedAnswer>, u64)> {
    match trace {
        ProgramTrace::Path(path) => {
            let steps = RunOptions::default().steps + 10 * path.steps.len() as u64;
            Some((source.answers(&path).ok()?, steps))
        }
        ProgramTrace::Run(run) => ErrorRun::of(&*run).map(|run| (run.answers.clone(), run.steps)),
    }
}

/// The outcome of a search for a run, with the answers that a counterexample gives.
fn found<C, T>(
    outcome: Outcome<C, T>,
    answers: impl FnOnce(T) -> Option<(Vec<RecordedAnswer>, u64)>,
) -> Found {
    match outcome {
        Outcome::Safe(_) => Found::Safe,
        Outcome::Unsafe(trace) => {
            answers(trace).map_or(Found::Nothing, |(answers, steps)| Found::Run(answers, steps))
        }
        Outcome::Unknown(_) => Found::Nothing,
    }
}

/// Proves the invariants of a witness, and the program by them.
fn prove(
    settings: &Settings,
    source: &Source,
    witness: &Witness,
    budget: &Budget,
) -> Result<(i32, String), Problem> {
    let claims = witness.claims(source, budget).map_err(Problem::new)?;
    let checks = CheckOptions { proofs: settings.verify.check == Checking::Full };
    let note = match claims.suffice(&checks, &budget.child().and_conflicts(CONFLICTS_ALONE)) {
        Ok(true) => "the invariants prove the program",
        Ok(false) => {
            search(settings, source, &claims, budget)?;
            "the invariants hold; the program is safe, but they alone do not prove it"
        }
        Err(CheckError::Limit(_)) if budget.check().is_ok() => {
            search(settings, source, &claims, budget)?;
            "the invariants hold, and the program is safe"
        }
        Err(error) => return Err(Problem::of_check(&error)),
    };
    let met = claims.check_runs(budget).map_err(|error| Problem::of_check(&error))?;
    match met {
        Some(refutation) => Err(Problem::refuted(source, &refutation)),
        None => Ok((SAFE, format!("{}\n", note))),
    }
}

/// Verifies the program in which a false invariant is an error.
fn search(settings: &Settings, source: &Source, claims: &Claims<'_>, budget: &Budget) -> Result<(), Problem> {
    let options = search_options(settings);
    let verifier = ProgramVerifier::new(claims.annotated().clone(), options, budget.clone());
    let verified = verifier.map_err(Problem::new)?.verify(&mut ());
    match (verified.outcome, verified.refused) {
        (_, Some(error)) => Err(Problem::of_check(&error)),
        (Outcome::Safe(_), None) => Ok(()),
        (Outcome::Unsafe(ProgramTrace::Run(_)), None) => Err(open("an automaton is not run as C")),
        (Outcome::Unsafe(ProgramTrace::Path(path)), None) => match claims.judge(&path, budget) {
            Ok(refutation) => Err(Problem::refuted(source, &refutation)),
            Err(error) => Err(Problem::of_check(&error)),
        },
        (Outcome::Unknown(reason), None) => Err(Problem { is_open: true, ..Problem::new(reason) }),
    }
}

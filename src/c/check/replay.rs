//! The replay of a run from its recorded answers, which checks a counterexample.
//!
//! A counterexample to a C program is a list of answers to the questions that the run asks. Each answer names the place
//! and kind of its question, so that a list for another run is noticed. The answers for bytes of the heap may be too
//! few or too many for a question; a missing one counts as 0.

use crate::base::Budget;
use crate::c::run::number::Integer;
use crate::c::run::open::run;
use crate::c::run::options::{End, Run, RunError, RunOptions};
use crate::c::run::trail::Trail;
use crate::c::run::watch::{Observer, View};
use crate::c::{Ask, AskKind, Failure, IntegerKind, Pos, Program, TypeId};
use std::fmt;

/// A recorded answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RecordedAnswer {
    /// The place of the question.
    pub pos: Pos,
    /// The reason of the question.
    pub kind: AskKind,
    /// The value.
    pub value: i128,
}

/// A run into an error.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ErrorRun {
    /// The answers to its questions.
    pub answers: Vec<RecordedAnswer>,
    /// The number of statements, evaluations of loop conditions and calls.
    pub steps: u64,
}

/// The reason why answers do not lead to an error.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ReplayError {
    /// The run asks for a value, and the next answer belongs to another question.
    Mismatch {
        /// The answer's position in the list.
        at: usize,
        /// The question, with line and column.
        asked: String,
        /// The place and kind of the answer; `None` if there are no more answers.
        found: Option<String>,
    },
    /// An answer is no value of the type of the question.
    Range {
        /// The answer's position in the list.
        at: usize,
        /// The value.
        value: i128,
        /// The type.
        ty: String,
    },
    /// The run ended without an error, in the way that the text tells.
    NoError(String),
    /// The run ended before it had asked for this number of answers.
    Left(usize),
    /// The run was given up.
    Run(RunError),
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReplayError::Mismatch { at, asked, found: Some(found) } => {
                write!(f, "answer {} is one to {}, and the run asks for {}", at, found, asked)
            }
            ReplayError::Mismatch { at, asked, found: None } => {
                write!(f, "there are {} answers, and the run asks for {}", at, asked)
            }
            ReplayError::Range { at, value, ty } => {
                write!(f, "answer {} is {}, which is no value of type {}", at, value, ty)
            }
            ReplayError::NoError(end) => write!(f, "the run ends differently; {}", end),
            ReplayError::Left(count) => write!(f, "{} answers are left at the end of the run", count),
            ReplayError::Run(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ReplayError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            ReplayError::Run(error) => Some(error),
            _ => None,
        }
    }
}

/// Checks that answers lead the program to an error, and returns the error with its place.
///
/// Each answer must belong to the question that the run asks next: it has the same kind and place, and is a value of
/// the type. No answer may be left at the end. [`RunOptions::steps`] bounds the run.
///
/// # Errors
///
/// If an answer fits no question, and if the run does not end in an error.
pub fn check_run(
    program: &Program,
    options: &RunOptions,
    answers: &[RecordedAnswer],
    budget: &Budget,
) -> Result<(Failure, Pos), ReplayError> {
    replay(program, options, answers, &mut (), budget)
}

/// Checks that answers lead the program to an error, as [`check_run`] does, while an observer sees the run.
///
/// # Errors
///
/// As [`check_run`].
pub fn replay(
    program: &Program,
    options: &RunOptions,
    answers: &[RecordedAnswer],
    observer: &mut dyn Observer,
    budget: &Budget,
) -> Result<(Failure, Pos), ReplayError> {
    let done = carry_out(program, options, answers, observer, budget);
    if let Some(problem) = done.problem {
        return Err(problem);
    }
    match done.run.map_err(ReplayError::Run)?.end {
        End::Error(failure, pos) if done.left == 0 => {
            match depends_on_address(program, options, answers, budget) {
                Some(error) => Err(ReplayError::Run(error)),
                None => Ok((failure, pos)),
            }
        }
        End::Error(..) => Err(ReplayError::Left(done.left)),
        end => Err(ReplayError::NoError(end.text(&program.lines))),
    }
}

/// The reason to give up a run in which a decision depends on the low bits of an address: they are not arbitrary.
pub(in crate::c) fn depends_on_address(
    program: &Program,
    options: &RunOptions,
    answers: &[RecordedAnswer],
    budget: &Budget,
) -> Option<RunError> {
    if answers.iter().all(|answer| answer.kind != AskKind::Address) {
        return None;
    }
    let mut trailing = Trailing(Trail::of_addresses());
    let done = carry_out(program, options, answers, &mut trailing, budget);
    if let Err(error) = done.run {
        return Some(error);
    }
    let pos = trailing.0.decision()?.pos;
    let (line, column) = program.lines.line_and_column(pos);
    let reason = "the low bits of an address, on which the run depends".to_string();
    Some(RunError::Unsupported { pos, line, column, reason })
}

/// Follows values through a run.
pub(super) struct Trailing(pub Trail);

impl Observer for Trailing {
    fn statement(&mut self, _: &View<'_>) {}

    fn trail(&mut self) -> Option<&mut Trail> {
        Some(&mut self.0)
    }
}

/// The result of a run with recorded answers.
#[derive(Debug)]
pub(in crate::c) struct Done {
    /// The end of the run.
    pub run: Result<Run, RunError>,
    /// The reason why a question had no fitting answer, which ended the run.
    pub problem: Option<ReplayError>,
    /// The number of answers that the run did not ask for.
    pub left: usize,
}

/// Carries out a program with recorded answers.
pub(in crate::c) fn carry_out(
    program: &Program,
    options: &RunOptions,
    answers: &[RecordedAnswer],
    observer: &mut dyn Observer,
    budget: &Budget,
) -> Done {
    let mut used = 0;
    let mut problem = None;
    let mut oracle = |ask: &Ask| {
        let is_heap = |at: usize| answers.get(at).map_or(false, |answer| answer.kind == AskKind::Heap);
        match ask.kind {
            // A question about the heap may have no answer, since the recorded object may have had fewer bytes.
            AskKind::Heap if !is_heap(used) || answers[used].pos != ask.pos => return Some(0),
            AskKind::Heap => {}
            _ => {
                while is_heap(used) {
                    used += 1;
                }
            }
        }
        let answer = answers.get(used).copied();
        problem = judge(program, used, ask, answer);
        used += 1;
        answer.filter(|_| problem.is_none()).map(|answer| answer.value)
    };
    let run = run(program, options, &mut oracle, observer, budget);
    let left = answers.iter().skip(used).filter(|answer| answer.kind != AskKind::Heap).count();
    Done { run, problem, left }
}

/// The reason why an answer does not fit a question.
fn judge(program: &Program, at: usize, ask: &Ask, answer: Option<RecordedAnswer>) -> Option<ReplayError> {
    match answer {
        Some(answer) if answer.kind == ask.kind && answer.pos == ask.pos => {
            let fits = is_value(program, ask.ty, answer.value);
            let ty = || program.types.text(ask.ty, &program.names);
            (!fits).then(|| ReplayError::Range { at, value: answer.value, ty: ty() })
        }
        other => Some(ReplayError::Mismatch {
            at,
            asked: question(program, ask.kind, ask.pos),
            found: other.map(|answer| question(program, answer.kind, answer.pos)),
        }),
    }
}

fn is_value(program: &Program, ty: TypeId, value: i128) -> bool {
    match Integer::of(&program.types, ty) {
        Some(integer) if integer.kind == IntegerKind::Bool => value == 0 || value == 1,
        Some(integer) => integer.fits(value),
        None if program.types.floating_kind(ty).is_some() => {
            let kind = program.types.floating_kind(ty);
            let bits = value as u128;
            kind.map_or(false, |kind| kind.stored_bits() == 128 || bits >> kind.stored_bits() == 0)
        }
        None => value >= 0 && value >> (8 * program.types.options().pointer_size()) == 0,
    }
}

/// A question in words.
pub(in crate::c) fn question(program: &Program, kind: AskKind, pos: Pos) -> String {
    let what = match kind {
        AskKind::Call => "the result of the call",
        AskKind::Declaration => "the first value of the object",
        AskKind::Skipped => "the value of the object at the beginning of the function",
        AskKind::Parameter => "the parameter",
        AskKind::Result => "the result of the function that ends",
        AskKind::Read => "the value read",
        AskKind::Volatile => "the value of the volatile object that is read",
        AskKind::Effect => "a value that the function may store",
        AskKind::Heap => "the value of a byte of the new object",
        AskKind::Extern => "the value of the external object",
        AskKind::Address => "the low bits of the address",
    };
    format!("{} {}", what, program.lines.place_text(pos))
}

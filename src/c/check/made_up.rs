//! Finds values that a counterexample depends on although the program does not give them: the result of an unknown
//! function, an output of assembler, the value of an object before its first store.
//!
//! Such a counterexample may be no run of the real program, so a user is told of the value. A run asks for many such
//! values, and most of them do not matter. A value matters if the run does not reach the same error when another answer
//! takes its place; a few other answers are tried for each.

use super::replay::{carry_out, question, Answer};
use crate::base::Budget;
use crate::c::run::options::{End, RunOptions};
use crate::c::{AskKind, ExprId, ExprKind, Pos, Program};
use std::collections::BTreeSet;

/// The most answers that are tested.
const MOST_ANSWERS: usize = 64;

/// The most steps of all runs together.
const MOST_STEPS: u64 = 2_000_000;

/// The first value that the program does not give but the error depends on, in words with its place.
pub fn made_up(
    program: &Program,
    options: &RunOptions,
    answers: &[Answer],
    budget: &Budget,
) -> Option<String> {
    let unknown = unknown_calls(program);
    let is_made_up = |answer: &Answer| match answer.kind {
        AskKind::Call => unknown.contains(&answer.pos),
        AskKind::Declaration | AskKind::Skipped | AskKind::Result | AskKind::Read | AskKind::Effect => true,
        AskKind::Parameter | AskKind::Volatile | AskKind::Heap | AskKind::Extern => false,
    };
    let all = answers.iter().enumerate().filter(|(_, answer)| is_made_up(answer));
    let made_up: Vec<(usize, &Answer)> = all.take(MOST_ANSWERS).collect();
    if made_up.is_empty() {
        return None;
    }
    let end = |answers: &[Answer]| {
        let done = carry_out(program, options, answers, &mut (), budget);
        match (done.problem, done.run) {
            (None, Ok(run)) => Some((run.end, run.steps)),
            _ => None,
        }
    };
    let (wanted, steps) = end(answers).filter(|(end, _)| matches!(end, End::Error(..)))?;
    let mut left = MOST_STEPS;
    for (at, answer) in made_up {
        let mut other = answers.to_vec();
        for value in [0, 1, answer.value + 1, answer.value - 1, answer.value / 2 + 3] {
            left = left.checked_sub(steps.max(1))?;
            other[at].value = value;
            // `end` has no end for an answer outside of the type's range, because that would tell nothing.
            if value != answer.value && end(&other).map_or(false, |(end, _)| end != wanted) {
                return Some(in_words(program, answer));
            }
        }
    }
    None
}

/// The name of the function that an expression calls.
fn callee(program: &Program, id: ExprId) -> Option<&str> {
    match program.expr(id).kind {
        ExprKind::Call { callee, .. } => match program.expr(callee).kind {
            ExprKind::Function(function) => Some(program.names.text(program.function(function).name)),
            _ => None,
        },
        _ => None,
    }
}

/// The places of calls of unknown functions, whose results only the engine has chosen.
fn unknown_calls(program: &Program) -> BTreeSet<Pos> {
    let is_unknown = |&id: &ExprId| callee(program, id).map_or(false, |name| !is_promised(name));
    program.exprs().filter(is_unknown).map(|id| program.expr(id).pos).collect()
}

/// The name of the function that is called at a place.
fn called(program: &Program, pos: Pos) -> Option<&str> {
    program.exprs().filter(|&id| program.expr(id).pos == pos).find_map(|id| callee(program, id))
}

/// Whether a name promises an arbitrary value, or is used by the bodies of the C library for values that the standard
/// leaves open.
fn is_promised(name: &str) -> bool {
    let promises = ["__VERIFIER_nondet", "nondet", "unknown", "nd", "__indubit_any_"];
    !name.starts_with("__indubit_any_output") && promises.iter().any(|beginning| name.starts_with(beginning))
}

fn in_words(program: &Program, answer: &Answer) -> String {
    let place = program.lines.place_text(answer.pos);
    match (answer.kind, called(program, answer.pos)) {
        (AskKind::Call, Some(name)) if name.starts_with("__indubit_any_output") => {
            format!("an output of assembler {}", place)
        }
        (AskKind::Call | AskKind::Effect, Some(name)) => match answer.kind {
            AskKind::Call => format!("the result of `{}`, which has no body, {}", name, place),
            _ => format!("what `{}`, which has no body, may store {}", name, place),
        },
        (AskKind::Declaration | AskKind::Skipped, _) => {
            format!("the value of an object without one {}", place)
        }
        (kind, _) => question(program, kind, answer.pos),
    }
}

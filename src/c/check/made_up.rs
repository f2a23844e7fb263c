//! Finds values that a counterexample depends on although the program does not give them: the result of an unknown
//! function, an output of assembler, the value of an object before its first store.
//!
//! Such a counterexample may be no run of the real program, so a user is told of the value. A run asks for many such
//! values, and most of them do not matter. The run is repeated, and a value matters if a decision of the run depends on
//! it (see [`Trail`]).

use super::replay::{carry_out, question, RecordedAnswer, Trailing};
use crate::base::Budget;
use crate::c::run::options::{End, RunOptions};
use crate::c::run::trail::Trail;
use crate::c::{Ask, AskKind, ExprId, ExprKind, Pos, Program};
use std::collections::BTreeSet;

/// The most steps of the run.
const MOST_STEPS: u64 = 2_000_000;

/// The first value that the program does not give but the error depends on, in words with its place.
pub fn made_up(
    program: &Program,
    options: &RunOptions,
    answers: &[RecordedAnswer],
    budget: &Budget,
) -> Option<String> {
    // The values that a function alone is called with are any.
    if program.is_function_alone {
        return None;
    }
    let mut trailing = Trailing(Trail::new(unknown_calls(program)));
    let options = RunOptions { steps: options.steps.min(MOST_STEPS), ..*options };
    let done = carry_out(program, &options, answers, &mut trailing, budget);
    match (done.problem, done.run) {
        (None, Ok(run)) if matches!(run.end, End::Error(..) | End::OutOfSteps(_)) => {
            trailing.0.decision().map(|ask| in_words(program, ask))
        }
        _ => None,
    }
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

fn in_words(program: &Program, answer: Ask) -> String {
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

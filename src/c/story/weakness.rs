//! The weaknesses that an error is, by their numbers in MITRE's list (CWE), for programs that gather findings.
//!
//! The kind of an error says most of it. An access out of bounds is more than one weakness: the pointer that the run
//! used, and whether the access reads or writes, tell which one.

use crate::c::run::pointer::Pointer;
use crate::c::run::watch::{Fault, View};
use crate::c::{ExprId, ExprKind, Failure, Program, LOWEST_ADDRESS};

/// The weaknesses of an error, whose expression this is.
pub(super) fn weaknesses(view: &View<'_>, expr: Option<ExprId>, fault: &Fault) -> &'static [u16] {
    match fault.failure {
        Failure::InvalidFree => match fault.through {
            Some(pointer) if view.memory.has_ended(pointer) => &[415],
            Some(Pointer::Object(target)) if view.memory.heap_number(target).is_some() => &[761],
            Some(Pointer::Object(_) | Pointer::Number(_) | Pointer::Function(_)) | None => &[590],
        },
        Failure::Bounds => match fault.through {
            Some(Pointer::Number(number)) if number < LOWEST_ADDRESS => &[476],
            Some(Pointer::Number(_) | Pointer::Function(_)) => &[119],
            Some(Pointer::Object(target)) if !view.memory.lives(target) => &[825],
            Some(Pointer::Object(_)) | None => match expr.map_or(false, |id| is_written(view.program, id)) {
                true => &[787],
                false => &[125],
            },
        },
        failure => failure.row().weaknesses,
    }
}

/// Whether an assignment writes the object that an expression names, or a member of it.
fn is_written(program: &Program, id: ExprId) -> bool {
    let whole = |mut id: ExprId| {
        while let ExprKind::Member(record, _) = program.expr(id).kind {
            id = record;
        }
        id
    };
    let is_target = |expr: ExprId| match program.expr(expr).kind {
        ExprKind::Assign(target, _) | ExprKind::AssignOp { target, .. } | ExprKind::Step { target, .. } => {
            whole(target) == whole(id)
        }
        _ => false,
    };
    program.exprs().any(is_target)
}

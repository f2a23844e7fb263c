//! Describes the error at the end of a run: one sentence, its place, and the values of the variables in it.
//!
//! For `a[i] = 0;` with an `i` out of bounds, it says which access failed, which object it missed, and the value of
//! `i`. An error in the C library is described at the call that led there.

use super::code::{code, written};
use super::lvalue::value;
use super::snapshot::value_of;
use super::values::{heap_name, shown, OnHeap};
use super::weakness::weaknesses;
use crate::base::HashMap;
use crate::c::read::declaring;
use crate::c::run::pointer::{Pointer, Target};
use crate::c::run::watch::{object_at, Fault, View};
use crate::c::{
    Assertion, BinaryOp, ExprId, ExprKind, Failure, FunctionId, IntegerKind, Lines, ObjectId, Pos, Program,
    LOWEST_ADDRESS,
};
use crate::evidence::any::Failed;

/// The most variables whose values are shown.
const MOST_VARIABLES: usize = 4;

/// The description of an error.
#[derive(Clone, Debug)]
pub(super) struct WhatFailed {
    /// The assertion that is false.
    pub assertion: Assertion,
    /// The kind of the error as a word for other programs: `assertion`, `bounds`.
    pub kind: &'static str,
    /// The error as a sentence: ``assertion `x > 0` is false``.
    pub what: String,
    /// The place in the program; for an error in the C library, the place of the call.
    pub place: Location,
    /// The function of the C library in which the error is, if it is in one.
    pub library: Option<&'static str>,
    /// The weaknesses that it is, by their numbers in the list of MITRE.
    pub weaknesses: &'static [u16],
    /// The variables of the expression with their values.
    pub values: Vec<(String, String)>,
}

/// A place in the program.
#[derive(Clone, Debug)]
pub(super) struct Location {
    /// The file, of a program of several ones.
    pub file: Option<String>,
    /// The line, from 1.
    pub line: usize,
    /// The byte in the line, from 1.
    pub column: usize,
    /// The function.
    pub function: String,
}

impl WhatFailed {
    /// The description for a program in this file.
    pub fn told(&self, file: &str) -> Failed {
        let Location { line, column, function, file: own } = self.place.clone();
        let (kind, text, weaknesses) = (self.kind, self.text(file), self.weaknesses);
        Failed { kind, text, line, column, function, file: own, weaknesses }
    }

    fn text(&self, file: &str) -> String {
        let Location { file: own, line, column, function } = &self.place;
        let file = own.as_deref().unwrap_or(file);
        let mut text = format!("{} at {}:{}:{} in {}", self.what, file, line, column, function);
        if let Some(name) = self.library {
            let header = declaring(name).map_or(String::new(), |header| format!(" of <{}>", header));
            text.push_str(&format!(", in `{}`{}", name, header));
        }
        if !self.values.is_empty() {
            let values: Vec<String> =
                self.values.iter().map(|(name, value)| format!("{} = {}", name, value)).collect();
            text.push_str(&format!(", with {}", values.join(", ")));
        }
        text
    }
}

/// Describes the error with which a run ends.
pub(super) fn describe(view: &View<'_>, heap: &[OnHeap], fault: &Fault) -> WhatFailed {
    let program = view.program;
    let (place, function) = place_in_program(view, fault.pos);
    let (line, column) = program.lines.line_and_column(place);
    let expr = Places::of(program).expression(program, fault.failure, fault.pos);
    let text = |id: ExprId| code(program, id);
    let of_call = |id: ExprId| match program.expr(id).kind {
        ExprKind::Call { callee, arguments, .. } => Some((callee, program.list(arguments))),
        _ => None,
    };
    let called = expr.and_then(of_call);
    let shown = expr.map(text);
    let or = |words: &str| shown.as_ref().map_or(words.to_string(), |shown| format!("`{}`", shown));
    let mut about = expr;
    let what = match fault.failure {
        Failure::ReachError => {
            about = None;
            let name = called.map_or("reach_error".to_string(), |(callee, _)| text(callee));
            format!("`{}` is called", name)
        }
        Failure::AssertFail | Failure::Assertion => {
            about = called
                .filter(|_| fault.failure == Failure::Assertion)
                .and_then(|(_, all)| all.first().copied());
            let condition = expr.and_then(|call| condition(program, call, fault.failure));
            condition
                .map_or("an assertion is false".to_string(), |text| format!("assertion `{}` is false", text))
        }
        Failure::Overflow => {
            let ty = expr.map(|id| format!("`{}`", program.types.text(program.expr(id).ty, &program.names)));
            format!("{} overflows {}", or("an operation"), ty.unwrap_or_else(|| "its type".to_string()))
        }
        Failure::Conversion => {
            let ty = expr.map(|id| format!("`{}`", program.types.text(program.expr(id).ty, &program.names)));
            let ty = ty.unwrap_or_else(|| "its type".to_string());
            format!("{} is a number that {} does not hold", or("a conversion"), ty)
        }
        Failure::Bounds if called.is_some() => {
            let callee = match fault.through {
                Some(Pointer::Number(0)) => "a null pointer",
                Some(Pointer::Number(_) | Pointer::Object(_) | Pointer::Function(_)) | None => {
                    "a pointer that leads to no function"
                }
            };
            format!("{} is a call through {}", or("a call"), callee)
        }
        Failure::Bounds => format!("{} {}", or("an access"), outside(view, heap, fault)),
        Failure::UseAfterFree => {
            format!(
                "{} is accessed after the end of {}",
                or("an object"),
                target_name(view, heap, fault.through)
            )
        }
        Failure::InvalidFree => {
            about = called.and_then(|(_, arguments)| arguments.first().copied());
            format!("{} {}", or("a call of `free`"), why_no_free(view, heap, fault.through))
        }
        Failure::Lost => {
            format!("{} is lost: no pointer leads to it any more", target_name(view, heap, fault.through))
        }
        Failure::Leak => format!("{} is not freed at the end", target_name(view, heap, fault.through)),
        failure => failure.row().fails.replace("{}", &or(failure.row().noun)),
    };
    let values = about.map_or(Vec::new(), |id| values(view, heap, id));
    WhatFailed {
        assertion: Assertion { pos: fault.pos, failure: fault.failure },
        kind: fault.failure.row().kind,
        what,
        place: Location { file: program.lines.file(place).map(str::to_string), line, column, function },
        library: program.lines.library_function(fault.pos),
        weaknesses: weaknesses(view, expr, fault),
        values,
    }
}

/// The condition of a failing assertion as it is written: the argument of `assert`, or the text that an expanded one
/// hands to `__assert_fail`.
pub(super) fn condition(program: &Program, call: ExprId, failure: Failure) -> Option<String> {
    let argument = program.arguments(call).first().copied()?;
    if failure == Failure::Assertion {
        return Some(code(program, argument));
    }
    match program.expr(written(program, argument)).kind {
        ExprKind::Text(text) => {
            let units = &program.string(text).units;
            Some(units.iter().map(|&unit| char::from_u32(unit).unwrap_or('?')).collect())
        }
        _ => None,
    }
}

/// The place in the program's own text, and its function: the place itself, or that of the call that led into the
/// library.
pub(super) fn place_in_program(view: &View<'_>, pos: Pos) -> (Pos, String) {
    let (program, lines): (&Program, &Lines) = (view.program, &view.program.lines);
    let name = |function: FunctionId| program.function_text(function);
    let mut place = pos;
    for frame in view.frames.iter().rev() {
        if lines.library_function(place).is_none() {
            return (place, name(frame.function));
        }
        place = frame.call.map_or(place, |call| program.expr(call).pos);
    }
    (place, "main".to_string())
}

/// The function of the C library that a call in the program's own text names.
fn called_in_library(program: &Program, call: ExprId) -> Option<&'static str> {
    let expr = program.expr(call);
    let callee = match expr.kind {
        ExprKind::Call { callee, .. } if program.lines.library_function(expr.pos).is_none() => callee,
        _ => return None,
    };
    match program.expr(written(program, callee)).kind {
        ExprKind::Function(id) => program.lines.library_function(program.function(id).pos),
        _ => None,
    }
}

/// The expressions of a program by their places.
#[derive(Debug, Default)]
pub(in crate::c) struct Places {
    at: HashMap<Pos, Vec<ExprId>>,
    /// By a record: an expression for a member of it.
    members: HashMap<ExprId, ExprId>,
    /// By a function of the C library: the only call of it in the program's own text, `None` if there are several.
    calls: HashMap<&'static str, Option<Pos>>,
}

impl Places {
    /// All of a program, in linear time.
    pub fn of(program: &Program) -> Places {
        let mut places = Places::default();
        for id in program.exprs() {
            let expr = program.expr(id);
            places.at.entry(expr.pos).or_default().push(id);
            if let Some(name) = called_in_library(program, id) {
                places.calls.entry(name).and_modify(|call| *call = None).or_insert(Some(expr.pos));
            }
            if let ExprKind::Member(record, _) = expr.kind {
                places.members.entry(record).or_insert(id);
            }
        }
        places
    }

    /// The place of the only call of a function of the C library in the program's own text.
    pub fn call(&self, function: &str) -> Option<Pos> {
        self.calls.get(function).copied().flatten()
    }

    /// The expression that is meant by an error of this kind at this place.
    pub fn expression(&self, program: &Program, failure: Failure, pos: Pos) -> Option<ExprId> {
        let mut here = self.at.get(&pos)?.iter().rev().copied();
        let found = here.find(|&id| may_fail(program, id, failure))?;
        // If a member of the dereferenced object is accessed, `p->next` tells more than `*p`.
        match program.expr(found).kind {
            ExprKind::Dereference(_) => self.members.get(&found).copied().or(Some(found)),
            _ => Some(found),
        }
    }
}

/// Whether an expression can have an error of this kind.
fn may_fail(program: &Program, id: ExprId, failure: Failure) -> bool {
    let kind = program.expr(id).kind;
    let is_op = |op: BinaryOp| match failure {
        Failure::DivisionByZero => matches!(op, BinaryOp::Div | BinaryOp::Rem),
        Failure::ShiftWidth => matches!(op, BinaryOp::ShiftLeft | BinaryOp::ShiftRight),
        _ => true,
    };
    match failure {
        Failure::ReachError
        | Failure::AssertFail
        | Failure::Assertion
        | Failure::Unreachable
        | Failure::InvalidFree => {
            matches!(kind, ExprKind::Call { .. })
        }
        Failure::Overflow | Failure::DivisionByZero | Failure::ShiftWidth => match kind {
            ExprKind::Binary(op, ..) | ExprKind::AssignOp { op, .. } => is_op(op),
            ExprKind::Step { .. } | ExprKind::Unary(..) => failure == Failure::Overflow,
            _ => false,
        },
        Failure::Conversion => match kind {
            ExprKind::Convert { operand, .. } => {
                program.types.floating_kind(program.expr(operand).ty).is_some()
            }
            ExprKind::AssignOp { computation, .. } => program.types.floating_kind(computation).is_some(),
            _ => false,
        },
        Failure::NotANumber | Failure::Infinity => match kind {
            ExprKind::Binary(..) => program.types.floating_kind(program.expr(id).ty).is_some(),
            ExprKind::AssignOp { computation, .. } => program.types.floating_kind(computation).is_some(),
            ExprKind::Step { .. } => program.types.floating_kind(program.expr(id).ty).is_some(),
            ExprKind::Convert { operand, .. } => {
                let is_float = |id: ExprId| program.types.floating_kind(program.expr(id).ty).is_some();
                is_float(operand) && is_float(id)
            }
            ExprKind::Call { .. } => true,
            _ => false,
        },
        Failure::Bounds | Failure::UseAfterFree => match kind {
            ExprKind::Call { callee, .. } => {
                !matches!(program.expr(callee).kind, ExprKind::Function(_)) && failure == Failure::Bounds
            }
            kind => matches!(kind, ExprKind::Dereference(_)),
        },
        Failure::Library
        | Failure::CallType
        | Failure::Member
        | Failure::Misaligned
        | Failure::Length
        | Failure::UnsignedOverflow
        | Failure::Truncation
        | Failure::Uninitialised
        | Failure::Truth
        | Failure::Moved => may_fail_further(program, id, failure),
        Failure::Label | Failure::Lost | Failure::Leak | Failure::NoResult => false,
    }
}

/// Whether an expression can have an error of a kind that has its check alone.
fn may_fail_further(program: &Program, id: ExprId, failure: Failure) -> bool {
    let kind = program.expr(id).kind;
    let moves = |op: BinaryOp| matches!(op, BinaryOp::PointerAdd | BinaryOp::PointerSub);
    match failure {
        Failure::Library | Failure::CallType => matches!(kind, ExprKind::Call { .. }),
        Failure::Member | Failure::Misaligned => matches!(kind, ExprKind::Dereference(_)),
        Failure::Length => program.lengths.contains(&id),
        Failure::Truncation => {
            matches!(kind, ExprKind::Convert { is_cast: false, .. } | ExprKind::AssignOp { .. })
        }
        Failure::Uninitialised => true,
        Failure::Truth => program.types.integer_kind(program.expr(id).ty) == Some(IntegerKind::Bool),
        _ => match kind {
            ExprKind::Binary(op, ..) | ExprKind::AssignOp { op, .. } => {
                moves(op) == (failure == Failure::Moved)
            }
            ExprKind::Step { .. } => true,
            _ => false,
        },
    }
}

/// The reason why an access is outside of an object, in words.
fn outside(view: &View<'_>, heap: &[OnHeap], fault: &Fault) -> String {
    match fault.through {
        Some(Pointer::Number(0)) => "is accessed through a null pointer".to_string(),
        Some(Pointer::Number(number)) if number < LOWEST_ADDRESS => {
            format!("is accessed {} bytes behind a null pointer", number)
        }
        Some(Pointer::Number(number)) => format!("is accessed at {:#x}, the address of nothing", number),
        Some(Pointer::Function(_)) => "is accessed at the address of a function".to_string(),
        None => "is outside of its object".to_string(),
        Some(Pointer::Object(target)) => {
            let start = Pointer::Object(Target { offset: 0, ..target });
            let name = target_name(view, heap, fault.through);
            if !view.memory.lives(target) || view.has_left_block(start, fault.pos) {
                return format!("is accessed after the end of {}", name);
            }
            match view.room(start) {
                Some(_) if view.memory.is_text(start) || view.memory.is_const(start) => {
                    format!("writes to {}, or is outside of it (offset {})", name, target.offset)
                }
                Some(size) => format!("is outside of {} ({} bytes, offset {})", name, size, target.offset),
                None => format!("is outside of {}", name),
            }
        }
    }
}

fn why_no_free(view: &View<'_>, heap: &[OnHeap], through: Option<Pointer>) -> String {
    match through {
        Some(pointer) if view.memory.has_ended(pointer) => {
            format!("frees {} a second time", target_name(view, heap, through))
        }
        Some(Pointer::Object(target)) if view.memory.heap_number(target).is_some() && target.offset != 0 => {
            format!("does not free the beginning of {}", target_name(view, heap, through))
        }
        _ => "frees what `malloc` has not made".to_string(),
    }
}

/// The name of the object to which a pointer was made.
fn target_name(view: &View<'_>, heap: &[OnHeap], pointer: Option<Pointer>) -> String {
    let target = match pointer {
        Some(Pointer::Object(target)) => target,
        Some(Pointer::Number(_) | Pointer::Function(_)) | None => return "its object".to_string(),
    };
    if let Some(number) = view.memory.heap_number(target) {
        return heap_name(view.program, heap, number, true);
    }
    let name = |object: ObjectId| view.program.object(object).name;
    let object = object_at(view.shape, view.global_slots, view.frames, target.slot)
        .filter(|_| view.memory.lives(target));
    match object.and_then(name) {
        Some(name) => format!("`{}`", view.program.names.text(name)),
        None if view.memory.is_text(Pointer::Object(target)) => "a string literal".to_string(),
        None => "an object of a call that has returned".to_string(),
    }
}

/// The variables, members and elements that an expression reads, with their values when its operands are evaluated.
fn values(view: &View<'_>, heap: &[OnHeap], root: ExprId) -> Vec<(String, String)> {
    let (program, steps) = (view.program, steps(view.program, root));
    let (mut stack, mut found): (Vec<ExprId>, Vec<(String, String)>) = (vec![root], Vec::new());
    while let Some(id) = stack.pop() {
        if found.len() >= MOST_VARIABLES || stack.len() > 1_000 {
            break;
        }
        let expr = program.expr(id);
        let told = match expr.kind {
            ExprKind::Object(object) => {
                let name = program.object_text(object);
                let step = steps.iter().find(|(of, _)| *of == object);
                let behind =
                    step.map_or(String::new(), |(_, step)| format!(" after `{}`", code(program, *step)));
                name.zip(value_of(view, heap, object)).map(|(name, now)| (name, now + &behind))
            }
            ExprKind::Load(lvalue) if !matches!(program.expr(lvalue).kind, ExprKind::Object(_)) => {
                value(view, id).map(|now| (code(program, lvalue), shown(view, heap, expr.ty, now, true)))
            }
            _ => None,
        };
        let is_new = |(name, _): &(String, String)| found.iter().all(|(known, _)| known != name);
        let told = told.filter(is_new);
        found.extend(told);
        stack.extend(program.arguments(id).iter().rev());
        stack.extend(expr.kind.operands().rev());
    }
    found
}

/// The objects that the operands of an expression step in each evaluation, each with such a step.
fn steps(program: &Program, root: ExprId) -> Vec<(ObjectId, ExprId)> {
    let (mut stack, mut found) = (vec![root], Vec::new());
    while let Some(id) = stack.pop() {
        let expr = program.expr(id);
        match expr.kind {
            ExprKind::Logical(_, first, _)
            | ExprKind::Conditional(first, ..)
            | ExprKind::Default(first, _) => {
                stack.push(first);
            }
            _ if stack.len() > 1_000 => break,
            kind => {
                stack.extend(program.arguments(id));
                stack.extend(kind.operands());
            }
        }
        if let (ExprKind::Step { target, .. }, true) = (expr.kind, id != root) {
            if let ExprKind::Object(object) = program.expr(target).kind {
                found.push((object, id));
            }
        }
    }
    found
}

//! Functions with the attribute `constructor` or `destructor`, which run before and after `main`.
//!
//! The body of `main` begins with calls of the former, and registers the latter by `atexit` before. So destructors run
//! behind all functions that the program registers, as with glibc. Both go by priority, then by their place in the
//! text; destructors run in the order that is the reverse of the one in which they are registered.
//!
//! A program that calls `main` again is left out: the attributes are an error there.

use super::super::arch::IntegerKind;
use super::super::check::{Around, Checker, Folded};
use super::super::source::Pos;
use super::super::syntax::{ExprId, ExprKind, FunctionId, StmtId, StmtKind};
use super::super::types::{FunctionType, Prototype, Types};

/// The function that registers another one for the end of the run.
const REGISTERING: &str = "atexit";

/// Gives the functions around `main` their meaning.
pub(in crate::c::read) fn around_main(checker: &mut Checker<'_>) {
    let mut all: Vec<Around> = Vec::new();
    for around in std::mem::take(&mut checker.around_main) {
        let is_same =
            |other: &Around| (other.function, other.is_before) == (around.function, around.is_before);
        match all.iter_mut().find(|other| is_same(other)) {
            Some(known) => known.priority = known.priority.min(around.priority),
            None if checker.program.function(around.function).body.is_some() => all.push(around),
            None => {}
        }
    }
    let first = match all.first() {
        Some(first) => first.pos,
        None => return,
    };
    let main = checker.program.function_named("main");
    let main = main.filter(|&main| checker.program.function(main).body.is_some());
    let main = match main {
        Some(main) => main,
        None => return,
    };
    let has_own_end = checker
        .program
        .function_named(REGISTERING)
        .map_or(false, |id| checker.program.function(id).body.is_some());
    if checker.is_mentioned(main) || has_own_end {
        let message =
            "functions that run before or after `main` by an attribute are not supported in a program that \
                       calls `main`, or defines `atexit`; call them";
        checker.error(first, message);
        return;
    }
    for around in &all {
        let function = checker.program.function(around.function);
        if !function.parameters.is_empty() {
            checker.error(around.pos, "a function that runs before or after `main` has no parameters here");
        }
    }
    all.sort_by_key(|around| (around.priority, checker.program.function(around.function).pos));
    let (after, before): (Vec<Around>, Vec<Around>) = all.iter().partition(|around| !around.is_before);
    checker.function = Some(main);
    let mut statements: Vec<StmtId> =
        after.iter().map(|around| registered(checker, around.function, first)).collect();
    statements.extend(before.iter().map(|around| called(checker, around.function, &[], first)));
    checker.function = None;
    begin_with(checker, main, statements);
}

/// A statement that calls a function.
fn called(checker: &mut Checker<'_>, function: FunctionId, arguments: &[ExprId], pos: Pos) -> StmtId {
    let callee = place_of(checker, function, pos);
    let call = checker.call(callee, arguments, pos, pos);
    checker.add_stmt(StmtKind::Expression(call), pos, pos)
}

/// A statement that registers a function for the end of the run.
fn registered(checker: &mut Checker<'_>, function: FunctionId, pos: Pos) -> StmtId {
    let name = checker.program.names.intern(REGISTERING);
    let nothing = FunctionType { result: Types::VOID, parameters: Vec::new(), prototype: Prototype::Fixed };
    let handler = checker.program.types.function_type(nothing);
    let handler = checker.program.types.pointer(handler);
    let result = checker.types().integer(IntegerKind::Int);
    let ty = FunctionType { result, parameters: vec![handler], prototype: Prototype::Fixed };
    let atexit = checker.declare_builtin(name, ty, pos);
    let place = place_of(checker, function, pos);
    let value = checker.value(place);
    let value = checker.convert(value, handler, true);
    called(checker, atexit, &[value], pos)
}

fn begin_with(checker: &mut Checker<'_>, function: FunctionId, mut statements: Vec<StmtId>) {
    let body = match checker.program.function(function).body {
        Some(body) => body,
        None => return,
    };
    let stmt = checker.program.stmt(body);
    if let StmtKind::Block(_, scope) = stmt.kind {
        statements.push(body);
        let list = checker.add_stmts(&statements);
        let whole = checker.add_stmt(StmtKind::Block(list, scope), stmt.pos, stmt.end);
        checker.update_function(function, |function| function.body = Some(whole));
    }
}

fn place_of(checker: &mut Checker<'_>, function: FunctionId, pos: Pos) -> ExprId {
    let ty = checker.program.function(function).ty;
    checker.add(ExprKind::Function(function), ty, pos, Folded::Place)
}

//! Reads the definitions of library functions that a program needs, as if they stood behind its text.

use super::super::arch::FloatEvaluation;
use super::super::check::{Checker, Folded};
use super::super::source::Pos;
use super::super::syntax::{ExprKind, FunctionId, Object, ObjectId, Program, StmtKind};
use super::super::types::{Prototype, Type, TypeId, Types};
use super::prologue::{prologue, Choices};
use super::read::read;
use super::texts::{Item, ItemKind, Library};
use super::{formats, uses, whole};
use crate::base::Budget;

/// The function that registers functions for the end of a run, and the one that calls them. A program that mentions the
/// former gets `exit` as a text, too; without it, `exit` is the end of a run.
const REGISTERING: &str = "atexit";
const AFTER_MAIN: &str = "__indubit_after_main";
const ENDING: &str = "exit";

/// The function that makes the second parameter of `main`, and its object that has room for some of many arguments.
const ARGUMENTS: &str = "__indubit_arguments";
const MORE_ARGUMENTS: &str = "more";

/// The object with the mode in which floating-point results are rounded.
const ROUNDING_MODE: &str = "__indubit_rounding_mode";

/// The function that a text calls where C cannot express the meaning: the call is an unsupported point.
pub(super) const UNSUPPORTED: &str = "__indubit_unsupported";

/// Adds the definitions that a program without errors needs.
pub(in crate::c::read) fn append<'s>(mut checker: Checker<'s>, budget: &Budget) -> Checker<'s> {
    let (library, start) = match checker.program.lines.library() {
        Some((library, start)) => (library.clone(), start),
        None => return checker,
    };
    checker.evaluation = FloatEvaluation::OwnType;
    let (errno, needs_errno) = uses::errno(&checker.program);
    let choices = uses::choices(&checker.program, errno);
    let arguments = uses::arguments(&checker.program);
    let is_wanted = wanted(&checker.program, &library, needs_errno, arguments.is_some(), choices);
    if !is_wanted.contains(&true) {
        return checker;
    }
    let macros = prologue(checker.types().options(), choices);
    let list = library.items().iter().zip(is_wanted).filter(|&(_, is_wanted)| is_wanted);
    for (item, _) in list {
        let place = start + item.start;
        checker = match item.kind {
            ItemKind::Function => function(checker, item, &macros, place, budget),
            ItemKind::Declaration if checker.program.function_named(item.name).is_some() => checker,
            ItemKind::Declaration | ItemKind::Object => {
                read(checker, item.text, item.text.len(), &macros, place, budget).0
            }
        };
        if item.name == UNSUPPORTED {
            let id = checker.program.function_named(item.name);
            let reason = "this call of a function of the C library is not supported";
            id.into_iter().for_each(|id| checker.unsupported_body(id, reason.to_string()));
        }
    }
    checker = formats::specialise(checker, &library, choices, &macros, start, budget);
    if !checker.types().options().keeps_calls {
        whole::assign_whole(&mut checker);
    }
    arguments.into_iter().for_each(|(main, objects)| give_arguments(&mut checker, main, objects));
    let mode = checker.program.names.find(ROUNDING_MODE);
    let is_mode = |object: &Object| object.name == mode && mode.is_some() && object.function.is_none();
    let at = checker.program.objects.iter().position(is_mode);
    checker.program.rounding_mode = at.map(|at| ObjectId(at as u32));
    checker.program.after_main = checker.program.function_named(AFTER_MAIN);
    checker
}

/// By item: whether the program needs it. That is so if the program mentions it and does not define it, or if a needed
/// item mentions it. A function that prints needs no other item if the program does not use its result.
fn wanted(
    program: &Program,
    library: &Library,
    needs_errno: bool,
    needs_arguments: bool,
    choices: Choices,
) -> Vec<bool> {
    let mut is_wanted = vec![false; library.items().len()];
    let mut open: Vec<usize> = Vec::new();
    let mut names: Vec<&str> = uses::functions(program)
        .into_iter()
        .map(|id| program.names.text(program.function(id).name))
        .chain(needs_errno.then_some("errno"))
        .chain(needs_arguments.then_some(ARGUMENTS))
        .collect();
    if names.contains(&REGISTERING) {
        names.push(AFTER_MAIN)
    } else {
        names.retain(|&name| name != ENDING)
    }
    for name in names {
        let found = library.position(name).filter(|&at| library.items()[at].kind != ItemKind::Declaration);
        open.extend(found);
    }
    let prints = |name: &str| uses::PRINTING.iter().any(|&(printing, _)| printing == name);
    while let Some(at) = open.pop() {
        let is_alone = !choices.is_printed_used && !choices.is_shown && prints(library.items()[at].name);
        if !std::mem::replace(&mut is_wanted[at], true) && !is_alone {
            open.extend(library.mentioned(at, choices.is_shown));
        }
    }
    is_wanted
}

/// Reads the definition of a function. If it does not fit the program's declaration, calls of it are not understood.
fn function<'s>(
    mut checker: Checker<'s>,
    item: &Item,
    macros: &str,
    place: usize,
    budget: &Budget,
) -> Checker<'s> {
    let known = checker.program.function_named(item.name);
    let before = known.map(|id| (checker.program.function(id).ty, checker.program.function(id).pos));
    // The type of a definition of the library replaces that of the declaration, for calls convert their arguments and
    // their result.
    known.into_iter().for_each(|id| checker.update_function(id, |function| function.is_implicit = true));
    let (mut checker, is_read) = read(checker, item.text, item.text.len(), macros, place, budget);
    let id = match checker.program.function_named(item.name) {
        Some(id) => id,
        None => return checker,
    };
    let function = checker.program.function(id);
    let (ty, pos) = before.unwrap_or((function.ty, function.pos));
    if !(is_read && function.body.is_some() && fits(checker.types(), ty, function.ty)) {
        let message = format!(
            "`{}` is declared in another way than in the C library, so its calls are not understood",
            item.name
        );
        checker.diagnostics.warning(pos, message.clone());
        forget(&mut checker, id, ty, pos);
        checker.unsupported_body(id, message);
    }
    checker
}

/// Begins the body of `main` with an assignment to its second parameter.
fn give_arguments(checker: &mut Checker<'_>, main: FunctionId, (count, list): (ObjectId, ObjectId)) {
    let function = checker.program.function(main);
    let (body, pos) = match function.body {
        Some(body) => (body, function.pos),
        None => return,
    };
    let (name, more) = (checker.program.names.intern(ARGUMENTS), checker.program.names.find(MORE_ARGUMENTS));
    checker.function = Some(main);
    let (callee, count) = (checker.named(name, true, pos), checker.object_expr(count, pos));
    let value = checker.call(callee, &[count], pos, pos);
    let place = checker.object_expr(list, pos);
    let ty = checker.program.object(list).ty;
    let value = checker.convert(value, ty, true);
    let assigned = checker.add(ExprKind::Assign(place, value), ty, pos, Folded::No);
    let first = checker.add_stmt(StmtKind::Expression(assigned), pos, pos);
    checker.function = None;
    let stmt = checker.program.stmt(body);
    if let StmtKind::Block(_, scope) = stmt.kind {
        let both = checker.add_stmts(&[first, body]);
        let whole = checker.add_stmt(StmtKind::Block(both, scope), stmt.pos, stmt.end);
        checker.update_function(main, |function| function.body = Some(whole));
    }
    let maker = checker.program.function_named(ARGUMENTS);
    let is_more = |object: &Object| object.name == more && object.function == maker;
    let at = checker.program.objects.iter().position(is_more);
    checker.program.more_arguments = at.map(|at| ObjectId(at as u32));
}

/// Restores a function to its state before its definition was read.
fn forget(checker: &mut Checker<'_>, id: FunctionId, ty: TypeId, pos: Pos) {
    checker.update_function(id, |function| {
        function.ty = ty;
        function.pos = pos;
        function.parameters.clear();
        function.body = None;
    });
}

/// Whether a call through the type of a declaration fits the definition.
fn fits(types: &Types, declared: TypeId, defined: TypeId) -> bool {
    let (declared, defined) = match (types.get(declared), types.get(defined)) {
        (Type::Function(declared), Type::Function(defined)) => {
            (types.function(declared), types.function(defined))
        }
        _ => return false,
    };
    let converts = |from: TypeId, to: TypeId| {
        let is_number = |ty: TypeId| types.is_scalar(ty) && !types.has_floating(ty);
        from == to || (is_number(from) && is_number(to))
    };
    let result = (declared.result, defined.result);
    if result.0 != Types::VOID && result.1 != Types::VOID && !converts(result.0, result.1) {
        return false;
    }
    let (given, wanted) = (&declared.parameters, &defined.parameters);
    let counts = match (declared.prototype, defined.prototype) {
        (Prototype::Unspecified, _) => return true,
        (_, Prototype::Variadic) => given.len() >= wanted.len(),
        (Prototype::Variadic, _) => false,
        _ => given.len() == wanted.len(),
    };
    counts && given.iter().zip(wanted).all(|(&from, &to)| converts(from, to))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::c::read::{read, Arch, COptions, StmtKind};

    /// Each body alone is read without a warning, and its objects begin with a value, for others would be asked for.
    #[test]
    fn all_texts_are_read_for_both_data_models() {
        let library = Library::new();
        let is_public =
            |item: &&Item| item.kind == ItemKind::Function && !item.name.starts_with("__indubit_");
        for item in library.items().iter().filter(is_public) {
            let name = item.name;
            let text = match name.ends_with("div") {
                true => format!("#include <stdlib.h>\nvoid *p = {};", name),
                false if name.starts_with("__builtin_") => format!("void f() {{ {}(1); }}", name),
                false if name == ENDING => "int atexit(), exit();\nvoid *p = exit, *q = atexit;".to_string(),
                // The type of a result is part of a declaration.
                false if item.result.ends_with("double") || item.result == "float" => {
                    format!("{} {}();\nvoid *p = {};", item.result, name, name)
                }
                false => format!("int {}();\nvoid *p = {};", name, name),
            };
            for arch in [Arch::Ilp32, Arch::Lp64] {
                let options = COptions { arch, ..COptions::default() };
                let program = read(text.as_bytes(), &options, &Budget::unlimited()).expect(name);
                assert_eq!(program.warnings.first().map(ToString::to_string), None, "{}", name);
                let function = program.function(program.function_named(name).expect(name));
                assert!(function.body.is_some(), "{}", name);
                for stmt in program.stmts().map(|id| program.stmt(id)) {
                    assert!(!matches!(stmt.kind, StmtKind::Declaration(_, None)), "{}: {:?}", name, stmt);
                }
            }
        }
    }
}

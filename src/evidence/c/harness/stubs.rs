//! Functions and objects that the program does not define.

use super::counterexample::Counterexample;
use super::queues::{Queues, Taker};
use crate::input::c::{ExprKind, Failure, FunctionId, ObjectId, Program, Storage, Type, TypeId};
use std::collections::BTreeSet;
use std::fmt::Write;

/// Functions of the C library that stay what they are.
const LIBRARY: &str = " abort exit _exit _Exit malloc calloc realloc free alloca ";
/// Objects of the C library.
const LIBRARY_OBJECTS: &str = " stdin stdout stderr errno environ ";

fn is_in(list: &str, name: &str) -> bool {
    list.contains(&format!(" {} ", name))
}

/// The definitions, to stand behind the program. A function has a name of its own in C and the wanted one for the
/// linker, so that it need not repeat the program's declaration.
pub(super) fn text(run: &Counterexample<'_>, queues: &Queues) -> String {
    let program = run.program;
    let (mut functions, mut objects) = (BTreeSet::new(), BTreeSet::new());
    for id in program.exprs() {
        match program.expr(id).kind {
            ExprKind::Function(function) => {
                functions.insert(function);
            }
            ExprKind::Object(object) => {
                objects.insert(object);
            }
            _ => {}
        }
    }
    // The macro of <assert.h> calls another function than the one that it is called here.
    let mut text = String::from("\n\n/* The functions and objects that the program does not define. */\n");
    for &id in &functions {
        let function = program.function(id);
        let name = program.names.text(function.name);
        if function.body.is_none() && !name.starts_with("__builtin_") && !is_in(LIBRARY, name) {
            text.push_str(&stub(run, queues, id, name));
        }
    }
    let name_of = |id: &FunctionId| program.names.text(program.function(*id).name);
    let defines = |name: &str| functions.iter().any(|id| name_of(id) == name);
    let is_library = program.function_named("assert").map_or(false, |id| program.function(id).body.is_none());
    if defines("assert") && is_library && !defines("__assert_fail") {
        text.push_str(&definition(
            "void",
            "__assert_fail",
            "void",
            &error(run, Failure::Assertion, "assert"),
        ));
    }
    for id in objects {
        let object = program.object(id);
        if object.storage == Storage::Global && !object.is_defined {
            text.push_str(&external(program, queues, id));
        }
    }
    text
}

/// The definition of an object, whose value is set before `main`.
fn external(program: &Program, queues: &Queues, id: ObjectId) -> String {
    let object = program.object(id);
    let name = object.name.map_or("", |name| program.names.text(name));
    if is_in(LIBRARY_OBJECTS, name) || program.types.size(object.ty).is_none() {
        return String::new();
    }
    let mut text = format!("__typeof__({0}) {0};\n", name);
    if let Some(queue) = queues.of(Taker::Object(id)) {
        let value = match program.types.is_scalar(object.ty) {
            true => format!("{} = harness_take(&{})", name, queue),
            false => format!("{}(&{})", queue.replace("queue", "fill"), name),
        };
        let start = queue.replace("queue", "start");
        let _ = writeln!(text, "__attribute__((constructor)) static void {}(void) {{ {}; }}", start, value);
    }
    text
}

/// The definition of a function.
fn stub(run: &Counterexample<'_>, queues: &Queues, id: FunctionId, name: &str) -> String {
    let program = run.program;
    let result = match program.types.get(program.function(id).ty) {
        Type::Function(ty) => program.types.function(ty).result,
        _ => return String::new(),
    };
    let (parameter, body) = match name {
        "reach_error" | "__VERIFIER_error" => ("void", error(run, Failure::ReachError, name)),
        "__assert_fail" | "__assert" | "__assert_rtn" => ("void", error(run, Failure::AssertFail, name)),
        "assert" => {
            let body = format!("if (!condition) {}", error(run, Failure::Assertion, name));
            (condition_type(program, id), body)
        }
        "__VERIFIER_assume" | "assume" | "__CPROVER_assume" => {
            (condition_type(program, id), "if (!condition) harness_exit(0);".to_string())
        }
        _ if program.function(id).is_noreturn => ("void", "harness_exit(0);".to_string()),
        _ => match queues.of(Taker::Call(id)) {
            Some(queue) if program.types.pointee(result).is_some() => {
                ("void", format!("return (void *)(__UINTPTR_TYPE__)harness_take(&{});", queue))
            }
            Some(queue) => ("void", format!("return harness_take(&{});", queue)),
            None => ("void", String::new()),
        },
    };
    let parameter =
        if parameter == "void" { parameter.to_string() } else { format!("{} condition", parameter) };
    definition(result_text(program, result), name, &parameter, &body)
}

/// A function of this name for the linker.
fn definition(ty: &str, name: &str, parameter: &str, body: &str) -> String {
    format!(
        "{ty} harness_of_{name}({parameter}) __asm__(\"{name}\");\n\
         {ty} harness_of_{name}({parameter}) {{ {body} }}\n",
        ty = ty,
        name = name,
        parameter = parameter,
        body = body
    )
}

/// The statement at an error.
fn error(run: &Counterexample<'_>, failure: Failure, name: &str) -> String {
    match failure.violates(run.options.property) {
        true => format!("harness_reached(\"{}\");", name),
        false => "harness_exit(0);".to_string(),
    }
}

/// The type in which the argument of an assumption or assertion is passed: all its calls have to agree.
fn condition_type(program: &Program, function: FunctionId) -> &'static str {
    let sizes: BTreeSet<Option<u64>> = program
        .exprs()
        .filter_map(|id| match program.expr(id).kind {
            ExprKind::Call { callee, arguments, .. } => {
                let is_meant = program.expr(callee).kind == ExprKind::Function(function);
                let first = program.list(arguments).first().filter(|_| is_meant)?;
                Some(program.types.size(program.expr(*first).ty))
            }
            _ => None,
        })
        .collect();
    if sizes.len() == 1 && sizes.contains(&Some(8)) {
        "long long"
    } else {
        "int"
    }
}

/// The type of a result in C.
fn result_text(program: &Program, ty: TypeId) -> &'static str {
    match program.types.integer_kind(ty) {
        Some(kind) => kind.text(),
        None if program.types.pointee(ty).is_some() => "void *",
        // A structure is not given back: the caller finds any bytes.
        None => "void",
    }
}

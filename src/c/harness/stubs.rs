//! Functions and objects that the program does not define.

use super::counterexample::Counterexample;
use super::effects::Effects;
use super::queues::{Queues, Taker};
use crate::c::{ExprKind, Failure, FunctionId, ObjectId, Program, Storage, Type, TypeId, Types};
use std::collections::BTreeSet;
use std::fmt::Write;

/// Functions of the C library that stay what they are.
const LIBRARY: &str = " abort exit _exit _Exit malloc calloc realloc reallocarray free alloca ";
/// Objects of the C library.
const LIBRARY_OBJECTS: &str = " stdin stdout stderr errno environ ";

fn is_in(list: &str, name: &str) -> bool {
    list.contains(&format!(" {} ", name))
}

/// The definitions, to stand behind the program. A function has a name of its own in C and the wanted one for the
/// linker, so that it need not repeat the program's declaration.
pub(super) fn text(run: &Counterexample<'_>, queues: &Queues, effects: &Effects) -> String {
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
            text.push_str(&stub(run, queues, effects, id, name));
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
    if let Some(queue) = queues.of(Taker::Heap) {
        let is_watched = super::sanitiser(run.error.0).map_or(false, |name| name.contains("address"));
        text.push_str(if is_watched { WATCHED_MEMORY } else { OWN_MEMORY });
        text.push_str(&HEAP.replace("QUEUE", &queue));
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
fn stub(run: &Counterexample<'_>, queues: &Queues, effects: &Effects, id: FunctionId, name: &str) -> String {
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
            Some(queue) if program.types.is_scalar(result) => {
                ("void", format!("return harness_take(&{});", queue))
            }
            Some(queue) => {
                let fill = queue.replace("queue", "fill");
                ("void", format!("__typeof__({}()) result; {}(&result); return result;", name, fill))
            }
            None => ("void", String::new()),
        },
    };
    let change = changes(run, queues, effects, id);
    let body = format!("{}{}", change, body);
    let is_structure = !program.types.is_scalar(result) && result != Types::VOID;
    if is_structure && queues.of(Taker::Call(id)).is_some() {
        return definition(&format!("__typeof__({}())", name), name, "void", &body);
    }
    let parameter =
        if parameter == "void" { parameter.to_string() } else { format!("{} condition", parameter) };
    definition(result_text(program, result), name, &parameter, &body)
}

/// The statements that change what the calls of a function change.
fn changes(run: &Counterexample<'_>, queues: &Queues, effects: &Effects, id: FunctionId) -> String {
    let calls = match effects.calls.get(&id) {
        Some(calls) => calls,
        None => return String::new(),
    };
    let mut text = String::from("static unsigned harness_call; switch (harness_call++) {");
    for (at, objects) in calls.iter().enumerate().filter(|(_, objects)| !objects.is_empty()) {
        let _ = write!(text, " case {}:", at);
        for &object in objects {
            if let Some(queue) = queues.of(Taker::Effect(object)) {
                let fill = queue.replace("queue", "fill");
                let _ = write!(text, " {}((void *){});", fill, Effects::address(run, object));
            }
        }
        text.push_str(" break;");
    }
    text + " } "
}

/// `malloc` and `realloc` whose objects hold the bytes of the run. Other libraries may call them before it begins.
const HEAP: &str = "
static int harness_runs;
__attribute__((constructor)) static void harness_begin(void) { harness_runs = 1; }
void *harness_of_malloc(__SIZE_TYPE__ size) __asm__(\"malloc\");
void *harness_of_realloc(void *object, __SIZE_TYPE__ size) __asm__(\"realloc\");
void *harness_of_reallocarray(void *object, __SIZE_TYPE__ count, __SIZE_TYPE__ size) __asm__(\"reallocarray\");
void *harness_of_malloc(__SIZE_TYPE__ size)
{
  unsigned char *object = harness_new(size);
  for (unsigned long i = 0; harness_runs && i < size; i++) object[i] = harness_take(&QUEUE);
  return object;
}
void *harness_of_realloc(void *object, __SIZE_TYPE__ size)
{
  unsigned char *old = object, *new = harness_of_malloc(size);
  unsigned long old_size = old ? harness_size(old) : 0;
  for (unsigned long i = 0; i < size && i < old_size; i++) new[i] = old[i];
  if (old) harness_end(old);
  return new;
}
void *harness_of_reallocarray(void *object, __SIZE_TYPE__ count, __SIZE_TYPE__ size)
{
  return harness_of_realloc(object, count * size);
}
";

/// Memory that is never given back.
const OWN_MEMORY: &str = "
#define HARNESS_HEAP (1ul << 26)
static unsigned char harness_heap[HARNESS_HEAP] __attribute__((aligned(16)));
static unsigned long harness_heap_used;
void *harness_of_calloc(__SIZE_TYPE__ count, __SIZE_TYPE__ size) __asm__(\"calloc\");
void harness_of_free(void *object) __asm__(\"free\");
static void *harness_new(unsigned long size)
{
  unsigned char *object = harness_heap + harness_heap_used + 16;
  if (size > HARNESS_HEAP - 48 - harness_heap_used) harness_exit(0);
  *(unsigned long *)(object - 16) = size;
  harness_heap_used += 16 + (size + 31) / 16 * 16;
  return object;
}
static unsigned long harness_size(void *object) { return *(unsigned long *)((unsigned char *)object - 16); }
static void harness_end(void *object) { }
void *harness_of_calloc(__SIZE_TYPE__ count, __SIZE_TYPE__ size) { return harness_new(count * size); }
void harness_of_free(void *object) { }
";

/// The memory of the sanitiser, which watches it.
const WATCHED_MEMORY: &str = "
extern void *harness_new(__SIZE_TYPE__) __asm__(\"__interceptor_malloc\");
extern __SIZE_TYPE__ harness_size(void *) __asm__(\"malloc_usable_size\");
extern void harness_end(void *) __asm__(\"__interceptor_free\");
";

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

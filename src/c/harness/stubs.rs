//! Definitions of the functions and objects that the program declares but does not define, as C text behind it.
//!
//! Without them a harness could not be linked. A function takes its results from the queue of answers that the run has
//! for it; an object gets its value before `main`; the functions that end the run or report an error call the
//! harness. `malloc` and `realloc` are replaced if the run depends on the bytes of new objects. For a program that
//! declares `int f(void);` and whose run asks for results of `f`, the text is:
//!
//! ```text
//! int harness_of_f(void) __asm__("f");
//! int harness_of_f(void) { return harness_take(&harness_queue_0); }
//! ```

use super::counterexample::Counterexample;
use super::edits::taken;
use super::effects::Effects;
use super::queues::{Queues, Taker};
use crate::c::read::{ASSERTIONS, ASSUMPTIONS};
use crate::c::{
    ExprKind, Failure, FloatingKind, FunctionId, ObjectId, Pos, Program, Storage, Type, TypeId, Types,
};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::ops::Range;

/// Functions of the C library that get no stub, unless [`HEAP`] replaces them: the linker finds the library's own.
const LIBRARY: &str = " abort exit _exit _Exit malloc calloc realloc reallocarray free alloca ";
/// Functions that a harness of a function alone defines ([`alone`](super::alone)).
const OWN: &str = " __indubit_object __indubit_copy __indubit_havoc __indubit_index ";
/// Objects of the C library, which defines them itself.
const LIBRARY_OBJECTS: &str = " stdin stdout stderr errno environ ";

fn is_in(list: &str, name: &str) -> bool {
    list.contains(&format!(" {} ", name))
}

/// Whether a function needs no stub.
fn is_defined(name: &str) -> bool {
    name.starts_with("__builtin_") || is_in(LIBRARY, name) || is_in(OWN, name)
}

/// The definitions that stand behind a file of the program. A stub has a name of its own in C and the program's name
/// only for the linker, so its type need not repeat the program's declaration.
pub(super) fn text(
    run: &Counterexample<'_>,
    queues: &Queues,
    effects: &Effects,
    unit: &Range<usize>,
) -> String {
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
    let is_last = unit.end == run.text.len();
    // Texts of the C library have places behind the program.
    let is_here = |pos: Pos| unit.contains(&pos.offset()) || (is_last && pos.offset() >= unit.end);
    let mut text = String::from("\n\n/* The functions and objects that the program does not define. */\n");
    for &id in &functions {
        let function = program.function(id);
        let name = program.names.text(function.name);
        let is_open = function.body.is_none() && is_here(function.pos);
        if is_open && !is_defined(name) && !effects.facts.contains_key(name) {
            text.push_str(&stub(run, queues, effects, id, name));
        }
    }
    let name_of = |id: &FunctionId| program.names.text(program.function(*id).name);
    let defines = |name: &str| functions.iter().any(|id| name_of(id) == name);
    let is_library = program.function_named("assert").map_or(false, |id| program.function(id).body.is_none());
    // With <assert.h>, `assert` is a macro that calls `__assert_fail`, so that function is defined too.
    if is_last && defines("assert") && is_library && !defines("__assert_fail") {
        text.push_str(&definition(
            "void",
            "__assert_fail",
            "void",
            &error(run, Failure::Assertion, "assert"),
        ));
    }
    for id in objects {
        let object = program.object(id);
        if object.storage == Storage::Global && !object.is_defined && is_here(object.pos) {
            text.push_str(&external(program, queues, id));
        }
    }
    let shared = effects.values.keys().copied().filter(|_| !program.lines.units().is_empty());
    for id in shared.filter(|&id| is_here(program.object(id).pos)) {
        text.push_str(&noted(program, id));
    }
    if let Some(queue) = queues.of(Taker::Heap).filter(|_| is_last) {
        let is_watched = super::sanitiser(run.failure()).map_or(false, |name| name.contains("address"));
        text.push_str(if is_watched { WATCHED_MEMORY } else { OWN_MEMORY });
        text.push_str(&HEAP.replace("QUEUE", &queue));
    }
    text
}

/// Stores the address of a global object for the stubs of another file.
fn noted(program: &Program, id: ObjectId) -> String {
    let (object, at) = (program.object(id), id.index());
    match (object.storage, object.function, object.name) {
        (Storage::Global, None, Some(name)) => format!(
            "__attribute__((constructor)) static void harness_note_{at}(void)\n\
             {{ harness_address_{at} = (void *)&{name}; }}\n",
            at = at,
            name = program.names.text(name)
        ),
        _ => String::new(),
    }
}

/// The definition of an object. A constructor sets its value before `main`, if the run asks for one.
fn external(program: &Program, queues: &Queues, id: ObjectId) -> String {
    let object = program.object(id);
    let name = object.name.map_or("", |name| program.names.text(name));
    if is_in(LIBRARY_OBJECTS, name) || program.types.size(object.ty).is_none() {
        return String::new();
    }
    let mut text = format!("__typeof__({0}) {0};\n", name);
    if let Some(queue) = queues.of(Taker::Object(id)) {
        let value = match program.types.is_scalar(object.ty) {
            true => format!("{} = {}", name, taken(program, object.ty, &queue)),
            false => format!("{}(&{})", queue.replace("queue", "fill"), name),
        };
        let start = queue.replace("queue", "start");
        let _ = writeln!(text, "__attribute__((constructor)) static void {}(void) {{ {}; }}", start, value);
    }
    text
}

/// The definition of a function without body: its effects on objects, and then its result or the end of the process.
fn stub(run: &Counterexample<'_>, queues: &Queues, effects: &Effects, id: FunctionId, name: &str) -> String {
    let program = run.program;
    let result = match program.types.get(program.function(id).ty) {
        Type::Function(ty) => program.types.function(ty).result,
        _ => return String::new(),
    };
    let (parameter, body) = match name {
        "reach_error" | "__VERIFIER_error" => ("void", error(run, Failure::ReachError, name)),
        "__assert_fail" | "__assert" | "__assert_rtn" => ("void", error(run, Failure::AssertFail, name)),
        _ if ASSERTIONS.contains(&name) => {
            let body = format!("if (!condition) {}", error(run, Failure::Assertion, name));
            (condition_type(program, id), body)
        }
        _ if ASSUMPTIONS.contains(&name) => {
            (condition_type(program, id), "if (!condition) harness_exit(0);".to_string())
        }
        _ if program.function(id).is_noreturn => ("void", "harness_exit(0);".to_string()),
        _ => match queues.of(Taker::Call(id)) {
            Some(queue) if program.types.is_scalar(result) => {
                ("void", format!("return {};", taken(program, result, &queue)))
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

/// C statements for the body of a stub: at each call they write to the objects that this call changed in the
/// counterexample.
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

/// `malloc` and `realloc` whose new objects hold the bytes that the run has there. A library may call them before the
/// program begins; such calls take no answers from the queue.
const HEAP: &str = "
static int harness_runs;
__attribute__((constructor)) static void harness_begin(void) { harness_runs = 1; }
void *harness_of_malloc(__SIZE_TYPE__ size) __asm__(\"malloc\");
void *harness_of_realloc(void *object, __SIZE_TYPE__ size) __asm__(\"realloc\");
void *harness_of_reallocarray(void *object, __SIZE_TYPE__ count, __SIZE_TYPE__ size) __asm__(\"reallocarray\");
void *harness_of_malloc(__SIZE_TYPE__ size)
{
  unsigned char *object = harness_new(size);
  if (harness_runs && size > 65536) harness_fill_large(object, size, &QUEUE);
  for (unsigned long i = 0; harness_runs && size <= 65536 && i < size; i++) object[i] = harness_take(&QUEUE);
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

/// A simple allocator for [`HEAP`]: it takes memory from one array, or maps it, and never gives any back.
const OWN_MEMORY: &str = "
#define HARNESS_HEAP (1ul << 26)
static unsigned char harness_heap[HARNESS_HEAP] __attribute__((aligned(16)));
static unsigned long harness_heap_used;
extern void *harness_map(void *, unsigned long, int, int, int, long) __asm__(\"mmap\");
void *harness_of_calloc(__SIZE_TYPE__ count, __SIZE_TYPE__ size) __asm__(\"calloc\");
void harness_of_free(void *object) __asm__(\"free\");
static void *harness_new(unsigned long size)
{
  unsigned char *object = harness_heap + harness_heap_used + 16;
  if (size > HARNESS_HEAP / 4) {
    object = harness_map(0, size + 16, 3, 0x4022, -1, 0);
    if ((long)object == -1) harness_exit(0);
    *(unsigned long *)object = size;
    return object + 16;
  }
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

/// The allocator of the address sanitiser for [`HEAP`], so that the sanitiser still notices bad accesses.
const WATCHED_MEMORY: &str = "
extern void *harness_new(__SIZE_TYPE__) __asm__(\"__interceptor_malloc\");
extern __SIZE_TYPE__ harness_size(void *) __asm__(\"malloc_usable_size\");
extern void harness_end(void *) __asm__(\"__interceptor_free\");
";

/// The declaration and definition of a stub that the linker knows under `name`.
pub(super) fn definition(ty: &str, name: &str, parameter: &str, body: &str) -> String {
    format!(
        "{ty} harness_of_{name}({parameter}) __asm__(\"{name}\");\n\
         {ty} harness_of_{name}({parameter}) {{ {body} }}\n",
        ty = ty,
        name = name,
        parameter = parameter,
        body = body
    )
}

/// The statement that a stub executes at an error: it reports the error, or only ends the process if the error is not
/// the one that the property is about.
fn error(run: &Counterexample<'_>, failure: Failure, name: &str) -> String {
    match failure.violates(run.options.property) {
        true => format!("harness_reached(\"{}\");", name),
        false => "harness_exit(0);".to_string(),
    }
}

/// The type of the parameter of an assumption or assertion: `long long` if every call passes 8 bytes, else `int`.
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

/// The type in which a stub returns its result.
fn result_text(program: &Program, ty: TypeId) -> &'static str {
    match program.types.integer_kind(ty) {
        Some(kind) => kind.text(),
        None if program.types.pointee(ty).is_some() => "void *",
        None if program.types.floating_kind(ty).is_some() => {
            program.types.floating_kind(ty).map_or("double", FloatingKind::text)
        }
        // A structure is not returned here: the caller finds arbitrary bytes.
        None => "void",
    }
}

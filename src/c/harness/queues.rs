//! The answers of a run, sorted into one queue for each variable or function that takes them.
//!
//! The interpreter asks its questions in one sequence, with a place in the text for each. Compiled code cannot be asked
//! at a place, but a variable or a function always takes its values in the same order. So each of them becomes a
//! *taker* with a queue of its own, and the harness defines the queues as arrays. Answers to questions that compiled
//! code cannot be given, such as a read out of bounds, are counted as missing.

use super::effects::Effects;
use crate::c::check::replay::RecordedAnswer;
use crate::c::read::property::{LARGE_OBJECT, RENEW, UNFREED};
use crate::c::run::parts::each_part;
use crate::c::{AskKind, ExprKind, FunctionId, ObjectId, Pos, Program, StmtKind, Storage, Type, TypeId};
use std::collections::BTreeMap;
use std::fmt::Write;

/// A variable or function of compiled code that takes answers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Taker {
    /// A function without definition takes its results.
    Call(FunctionId),
    /// A function whose body ends without `return` takes its results.
    Result(FunctionId),
    /// An object takes its first value: a local variable, a parameter of `main`, or an object that is not defined.
    Object(ObjectId),
    /// An object that undefined functions change takes its new values.
    Effect(ObjectId),
    /// New objects of the heap take their bytes.
    Heap,
}

/// A queue of answers for each taker.
#[derive(Debug)]
pub(super) struct Queues {
    list: BTreeMap<Taker, Vec<i128>>,
}

impl Queues {
    /// The queues, and the number of answers that have no taker in compiled code.
    pub fn new(program: &Program, answers: &[RecordedAnswer], effects: &Effects) -> (Queues, usize) {
        let takers = takers(program);
        let mut list: BTreeMap<Taker, Vec<i128>> = BTreeMap::new();
        let mut missing = 0;
        for (&object, values) in &effects.values {
            list.insert(Taker::Effect(object), values.clone());
        }
        let asked = answers.iter().filter(|answer| answer.kind == AskKind::Effect).count();
        missing += asked.saturating_sub(effects.count()) + effects.skipped(answers);
        // No queue is made if the run has 0 in all bytes of new objects: fresh memory of a process is 0 as a rule.
        let is_heap_plain = !program.is_function_alone
            && answers.iter().all(|answer| answer.kind != AskKind::Heap || answer.value == 0);
        for answer in answers {
            match takers.get(&(answer.kind, answer.pos)) {
                _ if matches!(answer.kind, AskKind::Effect | AskKind::Address) => {}
                _ if answer.kind == AskKind::Heap && is_heap_plain => {}
                Some(&taker) => list.entry(taker).or_default().push(answer.value),
                // Compiled code has its own value here. It matters only if a jump skips the declaration and the object
                // is read then, which `Effects::skipped` counts.
                None if answer.kind == AskKind::Skipped => {}
                None => missing += 1,
            }
        }
        (Queues { list }, missing)
    }

    /// The takers that have answers, with the names of their queues.
    pub fn takers(&self) -> impl Iterator<Item = (Taker, String)> + '_ {
        self.list.keys().enumerate().map(|(at, &taker)| (taker, format!("harness_queue_{}", at)))
    }

    /// The name of a taker's queue.
    pub fn of(&self, taker: Taker) -> Option<String> {
        self.takers().find(|&(other, _)| other == taker).map(|(_, name)| name)
    }

    /// The definitions of all queues in C, with the tables of parts that structures are filled by.
    pub fn text(&self, program: &Program) -> String {
        let mut text = String::new();
        for (at, (&taker, values)) in self.list.iter().enumerate() {
            let name = |name| program.names.text(name);
            let about = match taker {
                Taker::Call(id) => format!("results of {}", name(program.function(id).name)),
                Taker::Result(id) => format!("results of {} at its end", name(program.function(id).name)),
                Taker::Heap => "bytes of new objects of the heap".to_string(),
                Taker::Object(id) | Taker::Effect(id) => {
                    let object = program.object(id);
                    let line = program.lines.line_and_column(object.pos).0;
                    format!("values of {}, line {}", object.name.map_or("a parameter", name), line)
                }
            };
            let list: Vec<String> = values.iter().map(|&value| literal(value)).collect();
            let _ = write!(
                text,
                "\n/* The {about}. */\n\
                 static const long long harness_values_{at}[] = {{{list}}};\n\
                 static struct harness_queue harness_queue_{at} = {{harness_values_{at}, {count}, 0}};\n",
                about = about,
                at = at,
                list = list.join(", "),
                count = values.len()
            );
            match taker {
                Taker::Object(id) if program.types.is_scalar(program.object(id).ty) => {}
                Taker::Object(id) | Taker::Effect(id) => {
                    let units = program.lines.units().len();
                    let is_noted = units > 0 || program.object(id).function.is_some();
                    if let (Taker::Effect(_), true) = (taker, is_noted) {
                        // One variable for all files.
                        let common = "void *harness_address_{} __attribute__((common));";
                        let form = if units > 0 { common } else { "static void *harness_address_{};" };
                        text.push_str(&form.replace("{}", &id.index().to_string()));
                        text.push('\n');
                    }
                    text.push_str(&parts_text(program, program.object(id).ty, at));
                }
                Taker::Call(id) => {
                    let result = result_of(program, id).filter(|&ty| !program.types.is_scalar(ty));
                    text.extend(result.map(|ty| parts_text(program, ty, at)));
                }
                Taker::Result(_) | Taker::Heap => {}
            }
        }
        text
    }
}

/// A number as a constant of type `long long`.
pub(super) fn literal(value: i128) -> String {
    match i32::try_from(value) {
        Ok(small) if small != i32::MIN => small.to_string(),
        _ => format!("0x{:x}LL", value as u64),
    }
}

/// The type of a function's result.
pub(super) fn result_of(program: &Program, function: FunctionId) -> Option<TypeId> {
    match program.types.get(program.function(function).ty) {
        Type::Function(ty) => Some(program.types.function(ty).result),
        _ => None,
    }
}

/// The table of the scalar parts of a type, and the function that fills an object of the type from its queue.
fn parts_text(program: &Program, ty: TypeId, at: usize) -> String {
    let size = program.types.size(ty).unwrap_or(0);
    if size > LARGE_OBJECT {
        return format!(
            "static void harness_fill_{at}(void *object)\n\
             {{\n  harness_fill_large(object, {size}ul, &harness_queue_{at});\n}}\n",
            at = at,
            size = size
        );
    }
    let mut parts = Vec::new();
    let done: Result<(), ()> = each_part(&program.types, ty, 0, &mut |part| {
        let (first, width) = match part.bits {
            Some(bits) => (bits.offset, bits.width),
            None => (8 * part.offset, 8 * program.types.size(part.ty).unwrap_or(0) as u32),
        };
        parts.push(format!("{{{}, {}}}", first, width));
        Ok(())
    });
    debug_assert!(done.is_ok());
    let count = parts.len();
    format!(
        "static const struct harness_part harness_parts_{at}[] = {{{list}}};\n\
         static void harness_fill_{at}(void *object)\n\
         {{\n  harness_fill(object, harness_parts_{at}, {count}, &harness_queue_{at});\n}}\n",
        at = at,
        list = parts.join(", "),
        count = count
    )
}

/// By kind and place of a question: the taker of its answers. A question without taker cannot be answered in compiled
/// code.
fn takers(program: &Program) -> BTreeMap<(AskKind, Pos), Taker> {
    let mut takers = BTreeMap::new();
    let mut objects = Vec::new();
    for id in program.exprs() {
        match program.expr(id).kind {
            ExprKind::Call { callee, .. } => {
                if let ExprKind::Function(function) = program.expr(callee).kind {
                    let pos = program.expr(id).pos;
                    let can_return = program.types.is_scalar(program.expr(id).ty)
                        || program.function(function).parameters.is_empty()
                            && has_no_parameters(program, function);
                    if can_return {
                        takers.insert((AskKind::Call, pos), Taker::Call(function));
                    }
                    let name = program.names.text(program.function(function).name);
                    if matches!(name, "malloc" | "realloc" | "reallocarray" | UNFREED | RENEW) {
                        takers.insert((AskKind::Heap, pos), Taker::Heap);
                    }
                }
            }
            ExprKind::Object(object) => objects.push(object),
            ExprKind::Function(function) => add_result(program, function, &mut takers),
            _ => {}
        }
    }
    for id in program.stmts() {
        if let StmtKind::Declaration(object, None) = program.stmt(id).kind {
            takers.insert((AskKind::Declaration, program.object(object).pos), Taker::Object(object));
        }
    }
    let main = program.function_named("main");
    for &parameter in main.iter().flat_map(|&main| &program.function(main).parameters) {
        let object = program.object(parameter);
        if program.types.integer_kind(object.ty).is_some() && object.name.is_some() {
            takers.insert((AskKind::Parameter, object.pos), Taker::Object(parameter));
        }
    }
    for object in objects {
        let found = program.object(object);
        if found.storage == Storage::Global && !found.is_defined {
            takers.insert((AskKind::Extern, found.pos), Taker::Object(object));
        }
    }
    takers
}

/// Whether a function is declared with an empty list of parameters, so that a call without arguments has its type.
fn has_no_parameters(program: &Program, function: FunctionId) -> bool {
    match program.types.get(program.function(function).ty) {
        Type::Function(ty) => program.types.function(ty).parameters.is_empty(),
        _ => false,
    }
}

fn add_result(program: &Program, function: FunctionId, takers: &mut BTreeMap<(AskKind, Pos), Taker>) {
    let found = program.function(function);
    let is_scalar = match program.types.get(found.ty) {
        Type::Function(ty) => program.types.is_scalar(program.types.function(ty).result),
        _ => false,
    };
    if let (Some(body), true) = (found.body, is_scalar) {
        takers.insert((AskKind::Result, program.stmt(body).end), Taker::Result(function));
    }
}

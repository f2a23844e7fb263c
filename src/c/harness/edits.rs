//! Text that a harness adds to the program, so that compiled code takes the answers of the run.
//!
//! The program's own text stays as it is; each addition is a byte offset and a text to insert there. Variables without
//! initialiser get values from their queues, functions that end without `return` get one, and the places of the error
//! report that the error is reached. For `int x;` the text becomes
//!
//! ```text
//! int x = harness_take(&harness_queue_0);
//! ```
//!
//! An addition needs a place that the text spells out. Where a macro made the name or the brace, there is none, and the
//! variable counts as missing.

use super::counterexample::{Aim, Counterexample};
use super::queues::{Queues, Taker};
use crate::c::witness::is_loop;
use crate::c::{
    Failure, FloatingKind, ObjectId, Pos, Program, Stmt, StmtId, StmtKind, Storage, TypeId, Types,
};

/// The texts to insert, each with the offset of the byte before which it goes, in ascending order; and the number of
/// queues for which no place was found.
pub(super) fn edits(run: &Counterexample<'_>, queues: &Queues) -> (Vec<(usize, String)>, usize) {
    let program = run.program;
    let mut edits = Vec::new();
    let mut missing = 0;
    for (taker, queue) in queues.takers() {
        let edit = match taker {
            Taker::Call(_) | Taker::Heap => continue,
            Taker::Effect(object) => match program.object(object).function {
                None => continue,
                Some(_) => note(run, object),
            },
            Taker::Object(object) => match program.object(object).storage {
                Storage::Global => continue,
                Storage::Parameter => parameter(run, object, &queue),
                _ => declaration(run, object, &queue),
            },
            Taker::Result(function) => program.function(function).body.and_then(|body| {
                let end = program.stmt(body).end.offset();
                let text = format!(" return {}; ", taken(program, result_of(program, function), &queue));
                (run.text.get(end) == Some(&b'}')).then_some((end, text))
            }),
        };
        match edit {
            Some(edit) => edits.push(edit),
            None => missing += 1,
        }
    }
    edits.extend(errors(run));
    if let Aim::NoEnd(heads) = run.aim {
        let count = edits.len();
        edits.extend(heads.iter().filter_map(|(pos, set)| visit(run, *pos, set)));
        missing += heads.len() - (edits.len() - count);
    }
    edits.sort_by_key(|&(at, _)| at);
    (edits, missing)
}

fn result_of(program: &Program, function: crate::c::FunctionId) -> TypeId {
    match program.types.get(program.function(function).ty) {
        crate::c::Type::Function(ty) => program.types.function(ty).result,
        _ => Types::VOID,
    }
}

/// An expression for the next value of a queue as one of a scalar type.
pub(super) fn taken(program: &Program, ty: TypeId, queue: &str) -> String {
    match program.types.floating_kind(ty) {
        Some(FloatingKind::Half) => format!("harness_half(&{})", queue),
        Some(FloatingKind::Float) => format!("harness_float(&{})", queue),
        Some(FloatingKind::Double) => format!("harness_double(&{})", queue),
        Some(FloatingKind::LongDouble | FloatingKind::Quad) | None if program.types.pointee(ty).is_none() => {
            format!("harness_take(&{})", queue)
        }
        Some(FloatingKind::LongDouble | FloatingKind::Quad) | None => {
            format!("(void *)(__UINTPTR_TYPE__)harness_take(&{})", queue)
        }
    }
}

/// Says at the head of a loop that it is visited, before its condition is looked at. In a loop that looks at it last,
/// the body does, without a word about the state.
fn visit(run: &Counterexample<'_>, pos: Pos, set: &str) -> Option<(usize, String)> {
    let program = run.program;
    let is_here = |stmt: &Stmt| stmt.pos == pos && is_loop(stmt.kind);
    let (word, body) = match program.stmts().map(|id| program.stmt(id)).find(is_here)?.kind {
        StmtKind::DoWhile(body, _) => {
            let start = program.stmt(body).pos.offset();
            let is_block = run.text.get(start) == Some(&b'{');
            return is_block.then(|| (start + 1, " harness_visit(1);".to_string()));
        }
        StmtKind::While(..) => ("while", false),
        _ => ("for", true),
    };
    let behind = pos.offset() + word.len();
    let blank = |byte: &u8| !byte.is_ascii_whitespace();
    let open = behind + run.text.get(behind..)?.iter().position(blank)?;
    if !run.is_spelt(pos, word) || run.text.get(open) != Some(&b'(') {
        return None;
    }
    let at = if body { semicolon(run.text, open)? } else { open };
    let next = run.text.get(at + 1..)?.iter().find(|byte| blank(byte))?;
    let comma = if *next == b';' { "" } else { "," };
    Some((at + 1, format!(" harness_visit({}){} ", set, comma)))
}

/// Stores the address of a local object in a variable of the harness, for the stubs that change the object.
fn note(run: &Counterexample<'_>, id: ObjectId) -> Option<(usize, String)> {
    let program = run.program;
    let object = program.object(id);
    let text = format!(" harness_address_{} = (void *)&{};", id.index(), program.names.text(object.name?));
    if object.storage == Storage::Parameter {
        let body = program.function(object.function?).body?;
        let at = program.stmt(body).pos.offset();
        return (run.text.get(at) == Some(&b'{')).then(|| (at + 1, text));
    }
    let is_its = |&stmt: &StmtId| match program.stmt(stmt).kind {
        StmtKind::Declaration(declared, _) => declared == id,
        _ => false,
    };
    let end = semicolon(run.text, program.stmt(program.stmts().find(is_its)?).end.offset())?;
    Some((end + 1, text))
}

/// Gives a parameter of `main` its value at the beginning of the body.
fn parameter(run: &Counterexample<'_>, object: ObjectId, queue: &str) -> Option<(usize, String)> {
    let program = run.program;
    let main = program.function(program.function_named("main")?);
    let name = program.names.text(program.object(object).name?);
    let at = program.stmt(main.body?).pos.offset();
    (run.text.get(at) == Some(&b'{'))
        .then(|| (at + 1, format!(" {} = {};", name, taken(program, program.object(object).ty, queue))))
}

/// Gives a local variable its value: in the declarator if that ends behind the name, otherwise in a statement behind
/// the declaration.
fn declaration(run: &Counterexample<'_>, id: ObjectId, queue: &str) -> Option<(usize, String)> {
    let program = run.program;
    let object = program.object(id);
    let name = program.names.text(object.name?);
    // The declaration may come from a macro.
    let is_spelt = run.is_spelt(object.pos, name);
    let behind = object.pos.offset() + name.len();
    let next = run.text.get(behind..)?.iter().find(|b| !b.is_ascii_whitespace());
    let is_scalar = program.types.is_scalar(object.ty);
    let value = taken(program, object.ty, queue);
    if is_spelt && is_scalar && matches!(next, Some(b',' | b';')) {
        return Some((behind, format!(" = {}", value)));
    }
    let is_its = |&stmt: &StmtId| program.stmt(stmt).kind == StmtKind::Declaration(id, None);
    let end = semicolon(run.text, program.stmt(program.stmts().find(is_its)?).end.offset())?;
    let text = match is_scalar {
        true => format!(" {} = {};", name, value),
        false => format!(" {}(&{});", queue.replace("queue", "fill"), name),
    };
    Some((end + 1, text))
}

/// The offset of the semicolon that ends the declaration whose declarator ends at `from`: the next one outside
/// parentheses, braces, strings and comments.
fn semicolon(text: &[u8], from: usize) -> Option<usize> {
    let mut depth = 0;
    let mut at = from + 1;
    loop {
        let rest = text.get(at..)?;
        let length = match *rest.first()? {
            b';' if depth == 0 => return Some(at),
            quote @ (b'"' | b'\'') => quoted(rest, quote)?,
            b'/' if rest.starts_with(b"//") => rest.iter().position(|&b| b == b'\n')?,
            b'/' if rest.starts_with(b"/*") => 2 + rest[2..].windows(2).position(|pair| pair == b"*/")? + 2,
            b'(' | b'{' | b'[' => {
                depth += 1;
                1
            }
            b')' | b'}' | b']' if depth == 0 => return None,
            b')' | b'}' | b']' => {
                depth -= 1;
                1
            }
            _ => 1,
        };
        at += length;
    }
}

/// The length of a string or character literal.
fn quoted(text: &[u8], quote: u8) -> Option<usize> {
    let mut at = 1;
    while *text.get(at)? != quote {
        at += if text[at] == b'\\' { 2 } else { 1 };
    }
    Some(at + 1)
}

/// The additions by which the process reports that the error is reached: in the bodies of the error functions, and at
/// labels `ERROR` if the property is about them. An error function of another property ends the process quietly.
fn errors(run: &Counterexample<'_>) -> Vec<(usize, String)> {
    let (program, property) = (run.program, run.options.property);
    let mut edits = Vec::new();
    for function in &program.functions {
        let name = program.names.text(function.name);
        let failure = match name {
            "reach_error" | "__VERIFIER_error" => Failure::ReachError,
            "__assert_fail" => Failure::AssertFail,
            _ => continue,
        };
        let start = function.body.map(|body| program.stmt(body).pos.offset());
        if let Some(start) = start.filter(|&at| run.text.get(at) == Some(&b'{')) {
            let text = match failure.violates(property) {
                true => format!(" harness_reached(\"{}\");", name),
                false => " harness_exit(0);".to_string(),
            };
            edits.push((start + 1, text));
        }
    }
    if !Failure::Label.violates(property) {
        return edits;
    }
    for label in &program.labels {
        let stmt = match label.stmt {
            Some(stmt) if program.names.text(label.name) == "ERROR" => program.stmt(stmt),
            _ => continue,
        };
        let inner = match stmt.kind {
            StmtKind::Labelled(_, inner) if run.is_spelt(stmt.pos, "ERROR") => program.stmt(inner),
            _ => continue,
        };
        let call = "harness_reached(\"the label ERROR\")";
        let at = inner.pos.offset();
        edits.push(match run.text.get(at) {
            // The label stands at the end of a block or before a declaration.
            Some(b':') => (at + 1, format!(" {};", call)),
            _ => (at, format!("if ({}) ; else ", call)),
        });
    }
    edits
}

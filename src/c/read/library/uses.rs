//! Finds out what a program needs from the library: the functions that it mentions and does not define, its `errno`,
//! and whether it uses the results of functions that print. The bodies leave out all that it does not use, and so are
//! smaller.

use super::super::arch::Arch;
use super::super::syntax::{ExprId, ExprKind, FunctionId, ObjectId, Program, StmtId, StmtKind, Storage};
use super::super::types::{Type, TypeId, Types};
use super::prologue::{Choices, Errno};
use crate::base::HashMap;

/// Functions whose result is the number of characters, or success. The number is the argument that is a format.
pub(super) const PRINTING: [(&str, Option<usize>); 11] = [
    ("printf", Some(0)),
    ("fprintf", Some(1)),
    ("vprintf", Some(0)),
    ("vfprintf", Some(1)),
    ("__printf_chk", Some(1)),
    ("__fprintf_chk", Some(2)),
    ("__vprintf_chk", Some(1)),
    ("__vfprintf_chk", Some(2)),
    ("puts", None),
    ("fputs", None),
    ("fflush", None),
];

/// The functions that the program mentions and that have no body, each once, in order.
pub(super) fn functions(program: &Program) -> Vec<FunctionId> {
    let mut is_mentioned = vec![false; program.functions.len()];
    for id in program.exprs() {
        if let ExprKind::Function(function) = program.expr(id).kind {
            is_mentioned[function.index()] = true;
        }
    }
    let lacks_body = |id: &FunctionId| {
        let function = program.function(*id);
        is_mentioned[id.index()] && function.body.is_none() && !function.is_static
    };
    program.function_ids().filter(lacks_body).collect()
}

/// `main` with its two parameters, if it mentions the second one and nothing calls it.
pub(super) fn arguments(program: &Program) -> Option<(FunctionId, (ObjectId, ObjectId))> {
    let main = program.function_named("main")?;
    let (count, list) = match program.function(main).parameters[..] {
        [count, list, ..] => (count, list),
        _ => return None,
    };
    let types = &program.types;
    let text = types.pointee(types.pointee(program.object(list).ty)?)?;
    let is_usual = types.integer_kind(program.object(count).ty).is_some() && types.size(text) == Some(1);
    let kind = |id: ExprId| program.expr(id).kind;
    let is_used = program.exprs().any(|id| kind(id) == ExprKind::Object(list));
    let is_called = program.exprs().any(|id| kind(id) == ExprKind::Function(main));
    (is_usual && is_used && !is_called).then_some((main, (count, list)))
}

/// The properties of the program that decide about macros of the texts.
pub(super) fn choices(program: &Program, errno: Errno) -> Choices {
    Choices {
        errno,
        is_printed_used: looks_at_printed(program),
        is_pushed: mentions(program, "ungetc"),
        has_input: program.names.find("stdin").map_or(false, |name| {
            program
                .objects
                .iter()
                .any(|object| object.name == Some(name) && object.storage == Storage::Global)
        }),
        is_shown: program.types.options().is_shown,
        is_seeded: seeds_again(program),
        is_narrow: is_narrow(program),
    }
}

/// Whether the program mentions a function.
fn mentions(program: &Program, name: &str) -> bool {
    let id = program.function_named(name);
    program.exprs().any(|expr| match program.expr(expr).kind {
        ExprKind::Function(function) => Some(function) == id,
        _ => false,
    })
}

/// Whether `size_t` has 64 bits and no object has `2^32` bytes. An object on the heap is an array of a type of the
/// program. Accesses to objects of more than 4096 scalars by an index are not followed, so an object of `2^32` bytes
/// matters only if its scalars are `2^20` bytes apart; only a record is that sparse.
fn is_narrow(program: &Program) -> bool {
    let types = &program.types;
    let is_large = |id: TypeId| match types.get(id) {
        Type::Record(_) => types.size(id).map_or(false, |size| size >= 1 << 20),
        Type::Array(..) => types.size(id).map_or(false, |size| size >= 1 << 32),
        Type::Error | Type::Void | Type::Integer(_) | Type::Floating(_) => false,
        Type::Pointer(_) | Type::Function(_) | Type::Enum(_) => false,
    };
    types.options().arch == Arch::Lp64 && !types.ids().any(is_large)
}

/// Whether the program mentions functions that set a seed twice, or one that may set the first seed again.
fn seeds_again(program: &Program) -> bool {
    let setters: Vec<FunctionId> =
        ["srand", "srandom"].iter().filter_map(|name| program.function_named(name)).collect();
    let mut count = 0;
    for id in program.exprs() {
        match program.expr(id).kind {
            ExprKind::Function(function) if setters.contains(&function) => count += 1,
            ExprKind::Call { callee, arguments, .. } => match program.expr(callee).kind {
                ExprKind::Function(function) if setters.contains(&function) => {
                    let seed = program.list(arguments).first();
                    let seed = seed.map(|&seed| program.expr(without_conversions(program, seed)).kind);
                    count += usize::from(matches!(seed, Some(ExprKind::Constant(0 | 1))));
                }
                _ => {}
            },
            _ => {}
        }
    }
    count > 1
}

/// The form in which the program sees `errno`, and whether it leaves the object to the library.
pub(super) fn errno(program: &Program) -> (Errno, bool) {
    let name = match program.names.find("errno") {
        Some(name) => name,
        None => return (errno_function(program), false),
    };
    let is_it = |at: &usize| {
        let object = &program.objects[*at];
        object.name == Some(name) && object.storage == Storage::Global && object.ty == Types::INT
    };
    let mentions = |at: usize| {
        let mut exprs = program.exprs().map(|id| program.expr(id).kind);
        exprs.any(|kind| matches!(kind, ExprKind::Object(object) if object.index() == at))
    };
    match (0..program.objects.len()).find(is_it).filter(|&at| mentions(at)) {
        Some(at) => (Errno::Object, !program.objects[at].is_defined),
        None => (errno_function(program), false),
    }
}

fn errno_function(program: &Program) -> Errno {
    let name = |id: &FunctionId| program.names.text(program.function(*id).name);
    match functions(program).iter().any(|id| name(id) == "__errno_location") {
        true => Errno::Function,
        false => Errno::Unseen,
    }
}

/// Whether a function that prints is mentioned in another way than by a call whose value is dropped, or with a format
/// that may write through an argument.
pub(super) fn looks_at_printed(program: &Program) -> bool {
    let mut formats: HashMap<FunctionId, Option<usize>> = HashMap::default();
    for (name, format) in PRINTING {
        formats.extend(program.function_named(name).map(|id| (id, format)));
    }
    let is_harmless = |call: ExprId| match program.expr(call).kind {
        ExprKind::Call { callee, arguments, .. } => match program.expr(callee).kind {
            ExprKind::Function(function) => match formats.get(&function) {
                Some(&Some(at)) => {
                    let arguments = program.list(arguments);
                    let format = arguments.get(at).and_then(|&format| literal(program, format));
                    let is_plain = format.map_or(arguments.len() == at + 1, |units| !has_count(units));
                    is_plain.then_some(callee)
                }
                Some(None) => Some(callee),
                None => None,
            },
            _ => None,
        },
        _ => None,
    };
    let mut is_dropped = vec![false; program.expr_count()];
    for call in dropped(program) {
        is_harmless(call).into_iter().for_each(|callee| is_dropped[callee.index()] = true);
    }
    program.exprs().any(|id| match program.expr(id).kind {
        ExprKind::Function(function) => formats.contains_key(&function) && !is_dropped[id.index()],
        _ => false,
    })
}

/// The expressions whose value is dropped, without conversions to `void` around them.
pub(super) fn dropped(program: &Program) -> Vec<ExprId> {
    let mut list: Vec<ExprId> = dropped_statements(program).into_iter().map(|(_, value)| value).collect();
    for id in program.exprs() {
        if let ExprKind::Comma(left, _) = program.expr(id).kind {
            list.push(left);
        }
    }
    for id in program.stmts() {
        if let StmtKind::For { step: Some(step), .. } = program.stmt(id).kind {
            list.push(step);
        }
    }
    list.into_iter().map(|value| without_conversions(program, value)).collect()
}

/// The statements that are expressions whose value is dropped.
pub(super) fn dropped_statements(program: &Program) -> Vec<(StmtId, ExprId)> {
    let mut is_value = vec![false; program.stmt_count()];
    for id in program.exprs() {
        if let ExprKind::Statements(block) = program.expr(id).kind {
            if let StmtKind::Block(statements, _) = program.stmt(block).kind {
                let last = program.statements(statements).last();
                last.into_iter().for_each(|last| is_value[last.index()] = true);
            }
        }
    }
    let of = |id: StmtId| match program.stmt(id).kind {
        StmtKind::Expression(value) if !is_value[id.index()] => Some((id, value)),
        _ => None,
    };
    program.stmts().filter_map(of).collect()
}

/// The operand of conversions around it.
pub(super) fn without_conversions(program: &Program, mut value: ExprId) -> ExprId {
    while let ExprKind::Convert { operand, .. } = program.expr(value).kind {
        value = operand;
    }
    value
}

/// The string literal that an argument is.
pub(super) fn literal(program: &Program, mut argument: ExprId) -> Option<&[u32]> {
    loop {
        argument = match program.expr(argument).kind {
            ExprKind::Text(text) => return Some(&program.string(text).units),
            ExprKind::Decay(operand) | ExprKind::Convert { operand, .. } => operand,
            _ => return None,
        };
    }
}

/// Whether a format has a conversion `%n`, or one that is not understood.
fn has_count(units: &[u32]) -> bool {
    let mut units = units.iter().map(|&unit| u8::try_from(unit).unwrap_or(b'?'));
    while let Some(unit) = units.next() {
        if unit == b'%' {
            match units.find(|unit| !b"-+ #.*0123456789lhjztL'".contains(unit)) {
                Some(b'n') | None => return true,
                Some(_) => {}
            }
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::super::super::arch::COptions;
    use super::super::super::read;
    use super::*;
    use crate::base::Budget;

    /// A structure of which an array may be sparse and have more than `2^32` bytes is counted in full.
    #[test]
    fn counters_are_narrow_unless_objects_are_large() {
        let narrow = |declaration: &str, arch| {
            let text = format!("{} int main(void) {{ return 0; }}", declaration);
            let options = COptions { arch, ..COptions::default() };
            is_narrow(&read(text.as_bytes(), &options, &Budget::unlimited()).expect("a program"))
        };
        assert!(narrow("struct s { int a[9]; } *s; char b[4294967295];", Arch::Lp64));
        assert!(!narrow("char b[4294967296];", Arch::Lp64));
        assert!(!narrow("struct s { char a; char b __attribute__((aligned(524288))); } *s;", Arch::Lp64));
        assert!(!narrow("int x;", Arch::Ilp32));
    }
}

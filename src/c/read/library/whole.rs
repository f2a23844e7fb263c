//! Turns calls of `memcpy`, `memmove` and `memset` that copy or fill whole objects into assignments.
//!
//! The bodies of these functions go byte by byte, which works for all arguments. If the size is a constant, one
//! assignment does the same, needs no loop, and keeps pointers whole: `memcpy(&a, &b, sizeof a)` is `a = b`, and
//! `memset(&a, 0, sizeof a)` is the assignment of an object whose bytes are 0.
//!
//! The value that is assigned is a structure of exactly this size, the *view*. The types that the pointers have or had
//! tell its members: several values of one type, the first members of a structure, or else bytes. A wrong guess does
//! not change the meaning: if an object has scalars where the view has padding, the assignment is not understood.
//!
//! Only calls that are statements of their own are replaced, because their result is not used. Other calls keep the
//! body.

use super::super::check::Checker;
use super::super::source::Pos;
use super::super::syntax::{
    Element, ExprId, ExprKind, Initialiser, InitialiserId, ObjectId, Program, StmtId, StmtKind, Storage,
};
use super::super::types::{Field, Record, RecordId, Type, TypeId, Types};
use super::uses;
use crate::base::HashMap;

/// The largest size for which a call becomes an assignment.
const MOST_BYTES: u64 = 4096;

/// The functions, with the positions of the target, of the bytes, of the size, and of the room behind the target.
const MOVES: [(&str, Source, usize, usize, Option<usize>); 8] = [
    ("memcpy", Source::Behind(1), 0, 2, None),
    ("memmove", Source::Behind(1), 0, 2, None),
    ("memset", Source::Byte(1), 0, 2, None),
    ("__memcpy_chk", Source::Behind(1), 0, 2, Some(3)),
    ("__memmove_chk", Source::Behind(1), 0, 2, Some(3)),
    ("__memset_chk", Source::Byte(1), 0, 2, Some(3)),
    ("bcopy", Source::Behind(0), 1, 2, None),
    ("bzero", Source::Zeros, 0, 1, None),
];

/// The bytes that a function writes, by the position of an argument.
#[derive(Clone, Copy)]
enum Source {
    /// The bytes behind a pointer.
    Behind(usize),
    /// Many times one byte.
    Byte(usize),
    Zeros,
}

/// The bytes that a call writes.
#[derive(Clone, Copy)]
enum Bytes {
    Behind(ExprId),
    Constant(u8),
}

/// A call that may become an assignment.
#[derive(Clone, Copy)]
struct Move {
    stmt: StmtId,
    call: ExprId,
    target: ExprId,
    bytes: Bytes,
    size: u64,
}

/// Turns calls into assignments.
pub(super) fn assign_whole(checker: &mut Checker<'_>) {
    let moves = moves(checker);
    if moves.is_empty() {
        return;
    }
    let known = known_types(&checker.program);
    let mut views = Views::default();
    for found in moves {
        if let Some(view) = views.view(checker, &known, found) {
            replace(checker, &mut views, found, view);
        }
    }
}

/// The calls in question, in the order of the statements.
fn moves(checker: &Checker<'_>) -> Vec<Move> {
    let program = &checker.program;
    let mut list = Vec::new();
    for (stmt, value) in uses::dropped_statements(program) {
        let call = uses::without_conversions(program, value);
        let (callee, arguments) = match program.expr(call).kind {
            ExprKind::Call { callee, arguments, .. } => (callee, program.list(arguments)),
            _ => continue,
        };
        let name = match program.expr(callee).kind {
            ExprKind::Function(id) => program.lines.library_function(program.function(id).pos),
            _ => None,
        };
        let found = MOVES.iter().find(|found| Some(found.0) == name);
        let constant = |at: usize| checker.folded(*arguments.get(at)?).integer();
        let understood = found.and_then(|&(_, source, target, size, room)| {
            let (target, size) = (*arguments.get(target)?, constant(size)?);
            let bytes = match source {
                Source::Behind(at) => Bytes::Behind(*arguments.get(at)?),
                Source::Byte(at) => Bytes::Constant(constant(at)? as u8),
                Source::Zeros => Bytes::Constant(0),
            };
            let fits = match room {
                Some(at) => size <= constant(at)?,
                None => true,
            };
            (fits && 0 < size && size <= MOST_BYTES).then_some(Move { stmt, call, target, bytes, size })
        });
        list.extend(understood);
    }
    list
}

/// By variable of type `void *`: the types of pointers that are converted to or from it.
fn known_types(program: &Program) -> HashMap<ObjectId, Vec<TypeId>> {
    let mut known: HashMap<ObjectId, Vec<TypeId>> = HashMap::default();
    let mut note = |object: ObjectId, types: &mut dyn Iterator<Item = TypeId>| {
        if program.types.pointee(program.object(object).ty) == Some(Types::VOID) {
            known.entry(object).or_default().extend(types);
        }
    };
    for id in program.exprs() {
        let expr = program.expr(id);
        match expr.kind {
            ExprKind::Convert { operand, .. } => {
                let object = variable(program, uses::without_conversions(program, operand));
                object
                    .into_iter()
                    .for_each(|object| note(object, &mut program.types.pointee(expr.ty).into_iter()));
            }
            ExprKind::Assign(target, value) => {
                if let ExprKind::Object(object) = program.expr(target).kind {
                    note(object, &mut pointees(program, value).into_iter());
                }
            }
            _ => {}
        }
    }
    for id in program.stmts() {
        if let StmtKind::Declaration(object, Some(initialiser)) = program.stmt(id).kind {
            let values = program.initialiser(initialiser).elements.iter().map(|element| element.value);
            values.for_each(|value| note(object, &mut pointees(program, value).into_iter()));
        }
    }
    known
}

/// The variable of which an expression is the value.
fn variable(program: &Program, value: ExprId) -> Option<ObjectId> {
    match program.expr(value).kind {
        ExprKind::Load(place) => match program.expr(place).kind {
            ExprKind::Object(object) => Some(object),
            _ => None,
        },
        _ => None,
    }
}

/// The types behind a pointer and behind what it was converted from, the first ones first.
fn pointees(program: &Program, mut pointer: ExprId) -> Vec<TypeId> {
    let mut list: Vec<TypeId> = program.types.pointee(program.expr(pointer).ty).into_iter().collect();
    while let ExprKind::Convert { operand, .. } = program.expr(pointer).kind {
        list.extend(program.types.pointee(program.expr(operand).ty));
        pointer = operand;
    }
    list.reverse();
    list
}

/// The structures through which values are moved, and the constant ones.
#[derive(Default)]
struct Views {
    of_types: HashMap<(TypeId, u64), Option<TypeId>>,
    constants: HashMap<(TypeId, u8), ObjectId>,
}

impl Views {
    /// The view for a call: the first one that the types tell, or bytes.
    fn view(
        &mut self,
        checker: &mut Checker<'_>,
        known: &HashMap<ObjectId, Vec<TypeId>>,
        found: Move,
    ) -> Option<TypeId> {
        let bytes = checker.types().integer(super::super::arch::IntegerKind::UnsignedChar);
        let pointers = match found.bytes {
            Bytes::Behind(source) => [Some(found.target), Some(source)],
            // A byte that is not 0 is no value of a type.
            Bytes::Constant(0) => [Some(found.target), None],
            Bytes::Constant(_) => [None, None],
        };
        let mut types = Vec::new();
        for pointer in pointers.into_iter().flatten() {
            let program = &checker.program;
            types.extend(pointees(program, pointer));
            let object = variable(program, uses::without_conversions(program, pointer));
            types.extend(object.and_then(|object| known.get(&object)).into_iter().flatten());
        }
        types.retain(|&ty| checker.types().size(ty).map_or(false, |size| size > 1));
        types.push(bytes);
        types.into_iter().find_map(|ty| self.of_type(checker, ty, found.size))
    }

    fn of_type(&mut self, checker: &mut Checker<'_>, ty: TypeId, size: u64) -> Option<TypeId> {
        if let Some(&view) = self.of_types.get(&(ty, size)) {
            return view;
        }
        let view = new_view(checker, ty, size);
        self.of_types.insert((ty, size), view);
        view
    }

    /// An object of a view of which all bytes are the same.
    fn constant(&mut self, checker: &mut Checker<'_>, view: TypeId, byte: u8, size: u64) -> ObjectId {
        if let Some(&object) = self.constants.get(&(view, byte)) {
            return object;
        }
        // It has no function, so that it lives for the whole run.
        let function = checker.function.take();
        let object = checker.unnamed_object(view, Storage::Literal, Pos::START);
        checker.function = function;
        let initialiser = (byte != 0).then(|| bytes(checker, byte, size));
        checker.update_object(object, |object| object.initialiser = initialiser);
        self.constants.insert((view, byte), object);
        object
    }
}

/// The initialiser of `size` equal bytes.
fn bytes(checker: &mut Checker<'_>, byte: u8, size: u64) -> InitialiserId {
    let ty = checker.types().integer(super::super::arch::IntegerKind::UnsignedChar);
    let value = checker.integer_constant(u64::from(byte), ty, Pos::START);
    let elements = (0..size).map(|offset| Element { offset, bits: None, ty, value }).collect();
    checker.add_initialiser(Initialiser { elements })
}

/// A structure of this size with values of this type, or with the first members of one.
fn new_view(checker: &mut Checker<'_>, ty: TypeId, size: u64) -> Option<TypeId> {
    let types = &mut checker.program.types;
    let one = types.size(ty)?;
    let fields = match types.get(ty) {
        _ if size % one == 0 => {
            let name = Some(checker.program.names.intern("values"));
            let ty = if size == one { ty } else { types.array(ty, Some(size / one)) };
            vec![Field { name, ty, offset: 0, bits: None, align: 1, pos: Pos::START }]
        }
        Type::Record(record) if size < one => first_members(types, record, size)?,
        _ => return None,
    };
    let members: Vec<TypeId> = fields.iter().map(|field| field.ty).collect();
    let view = types.new_record(None, false);
    let id = match types.get(view) {
        Type::Record(id) => id,
        _ => return None,
    };
    if !types.set_record_depth(id, &members) {
        return None;
    }
    let record = &mut types.records[id.index()];
    *record = Record { fields: Some(fields), size, ..record.clone() };
    Some(view)
}

/// The members in the first bytes of a structure, if no other one begins there.
fn first_members(types: &Types, record: RecordId, size: u64) -> Option<Vec<Field>> {
    let end = |field: &Field| match field.bits {
        Some(bits) => Some((bits.offset + u64::from(bits.width) + 7) / 8),
        None => types.size(field.ty).map(|bytes| field.offset + bytes),
    };
    let fields = types.fields(record);
    let inside: Vec<Field> = fields.iter().filter(|field| field.offset < size).copied().collect();
    let all_end = inside.iter().all(|field| end(field).map_or(false, |end| end <= size));
    (all_end && !types.record(record).is_union).then_some(inside)
}

/// Makes the statement an assignment.
fn replace(checker: &mut Checker<'_>, views: &mut Views, found: Move, view: TypeId) {
    let pos = checker.pos(found.call);
    let pointer = checker.program.types.pointer(view);
    let target = checker.convert(found.target, pointer, true);
    let target = checker.dereference(target, pos);
    let source = match found.bytes {
        Bytes::Behind(source) => {
            let source = checker.convert(source, pointer, true);
            checker.dereference(source, pos)
        }
        Bytes::Constant(byte) => {
            let object = views.constant(checker, view, byte, found.size);
            checker.object_expr(object, pos)
        }
    };
    let assignment = checker.assign(target, source, pos);
    checker.program.stmts[found.stmt.index()].kind = StmtKind::Expression(assignment);
    // The function is not called here any more.
    if let ExprKind::Call { callee, .. } = checker.expr(found.call).kind {
        for id in [callee, found.call] {
            checker.program.exprs[id.index()].kind = ExprKind::Constant(0);
        }
    }
}

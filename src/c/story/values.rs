//! Writes values in the words of the program: a `char` as a character, a pointer by the name of its target.

use crate::c::run::memory::{self, Spot};
use crate::c::run::parts::Leaf;
use crate::c::run::pointer::{Pointer, Scalar, Target};
use crate::c::run::value::Value;
use crate::c::run::watch::{object_at, View};
use crate::c::{Field, IntegerKind, Pos, Program, Type, TypeId};

/// The longest string that is shown, in characters.
const LONGEST_STRING: usize = 32;

/// Facts about an object of the heap.
#[derive(Clone, Copy, Debug)]
pub(super) struct OnHeap {
    /// The place in the program where it was made.
    pub pos: Pos,
    /// The type of its elements; `None` until a pointer to the object tells it.
    pub ty: Option<TypeId>,
}

/// The members and elements that lead from an object to a part of the wanted type at an offset: `[2].next`. If bytes
/// are left over, their number is added.
fn path(program: &Program, mut ty: TypeId, offset: i64, wanted: Option<TypeId>) -> String {
    let types = &program.types;
    let (mut left, mut path) = (offset, String::new());
    while left != 0 || Some(ty) != wanted {
        match types.get(ty) {
            Type::Array(element, _) => {
                let size = types.size(element).unwrap_or(0).max(1) as i64;
                path.push_str(&format!("[{}]", left.div_euclid(size)));
                left = left.rem_euclid(size);
                ty = element;
            }
            Type::Record(id) => {
                let contains = |field: &&Field| {
                    let (first, size) = (field.offset as i64, types.size(field.ty).unwrap_or(0) as i64);
                    field.bits.is_none() && first <= left && left < first + size
                };
                match types.fields(id).iter().find(contains).filter(|_| left != 0 || wanted.is_some()) {
                    Some(field) => {
                        let name = field.name.map(|name| format!(".{}", program.names.text(name)));
                        path.push_str(&name.unwrap_or_default());
                        left -= field.offset as i64;
                        ty = field.ty;
                    }
                    None => break,
                }
            }
            _ => break,
        }
    }
    if left != 0 {
        path.push_str(&format!(" {} {} bytes", if left < 0 { '-' } else { '+' }, left.unsigned_abs()));
    }
    path
}

/// The name of an object of the heap: `heap object 1`, or if `is_long`, `heap object 1 (struct node, line 10)`.
pub(super) fn heap_name(program: &Program, heap: &[OnHeap], number: usize, is_long: bool) -> String {
    match heap.get(number).filter(|_| is_long) {
        None => format!("heap object {}", number + 1),
        Some(object) => {
            let ty = object.ty.map(|ty| format!("{}, ", program.types.text(ty, &program.names)));
            let line = program.lines.line_and_column(object.pos).0;
            format!("heap object {} ({}line {})", number + 1, ty.unwrap_or_default(), line)
        }
    }
}

/// The text for a scalar in memory: a number of its type, or the target of a pointer.
pub(super) fn shown(view: &View<'_>, heap: &[OnHeap], ty: TypeId, scalar: Scalar, is_long: bool) -> String {
    match scalar {
        Scalar::Number(number) => number_text(view.program, ty, number),
        Scalar::Pointer(pointer) => {
            pointer_text(view, heap, pointer, view.program.types.pointee(ty), is_long)
        }
    }
}

/// The text for a number of a type. That of a floating type is given by its bits.
pub(super) fn number_text(program: &Program, ty: TypeId, number: i128) -> String {
    if program.types.floating_kind(ty).is_some() {
        return program.floating_text(ty, (number as u128).into());
    }
    if let Type::Enum(id) = program.types.get(ty) {
        let constants = program.types.enumeration(id).constants.iter().flatten();
        if let Some((name, _)) = constants.clone().find(|constant| constant.1 == number) {
            return format!("{} ({})", program.names.text(*name), number);
        }
    }
    if matches!(program.types.get(ty), Type::Pointer(_)) {
        return if number == 0 { "null".to_string() } else { format!("{:#x}", number) };
    }
    let is_character = matches!(
        program.types.integer_kind(ty),
        Some(IntegerKind::Char | IntegerKind::SignedChar | IntegerKind::UnsignedChar)
    );
    match u8::try_from(number).ok().filter(|byte| is_character && (b' '..=b'~').contains(byte)) {
        Some(byte) => format!("{:?} ({})", char::from(byte), number),
        None => number.to_string(),
    }
}

pub(super) fn pointer_text(
    view: &View<'_>,
    heap: &[OnHeap],
    pointer: Pointer,
    pointee: Option<TypeId>,
    is_long: bool,
) -> String {
    let program = view.program;
    let target = match pointer {
        Pointer::Number(0) => return "null".to_string(),
        Pointer::Number(number) => return format!("{:#x}, the address of nothing", number),
        Pointer::Function(function) => {
            return program.names.text(program.function(function).name).to_string()
        }
        Pointer::Object(target) => target,
    };
    if let Some(number) = view.memory.heap_number(target) {
        let name = heap_name(program, heap, number, is_long);
        let ty = heap.get(number).and_then(|object| object.ty);
        let size = ty.and_then(|ty| program.types.size(ty)).unwrap_or(0) as i64;
        let way = match ty {
            Some(ty) if size > 0 && target.offset >= size => {
                let index = target.offset / size;
                format!("[{}]{}", index, path(program, ty, target.offset % size, pointee))
            }
            Some(ty) => path(program, ty, target.offset, pointee.filter(|&wanted| wanted != ty)),
            None => bytes_further(target.offset),
        };
        let end = if view.memory.lives(target) { "" } else { ", which is freed" };
        return if way.is_empty() {
            format!("{}{}", name, end)
        } else {
            format!("&({}){}{}", name, way, end)
        };
    }
    if !view.memory.lives(target) {
        return "an object whose life is over".to_string();
    }
    if view.memory.is_text(pointer) {
        return string_at(view, pointer).unwrap_or_else(|| "a string".to_string());
    }
    match object_at(view.shape, view.global_slots, view.frames, target.slot) {
        Some(object) => {
            let declared = program.object(object);
            let name = declared.name.map_or("(unnamed)", |name| program.names.text(name));
            match name {
                "__indubit_streams" => return "a stream".to_string(),
                _ if name.starts_with("__indubit_") => return "an object of the C library".to_string(),
                _ => {}
            }
            format!("&{}{}", name, path(program, declared.ty, target.offset, pointee))
        }
        None => format!("an object{}", bytes_further(target.offset)),
    }
}

fn bytes_further(offset: i64) -> String {
    match offset {
        0 => String::new(),
        _ => format!(" {} {} bytes", if offset < 0 { '-' } else { '+' }, offset.unsigned_abs()),
    }
}

/// The string to which a pointer leads, in quotes: the characters up to the first 0. `None` if there is no string.
pub(super) fn string_at(view: &View<'_>, pointer: Pointer) -> Option<String> {
    let ty = view.program.types.integer(IntegerKind::UnsignedChar);
    let mut text = String::new();
    for at in 0..=LONGEST_STRING as i64 {
        match view.read(pointer.moved(at), None, ty)? {
            Scalar::Number(0) => return Some(format!("{:?}", text)),
            Scalar::Number(byte) => text.push(char::from(u8::try_from(byte).ok()?)),
            Scalar::Pointer(_) => return None,
        }
    }
    Some(format!("{:?}…", text))
}

/// Reads a scalar part of an object whose cells are given.
pub(super) fn read(view: &View<'_>, cells: &crate::c::run::cells::Cells, leaf: &Leaf) -> Option<Scalar> {
    let spot = match leaf.bits {
        None => Spot::whole(usize::try_from(leaf.offset).ok()?),
        Some(bits) => Spot { at: 0, first: bits.offset, width: bits.width },
    };
    match memory::read(cells, &view.memory.table, &view.program.types, leaf.ty, spot) {
        Ok(Value::Number(number)) => Some(Scalar::Number(number)),
        Ok(Value::Pointer(pointer)) => Some(Scalar::Pointer(pointer)),
        Ok(Value::Floating(_, bits)) => Some(Scalar::Number(bits as i128)),
        _ => None,
    }
}

/// The target of a scalar, if it is a pointer to an object.
pub(super) fn target(scalar: Scalar) -> Option<Target> {
    match scalar {
        Scalar::Pointer(Pointer::Object(target)) => Some(target),
        Scalar::Pointer(Pointer::Number(_) | Pointer::Function(_)) | Scalar::Number(_) => None,
    }
}

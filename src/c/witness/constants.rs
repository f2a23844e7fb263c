//! Numbers as text of C.

use crate::c::run::number::Integer;
use crate::c::{IntegerKind, Program, TypeId};

/// An expression in C for a value of a type, without overflow in the least values. `None` for a value that is none of
/// the type.
pub(super) fn constant(program: &Program, ty: TypeId, value: i128) -> Option<String> {
    let ty = match Integer::of(&program.types, ty) {
        Some(ty) => ty,
        None => return pointer(program, ty, value),
    };
    if !ty.fits(value) && !(ty.kind == IntegerKind::Bool && (value == 0 || value == 1)) {
        return None;
    }
    // Narrow types are promoted to `int`.
    let suffix = match (ty.bits, ty.is_signed) {
        (0..=31, _) | (32, true) => "",
        (32, false) => "U",
        (_, true) => "LL",
        (_, false) => "ULL",
    };
    let is_least = ty.is_signed && ty.bits >= 32 && value == -1 << (ty.bits - 1);
    Some(if is_least { format!("(-{}{} - 1)", -(value + 1), suffix) } else { format!("{}{}", value, suffix) })
}

/// A pointer without target.
fn pointer(program: &Program, ty: TypeId, value: i128) -> Option<String> {
    let bits = 8 * program.types.options().pointer_size();
    match value {
        _ if program.types.pointee(ty).is_none() || value < 0 || value >> bits != 0 => None,
        0 => Some("0".to_string()),
        _ => Some(format!("(void *) {:#x}", value)),
    }
}

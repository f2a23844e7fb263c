//! Writes numbers as constants of C, for the constraints of witnesses.

use crate::c::run::number::Integer;
use crate::c::{IntegerKind, Program, TypeId};

/// An expression of C for a value of a type. The least value of a signed type is written so that it does not overflow.
/// `None` if the type does not have the value.
pub(super) fn constant(program: &Program, ty: TypeId, value: i128) -> Option<String> {
    let ty = match Integer::of(&program.types, ty) {
        Some(ty) => ty,
        None => return float(program, ty, value).or_else(|| pointer(program, ty, value)),
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

/// An expression of C for a finite floating-point number, by its bits. A constant of a type whose operators compute in
/// a wider format is another number.
fn float(program: &Program, ty: TypeId, bits: i128) -> Option<String> {
    let kind = program.types.floating_kind(ty)?;
    let is_own = program.types.options().evaluated(kind) == kind;
    kind.rational(bits as u128).filter(|_| is_own).map(|_| kind.constant_text(bits as u128))
}

/// An expression of C for a pointer that is a number.
fn pointer(program: &Program, ty: TypeId, value: i128) -> Option<String> {
    let bits = 8 * program.types.options().pointer_size();
    match value {
        _ if program.types.pointee(ty).is_none() || value < 0 || value >> bits != 0 => None,
        0 => Some("0".to_string()),
        _ => Some(format!("(void *) {:#x}", value)),
    }
}

//! The values of constant expressions (C11, 6.6). They are computed together with the tree, since the length of an
//! array may depend on them, but the tree keeps the expressions.

use super::super::syntax::{BinaryOp, UnaryOp};
use super::super::types::{TypeId, Types};

/// The part of an expression's value that is known when the program is read.
///
/// The tree keeps the expression itself, because numbers may have another meaning there: over mathematical integers,
/// its value may differ.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(in crate::c::read) enum Folded {
    /// Nothing is known.
    No,
    /// The bit pattern of an integer, or of a pointer made of one.
    Integer(u64),
    /// A floating-point number, or an integer that one was rounded to. Only constants have a value here.
    Floating(Option<f64>),
    /// An address in an object that lives for the whole run, or of a function.
    Address,
    /// An lvalue in such an object, or a function.
    Place,
    /// An lvalue at a number as address, as in the usual definition of `offsetof`.
    NumericPlace(u64),
}

impl Folded {
    pub fn integer(self) -> Option<u64> {
        match self {
            Folded::Integer(pattern) => Some(pattern),
            _ => None,
        }
    }
}

/// The value of an operator on an integer, modulo the size of the type.
pub(super) fn unary(types: &Types, op: UnaryOp, ty: TypeId, operand: u64) -> Option<u64> {
    let options = types.options();
    let kind = types.integer_kind(ty)?;
    let value = options.value(kind, operand);
    Some(match op {
        UnaryOp::Minus => options.pattern(kind, -value),
        UnaryOp::Complement => options.pattern(kind, !value),
        UnaryOp::Not => u64::from(operand == 0),
    })
}

/// The value of an operator on two integers of one type; the right operand of a shift may have another type. Nothing
/// if it is undefined.
pub(super) fn binary(types: &Types, op: BinaryOp, ty: TypeId, a: u64, b: i128) -> Option<u64> {
    let options = types.options();
    let kind = types.integer_kind(ty)?;
    let a = options.value(kind, a);
    let bits = options.integer_bits(kind);
    let shift = u32::try_from(b).ok().filter(|&n| n < bits);
    let value = match op {
        BinaryOp::Mul => a.wrapping_mul(b),
        BinaryOp::Div => a.checked_div(b)?,
        BinaryOp::Rem => a.checked_rem(b)?,
        BinaryOp::Add => a + b,
        BinaryOp::Sub => a - b,
        BinaryOp::ShiftLeft => a << shift?,
        BinaryOp::ShiftRight => a >> shift?,
        BinaryOp::And => a & b,
        BinaryOp::Xor => a ^ b,
        BinaryOp::Or => a | b,
        _ => return op.compare(&a, &b).map(u64::from),
    };
    Some(options.pattern(kind, value))
}

//! The values of expressions, as they lie on the stack of values.

use super::cells::Cells;
use super::pointer::Pointer;
use crate::c::{FloatingKind, Pos};

/// The place that an lvalue names.
#[derive(Clone, Copy, Debug)]
pub(in crate::c) struct Place {
    pub pointer: Pointer,
    /// The first bit of a bit-field, counted from the pointer's byte. `width` is the number of its bits; it is 0 if the
    /// place is no bit-field.
    pub first: u64,
    pub width: u32,
    /// The place in the text, which is that of the dereference if there is one.
    pub pos: Pos,
}

/// The value of an expression.
#[derive(Clone, Debug)]
pub(in crate::c) enum Value {
    /// No value: the type `void`.
    Void,
    /// An integer.
    Number(i128),
    /// A floating-point number: its type, and its bits in memory.
    Floating(FloatingKind, u128),
    /// A pointer, or an integer as large as a pointer that was converted from one.
    Pointer(Pointer),
    /// A structure or union.
    Record(Box<Cells>),
    /// The place of an lvalue.
    Place(Place),
    /// A scalar, and the mask of its bits that depend on bits that were never stored.
    Blank(Box<(Value, u128)>),
}

impl Value {
    /// The value without its mask.
    pub fn whole(&self) -> &Value {
        match self {
            Value::Blank(inner) => &inner.0,
            value => value,
        }
    }
}

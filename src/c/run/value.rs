//! The values of expressions.

use super::cells::Cells;
use super::pointer::Pointer;
use crate::c::Pos;

/// The place that an lvalue names.
#[derive(Clone, Copy, Debug)]
pub(in crate::c) struct Place {
    pub pointer: Pointer,
    /// The first bit of a bit-field, from the beginning of the pointer's byte, and its width; otherwise the width is 0.
    pub first: u64,
    pub width: u32,
    /// The place in the text: that of the dereference if there is one.
    pub pos: Pos,
}

/// The value of an expression.
#[derive(Clone, Debug)]
pub(in crate::c) enum Value {
    /// No value: the type `void`.
    Void,
    /// An integer.
    Number(i128),
    /// The bits of a floating-point number, which are only kept.
    Floating(u64),
    /// A pointer, or an integer as large as a pointer that was converted from one.
    Pointer(Pointer),
    /// A structure or union.
    Record(Box<Cells>),
    /// The place of an lvalue.
    Place(Place),
}

//! The values of pointers, and the scalars that memory holds.
//!
//! A pointer to an object is no number: it names the object and an offset in bytes, which may be outside of the object.

use crate::c::FunctionId;

/// A place in an object, or outside of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(in crate::c) struct Target {
    /// The position of the object in memory.
    pub slot: u32,
    /// The serial number of the object, by which it differs from later ones at the same position.
    pub serial: u64,
    /// Bytes from the beginning of the object.
    pub offset: i64,
}

/// The value of a pointer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(in crate::c) enum Pointer {
    /// A number without target; 0 is the null pointer.
    Number(u64),
    /// A function.
    Function(FunctionId),
    /// A place in an object.
    Object(Target),
}

impl Pointer {
    pub const NULL: Pointer = Pointer::Number(0);

    /// The pointer moved forward by this many bytes.
    pub fn moved(self, bytes: i64) -> Pointer {
        match self {
            Pointer::Number(number) => Pointer::Number(number.wrapping_add(bytes as u64)),
            Pointer::Object(target) => {
                Pointer::Object(Target { offset: target.offset.wrapping_add(bytes), ..target })
            }
            Pointer::Function(_) => self,
        }
    }
}

/// A scalar in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::c) enum Scalar {
    /// An integer.
    Number(i128),
    /// A pointer, or an integer as large as a pointer that was converted from one.
    Pointer(Pointer),
}

//! The scalars of which an object consists.

use crate::input::c::{BitRange, IntegerKind, Type, TypeId, Types};

/// A scalar in an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Part {
    /// Bytes from the beginning of the object.
    pub offset: u64,
    /// The bits from the beginning of the object, if it is a bit-field.
    pub bits: Option<BitRange>,
    /// Its type, an integer, an enumeration or a pointer.
    pub ty: TypeId,
}

/// Calls a function for each scalar of a type in the order of the layout, until it fails.
///
/// A union with a scalar member that is as large as the union is this scalar, any other union a row of bytes. Padding
/// and floating-point numbers are no parts. Types nest at most [`Types::DEEPEST`] levels, and so does the recursion.
pub(super) fn each_part<E>(
    types: &Types,
    ty: TypeId,
    offset: u64,
    visit: &mut dyn FnMut(Part) -> Result<(), E>,
) -> Result<(), E> {
    match types.get(ty) {
        Type::Integer(_) | Type::Enum(_) | Type::Pointer(_) => visit(Part { offset, bits: None, ty }),
        Type::Array(element, length) => {
            let size = types.size(element).unwrap_or(0);
            (0..length.unwrap_or(0)).try_for_each(|i| each_part(types, element, offset + i * size, visit))
        }
        Type::Record(id) if types.record(id).is_union => {
            let size = types.record(id).size;
            let is_whole =
                |ty| types.is_scalar(ty) && !types.has_floating(ty) && types.size(ty) == Some(size);
            let largest = types.fields(id).iter().find(|field| field.bits.is_none() && is_whole(field.ty));
            if let Some(field) = largest {
                return visit(Part { offset, bits: None, ty: field.ty });
            }
            let byte = types.integer(IntegerKind::UnsignedChar);
            (0..size).try_for_each(|i| visit(Part { offset: offset + i, bits: None, ty: byte }))
        }
        Type::Record(id) => types.fields(id).iter().try_for_each(|field| match field.bits {
            None => each_part(types, field.ty, offset + field.offset, visit),
            Some(bits) => {
                let bits = BitRange { offset: bits.offset + 8 * offset, width: bits.width };
                visit(Part { offset: offset + field.offset, bits: Some(bits), ty: field.ty })
            }
        }),
        Type::Error | Type::Void | Type::Floating(_) | Type::Function(_) => Ok(()),
    }
}

//! The scalars of which an object consists, in the order of its layout.
//!
//! A run asks for an arbitrary object scalar by scalar, and the harness and the stories of a run print objects in the
//! same way. The lowering has the same list, written apart from this one; the order must agree.

use crate::c::{BitRange, Field, IntegerKind, Program, Type, TypeId, Types};

/// A scalar in an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::c) struct Part {
    /// Bytes from the beginning of the object.
    pub offset: u64,
    /// The bits from the beginning of the object, if it is a bit-field.
    pub bits: Option<BitRange>,
    /// Its type: an arithmetic type or a pointer type.
    pub ty: TypeId,
}

/// Calls a function for each scalar of a type in the order of the layout, until it fails.
///
/// A union counts as its first scalar member that is as large as the union; if there is none, it is a row of bytes.
/// Padding is no part. Types nest at most [`Types::DEEPEST`] levels, and so does the
/// recursion.
pub(in crate::c) fn each_part<E>(
    types: &Types,
    ty: TypeId,
    offset: u64,
    visit: &mut dyn FnMut(Part) -> Result<(), E>,
) -> Result<(), E> {
    match types.get(ty) {
        Type::Integer(_) | Type::Enum(_) | Type::Pointer(_) | Type::Floating(_) => {
            visit(Part { offset, bits: None, ty })
        }
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
        Type::Error | Type::Void | Type::Function(_) => Ok(()),
    }
}

/// A scalar in an object, with its name.
#[derive(Clone, Debug)]
pub(in crate::c) struct Leaf {
    /// Bytes from the beginning of the object.
    pub offset: u64,
    /// The bits from the beginning of the object, if it is a bit-field.
    pub bits: Option<BitRange>,
    pub ty: TypeId,
    /// The members and elements that lead to it from the object: `.next`, `[2].v`.
    pub path: String,
}

impl Leaf {
    /// The bytes from the beginning of the object to its end.
    pub fn end(&self, types: &Types) -> u64 {
        match self.bits {
            Some(bits) => (bits.offset + u64::from(bits.width) + 7) / 8,
            None => self.offset + types.size(self.ty).unwrap_or(1).max(1),
        }
    }
}

/// The scalars of a type that have a byte at this offset: one, or several bit-fields, or none in padding.
pub(in crate::c) fn leaves(program: &Program, ty: TypeId, at: u64) -> Vec<Leaf> {
    let types = &program.types;
    let (mut ty, mut start, mut path) = (ty, 0, String::new());
    loop {
        match types.get(ty) {
            Type::Array(element, _) => {
                let size = types.size(element).unwrap_or(0).max(1);
                let index = (at - start) / size;
                path.push_str(&format!("[{}]", index));
                start += index * size;
                ty = element;
            }
            Type::Record(id) => {
                let fields = types.fields(id);
                let name = |field: &Field| match field.name {
                    Some(name) => format!(".{}", program.names.text(name)),
                    None => String::new(),
                };
                let is_here = |bits: BitRange| {
                    let bits = bits.offset..bits.offset + u64::from(bits.width);
                    bits.start < 8 * (at - start + 1) && 8 * (at - start) < bits.end
                };
                let of_bits: Vec<Leaf> = fields
                    .iter()
                    .filter_map(|field| Some((field, field.bits.filter(|&bits| is_here(bits))?)))
                    .map(|(field, bits)| Leaf {
                        offset: start + field.offset,
                        bits: Some(BitRange { offset: bits.offset + 8 * start, width: bits.width }),
                        ty: field.ty,
                        path: format!("{}{}", path, name(field)),
                    })
                    .collect();
                if !of_bits.is_empty() {
                    return of_bits;
                }
                let contains = |field: &&Field| {
                    let size = types.size(field.ty).unwrap_or(0);
                    field.bits.is_none() && field.offset <= at - start && at - start < field.offset + size
                };
                match fields.iter().find(contains) {
                    Some(field) => {
                        path.push_str(&name(field));
                        start += field.offset;
                        ty = field.ty;
                    }
                    None => return Vec::new(),
                }
            }
            Type::Integer(_) | Type::Enum(_) | Type::Pointer(_) | Type::Floating(_) => {
                return vec![Leaf { offset: start, bits: None, ty, path }];
            }
            Type::Error | Type::Void | Type::Function(_) => return Vec::new(),
        }
    }
}

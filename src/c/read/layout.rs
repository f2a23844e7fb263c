//! Computes sizes, alignments and offsets of members, as gcc has them on i386 and x86-64.
//!
//! A structure or union is laid out once, when its list of members is complete. The offsets decide which bytes an
//! access reaches, so they must be exactly gcc's, also for bit-fields and packed structures.

use super::arch::{Arch, FloatingKind};
use super::names::NameId;
use super::source::Pos;
use super::types::{BitRange, Field, RecordId, Type, TypeId, Types};

/// A member as it is declared, before it has an offset.
#[derive(Clone, Copy, Debug)]
pub(super) struct Member {
    pub name: Option<NameId>,
    pub ty: TypeId,
    /// The width, if it is a bit-field. A width of 0 ends the storage unit.
    pub width: Option<u32>,
    /// The alignment that an attribute or `_Alignas` asks for.
    pub align: Option<u64>,
    /// The alignment of the name of its type, if a `typedef` gives it another one than the type has.
    pub own_align: Option<u64>,
    pub packed: bool,
    pub pos: Pos,
}

/// The smallest multiple of `unit` that is not below `n`.
fn round_up(n: u64, unit: u64) -> Option<u64> {
    match n % unit {
        0 => Some(n),
        rest => n.checked_add(unit - rest),
    }
}

impl Types {
    /// The most bytes of an object.
    pub(super) fn largest_object(&self) -> u64 {
        match self.options().arch {
            Arch::Ilp32 => (1 << 31) - 1,
            Arch::Lp64 => (1 << 47) - 1,
        }
    }

    /// The size of a type in bytes; `None` for functions and incomplete types, and for `void`, whose size is 1 for gcc.
    pub fn size(&self, id: TypeId) -> Option<u64> {
        match self.get(id) {
            Type::Error => Some(1),
            Type::Void | Type::Function(_) | Type::Array(_, None) => None,
            Type::Integer(kind) => Some(self.options().integer_size(kind)),
            Type::Floating(kind) => Some(self.options().floating_size(kind)),
            Type::Pointer(_) => Some(self.options().pointer_size()),
            Type::Array(element, Some(length)) => self.size(element)?.checked_mul(length),
            Type::Record(id) => self.record(id).fields.as_ref().map(|_| self.record(id).size),
            Type::Enum(id) => Some(self.options().integer_size(self.enumeration(id).kind)),
        }
    }

    /// The alignment in a structure, in bytes; 1 for functions and incomplete types.
    pub fn align(&self, id: TypeId) -> u64 {
        match self.get(id) {
            Type::Error | Type::Void | Type::Function(_) => 1,
            Type::Integer(kind) => self.options().integer_align(kind),
            Type::Floating(kind) => self.options().floating_align(kind),
            Type::Pointer(_) => self.options().pointer_size(),
            Type::Array(element, _) => self.align(element),
            Type::Record(id) => self.record(id).align,
            Type::Enum(id) => self.options().integer_align(self.enumeration(id).kind),
        }
    }

    /// The alignment that `__alignof__` gives. On i386, numbers of 8 bytes have the alignment 8 here, and 4 only in
    /// structures.
    pub(super) fn preferred_align(&self, id: TypeId) -> u64 {
        match self.get(id) {
            Type::Array(element, _) => self.preferred_align(element),
            Type::Integer(_) | Type::Enum(_) | Type::Floating(FloatingKind::Double) => {
                self.size(id).unwrap_or(1)
            }
            _ => self.align(id),
        }
    }

    /// Completes a structure or union. `pack` is the limit that `#pragma pack` sets.
    ///
    /// The rules are those of the System V ABI: a bit-field does not cross the boundary of a unit of its type, the
    /// unit's alignment counts for the record if the bit-field has a name, and one of width 0 goes on to the next unit.
    /// Under `#pragma pack` bit-fields cross boundaries.
    ///
    /// # Errors
    ///
    /// The member at which the record becomes too large.
    pub(super) fn lay_out(
        &mut self,
        id: RecordId,
        members: &[Member],
        packed: bool,
        align: Option<u64>,
        pack: Option<u64>,
    ) -> Result<(), Pos> {
        let is_union = self.record(id).is_union;
        let mut fields = Vec::with_capacity(members.len());
        // Both are counted in bits.
        let (mut end, mut size) = (0u64, 0u64);
        let mut record_align = align.unwrap_or(1).max(1);
        let largest = 8 * self.largest_object();
        let limit = |align: u64| align.min(pack.unwrap_or(u64::MAX));
        for member in members {
            let packed = packed || member.packed;
            let natural = match (packed, member.own_align) {
                // Under `#pragma pack`, the alignment of a packed bit-field still counts for the record.
                (true, _) if member.width.is_none() || pack.is_none() => 1,
                (_, Some(own)) => own,
                (_, None) => self.align(member.ty),
            };
            if is_union {
                end = 0;
            }
            let asked = member.align.map(limit);
            let wanted = limit(natural.max(asked.unwrap_or(1)));
            let crosses = packed || pack.is_some();
            let place = match member.width {
                None => self.place(member, end, wanted, largest),
                Some(width) => self.place_bits(member, width, end, (natural, asked), crosses),
            };
            let (start, next) = match place {
                Some((start, next)) if next <= largest => (start, next),
                _ => return Err(member.pos),
            };
            end = next;
            size = size.max(end);
            if member.width.is_none() || member.name.is_some() {
                record_align = record_align.max(wanted);
                let bits = member.width.map(|width| BitRange { offset: start, width });
                fields.push(Field {
                    name: member.name,
                    ty: member.ty,
                    offset: start / 8,
                    bits,
                    align: wanted,
                    pos: member.pos,
                });
            }
        }
        let bytes = round_up(size, 8 * record_align).filter(|&bits| bits <= largest);
        let at_end = members.last().map_or(Pos::START, |member| member.pos);
        let bytes = bytes.ok_or(at_end)? / 8;
        let record = &mut self.records[id.index()];
        record.fields = Some(fields);
        record.size = bytes;
        record.align = record_align;
        Ok(())
    }

    /// The first bit of a member, and the first bit behind it.
    fn place(&self, member: &Member, end: u64, align: u64, largest: u64) -> Option<(u64, u64)> {
        let start = round_up(end, 8 * align)?;
        let bits = self.size(member.ty).unwrap_or(0).checked_mul(8).filter(|&bits| bits <= largest)?;
        Some((start, start.checked_add(bits)?))
    }

    /// The first bit of a bit-field, and the first bit behind it. They depend on the alignment of its type, and on the
    /// alignment that the program asks for.
    fn place_bits(
        &self,
        member: &Member,
        width: u32,
        end: u64,
        (natural, asked): (u64, Option<u64>),
        crosses: bool,
    ) -> Option<(u64, u64)> {
        let end = asked.map_or(Some(end), |asked| round_up(end, 8 * asked))?;
        if width == 0 {
            // A bit-field of width 0 ends the unit of its type even under `packed` and `#pragma pack`.
            let unit = member.own_align.unwrap_or_else(|| self.align(member.ty));
            let start = round_up(end, 8 * unit)?;
            return Some((start, start));
        }
        let width = u64::from(width);
        let unit = 8 * natural;
        let size = self.size(member.ty).unwrap_or(0);
        let mut start = end;
        // The units of the type that the bits would touch, counted from an aligned boundary.
        let touched = (start % unit + width + unit - 1) / unit;
        if !crosses && touched > 8 * size / unit {
            start = round_up(start, unit)?;
        }
        Some((start, start + width))
    }
}

//! Objects in memory: those that live for the whole run below, those of each activation on top.

use super::cells::{Cells, Reason, Table};
use super::number::{Integer, Numbers};
use super::pointer::{Pointer, Scalar, Target};
use super::value::Value;
use crate::input::c::{Type, TypeId, Types};

/// The bytes that a slot takes beside those of its object.
const SLOT: u64 = 32;

/// An object.
#[derive(Clone, Copy, Debug)]
struct Slot {
    /// Its first byte.
    at: usize,
    size: u32,
    serial: u64,
}

/// A place in a row of cells that an access may use.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    pub at: usize,
    /// A bit-field: its first bit from the byte, and its width; otherwise the width is 0.
    pub first: u64,
    pub width: u32,
}

impl Spot {
    pub fn whole(at: usize) -> Spot {
        Spot { at, first: 0, width: 0 }
    }
}

/// The memory of a run.
#[derive(Debug)]
pub(super) struct Memory {
    numbers: Numbers,
    pub cells: Cells,
    pub table: Table,
    slots: Vec<Slot>,
    serial: u64,
    limit: u64,
}

impl Memory {
    pub fn new(numbers: Numbers, limit: u64) -> Memory {
        let (cells, table) = (Cells::new(numbers), Table::default());
        Memory { numbers, cells, table, slots: Vec::new(), serial: 0, limit }
    }

    /// The number of objects that there are now.
    pub fn slots(&self) -> u32 {
        self.slots.len() as u32
    }

    /// The bytes held, about.
    pub fn bytes(&self) -> u64 {
        self.cells.len() as u64 * Cells::unit(self.numbers)
            + self.slots.len() as u64 * SLOT
            + self.table.bytes() as u64
    }

    /// A new object of zeros on top; `None` if it does not fit. The limit also counts `other` bytes.
    pub fn allocate(&mut self, size: u64, other: u64) -> Option<u32> {
        let bytes = size.checked_mul(Cells::unit(self.numbers))?.checked_add(SLOT)?;
        let total = self.bytes().checked_add(bytes)?.checked_add(other)?;
        let small = u32::try_from(size).ok().filter(|_| total <= self.limit)?;
        let number = u32::try_from(self.slots.len()).ok()?;
        let at = self.cells.len();
        self.cells.resize(at + small as usize);
        self.serial += 1;
        self.slots.push(Slot { at, size: small, serial: self.serial });
        Some(number)
    }

    /// Whether so many more bytes fit under the limit.
    pub fn allows(&self, other: u64) -> bool {
        self.bytes().saturating_add(other) <= self.limit
    }

    /// Ends the life of all objects but the first ones.
    pub fn release(&mut self, slots: u32) {
        if let Some(first) = self.slots.get(slots as usize) {
            self.cells.resize(first.at);
            self.slots.truncate(slots as usize);
        }
    }

    /// The pointer to the beginning of an object.
    pub fn pointer(&self, slot: u32) -> Pointer {
        let Slot { size, serial, .. } = self.slots[slot as usize];
        Pointer::Object(Target { slot, serial, offset: 0, start: 0, end: size })
    }

    /// The first byte of an object.
    pub fn start(&self, slot: u32) -> usize {
        self.slots[slot as usize].at
    }

    /// The byte to which a pointer points, if so many bytes from there are inside the bounds of an object that lives.
    pub fn find(&self, pointer: Pointer, size: u64) -> Option<usize> {
        let target = match pointer {
            Pointer::Object(target) => target,
            _ => return None,
        };
        let slot = self.slots.get(target.slot as usize).filter(|slot| slot.serial == target.serial)?;
        let offset = u64::try_from(target.offset).ok()?;
        let end = offset.checked_add(size)?;
        let is_inside = offset >= u64::from(target.start) && end <= u64::from(target.end.min(slot.size));
        is_inside.then(|| slot.at + offset as usize)
    }
}

/// The value of a type at a spot in some cells.
pub(super) fn read(
    cells: &Cells,
    table: &Table,
    types: &Types,
    ty: TypeId,
    spot: Spot,
) -> Result<Value, Reason> {
    if let Some(integer) = Integer::of(types, ty) {
        let scalar = match spot.width {
            0 => cells.read_integer(spot.at, integer, table)?,
            width => cells.read_bits(spot.at, spot.first, width, integer)?,
        };
        return Ok(match scalar {
            Scalar::Number(number) => Value::Number(number),
            Scalar::Pointer(pointer) => Value::Pointer(pointer),
        });
    }
    match types.get(ty) {
        Type::Pointer(_) => {
            let size = types.options().pointer_size() as usize;
            cells.read_pointer(spot.at, size, table).map(Value::Pointer)
        }
        Type::Record(id) => Ok(Value::Record(Box::new(cells.part(spot.at, types.record(id).size as usize)))),
        Type::Floating(_) => Err("a floating-point number"),
        _ => Err("an object without value"),
    }
}

/// Stores a value of a type at a spot in some cells.
pub(super) fn write(
    cells: &mut Cells,
    table: &mut Table,
    types: &Types,
    ty: TypeId,
    spot: Spot,
    value: &Value,
) -> Result<(), Reason> {
    let pointer_size = types.options().pointer_size() as usize;
    match (value, Integer::of(types, ty)) {
        (&Value::Number(number), Some(integer)) => match spot.width {
            0 => cells.write_integer(spot.at, integer, number),
            width => return cells.write_bits(spot.at, spot.first, width, number),
        },
        (&Value::Pointer(_), Some(_)) if spot.width != 0 => return Err("a pointer in a bit-field"),
        // An integer that was converted from a pointer has its size.
        (&Value::Pointer(pointer), _) => cells.write_pointer(spot.at, pointer_size, pointer, table),
        (&Value::Number(number), None) => {
            cells.write_pointer(spot.at, pointer_size, Pointer::Number(number as u64), table);
        }
        (Value::Record(part), _) => cells.paste(spot.at, part),
        (Value::Void | Value::Place(_), _) => return Err("an object without value"),
    }
    Ok(())
}

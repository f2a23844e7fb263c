//! The memory of a run: objects on a stack and on a heap, each with its bytes.
//!
//! Objects that live for the whole run are at the bottom of the stack, and each call puts its local objects on top. The
//! heap is a row of its own, in which an object keeps its place after its end. A pointer names the *slot* of an object
//! and a serial number. A later object in the same slot has another serial number, so a pointer to an ended object is
//! recognised.
//!
//! A large object, of more than [`LARGE`] bytes, has cells only for the *pieces* that the run writes. All other pieces
//! of it are one piece of cells that is never written.

use super::cells::{Cells, Reason, Table};
use super::number::{Integer, Numbers};
use super::pointer::{Pointer, Scalar, Target};
use super::value::Value;
use crate::base::HashMap;
use crate::c::{FloatingKind, IntegerKind, Type, TypeId, Types};

/// The bytes of memory that the interpreter needs for an object beside its cells.
const SLOT: u64 = 32;

/// The most bytes of an object that has cells for all of them.
pub(super) const LARGE: u64 = 1 << 20;

/// The bytes of a piece of a large object. Most sizes of elements divide this number, so their elements are in one
/// piece each.
pub(super) const PIECE: u64 = 4096 * 3 * 5 * 7;

/// The cells of a large object. All positions are in the row of pieces.
#[derive(Clone, Debug)]
pub(super) struct Large {
    /// The position of the piece for all bytes that were not written.
    pub blank: usize,
    /// The positions of the pieces that were written, by number.
    pub written: HashMap<u64, usize>,
}

/// An object.
#[derive(Clone, Copy, Debug)]
struct Slot {
    /// The position of its first byte. A large object has its bytes in pieces.
    at: usize,
    size: u64,
    /// A lower bound of its alignment, in bytes.
    align: u32,
    /// Whether it is a string literal, which is never written.
    is_text: bool,
    /// Whether it has its first value and is declared `const`.
    is_const: bool,
    /// Whether it is declared in an inner block of its function, with which it ends.
    is_inner: bool,
    serial: u64,
}

/// The first slot of the heap. Smaller numbers are slots of the stack.
const HEAP: u32 = 1 << 31;

/// The row of cells that an object is in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::c) enum Region {
    Stack,
    Heap,
    /// The pieces of large objects.
    Pieces,
}

/// The position of a value in a row of cells.
#[derive(Clone, Copy, Debug)]
pub(in crate::c) struct Spot {
    pub at: usize,
    /// For a bit-field: its first bit, counted from the byte.
    pub first: u64,
    /// The width of a bit-field; 0 for other values.
    pub width: u32,
}

impl Spot {
    pub fn whole(at: usize) -> Spot {
        Spot { at, first: 0, width: 0 }
    }
}

/// The memory of a run.
#[derive(Debug)]
pub(in crate::c) struct Memory {
    pub(super) numbers: Numbers,
    pub cells: Cells,
    heap_cells: Cells,
    pub(super) pieces: Cells,
    /// The positions of pieces that no object has any more.
    pub(super) free: Vec<usize>,
    /// By serial number: the large objects.
    pub(super) large: HashMap<u64, Large>,
    pub table: Table,
    slots: Vec<Slot>,
    /// The objects of the heap by age. An object that was freed has the serial number 0.
    heap: Vec<Slot>,
    pub(super) serial: u64,
    limit: u64,
}

impl Memory {
    /// The memory of a run that has not begun, which perhaps knows the bits that were never stored.
    pub fn new(numbers: Numbers, limit: u64, keeps_blank: bool) -> Memory {
        let cells = || Cells::new(numbers, keeps_blank);
        Memory {
            numbers,
            cells: cells(),
            heap_cells: cells(),
            pieces: cells(),
            free: Vec::new(),
            large: HashMap::default(),
            table: Table::default(),
            slots: Vec::new(),
            heap: Vec::new(),
            serial: 0,
            limit,
        }
    }

    /// The number of objects on the stack.
    pub fn slots(&self) -> u32 {
        self.slots.len() as u32
    }

    /// The approximate bytes of memory that the run's objects hold.
    pub fn bytes(&self) -> u64 {
        (self.cells.len() + self.heap_cells.len() + self.pieces.len()) as u64 * Cells::unit(self.numbers)
            + (self.slots.len() + self.heap.len()) as u64 * SLOT
            + self.table.bytes() as u64
    }

    fn slot(&self, slot: u32) -> Option<&Slot> {
        match slot.checked_sub(HEAP) {
            Some(at) => self.heap.get(at as usize),
            None => self.slots.get(slot as usize),
        }
    }

    /// The row of cells of a region.
    pub fn region(&self, region: Region) -> &Cells {
        match region {
            Region::Stack => &self.cells,
            Region::Heap => &self.heap_cells,
            Region::Pieces => &self.pieces,
        }
    }

    /// The row of cells of a region, and the table of pointers.
    pub fn region_mut(&mut self, region: Region) -> (&mut Cells, &mut Table) {
        match region {
            Region::Stack => (&mut self.cells, &mut self.table),
            Region::Heap => (&mut self.heap_cells, &mut self.table),
            Region::Pieces => (&mut self.pieces, &mut self.table),
        }
    }

    /// Makes an object of the heap whose bytes are 0; `None` as in [`Memory::allocate`].
    pub fn allocate_on_heap(&mut self, size: u64, align: u64, other: u64) -> Option<Pointer> {
        self.fits(size, other)?;
        let slot = u32::try_from(self.heap.len()).ok()?.checked_add(HEAP)?;
        let at = self.heap_cells.len();
        self.serial += 1;
        match size > LARGE {
            true => self.make_large(),
            false => self.heap_cells.resize(at + size as usize),
        }
        self.heap.push(Slot {
            at,
            size,
            align: align as u32,
            is_text: false,
            is_const: false,
            is_inner: false,
            serial: self.serial,
        });
        Some(Pointer::Object(Target { slot, serial: self.serial, offset: 0 }))
    }

    /// The number of objects of the heap that were ever made.
    pub fn heap_count(&self) -> usize {
        self.heap.len()
    }

    /// The number, by age, of the object of the heap that a pointer was made to.
    pub fn heap_number(&self, target: Target) -> Option<usize> {
        target.slot.checked_sub(HEAP).map(|at| at as usize).filter(|&at| at < self.heap.len())
    }

    /// The pointer to the beginning of a live object of the heap with this number.
    pub fn heap_pointer(&self, number: usize) -> Option<Pointer> {
        let serial = self.heap.get(number)?.serial;
        (serial != 0).then(|| Pointer::Object(Target { slot: HEAP + number as u32, serial, offset: 0 }))
    }

    /// Pointers to the objects of the heap that are alive, by age.
    pub fn live_on_heap(&self) -> impl Iterator<Item = Pointer> + '_ {
        (0..self.heap.len()).filter_map(|number| self.heap_pointer(number))
    }

    /// Whether the object to which a pointer was made is still alive.
    pub fn lives(&self, target: Target) -> bool {
        self.slot(target.slot).map_or(false, |slot| slot.serial == target.serial)
    }

    /// Whether a pointer leads to a live object of the heap.
    pub fn is_on_heap(&self, pointer: Pointer) -> bool {
        matches!(pointer, Pointer::Object(target) if target.slot >= HEAP && self.lives(target))
    }

    /// Whether a pointer leads to an ended object of the heap.
    pub fn has_ended(&self, pointer: Pointer) -> bool {
        matches!(pointer, Pointer::Object(target) if target.slot >= HEAP && !self.lives(target))
    }

    /// Copies the first bytes of an object of the heap to another one, as many as both have. Nothing is copied if a
    /// pointer does not lead to the beginning of a live object of the heap.
    ///
    /// `None` if the copy does not fit under the limit.
    pub fn copy_on_heap(&mut self, from: Pointer, to: Pointer) -> Option<()> {
        let is_start = matches!(from, Pointer::Object(Target { offset: 0, .. }));
        if !is_start || !self.is_on_heap(from) {
            return Some(());
        }
        let size = self.room(from).min(self.room(to)).unwrap_or(0);
        if self.is_large(from) || self.is_large(to) {
            return self.copy_pieces(from, to, size);
        }
        if let (Some((_, first)), Some((_, at))) = (self.find(from, size), self.find(to, size)) {
            let part = self.heap_cells.part(first, size as usize);
            self.heap_cells.paste(at, &part);
        }
        Some(())
    }

    /// Ends the object of the heap to whose beginning a pointer leads, if there is one.
    pub fn free(&mut self, pointer: Pointer) {
        if let Pointer::Object(Target { slot, serial, offset: 0 }) = pointer {
            let found = slot.checked_sub(HEAP).and_then(|at| self.heap.get_mut(at as usize));
            if let Some(found) = found.filter(|found| found.serial == serial) {
                found.serial = 0;
                self.end_large(serial);
            }
        }
    }

    /// Whether a new object fits under the limit.
    fn fits(&self, size: u64, other: u64) -> Option<()> {
        let cells = if size > LARGE { PIECE } else { size };
        let bytes = cells.checked_mul(Cells::unit(self.numbers))?.checked_add(SLOT)?;
        let total = self.bytes().checked_add(bytes)?.checked_add(other)?;
        i64::try_from(size).ok().filter(|_| total <= self.limit).map(drop)
    }

    /// A lower bound of the alignment of an object, in bytes.
    pub fn align(&self, slot: u32) -> u32 {
        self.slot(slot).map_or(1, |slot| slot.align)
    }

    /// Makes an object a string literal, which is not written any more.
    pub fn freeze(&mut self, slot: u32) {
        self.slots[slot as usize].is_text = true;
    }

    /// Makes an object one that is not written any more, or one that is.
    pub fn set_const(&mut self, slot: u32, is_const: bool) {
        self.slots[slot as usize].is_const = is_const;
    }

    /// Whether a pointer leads into an object that is declared `const` and has its first value.
    pub fn is_const(&self, pointer: Pointer) -> bool {
        match pointer {
            Pointer::Object(target) => {
                self.slot(target.slot).map_or(false, |slot| slot.is_const && slot.serial == target.serial)
            }
            Pointer::Number(_) | Pointer::Function(_) => false,
        }
    }

    /// Notes that an object is declared in an inner block of its function.
    pub fn make_inner(&mut self, slot: u32) {
        self.slots[slot as usize].is_inner = true;
    }

    /// Whether the object of a slot is declared in an inner block of its function.
    pub fn is_inner(&self, slot: u32) -> bool {
        self.slot(slot).map_or(false, |slot| slot.is_inner)
    }

    /// Whether a pointer leads into a string literal.
    pub fn is_text(&self, pointer: Pointer) -> bool {
        match pointer {
            Pointer::Object(target) => self.slot(target.slot).map_or(false, |slot| slot.is_text),
            Pointer::Number(_) | Pointer::Function(_) => false,
        }
    }

    /// Makes an object on top of the stack, whose bytes are 0, and returns its slot. `None` if it does not fit under
    /// the limit, which also counts `other` bytes.
    pub fn allocate(&mut self, size: u64, align: u64, other: u64) -> Option<u32> {
        self.fits(size, other)?;
        let number = u32::try_from(self.slots.len()).ok().filter(|&number| number < HEAP)?;
        let at = self.cells.len();
        self.serial += 1;
        match size > LARGE {
            true => self.make_large(),
            false => self.cells.resize(at + size as usize),
        }
        let align = u32::try_from(align).unwrap_or(1).max(1);
        self.slots.push(Slot {
            at,
            size,
            align,
            is_text: false,
            is_const: false,
            is_inner: false,
            serial: self.serial,
        });
        Some(number)
    }

    /// Whether `other` more bytes fit under the limit.
    pub fn allows(&self, other: u64) -> bool {
        self.bytes().saturating_add(other) <= self.limit
    }

    /// Ends all objects on the stack but the first `slots`.
    pub fn release(&mut self, slots: u32) {
        if let Some(first) = self.slots.get(slots as usize).copied() {
            self.cells.resize(first.at);
            let ended = self.slots.split_off(slots as usize);
            ended.iter().filter(|slot| slot.size > LARGE).for_each(|slot| self.end_large(slot.serial));
        }
    }

    /// The pointer to the beginning of the object in a slot.
    pub fn pointer(&self, slot: u32) -> Pointer {
        let serial = self.slots[slot as usize].serial;
        Pointer::Object(Target { slot, serial, offset: 0 })
    }

    /// The position of the first byte of the object in a slot.
    pub fn start(&self, slot: u32) -> usize {
        self.slots[slot as usize].at
    }

    /// The position of the byte to which a pointer points, if `size` bytes from there are inside a live object.
    pub fn find(&self, pointer: Pointer, size: u64) -> Option<(Region, usize)> {
        let target = match pointer {
            Pointer::Object(target) => target,
            _ => return None,
        };
        let slot = self.slot(target.slot).filter(|slot| slot.serial == target.serial)?;
        let region = if target.slot < HEAP { Region::Stack } else { Region::Heap };
        let offset = u64::try_from(target.offset).ok()?;
        let end = offset.checked_add(size)?;
        if end > slot.size {
            return None;
        }
        match self.large.get(&slot.serial).filter(|_| slot.size > LARGE) {
            Some(large) => {
                let piece = large.written.get(&(offset / PIECE)).copied().unwrap_or(large.blank);
                let within = offset % PIECE;
                (within + size <= PIECE).then(|| (Region::Pieces, piece + within as usize))
            }
            None => Some((region, slot.at + offset as usize)),
        }
    }

    /// The number of bytes from a pointer to the end of its object; `None` if the object is not alive.
    pub fn room(&self, pointer: Pointer) -> Option<u64> {
        let target = match pointer {
            Pointer::Object(target) => target,
            _ => return None,
        };
        let slot = self.slot(target.slot).filter(|slot| slot.serial == target.serial)?;
        slot.size.checked_sub(u64::try_from(target.offset).ok()?)
    }
}

/// Reads a value of a type at a spot in some cells.
pub(in crate::c) fn read(
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
        Type::Floating(kind) => {
            let mut bits = 0;
            for (at, integer) in words(types, kind) {
                match cells.read_integer(spot.at + at, integer, table)? {
                    Scalar::Number(word) => bits |= (word as u128) << (8 * at),
                    Scalar::Pointer(_) => return Err("an address as a floating-point number"),
                }
            }
            Ok(Value::Floating(kind, bits))
        }
        _ => Err("an object without value"),
    }
}

/// Writes a value of a type at a spot in some cells.
pub(in crate::c) fn write(
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
        // If the type is an integer type, it has the size of a pointer, since the value was made from one.
        (&Value::Pointer(pointer), _) => cells.write_pointer(spot.at, pointer_size, pointer, table),
        (&Value::Number(number), None) => {
            cells.write_pointer(spot.at, pointer_size, Pointer::Number(number as u64), table);
        }
        (Value::Record(part), _) => cells.paste(spot.at, part),
        (&Value::Floating(kind, bits), _) => {
            for (at, integer) in words(types, kind) {
                cells.write_integer(spot.at + at, integer, integer.wrap((bits >> (8 * at)) as i128));
            }
        }
        (Value::Void | Value::Place(_) | Value::Blank(_), _) => return Err("an object without value"),
    }
    Ok(())
}

/// The unsigned integers that store the bits of a floating type, each with its place in bytes.
fn words(types: &Types, kind: FloatingKind) -> impl Iterator<Item = (usize, Integer)> {
    let parts = match kind {
        FloatingKind::Half => [Some((0, IntegerKind::UnsignedShort)), None],
        FloatingKind::Float => [Some((0, IntegerKind::UnsignedInt)), None],
        FloatingKind::Double => [Some((0, IntegerKind::UnsignedLongLong)), None],
        FloatingKind::LongDouble => {
            [Some((0, IntegerKind::UnsignedLongLong)), Some((8, IntegerKind::UnsignedShort))]
        }
        FloatingKind::Quad => {
            [Some((0, IntegerKind::UnsignedLongLong)), Some((8, IntegerKind::UnsignedLongLong))]
        }
    };
    let options = types.options();
    parts.into_iter().flatten().map(move |(at, kind)| (at, Integer::new(kind, options)))
}

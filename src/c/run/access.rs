//! Reads and writes of places: the bytes that a place takes, and how the run goes on if they belong to no object.

use super::blank::blank_at;
use super::cells::{Cells, Table};
use super::machine::{Machine, Stop};
use super::memory::{self, Region, Spot};
use super::number::Integer;
use super::options::{Quiet, RunError};
use super::pointer::Pointer;
use super::value::{Place, Value};
use super::watch::has_left_block;
use crate::c::{AskKind, Failure, IntegerKind, ObjectId, Pos, TypeId, Types};
use crate::c::{LOWEST_ADDRESS, MORE_ARGUMENTS, UNKNOWN_OBJECT};

/// Whether a spot is to be read as a `_Bool`, and its byte is neither 0 nor 1.
fn is_no_truth(cells: &Cells, table: &Table, types: &Types, ty: TypeId, spot: Spot) -> bool {
    let byte = types.integer(IntegerKind::UnsignedChar);
    types.integer_kind(ty) == Some(IntegerKind::Bool)
        && matches!(memory::read(cells, table, types, byte, spot), Ok(Value::Number(2..)))
}

impl Machine<'_> {
    /// The first byte of a place, and the number of bytes that a value of a type takes there.
    fn bytes_of(&self, place: Place, ty: TypeId) -> (Pointer, u64) {
        match place.width {
            0 => (place.pointer.moved((place.first / 8) as i64), self.size(ty)),
            width => {
                let bits = place.first % 8 + u64::from(width);
                (place.pointer.moved((place.first / 8) as i64), (bits + 7) / 8)
            }
        }
    }

    /// Reads the value at a place. Out of bounds, it is an error or any value, by the options.
    pub fn read(&mut self, place: Place, ty: TypeId) -> Result<Value, Stop> {
        self.refuse_pieces(place, ty)?;
        if self.is_trailed {
            let (first, size) = self.bytes_of(place, ty);
            self.trail().into_iter().for_each(|trail| trail.read(first, size));
        }
        let types = &self.program.types;
        match self.find(place, ty) {
            Some((region, spot)) => {
                let cells = self.state.memory.region(region);
                if self.keeps_blank {
                    self.blank |= blank_at(cells, types, ty, spot);
                }
                let table = &self.state.memory.table;
                if self.options.checks(Failure::Truth)
                    && spot.width == 0
                    && is_no_truth(cells, table, types, ty, spot)
                {
                    return Err(self.fail(Failure::Truth, place.pos));
                }
                memory::read(cells, table, types, ty, spot)
                    .map_err(|reason| self.unsupported(place.pos, reason))
            }
            None if self.is_argument(place.pointer) => Err(self.unsupported(place.pos, MORE_ARGUMENTS)),
            None if self.ends_at_dead(place) => Err(self.no_object(Failure::UseAfterFree, place)),
            None if self.options.checks(Failure::Bounds) => Err(self.no_object(Failure::Bounds, place)),
            None => self.check_number(place).and_then(|()| self.any_value(place.pos, AskKind::Read, ty)),
        }
    }

    /// Writes a value at a place. Out of bounds, it is an error or has no effect, by the options.
    pub fn write(&mut self, place: Place, ty: TypeId, value: &Value) -> Result<(), Stop> {
        if self.is_trailed {
            let (first, size) = self.bytes_of(place, ty);
            self.trail().into_iter().for_each(|trail| trail.write(first, size, place.width > 0, false));
        }
        let types = &self.program.types;
        self.refuse_pieces(place, ty)?;
        self.state
            .memory
            .touch(place.pointer.moved((place.first / 8) as i64))
            .ok_or(Stop::Error(RunError::Memory))?;
        match self.find(place, ty).filter(|_| !self.is_read_only(place.pointer)) {
            Some((region, spot)) => {
                let (cells, table) = self.state.memory.region_mut(region);
                memory::write(cells, table, types, ty, spot, value)
                    .map_err(|reason| self.unsupported(place.pos, reason))?;
                self.store_blank((region, spot), ty);
                Ok(())
            }
            None if self.is_argument(place.pointer) => Err(self.unsupported(place.pos, MORE_ARGUMENTS)),
            None if self.ends_at_dead(place) => Err(self.no_object(Failure::UseAfterFree, place)),
            None if self.options.checks(Failure::Bounds) => Err(self.no_object(Failure::Bounds, place)),
            None => self.check_number(place),
        }
    }

    /// Whether a write is out of bounds: into a text, and where bounds are checked into a `const` object.
    fn is_read_only(&self, pointer: Pointer) -> bool {
        let memory = &self.state.memory;
        memory.is_text(pointer) || (memory.is_const(pointer) && self.options.checks(Failure::Bounds))
    }

    /// The end of the run by an access that is an error.
    fn no_object(&mut self, failure: Failure, place: Place) -> Stop {
        self.through = Some(place.pointer);
        self.fail(failure, place.pos)
    }

    /// Whether a pointer leads to the list of the first arguments of `main`, or outside of it, where others are.
    pub(super) fn is_argument(&self, pointer: Pointer) -> bool {
        let list = self.program.more_arguments.map(|object| self.state.global_slots[object.index()]);
        matches!(pointer, Pointer::Object(target) if Some(target.slot) == list)
    }

    /// Whether an access of a place is an error because it is in an ended object of the heap.
    fn ends_at_dead(&self, place: Place) -> bool {
        self.options.checks(Failure::UseAfterFree) && self.state.memory.has_ended(place.pointer)
    }

    /// Ends the run if an access is through a number. An access to null, or to a member through null, ends it quietly,
    /// as a machine does. A greater number may be the address of any object, so the run is given up. If external
    /// functions are pure, a number is no address, and the access is just out of bounds.
    pub fn check_number(&self, place: Place) -> Result<(), Stop> {
        match place.pointer {
            Pointer::Function(_) | Pointer::Object(_) => Ok(()),
            Pointer::Number(_) if self.options.externs.are_pure(self.options.property) => Ok(()),
            Pointer::Number(at) if at < LOWEST_ADDRESS => Err(self.quiet(Quiet::NoObject, place.pos)),
            Pointer::Number(_) => Err(self.unsupported(place.pos, UNKNOWN_OBJECT)),
        }
    }

    /// Stores a value in a whole variable.
    pub fn set(&mut self, object: ObjectId, ty: TypeId, value: &Value, pos: Pos) -> Result<(), Stop> {
        let slot = self.slot(object);
        if self.is_trailed {
            let (pointer, size) = (self.state.memory.pointer(slot), self.size(ty));
            self.trail().into_iter().for_each(|trail| trail.write(pointer, size, false, true));
        }
        if let (&Value::Number(number), Some(integer)) = (value, Integer::of(&self.program.types, ty)) {
            let at = self.state.memory.start(slot);
            self.state.memory.cells.write_integer(at, integer, number);
            self.store_blank((Region::Stack, Spot::whole(at)), ty);
            return Ok(());
        }
        let pointer = self.state.memory.pointer(slot);
        self.write(Place { pointer, first: 0, width: 0, pos }, ty, value)
    }

    /// The bytes of an object that a value of a type at a place takes; `None` if they are out of bounds.
    fn find(&self, place: Place, ty: TypeId) -> Option<(Region, Spot)> {
        let (region, at) = self.state.memory.find(place.pointer, self.place_size(place, ty))?;
        if self.has_left_block(place.pointer, place.pos) {
            return None;
        }
        Some((region, Spot { at, first: place.first, width: place.width }))
    }

    /// Whether a pointer leads to an object of an inner block that its call has left; `pos` is the place of the
    /// innermost call.
    pub fn has_left_block(&self, pointer: Pointer, pos: Pos) -> bool {
        has_left_block(self.program, &self.state.memory, (&self.shape, &self.state.frames), pointer, pos)
    }
}

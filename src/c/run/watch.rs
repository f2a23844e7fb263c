//! A look at a run from outside.

use super::memory::{self, Memory, Region, Spot};
use super::pointer::{Pointer, Scalar, Target};
use super::shape::{Activation, Shape};
use super::value::Value;
use crate::c::{Ask, BitRange, ExprId, Failure, FunctionId, ObjectId, Pos, Program, StmtId, TypeId};

/// The reason why a statement is seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Moment {
    /// It begins.
    Begin,
    /// It is a loop, and its condition is evaluated next. A `while` is seen only so; a `for` without condition counts
    /// as one whose condition is true.
    Condition,
}

/// A part of memory that an answer was stored in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stored {
    pub(in crate::c) region: Region,
    /// The first bit in the region.
    pub(in crate::c) start: u64,
    /// The first bit in the object that was asked for.
    pub(in crate::c) first: u64,
    /// The number of bits.
    pub(in crate::c) width: u64,
    /// The type of the answer.
    pub(in crate::c) ty: TypeId,
    /// The object, if it is a variable.
    pub(in crate::c) object: Option<ObjectId>,
    /// The object is the value of an expression, and the memory is used for something else afterwards.
    pub(in crate::c) is_temporary: bool,
}

/// An error that ends a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The way in which it violates the property.
    pub failure: Failure,
    /// Its place.
    pub pos: Pos,
    /// The pointer through which the run could not access an object, or which it could not free.
    pub(in crate::c) through: Option<Pointer>,
}

/// Sees each statement before it is carried out, and, if it wants to, branches and calls. `()` does nothing.
pub trait Observer {
    /// A statement comes next.
    fn statement(&mut self, view: &View<'_>);

    /// The condition of the statement or of the `?` at this place has a value; 0 or 1 but for a `switch`.
    fn branch(&mut self, _pos: Pos, _value: i128) {}

    /// The run ends with an error. The view is of the statement in which it happens.
    fn failed(&mut self, _view: &View<'_>, _fault: &Fault) {}

    /// A function is called that has a body, or whose result is arbitrary.
    fn call(&mut self, _call: ExprId) {}

    /// The oracle has answered a question.
    fn answered(&mut self, _ask: &Ask, _value: i128) {}

    /// The answer that the oracle has just given was stored in memory. Answers that are values of expressions are not.
    fn stored(&mut self, _stored: &Stored) {}

    /// The innermost call is about to return; its objects are still there.
    fn leaving(&mut self, _view: &View<'_>) {}

    /// Such a call returns. The value is that of an integer, or of a pointer without target.
    fn returned(&mut self, _call: ExprId, _value: Option<i128>) {}

    /// The program prints a byte, to 1, the standard output, or to 2, the standard error, or to another stream. It is
    /// told of a program that is read with [`is_shown`](crate::c::COptions::is_shown).
    fn printed(&mut self, _stream: u64, _byte: u8) {}

    /// The rest of the output of the call at this place is not understood, and is left out.
    fn not_printed(&mut self, _place: Pos) {}
}

impl Observer for () {
    fn statement(&mut self, _: &View<'_>) {}
}

impl<F: FnMut(&View<'_>)> Observer for F {
    fn statement(&mut self, view: &View<'_>) {
        self(view);
    }
}

/// The state of a run before a statement.
#[derive(Clone, Copy)]
pub struct View<'a> {
    pub(in crate::c) program: &'a Program,
    pub(in crate::c) memory: &'a Memory,
    pub(in crate::c) global_slots: &'a [u32],
    pub(in crate::c) shape: &'a Shape,
    pub(in crate::c) frames: &'a [Activation],
    pub(in crate::c) stmt: StmtId,
    pub(in crate::c) moment: Moment,
}

impl std::fmt::Debug for View<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "before {:?}, {:?}", self.stmt, self.moment)
    }
}

impl View<'_> {
    /// The statement.
    pub fn stmt(&self) -> StmtId {
        self.stmt
    }

    /// Its place.
    pub fn pos(&self) -> Pos {
        self.program.stmt(self.stmt).pos
    }

    /// The reason why it is seen.
    pub fn moment(&self) -> Moment {
        self.moment
    }

    /// The function that runs.
    pub fn function(&self) -> Option<FunctionId> {
        self.frames.last().map(|frame| frame.function)
    }

    /// The number of calls that have not returned, that of `main` included.
    pub fn depth(&self) -> usize {
        self.frames.len()
    }

    /// Whether the program has this type. Expressions beside it may have more types.
    pub(in crate::c) fn has_type(&self, ty: TypeId) -> bool {
        ty.index() < self.program.types.count()
    }

    /// The value of an integer variable, or of a pointer without target as a number; `None` if the object has another
    /// type, or belongs to a function that does not run.
    pub fn number(&self, object: ObjectId) -> Option<i128> {
        self.part(object, 0, None, self.program.object(object).ty)
    }

    /// The value of a scalar in an object: the bytes before it, its bits from the beginning of the object if it is a
    /// bit-field, and its type.
    pub fn part(&self, object: ObjectId, offset: u64, bits: Option<BitRange>, ty: TypeId) -> Option<i128> {
        let start = self.pointer(object)?;
        let offset = if bits.is_some() { 0 } else { i64::try_from(offset).ok()? };
        match self.read(start.moved(offset), bits, ty)? {
            Scalar::Number(number) => Some(number),
            Scalar::Pointer(Pointer::Number(number)) => Some(i128::from(number)),
            Scalar::Pointer(Pointer::Function(_) | Pointer::Object(_)) => None,
        }
    }

    /// The pointer to the beginning of an object that lives; `None` if it belongs to a function that does not run.
    pub(in crate::c) fn pointer(&self, object: ObjectId) -> Option<Pointer> {
        let slot = match *self.global_slots.get(object.index())? {
            u32::MAX => {
                let frame = self.frames.last()?;
                let position = self.shape.position(object);
                if self.program.object(object).function != Some(frame.function) || position == u32::MAX {
                    return None;
                }
                frame.slots + position
            }
            slot => slot,
        };
        Some(self.memory.pointer(slot))
    }

    /// The scalar behind a pointer, or its bits from there if it is a bit-field. `None` if there is none of this type.
    pub(in crate::c) fn read(&self, pointer: Pointer, bits: Option<BitRange>, ty: TypeId) -> Option<Scalar> {
        let (region, spot) = self.spot(pointer, bits, ty)?;
        let cells = self.memory.region(region);
        match memory::read(cells, &self.memory.table, &self.program.types, ty, spot) {
            Ok(Value::Number(number)) => Some(Scalar::Number(number)),
            Ok(Value::Pointer(pointer)) => Some(Scalar::Pointer(pointer)),
            _ => None,
        }
    }

    fn spot(&self, pointer: Pointer, bits: Option<BitRange>, ty: TypeId) -> Option<(Region, Spot)> {
        let size = match bits {
            None => self.program.types.size(ty).filter(|_| self.program.types.is_scalar(ty))?,
            Some(bits) => (bits.offset + u64::from(bits.width) + 7) / 8,
        };
        let (region, at) = self.memory.find(pointer, size)?;
        Some(match bits {
            None => (region, Spot::whole(at)),
            Some(bits) => (region, Spot { at, first: bits.offset, width: bits.width }),
        })
    }

    /// The bits of memory behind a pointer, if `size` bytes are there: the region and the first bit.
    pub(in crate::c) fn bits_at(&self, pointer: Pointer, size: u64) -> Option<(Region, u64)> {
        self.memory.find(pointer, size).map(|(region, at)| (region, 8 * at as u64))
    }

    /// The scalar in these bits of a region.
    pub(in crate::c) fn bits(
        &self,
        region: Region,
        start: u64,
        width: u64,
        ty: TypeId,
        is_field: bool,
    ) -> Option<Scalar> {
        let cells = self.memory.region(region);
        let at = usize::try_from(start / 8).ok()?;
        if (start + width + 7) / 8 > cells.len() as u64 || !(is_field || start % 8 == 0) {
            return None;
        }
        let spot = match is_field {
            false => Spot::whole(at),
            true => Spot { at, first: start % 8, width: width as u32 },
        };
        match memory::read(cells, &self.memory.table, &self.program.types, ty, spot) {
            Ok(Value::Number(number)) => Some(Scalar::Number(number)),
            Ok(Value::Pointer(pointer)) => Some(Scalar::Pointer(pointer)),
            _ => None,
        }
    }

    /// Whether a pointer leads to an object of an inner block that its call has left; the innermost call is at a place.
    pub(in crate::c) fn has_left_block(&self, pointer: Pointer, pos: Pos) -> bool {
        has_left_block(self.program, self.memory, (self.shape, self.frames), pointer, pos)
    }

    /// The number of bytes from a pointer to the end of its object.
    pub(in crate::c) fn room(&self, pointer: Pointer) -> Option<u64> {
        self.memory.room(pointer)
    }

    /// The address in a part of an object, of a pointer type or of an integer type as large as a pointer; the bytes
    /// before it. `None` if the bytes are none.
    pub(in crate::c) fn address(&self, object: ObjectId, offset: u64, ty: TypeId) -> Option<Address> {
        let place = self.pointer(object)?.moved(i64::try_from(offset).ok()?);
        match self.read(place, None, ty)? {
            Scalar::Number(number) => Some(Address::Number(number)),
            Scalar::Pointer(Pointer::Number(number)) => Some(Address::Number(i128::from(number))),
            Scalar::Pointer(Pointer::Function(function)) => Some(Address::Function(function)),
            Scalar::Pointer(Pointer::Object(target)) if !self.memory.lives(target) => Some(Address::Dangling),
            Scalar::Pointer(Pointer::Object(Target { slot, offset, .. })) => {
                let object = object_at(self.shape, self.global_slots, self.frames, slot);
                Some(Address::Object(object, offset))
            }
        }
    }
}

/// The value of a pointer, for those who do not know the slots of memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::c) enum Address {
    Number(i128),
    Function(FunctionId),
    /// An object, `None` of the heap, and the bytes from its beginning.
    Object(Option<ObjectId>, i64),
    /// An object whose life has ended.
    Dangling,
}

/// The object in a slot; `None` of the heap.
pub(in crate::c) fn object_at(
    shape: &Shape,
    global_slots: &[u32],
    frames: &[Activation],
    slot: u32,
) -> Option<ObjectId> {
    let frame = frames.iter().rev().find(|frame| frame.slots <= slot);
    let local = frame.and_then(|frame| {
        let locals = &shape.locals[frame.function.index()].objects;
        locals.get((slot - frame.slots) as usize)
    });
    match local {
        Some(local) => Some(local.object),
        None => {
            let is_it = |&&(object, _): &&(ObjectId, bool)| global_slots[object.index()] == slot;
            shape.globals.iter().find(is_it).map(|&(object, _)| object)
        }
    }
}

/// Whether a pointer leads to an object of an inner block that its call has left; the innermost call is at a place.
pub(in crate::c) fn has_left_block(
    program: &Program,
    memory: &Memory,
    (shape, frames): (&Shape, &[Activation]),
    pointer: Pointer,
    pos: Pos,
) -> bool {
    let slot = match pointer {
        Pointer::Object(target) if memory.is_inner(target.slot) => target.slot,
        _ => return false,
    };
    let mut place = pos;
    for frame in frames.iter().rev() {
        if let Some(at) = slot.checked_sub(frame.slots) {
            let local = shape.locals[frame.function.index()].objects.get(at as usize);
            return local.map_or(false, |local| !program.lives_at(local.object, place));
        }
        place = frame.call.map_or(place, |call| program.expr(call).pos);
    }
    false
}

//! Observers of a run: what they are told, and the view of memory that they get.
//!
//! The interpreter calls the methods of [`Observer`] while it runs. A method with a [`View`] may read variables and
//! memory, but not change them. Witnesses, harnesses and stories of a run are made by observers.

use super::memory::{self, Memory, Region, Spot};
use super::number::Numbers;
use super::pointer::{Pointer, Scalar, Target};
use super::shape::{Activation, Shape};
use super::trail::Trail;
use super::value::Value;
use crate::c::{
    Ask, BitRange, ExprId, Failure, FunctionId, IntegerKind, ObjectId, Pos, Program, StmtId, TypeId,
};

/// The reason why a statement is seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Moment {
    /// It begins.
    Begin,
    /// It is a loop whose condition is evaluated next. A `while` is seen only at this moment. A `for` without condition
    /// counts as one whose condition is true.
    Condition,
}

/// The part of memory in which an answer was stored.
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
    /// Whether the memory only holds the value of an expression, and is used for other things afterwards.
    pub(in crate::c) is_temporary: bool,
}

/// An error that ends a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The kind of the error.
    pub failure: Failure,
    /// Its place.
    pub pos: Pos,
    /// The pointer through which the run could not access an object, or which it could not free.
    pub(in crate::c) through: Option<Pointer>,
}

/// An observer of a run. It sees each statement before the statement is carried out, and other events if it implements
/// their methods. `()` is the observer that ignores everything.
pub trait Observer {
    /// A statement is carried out next.
    fn statement(&mut self, view: &View<'_>);

    /// The condition of the statement or of the `?` at this place was evaluated. Its value is 0 or 1, or any number for
    /// a `switch`.
    fn branch(&mut self, _pos: Pos, _value: i128) {}

    /// The run ends with an error. The view is that of the statement in which the error happens.
    fn failed(&mut self, _view: &View<'_>, _fault: &Fault) {}

    /// A function with a body, or with an arbitrary result, is called.
    fn call(&mut self, _call: ExprId) {}

    /// The oracle has answered a question.
    fn answered(&mut self, _ask: &Ask, _value: i128) {}

    /// The answer that the oracle has just given was stored in memory. An answer that is the value of an expression is
    /// not stored.
    fn stored(&mut self, _stored: &Stored) {}

    /// The innermost call is about to return. Its objects are still alive.
    fn leaving(&mut self, _view: &View<'_>) {}

    /// A call that [`Observer::call`] has told of returns. The value is given if it is an integer, or a pointer that is
    /// a number.
    fn returned(&mut self, _call: ExprId, _value: Option<i128>) {}

    /// The program asks for a fact about pointers at this place.
    fn fact(&mut self, _pos: Pos, _value: i128) {}

    /// The program prints a byte to a stream: 1 is the standard output, and 2 the standard error. This is called only
    /// for a program that is read with [`is_shown`](crate::c::COptions::is_shown).
    fn printed(&mut self, _stream: u64, _byte: u8) {}

    /// The record of values that the program does not give, if the observer keeps one. A run with a record is slower.
    fn trail(&mut self) -> Option<&mut Trail> {
        None
    }

    /// The rest of what the call at this place prints is not understood, and left out.
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

    /// The place of the statement.
    pub fn pos(&self) -> Pos {
        self.program.stmt(self.stmt).pos
    }

    /// The reason why the statement is seen.
    pub fn moment(&self) -> Moment {
        self.moment
    }

    /// The function that runs.
    pub fn function(&self) -> Option<FunctionId> {
        self.frames.last().map(|frame| frame.function)
    }

    /// The number of calls that have not returned, including the call of `main`.
    pub fn depth(&self) -> usize {
        self.frames.len()
    }

    /// Whether the program has this type. An expression that was added for a witness may have others.
    pub(in crate::c) fn has_type(&self, ty: TypeId) -> bool {
        ty.index() < self.program.types.count()
    }

    /// The value of a variable that is an integer, or a pointer that is a number; `None` if the variable has another
    /// type, or belongs to a function that is not active.
    pub fn number(&self, object: ObjectId) -> Option<i128> {
        self.part(object, 0, None, self.program.object(object).ty)
    }

    /// The value of a scalar in an object. `offset` is its first byte, `bits` its bits from the beginning of the object
    /// if it is a bit-field, and `ty` its type.
    pub fn part(&self, object: ObjectId, offset: u64, bits: Option<BitRange>, ty: TypeId) -> Option<i128> {
        let start = self.pointer(object)?;
        let offset = if bits.is_some() { 0 } else { i64::try_from(offset).ok()? };
        match self.read(start.moved(offset), bits, ty)? {
            Scalar::Number(number) => Some(number),
            Scalar::Pointer(Pointer::Number(number)) => Some(i128::from(number)),
            Scalar::Pointer(Pointer::Function(_) | Pointer::Object(_)) => None,
        }
    }

    /// The pointer to the beginning of an object; `None` if the object belongs to a function that is not active.
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

    /// The scalar of type `ty` to which a pointer leads. `bits` are counted from the pointer, for a bit-field. `None`
    /// if there is no such scalar.
    pub(in crate::c) fn read(&self, pointer: Pointer, bits: Option<BitRange>, ty: TypeId) -> Option<Scalar> {
        let (region, spot) = self.spot(pointer, bits, ty)?;
        let cells = self.memory.region(region);
        // The byte of a `_Bool` may be another number than 0 and 1.
        let is_truth = self.program.types.integer_kind(ty) == Some(IntegerKind::Bool);
        let ty = match is_truth && bits.is_none() && self.memory.numbers == Numbers::Words {
            true => self.program.types.integer(IntegerKind::UnsignedChar),
            false => ty,
        };
        match memory::read(cells, &self.memory.table, &self.program.types, ty, spot) {
            Ok(Value::Number(number)) => Some(Scalar::Number(number)),
            Ok(Value::Pointer(pointer)) => Some(Scalar::Pointer(pointer)),
            Ok(Value::Floating(_, bits)) => Some(Scalar::Number(bits as i128)),
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

    /// The region and the first bit of the memory to which a pointer leads, if `size` bytes are there.
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
            Ok(Value::Floating(_, bits)) => Some(Scalar::Number(bits as i128)),
            _ => None,
        }
    }

    /// Whether a pointer leads to an object of an inner block that its call has left; `pos` is the place of the
    /// innermost call.
    pub(in crate::c) fn has_left_block(&self, pointer: Pointer, pos: Pos) -> bool {
        has_left_block(self.program, self.memory, (self.shape, self.frames), pointer, pos)
    }

    /// The number of bytes from a pointer to the end of its object.
    pub(in crate::c) fn room(&self, pointer: Pointer) -> Option<u64> {
        self.memory.room(pointer)
    }

    /// The address that is stored in an object at the byte `offset`. `ty` is a pointer type, or an integer type as
    /// large as a pointer. `None` if no address is stored there.
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

/// The value of a pointer in terms of the program's objects, without the slots of the interpreter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::c) enum Address {
    Number(i128),
    Function(FunctionId),
    /// An object, or `None` for one of the heap, and the offset in bytes.
    Object(Option<ObjectId>, i64),
    /// An object that has ended.
    Dangling,
}

/// The object in a slot; `None` if it is on the heap.
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

/// Whether a pointer leads to an object of an inner block that its call has left; `pos` is the place of the innermost
/// call.
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

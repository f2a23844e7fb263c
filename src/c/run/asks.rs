//! Questions of a run: each arbitrary value comes from the oracle, and is stored where the program expects it.
//!
//! A structure or an object on the heap is asked for scalar by scalar, or byte by byte, in the order of its layout. The
//! automaton asks in the same order, so that answers of one serve the other. The observer learns which bits of memory
//! hold an answer. A run asks for a filling of a large object ([`LARGE_OBJECT`]), of which the observer learns nothing.
//!
//! A *determined* run has no oracle. An object that would be asked for has no value then, and reading it gives the run
//! up.

use super::machine::{Machine, Stop};
use super::memory::{self, Region, Spot};
use super::number::{Integer, Numbers};
use super::options::{End, Quiet, RunError};
use super::parts::{each_part, Part};
use super::pointer::Pointer;
use super::value::{Place, Value};
use super::watch::Stored;
use crate::c::read::property::{LARGE_OBJECT, LONGEST_PATTERN};
use crate::c::{Ask, AskKind, IntegerKind, ObjectId, Pos, Type, TypeId};

/// The reason why a determined run is given up at a question.
pub(in crate::c) const ASKED: &str = "a value that the program does not determine";

/// The streams that are open when a program begins. The first one is 1, see [`Observer::printed`](super::Observer).
const STREAMS: [&str; 3] = ["stdout", "stderr", "stdin"];

/// The memory for whose scalars a run asks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Asked {
    Variable(ObjectId),
    /// Memory for the value of an expression, which is released at once.
    Temporary,
    Heap,
}

impl Machine<'_> {
    /// Asks the oracle for a value of a scalar type.
    pub fn ask(&mut self, pos: Pos, kind: AskKind, ty: TypeId) -> Result<Value, Stop> {
        if self.options.determined {
            return Err(self.unsupported(pos, ASKED));
        }
        let ask = Ask { pos, kind, ty };
        let answer = (self.oracle)(&ask).ok_or(Stop::End(End::OutOfAnswers(pos)))?;
        self.observer.answered(&ask, answer);
        self.trail().into_iter().for_each(|trail| trail.answered(&ask));
        self.count_answer()?;
        Ok(match Integer::of(&self.program.types, ty) {
            // An arbitrary value is in the range of its type, also over mathematical integers.
            Some(integer) => Value::Number(self.rules.convert(integer.wrap(answer), integer)),
            None if self.program.types.has_floating(ty) => self.float_of_bits(answer, ty),
            None => Value::Pointer(Pointer::Number(answer as u64)),
        })
    }

    /// Asks for all scalars of an object. In a determined run, the object becomes one without value instead.
    pub fn ask_object(&mut self, object: ObjectId, kind: AskKind) -> Result<(), Stop> {
        let (ty, pos) = (self.program.object(object).ty, self.program.object(object).pos);
        let slot = self.slot(object);
        if self.options.determined && kind != AskKind::Extern {
            self.state.memory.make_unset(self.state.memory.pointer(slot));
            return Ok(());
        }
        self.ask_slot((ty, slot), pos, kind, object)?;
        let is_blank = matches!(kind, AskKind::Declaration | AskKind::Skipped);
        if self.keeps_blank && is_blank && self.program.begins_blank(object) {
            self.state.memory.make_blank(self.state.memory.pointer(slot));
        }
        Ok(())
    }

    /// Gives an object that the program only declares its first value. `stdout`, `stderr` and `stdin` are streams if
    /// the output of the program is shown, and otherwise any pointers but null; any other value is arbitrary.
    pub fn ask_extern(&mut self, object: ObjectId) -> Result<(), Stop> {
        let (program, declared) = (self.program, self.program.object(object));
        let name = declared.name.map_or("", |name| program.names.text(name));
        let is_pointer = program.types.pointee(declared.ty).is_some();
        let stream = STREAMS.iter().position(|&stream| stream == name && is_pointer);
        match stream.filter(|_| program.types.options().is_shown) {
            Some(at) => {
                let number = Value::Pointer(Pointer::Number(at as u64 + 1));
                self.set(object, declared.ty, &number, declared.pos)
            }
            None => {
                self.ask_object(object, AskKind::Extern)?;
                let pointer = self.state.memory.pointer(self.slot(object));
                let place = Place { pointer, first: 0, width: 0, pos: declared.pos };
                match stream.map(|_| self.read(place, declared.ty)).transpose()? {
                    Some(Value::Pointer(Pointer::NULL)) => Err(self.quiet(Quiet::Assumption, declared.pos)),
                    _ => Ok(()),
                }
            }
        }
    }

    /// Asks for all scalars of an object that an unknown function may change.
    pub fn ask_effects(&mut self, object: ObjectId, slot: u32, pos: Pos) -> Result<(), Stop> {
        let ty = self.program.object(object).ty;
        self.ask_slot((ty, slot), pos, AskKind::Effect, object)
    }

    /// Asks for all scalars of an object, or for a filling if it is large.
    fn ask_slot(
        &mut self,
        (ty, slot): (TypeId, u32),
        pos: Pos,
        kind: AskKind,
        object: ObjectId,
    ) -> Result<(), Stop> {
        let (size, pointer) = (self.size(ty), self.state.memory.pointer(slot));
        if size > LARGE_OBJECT && self.options.numbers == Numbers::Words {
            self.ask_filling(pointer, size, pos, kind)?;
        } else {
            let at = self.state.memory.start(slot);
            self.ask_each((ty, at), pos, kind, Asked::Variable(object))?;
        }
        self.trail().into_iter().for_each(|trail| trail.asked(&Ask { pos, kind, ty }, pointer, size));
        Ok(())
    }

    /// Asks for the filling of a large object that begins at a pointer.
    fn ask_filling(&mut self, pointer: Pointer, size: u64, pos: Pos, kind: AskKind) -> Result<(), Stop> {
        let (types, options) = (&self.program.types, self.program.types.options());
        let (byte, number) = (types.integer(IntegerKind::UnsignedChar), types.integer(options.size_kind()));
        let length = match self.ask_number(pos, kind, number)? {
            length @ 1..=LONGEST_PATTERN => length,
            _ => 1,
        };
        let mut pattern = Vec::new();
        for _ in 0..length {
            pattern.push(self.ask_number(pos, kind, byte)? as u8);
        }
        self.state.memory.fill(pointer, &pattern).ok_or(Stop::Error(RunError::Memory))?;
        let mut last = 0;
        loop {
            let position = self.ask_number(pos, kind, number)?;
            if position <= last || position > size {
                return Ok(());
            }
            last = position;
            self.ask_byte(pointer.moved(position as i64 - 1), pos, kind)?;
        }
    }

    /// Asks for a byte of an object, and stores it as a part of a value of any type.
    fn ask_byte(&mut self, pointer: Pointer, pos: Pos, kind: AskKind) -> Result<(), Stop> {
        let byte = self.program.types.integer(IntegerKind::UnsignedChar);
        match self.options.numbers {
            Numbers::Words => {
                let value = self.ask(pos, kind, byte)?;
                self.write(Place { pointer, first: 0, width: 0, pos }, byte, &value)
            }
            Numbers::Integers => {
                let value = self.ask_number(pos, kind, byte)?;
                let found = self.state.memory.set_first(pointer, value as u8);
                found.ok_or(Stop::Error(RunError::Memory))
            }
        }
    }

    fn ask_number(&mut self, pos: Pos, kind: AskKind, ty: TypeId) -> Result<u64, Stop> {
        match self.ask(pos, kind, ty)? {
            Value::Number(number) => Ok(number as u64),
            _ => Err(self.unsupported(pos, "a number that is none")),
        }
    }

    /// Asks for all scalars of a type, and stores them from a byte on.
    fn ask_each(
        &mut self,
        (ty, at): (TypeId, usize),
        pos: Pos,
        kind: AskKind,
        asked: Asked,
    ) -> Result<(), Stop> {
        let types = &self.program.types;
        each_part(types, ty, 0, &mut |part| {
            let value = self.ask(pos, kind, part.ty)?;
            let spot = match part.bits {
                None => Spot::whole(at + part.offset as usize),
                Some(bits) => Spot { at, first: bits.offset, width: bits.width },
            };
            let (cells, table) = (&mut self.state.memory.cells, &mut self.state.memory.table);
            memory::write(cells, table, types, part.ty, spot, &value)
                .map_err(|reason| self.unsupported(pos, reason))?;
            self.tell(Region::Stack, at, part, asked);
            Ok(())
        })
    }

    /// Tells the observer where the last answer was stored.
    fn tell(&mut self, region: Region, at: usize, part: Part, asked: Asked) {
        let size = 8 * self.program.types.size(part.ty).unwrap_or(0);
        let (first, width) = match part.bits {
            None => (8 * part.offset, size),
            Some(bits) => (bits.offset, u64::from(bits.width)),
        };
        let object = match asked {
            Asked::Variable(object) => Some(object),
            Asked::Temporary | Asked::Heap => None,
        };
        let is_temporary = asked == Asked::Temporary;
        let stored =
            Stored { region, start: 8 * at as u64 + first, first, width, ty: part.ty, object, is_temporary };
        self.observer.stored(&stored);
    }

    /// An arbitrary value of a type: a scalar, or a structure that is asked for part by part.
    pub fn any_value(&mut self, pos: Pos, kind: AskKind, ty: TypeId) -> Result<Value, Stop> {
        match self.program.types.get(ty) {
            Type::Integer(_) | Type::Enum(_) | Type::Pointer(_) | Type::Floating(_) => {
                self.ask(pos, kind, ty)
            }
            Type::Record(id) => {
                // The parts are stored in a temporary object on top of the memory, from which the value is copied.
                let (top, size) = (self.state.memory.slots(), self.program.types.record(id).size);
                let slot = self.allocate(size, 1)?;
                let at = self.state.memory.start(slot);
                self.ask_each((ty, at), pos, kind, Asked::Temporary)?;
                let value = Value::Record(Box::new(self.state.memory.cells.part(at, size as usize)));
                self.state.memory.release(top);
                Ok(value)
            }
            _ => Ok(Value::Void),
        }
    }

    /// Asks for the bytes of a new object of the heap.
    pub fn ask_bytes(&mut self, pointer: Pointer, size: u64, pos: Pos) -> Result<(), Stop> {
        let byte = self.program.types.integer(IntegerKind::UnsignedChar);
        if self.options.determined {
            self.state.memory.make_unset(pointer);
            return Ok(());
        }
        if size > LARGE_OBJECT {
            return self.ask_filling(pointer, size, pos, AskKind::Heap);
        }
        let start = self.state.memory.find(pointer, size);
        for at in 0..size {
            self.ask_byte(pointer.moved(at as i64), pos, AskKind::Heap)?;
            if let Some((region, start)) = start {
                self.tell(region, start, Part { offset: at, bits: None, ty: byte }, Asked::Heap);
            }
        }
        Ok(())
    }
}

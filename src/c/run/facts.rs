//! Facts about pointers that programs for verifiers ask for: whether bytes can be read or written through one, the size
//! of its object, its place there.

use super::addresses::address;
use super::machine::{Machine, Stop};
use super::number::wrap;
use super::pointer::{Pointer, Target};
use super::value::Value;
use crate::c::{BinaryOp, PointerFact, Pos, Types, UNKNOWN_OBJECT};

impl Machine<'_> {
    /// Whether two pointers lead to one object. Objects are told apart even if one of them has no bytes.
    fn are_in_one(&self, a: Pointer, b: Pointer, pos: Pos) -> Result<i128, Stop> {
        if let (Pointer::Object(a), Pointer::Object(b)) = (a, b) {
            if (a.slot, a.serial) != (b.slot, b.serial) {
                return Ok(0);
            }
        }
        let beginning = |pointer: Pointer| match pointer {
            Pointer::Object(target) => Pointer::Object(Target { offset: 0, ..target }),
            Pointer::Number(_) | Pointer::Function(_) => pointer,
        };
        let operand = |pointer: Pointer| address(Value::Pointer(beginning(pointer)));
        let (a, b) = match (operand(a), operand(b)) {
            (Some(a), Some(b)) => (a, b),
            _ => return Err(self.unsupported(pos, "a fact about what is no pointer")),
        };
        match self.compare(BinaryOp::Equal, a, b, Types::BOOL, pos)? {
            Value::Number(same) => Ok(same),
            _ => Err(self.unsupported(pos, "an equality of addresses that is not known")),
        }
    }

    /// The value of a fact about pointers. A number that is not in the first page may be the address of any object.
    pub fn pointer_fact(&self, fact: PointerFact, arguments: &[Value], pos: Pos) -> Result<i128, Stop> {
        let pointer = |value: &Value| match *value {
            Value::Pointer(pointer) => Ok(pointer),
            Value::Number(number) => Ok(Pointer::Number(self.unsigned(number) as u64)),
            Value::Void | Value::Floating(..) | Value::Record(_) | Value::Place(_) | Value::Blank(_) => {
                Err(self.unsupported(pos, "a fact about what is no pointer"))
            }
        };
        let memory = &self.state.memory;
        let is_known = |pointer: Pointer| match pointer {
            Pointer::Number(number) if !self.is_in_first_page(number) => {
                match self.options.externs.are_pure(self.options.property) {
                    true => Ok(()),
                    false => Err(self.unsupported(pos, UNKNOWN_OBJECT)),
                }
            }
            Pointer::Number(_) | Pointer::Function(_) | Pointer::Object(_) => Ok(()),
        };
        match (fact, arguments) {
            (PointerFact::Readable | PointerFact::Writable, [of, Value::Number(size)]) => {
                let of = pointer(of)?;
                is_known(of)?;
                let is_fixed = fact == PointerFact::Writable && (memory.is_text(of) || memory.is_const(of));
                let room = memory.room(of).filter(|_| !is_fixed && !self.has_left_block(of, pos));
                Ok(i128::from(room.map_or(false, |room| self.unsigned(*size) <= i128::from(room))))
            }
            (PointerFact::SameObject, [a, b]) => self.are_in_one(pointer(a)?, pointer(b)?, pos),
            (PointerFact::Offset, [of]) => Ok(match pointer(of)? {
                Pointer::Object(target) => i128::from(target.offset),
                Pointer::Number(number) => wrap(i128::from(number), self.pointer_bits(), true),
                Pointer::Function(_) => 0,
            }),
            (PointerFact::Size, [of]) => match pointer(of)? {
                Pointer::Object(target) => match memory.room(Pointer::Object(Target { offset: 0, ..target }))
                {
                    Some(room) => Ok(i128::from(room)),
                    None => Err(self.unsupported(pos, "the size of an object that has ended")),
                },
                of => is_known(of).map(|()| 0),
            },
            _ => Err(self.unsupported(pos, "a fact about pointers with other arguments")),
        }
    }
}

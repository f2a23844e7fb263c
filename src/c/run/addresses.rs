//! Operators on pointers, and on integers that were made from pointers.
//!
//! The interpreter knows an address as an object and an offset; its number is unknown. Sums and differences with
//! numbers move it by bytes. `&`, `|`, `^` and `%` read or change its last bits, which are known as far as the object
//! is aligned. For an `int` at an address `a`, the value of `a & 3` is the offset modulo 4. An operator that needs more
//! bits gives the run up.

use super::machine::{Machine, Stop};
use super::number::{wrap, Integer};
use super::pointer::{Pointer, Target};
use super::value::Value;
use crate::c::{BinaryOp, Pos, TypeId, LOWEST_ADDRESS};

/// Converts a value to an operand of an operator on addresses; `None` if the value is neither a number nor a pointer.
pub(in crate::c) fn address(value: Value) -> Option<Operand> {
    match value {
        Value::Number(number) => Some(Operand::Number(number)),
        Value::Pointer(Pointer::Number(number)) => Some(Operand::Number(i128::from(number))),
        Value::Pointer(pointer) => Some(Operand::Address(pointer)),
        Value::Void | Value::Floating(..) | Value::Record(_) | Value::Place(_) | Value::Blank(_) => None,
    }
}

/// An operand: a number, or the address of an object or function.
#[derive(Clone, Copy, Debug)]
pub(in crate::c) enum Operand {
    Number(i128),
    Address(Pointer),
}

impl Machine<'_> {
    /// The value of an operator on two operands, each with its type. At least one of them is a pointer, or an integer
    /// that was made from one.
    pub fn on_addresses(
        &self,
        op: BinaryOp,
        (left, left_type): (Operand, TypeId),
        (right, right_type): (Operand, TypeId),
        pos: Pos,
    ) -> Result<Value, Stop> {
        use BinaryOp::*;
        match op {
            PointerAdd | PointerSub => {
                let count = self.step_count(right, right_type, pos)?;
                self.moved(op, self.pointer_of(left), count, left_type, pos)
            }
            Less | Greater | LessEqual | GreaterEqual | Equal | NotEqual => {
                self.compare(op, left, right, left_type, pos)
            }
            PointerDifference => self.difference(left, right, self.step_size(left_type), pos),
            Add | Sub => match (left, right) {
                (Operand::Address(_), Operand::Address(_)) if op == Sub => {
                    self.difference(left, right, 1, pos)
                }
                (Operand::Address(pointer), Operand::Number(number)) => {
                    let number = self.signed_count(number, right_type);
                    self.moved_bytes(pointer, if op == Sub { -number } else { number }, pos)
                }
                (Operand::Number(number), Operand::Address(pointer)) if op == Add => {
                    self.moved_bytes(pointer, self.signed_count(number, left_type), pos)
                }
                _ => Err(self.unsupported(pos, "this operator on an address")),
            },
            And | Or | Xor | Rem => match (left, right) {
                // The sign of an address is unknown, and so is the sign of a signed remainder.
                (Operand::Address(Pointer::Object(target)), Operand::Number(mask))
                    if op != Rem || !self.is_signed(left_type) =>
                {
                    self.masked(op, target, self.unsigned(mask), pos)
                }
                (Operand::Number(mask), Operand::Address(Pointer::Object(target))) if op != Rem => {
                    self.masked(op, target, self.unsigned(mask), pos)
                }
                _ => Err(self.unsupported(pos, "this operator on an address")),
            },
            Mul | Div | ShiftLeft | ShiftRight => Err(self.unsupported(pos, "this operator on an address")),
        }
    }

    fn is_signed(&self, ty: TypeId) -> bool {
        Integer::of(&self.program.types, ty).map_or(false, |integer| integer.is_signed)
    }

    pub fn pointer_bits(&self) -> u32 {
        8 * self.program.types.options().pointer_size() as u32
    }

    /// A number wrapped to the width of a pointer.
    pub fn unsigned(&self, number: i128) -> i128 {
        wrap(number, self.pointer_bits(), false)
    }

    fn pointer_of(&self, operand: Operand) -> Pointer {
        match operand {
            Operand::Number(number) => Pointer::Number(self.unsigned(number) as u64),
            Operand::Address(pointer) => pointer,
        }
    }

    /// The number of elements by which a pointer moves. An integer at least as wide as a pointer is read as signed, so
    /// a wrapped unsigned value moves the pointer back.
    fn step_count(&self, operand: Operand, ty: TypeId, pos: Pos) -> Result<i128, Stop> {
        match operand {
            Operand::Number(number) => Ok(self.signed_count(number, ty)),
            Operand::Address(_) => Err(self.unsupported(pos, "a pointer moved by an address")),
        }
    }

    pub fn signed_count(&self, number: i128, ty: TypeId) -> i128 {
        match Integer::of(&self.program.types, ty) {
            Some(integer) if integer.bits >= self.pointer_bits() => wrap(number, self.pointer_bits(), true),
            _ => number,
        }
    }

    /// Moves a pointer forward or back by `count` elements.
    pub fn moved(
        &self,
        op: BinaryOp,
        pointer: Pointer,
        count: i128,
        ty: TypeId,
        pos: Pos,
    ) -> Result<Value, Stop> {
        let count = if op == BinaryOp::PointerSub { -count } else { count };
        self.moved_bytes(pointer, count * self.step_size(ty), pos)
    }

    fn moved_bytes(&self, pointer: Pointer, bytes: i128, pos: Pos) -> Result<Value, Stop> {
        match (i64::try_from(bytes), pointer) {
            (Ok(0), pointer) => Ok(Value::Pointer(pointer)),
            (_, Pointer::Function(_)) => {
                Err(self.unsupported(pos, "arithmetic on the address of a function"))
            }
            (_, Pointer::Number(number)) => {
                Ok(Value::Pointer(Pointer::Number(self.unsigned(i128::from(number) + bytes) as u64)))
            }
            (Ok(bytes), pointer) => Ok(Value::Pointer(pointer.moved(bytes))),
            (Err(_), _) => Err(self.unsupported(pos, "a pointer that is moved out of the address space")),
        }
    }

    /// A pointer whose number, if it is one, is wrapped to the width of a pointer.
    pub fn in_range(&self, pointer: Pointer) -> Pointer {
        match pointer {
            Pointer::Number(number) => Pointer::Number(self.unsigned(i128::from(number)) as u64),
            pointer => pointer,
        }
    }

    /// The size in bytes of the element to which a pointer type points; 1 for `void` and functions.
    fn step_size(&self, pointer: TypeId) -> i128 {
        let element = self.program.types.pointee(pointer);
        i128::from(element.and_then(|element| self.program.types.size(element)).unwrap_or(1).max(1))
    }

    /// Compares two operands. Bytes of different live objects have different addresses, whose order is unknown. Every
    /// address is above the numbers of the first page and below the numbers of the last page.
    ///
    /// Whether an address equals any other number is unknown, unless external functions are pure. The equality of
    /// addresses in two objects is unknown, too, if one of them points into an ended object or past the end of its
    /// object.
    pub fn compare(
        &self,
        op: BinaryOp,
        left: Operand,
        right: Operand,
        ty: TypeId,
        pos: Pos,
    ) -> Result<Value, Stop> {
        let is_signed = self.is_signed(ty);
        let (left, right) = (self.pointer_of(left), self.pointer_of(right));
        let known = match (left, right) {
            (Pointer::Object(x), Pointer::Object(y)) if (x.slot, x.serial) == (y.slot, y.serial) => {
                Some((i128::from(x.offset), i128::from(y.offset)))
            }
            (Pointer::Number(x), Pointer::Number(y)) => Some((i128::from(x), i128::from(y))),
            (Pointer::Function(x), Pointer::Function(y)) if x == y => Some((0, 0)),
            (Pointer::Number(number), _) if !is_signed && self.is_in_first_page(number) => Some((0, 1)),
            (_, Pointer::Number(number)) if !is_signed && self.is_in_first_page(number) => Some((1, 0)),
            (Pointer::Number(number), _) if !is_signed && self.is_in_last_page(number) => Some((1, 0)),
            (_, Pointer::Number(number)) if !is_signed && self.is_in_last_page(number) => Some((0, 1)),
            _ => None,
        };
        let truth = match (op, known) {
            (BinaryOp::Equal | BinaryOp::NotEqual, None) => {
                if !self.differ(left, right, pos) {
                    return Err(self.unsupported(pos, "an equality of addresses that is not known"));
                }
                op == BinaryOp::NotEqual
            }
            (BinaryOp::Equal, Some((x, y))) => x == y,
            (BinaryOp::NotEqual, Some((x, y))) => x != y,
            (BinaryOp::Less, Some((x, y))) => x < y,
            (BinaryOp::Greater, Some((x, y))) => x > y,
            (BinaryOp::LessEqual, Some((x, y))) => x <= y,
            (BinaryOp::GreaterEqual, Some((x, y))) => x >= y,
            _ => return Err(self.unsupported(pos, "an order of addresses of different objects")),
        };
        Ok(Value::Number(i128::from(truth)))
    }

    pub fn is_in_first_page(&self, number: u64) -> bool {
        number < LOWEST_ADDRESS
    }

    fn is_in_last_page(&self, number: u64) -> bool {
        i128::from(number) >= (1 << self.pointer_bits()) - i128::from(LOWEST_ADDRESS)
    }

    /// Whether two pointers are known to differ, which are addresses of different objects, or an address and a number.
    fn differ(&self, left: Pointer, right: Pointer, pos: Pos) -> bool {
        let has_byte = |pointer: Pointer| {
            self.state.memory.find(pointer, 1).is_some()
                && !self.state.memory.is_text(pointer)
                && !self.has_left_block(pointer, pos)
        };
        match (left, right) {
            (Pointer::Number(number), _) | (_, Pointer::Number(number)) => {
                self.is_in_first_page(number)
                    || self.is_in_last_page(number)
                    || self.options.externs.are_pure(self.options.property)
            }
            (Pointer::Function(_), _) | (_, Pointer::Function(_)) => true,
            (Pointer::Object(_), Pointer::Object(_)) => has_byte(left) && has_byte(right),
        }
    }

    /// The difference of two addresses, counted in elements of `size` bytes.
    fn difference(&self, left: Operand, right: Operand, size: i128, pos: Pos) -> Result<Value, Stop> {
        let bytes = match (self.pointer_of(left), self.pointer_of(right)) {
            (Pointer::Object(x), Pointer::Object(y)) if (x.slot, x.serial) == (y.slot, y.serial) => {
                i128::from(x.offset) - i128::from(y.offset)
            }
            (Pointer::Number(x), Pointer::Number(y)) => {
                wrap(i128::from(x) - i128::from(y), self.pointer_bits(), true)
            }
            _ => return Err(self.unsupported(pos, "the difference of unrelated pointers")),
        };
        Ok(Value::Number(bytes / size))
    }

    /// The value of `&`, `|`, `^` or `%` on an address and a number. Because the object is aligned, the last bits of
    /// the address are the last bits of the offset.
    fn masked(&self, op: BinaryOp, target: Target, mask: i128, pos: Pos) -> Result<Value, Stop> {
        let align = i128::from(self.state.memory.align(target.slot));
        let (offset, least) = (i128::from(target.offset), 0..align);
        let cleared = self.unsigned(!mask);
        let moved =
            |offset: i128| Value::Pointer(Pointer::Object(Target { offset: offset as i64, ..target }));
        match op {
            BinaryOp::And if least.contains(&cleared) => Ok(moved(offset & !cleared)),
            BinaryOp::And if least.contains(&mask) => Ok(Value::Number(offset & mask)),
            BinaryOp::Rem if mask > 0 && mask & (mask - 1) == 0 && mask <= align => {
                Ok(Value::Number(offset & (mask - 1)))
            }
            BinaryOp::Or if least.contains(&mask) => Ok(moved(offset | mask)),
            BinaryOp::Xor if least.contains(&mask) => Ok(moved(offset ^ mask)),
            _ => Err(self.unsupported(pos, "the bits of an address that are not known")),
        }
    }
}

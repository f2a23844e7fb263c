//! Checks beside those of operators and accesses: indices of rows and members, lengths of arrays, alignment, moved
//! pointers, integers that conversions change, and calls.
//!
//! The options say which of them end a run. The text of the C library is not looked at where C allows an operation, and
//! it may do so on purpose; nor are first values of objects, which are constants.

use super::machine::{Machine, Stop};
use super::number::{wrap, Integer};
use super::pointer::{Pointer, Target};
use super::value::Value;
use crate::c::{BinaryOp, ExprId, ExprKind, Failure, FunctionId, Pos, TypeId, Types};

impl Machine<'_> {
    /// Whether an error is looked for at a place of the program's own text.
    pub fn looks_for(&self, failure: Failure, pos: Pos) -> bool {
        self.rules.has_begun
            && self.options.checks(failure)
            && self.program.lines.library_function(pos).is_none()
    }

    /// Checks the operands of an operator: an index of a row or member, and the length of an array.
    pub(super) fn check_operands(&self, id: ExprId, left: &Value, right: &Value) -> Result<(), Stop> {
        let expr = self.program.expr(id);
        let (length, index) = match expr.kind {
            ExprKind::Binary(_, length, index) => (length, index),
            _ => return Ok(()),
        };
        let is_length = self.program.lengths.binary_search(&id).is_ok();
        if let (true, &Value::Number(number)) = (is_length, left) {
            let ty = match self.program.expr(length).kind {
                ExprKind::Convert { operand, .. } => self.program.expr(operand).ty,
                _ => self.program.expr(length).ty,
            };
            let is_signed = Integer::of(&self.program.types, ty).map_or(false, |integer| integer.is_signed);
            let bits = 8 * self.program.types.options().pointer_size() as u32;
            let number = if is_signed { wrap(number, bits, true) } else { number };
            if number <= 0 && self.looks_for(Failure::Length, expr.pos) {
                return Err(self.fail(Failure::Length, expr.pos));
            }
        }
        let most = self.shape.sites.most_index(self.program, id);
        if let (Some(most), &Value::Number(number)) = (most, right) {
            let number = self.signed_count(number, self.program.expr(index).ty);
            if !(0..=i128::from(most)).contains(&number) && self.looks_for(Failure::Member, expr.pos) {
                return Err(self.fail(Failure::Member, expr.pos));
            }
        }
        Ok(())
    }

    /// Checks that a pointer is aligned for the type to which it leads, as far as the alignment of the object tells.
    pub(super) fn check_alignment(&mut self, id: ExprId, pointer: Pointer) -> Result<(), Stop> {
        let expr = self.program.expr(id);
        let align = self.program.types.align(expr.ty);
        let target = match pointer {
            Pointer::Object(target) if align > 1 && !self.shape.sites.is_addressed(id) => target,
            Pointer::Object(_) | Pointer::Number(_) | Pointer::Function(_) => return Ok(()),
        };
        let is_known = u64::from(self.state.memory.align(target.slot)) % align == 0;
        if is_known && target.offset % align as i64 != 0 && self.looks_for(Failure::Misaligned, expr.pos) {
            self.through = Some(pointer);
            return Err(self.fail(Failure::Misaligned, expr.pos));
        }
        Ok(())
    }

    /// Checks that a pointer that an operator has moved is in its object, or behind its last byte.
    pub(super) fn check_moved(&mut self, op: BinaryOp, value: Value, pos: Pos) -> Result<Value, Stop> {
        if let (BinaryOp::PointerAdd | BinaryOp::PointerSub, &Value::Pointer(pointer)) = (op, &value) {
            let lives = match pointer {
                Pointer::Object(target) => {
                    self.state.memory.lives(target)
                        && !self.has_left_block(pointer, pos)
                        && !self.is_argument(pointer)
                }
                Pointer::Number(_) | Pointer::Function(_) => false,
            };
            if lives && self.state.memory.room(pointer).is_none() && self.looks_for(Failure::Moved, pos) {
                self.through = Some(pointer);
                return Err(self.fail(Failure::Moved, pos));
            }
        }
        Ok(value)
    }

    /// Checks that a conversion to a type keeps the value of an integer.
    pub(super) fn check_kept(&self, value: &Value, to: TypeId, pos: Pos) -> Result<(), Stop> {
        match (value, Integer::of(&self.program.types, to)) {
            (&Value::Number(number), Some(to))
                if to.bits > 1 && !to.fits(number) && self.looks_for(Failure::Truncation, pos) =>
            {
                Err(self.fail(Failure::Truncation, pos))
            }
            _ => Ok(()),
        }
    }

    /// Checks the type of a function that is called through a pointer.
    pub(super) fn check_type(&self, callee: ExprId, function: FunctionId, pos: Pos) -> Result<(), Stop> {
        match self.looks_for(Failure::CallType, pos) && !self.program.fits_call(callee, function) {
            true => Err(self.fail(Failure::CallType, pos)),
            false => Ok(()),
        }
    }

    /// Checks that the result of the innermost call is not used, which ends at a place without one.
    pub(super) fn check_fall(&self, result: TypeId, end: Pos) -> Result<(), Stop> {
        let call = self.state.frames.last().and_then(|frame| frame.call);
        let is_used = call.map_or(false, |call| !self.shape.sites.is_dropped(call));
        match is_used && result != Types::VOID && self.looks_for(Failure::NoResult, end) {
            true => Err(self.fail(Failure::NoResult, end)),
            false => Ok(()),
        }
    }

    /// Checks the demands of a function of the C library on its arguments, which are on the stack of values.
    pub(super) fn check_arguments(&mut self, call: ExprId, first: usize) -> Result<(), Stop> {
        if !self.options.checks(Failure::Library) {
            return Ok(());
        }
        let demands = match self.program.library_call(call) {
            Some(demands) => demands,
            None => return Ok(()),
        };
        let argument = |at: usize| self.state.values.get(first + at);
        let is_null = |&at: &usize| matches!(argument(at), Some(Value::Pointer(Pointer::Number(0))));
        let overlap = demands.apart.map_or(false, |[to, from, size]| {
            match (argument(to), argument(from), argument(size)) {
                (
                    Some(Value::Pointer(Pointer::Object(Target { slot, serial, offset }))),
                    Some(Value::Pointer(Pointer::Object(other))),
                    Some(&Value::Number(size)),
                ) if (*slot, *serial) == (other.slot, other.serial) => {
                    let distance = i128::from(*offset) - i128::from(other.offset);
                    distance != 0 && distance.abs() < size
                }
                _ => false,
            }
        });
        let pos = self.program.expr(call).pos;
        match (demands.not_null.iter().any(is_null) || overlap) && self.looks_for(Failure::Library, pos) {
            true => Err(self.fail(Failure::Library, pos)),
            false => Ok(()),
        }
    }
}

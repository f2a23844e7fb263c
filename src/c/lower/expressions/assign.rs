//! Assignments: `=`, `op=`, `++` and `--`.
//!
//! Each writes an object and has a value. Often the value is dropped, as in the statement `x = 1;`, and then only the
//! write remains. Otherwise the value is a term that the write may change: after `x = x + 1`, the term `x + 1` would
//! mean one more than was written. So the term is saved in a temporary before the write, or the object is read again
//! after it.

use crate::c::lower::machine::lowering::Lowering;
use crate::c::lower::machine::value::{Index, Value, Way};
use crate::c::lower::stop::Stop;
use crate::c::read::arch::IntegerKind;
use crate::c::read::syntax::{BinaryOp, ExprId};
use crate::c::read::types::TypeId;
use crate::solver::term::Terms;

impl Lowering<'_> {
    /// Whether the value of the expression that is being finished is dropped.
    fn is_dropped(&self) -> bool {
        self.agenda.drops_value()
    }

    /// Takes the value of an lvalue: the places that it may name, and the width if it is a bit-field.
    fn take_lvalue(&mut self, target: ExprId) -> Result<(Vec<Way>, Option<u32>), Stop> {
        match self.take(target)? {
            Value::Lvalue(ways, bits) => Ok((ways, bits)),
            _ => self.refuse("an assignment to a value that is no object"),
        }
    }

    /// `a = b`
    pub(super) fn finish_assign(&mut self, target: ExprId, value: ExprId) -> Result<Value, Stop> {
        let value = self.take(value)?;
        let (ways, bits) = self.take_lvalue(target)?;
        self.store_and_value(&ways, bits, target, value)
    }

    /// Writes a value, and returns the value that the target has afterwards.
    fn store_and_value(
        &mut self,
        ways: &[Way],
        bits: Option<u32>,
        target: ExprId,
        value: Value,
    ) -> Result<Value, Stop> {
        let ty = self.program.expr(target).ty;
        let pos = self.dereference_of(target);
        if self.is_dropped() {
            self.write(ways, bits, ty, &value, pos)?;
            return Ok(Value::Void);
        }
        if !self.known.emits(target) && self.known.is_fixed(target) {
            self.write(ways, bits, ty, &value, pos)?;
            return self.read(target, ways, bits, ty, pos);
        }
        // The write may change variables in the terms of the value.
        let mut value = value;
        self.save_terms(&mut value, |term, lowering| lowering.builder.has_variables(term))?;
        self.write(ways, bits, ty, &value, pos)?;
        self.narrowed(value, bits, ty)
    }

    /// The value that a bit-field of `bits` bits has after `value` was written to it.
    fn narrowed(&mut self, value: Value, bits: Option<u32>, ty: TypeId) -> Result<Value, Stop> {
        match (value, bits) {
            (Value::Number(number), Some(bits)) => {
                let (numbers, signed) = (self.numbers, self.is_signed(Some(ty)));
                let kept = numbers.resize(self.terms(), number, signed, bits);
                let width = numbers.target.integer_bits(self.kind(ty));
                Ok(Value::Number(numbers.resize(self.terms(), kept, signed, width)))
            }
            (Value::Bool(truth), Some(1)) if self.is_signed(Some(ty)) && self.numbers.is_words() => {
                // One bit with a sign holds 0 and -1.
                let number = self.number(&Value::Bool(truth), ty)?;
                let numbers = self.numbers;
                Ok(Value::Number(numbers.negated(self.terms(), number)))
            }
            (value, _) => Ok(value),
        }
    }

    /// `a op= b`
    pub(super) fn finish_assign_op(
        &mut self,
        id: ExprId,
        op: BinaryOp,
        target: ExprId,
        value: ExprId,
        computation: TypeId,
    ) -> Result<Value, Stop> {
        let right = self.take(value)?;
        let (ways, bits) = self.take_lvalue(target)?;
        let ty = self.program.expr(target).ty;
        let pos = self.dereference_of(target);
        let old = self.read(id, &ways, bits, ty, pos)?;
        let left = self.convert(old, ty, computation)?;
        let right_type = self.program.expr(value).ty;
        let blank = self.any_blank(op, &left, &right);
        let new = self.binary(id, op, (left, computation), (right, right_type), computation)?;
        let new = self.with_blank(blank, new)?;
        self.check_kept(&new, computation, ty)?;
        let new = self.convert(new, computation, ty)?;
        self.store_and_value(&ways, bits, target, new)
    }

    /// `++a`, `--a`, `a++` or `a--`
    pub(super) fn finish_step(
        &mut self,
        id: ExprId,
        target: ExprId,
        is_decrement: bool,
        is_prefix: bool,
    ) -> Result<Value, Stop> {
        let (ways, bits) = self.take_lvalue(target)?;
        let ty = self.program.expr(target).ty;
        let pos = self.dereference_of(target);
        let mut old = self.read(id, &ways, bits, ty, pos)?;
        let new = self.stepped(&old, ty, bits, is_decrement)?;
        if is_prefix {
            return self.store_and_value(&ways, bits, target, new);
        }
        if self.is_dropped() {
            self.write(&ways, bits, ty, &new, pos)?;
            return Ok(Value::Void);
        }
        // The value of `a++` is the old value, which has to survive the write.
        let is_variable = |term, lowering: &Self| lowering.builder.has_variables(term);
        self.save_terms(&mut old, is_variable)?;
        self.write(&ways, bits, ty, &new, pos)?;
        Ok(old)
    }

    fn stepped(
        &mut self,
        old: &Value,
        ty: TypeId,
        bits: Option<u32>,
        is_decrement: bool,
    ) -> Result<Value, Stop> {
        let numbers = self.numbers;
        if let Value::Pointer(ways) = old {
            let one = numbers.constant(self.terms(), IntegerKind::Int, 1);
            let size = self.step_bits(ty);
            let by = Index { term: one, signed: true };
            let stride = if is_decrement { -size } else { size };
            let moved = self.moved(ways.clone(), by, stride)?;
            self.check_moved(&moved);
            return Ok(Value::Pointer(moved));
        }
        if let Value::Floating(_) = old {
            return self.float_step(old, is_decrement);
        }
        let kind = self.kind(ty);
        if kind == IntegerKind::Bool {
            let truth = self.truth(old);
            let toggled = self.terms().not(truth);
            return Ok(Value::Bool(if is_decrement { toggled } else { Terms::TRUE }));
        }
        let op = if is_decrement { BinaryOp::Sub } else { BinaryOp::Add };
        let number = self.number(old, ty)?;
        let one = numbers.constant(self.terms(), kind, 1);
        let int_bits = numbers.target.integer_bits(IntegerKind::Int);
        // A narrower type is promoted to `int`, where adding 1 cannot overflow.
        let width = bits.unwrap_or_else(|| numbers.target.integer_bits(kind));
        let is_narrow = width < int_bits;
        if self.overflow_of(op, kind).is_none() || is_narrow {
            return match numbers.binary(self.terms(), op, kind, number, one) {
                Ok(number) => Ok(Value::Number(number)),
                Err(reason) => self.refuse(reason),
            };
        }
        Ok(Value::Number(self.arithmetic(op, ty, number, one, ty)?))
    }
}

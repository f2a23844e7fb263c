//! Operators on the values of operands, with the checks that the options ask for.
//!
//! An operator on pointers goes to `memory`. An operator on integers becomes a term, and before it may stand an edge to
//! the error location: for `a / b` under the condition `b = 0`. A check that is off leaves the meaning that
//! [`LowerOptions`](crate::c::LowerOptions) names.

use crate::c::lower::machine::lowering::Lowering;
use crate::c::lower::machine::value::Value;
use crate::c::lower::stop::Stop;
use crate::c::read::arch::IntegerKind;
use crate::c::read::property::Failure;
use crate::c::read::syntax::{BinaryOp, ExprId, UnaryOp};
use crate::c::read::types::TypeId;
use crate::solver::term::TermId;

impl Lowering<'_> {
    /// The integer type of an expression.
    pub(in crate::c::lower) fn kind(&self, ty: TypeId) -> IntegerKind {
        self.program.types.integer_kind(ty).unwrap_or(IntegerKind::Int)
    }

    /// Whether overflow of an operator on this type is an error.
    fn checks_overflow(&self, kind: IntegerKind) -> bool {
        self.options.checks(Failure::Overflow) && self.numbers.target.is_signed(kind)
    }

    /// The error that an overflow of an operator on this type is, if it is one.
    pub(super) fn overflow_of(&self, op: BinaryOp, kind: IntegerKind) -> Option<Failure> {
        match self.numbers.target.is_signed(kind) {
            true => Some(Failure::Overflow).filter(|_| self.checks_overflow(kind)),
            false => {
                let may_wrap = matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul);
                Some(Failure::UnsignedOverflow).filter(|&failure| may_wrap && self.looks_for(failure))
            }
        }
    }

    /// The value of an operator on one operand.
    pub(super) fn unary(&mut self, op: UnaryOp, value: Value, ty: TypeId) -> Result<Value, Stop> {
        if op == UnaryOp::Not {
            let truth = self.truth(&value);
            return Ok(Value::Bool(self.terms().not(truth)));
        }
        if let Value::Floating(_) = value {
            return self.float_unary(op, &value);
        }
        let numbers = self.numbers;
        let number = self.number(&value, ty)?;
        let kind = self.kind(ty);
        if op == UnaryOp::Minus {
            if self.checks_overflow(kind) {
                let least = numbers.range(kind).0;
                let least = numbers.constant(self.terms(), kind, least);
                let is_least = self.terms().eq(number, least);
                self.builder.fail_if(is_least, Failure::Overflow);
            }
            return Ok(Value::Number(numbers.negated(self.terms(), number)));
        }
        match numbers.complement(self.terms(), number) {
            Ok(number) => Ok(Value::Number(number)),
            Err(reason) => self.refuse(reason),
        }
    }

    /// The value of an operator on two operands, each with its type; `ty` is the type of the result.
    pub(super) fn binary(
        &mut self,
        id: ExprId,
        op: BinaryOp,
        (left, left_type): (Value, TypeId),
        (right, right_type): (Value, TypeId),
        ty: TypeId,
    ) -> Result<Value, Stop> {
        match op {
            _ if matches!((&left, &right), (Value::Floating(_), Value::Floating(_))) => {
                self.float_binary(op, &left, &right)
            }
            BinaryOp::PointerAdd | BinaryOp::PointerSub => {
                let ways = self.as_ways(&left)?;
                let stride = self.step_bits(left_type);
                let stride = if op == BinaryOp::PointerSub { -stride } else { stride };
                let moved = self.moved_by(ways, right, right_type, stride)?;
                if !self.known.sites().is_accessed(id) {
                    self.check_moved(&moved);
                }
                Ok(Value::Pointer(moved))
            }
            BinaryOp::PointerDifference => {
                let size = self.step_bits(left_type);
                let (a, b) = (self.as_ways(&left)?, self.as_ways(&right)?);
                self.pointer_difference(id, &a, &b, size as u64)
            }
            _ if op.is_comparison() => Ok(Value::Bool(self.comparison(op, left, right, left_type)?)),
            _ if matches!(left, Value::Pointer(_)) || matches!(right, Value::Pointer(_)) => {
                self.on_addresses(id, op, (left, left_type), (right, right_type), ty)
            }
            _ => {
                let (left, right) = (self.number(&left, left_type)?, self.number(&right, right_type)?);
                Ok(Value::Number(self.arithmetic(op, ty, left, right, right_type)?))
            }
        }
    }

    /// The distance in bits by which a pointer of a type moves if 1 is added; 8 for an integer that is an address.
    pub(super) fn step_bits(&self, ty: TypeId) -> i64 {
        let to = self.program.types.pointee(ty);
        let bytes = to.and_then(|to| self.program.types.size(to)).unwrap_or(1);
        8 * i64::try_from(bytes).unwrap_or(1).max(1)
    }

    /// The formula for a comparison of two values of one type.
    fn comparison(&mut self, op: BinaryOp, a: Value, b: Value, ty: TypeId) -> Result<TermId, Stop> {
        let is_equality = matches!(op, BinaryOp::Equal | BinaryOp::NotEqual);
        let signed = self.is_signed(Some(ty));
        match (&a, &b) {
            (Value::Pointer(_), _) | (_, Value::Pointer(_)) if is_equality || !signed => {
                let (a, b) = (self.as_ways(&a)?, self.as_ways(&b)?);
                return Ok(self.compare_pointers(op, &a, &b));
            }
            (Value::Bool(a), Value::Bool(b)) if is_equality => {
                let same = self.terms().iff(*a, *b);
                return Ok(if op == BinaryOp::Equal { same } else { self.terms().not(same) });
            }
            (Value::Bool(truth), Value::Number(number)) | (Value::Number(number), Value::Bool(truth))
                if is_equality =>
            {
                if let Some(truth) = self.against_constant(op, *truth, *number) {
                    return Ok(truth);
                }
            }
            _ => {}
        }
        let (a, b) = (self.number(&a, ty)?, self.number(&b, ty)?);
        let numbers = self.numbers;
        Ok(numbers.compare(self.terms(), op, signed, a, b))
    }

    /// The formula that a truth value equals, or differs from, a constant number; `None` if the number is no constant.
    fn against_constant(&mut self, op: BinaryOp, truth: TermId, number: TermId) -> Option<TermId> {
        let same = match self.numbers.value(self.builder.terms(), number, true)? {
            0 => self.terms().not(truth),
            1 => truth,
            _ => self.builder.terms().bool(false),
        };
        Some(if op == BinaryOp::Equal { same } else { self.terms().not(same) })
    }

    /// The value of an arithmetic operator on numbers of a type, after its checks. `right_type` matters for shifts,
    /// whose amount has a type of its own.
    pub(in crate::c::lower) fn arithmetic(
        &mut self,
        op: BinaryOp,
        ty: TypeId,
        a: TermId,
        b: TermId,
        right_type: TypeId,
    ) -> Result<TermId, Stop> {
        let numbers = self.numbers;
        let kind = self.kind(ty);
        let mut b = b;
        match op {
            BinaryOp::Div | BinaryOp::Rem => {
                let zero = numbers.constant(self.terms(), kind, 0);
                let is_zero = self.terms().eq(b, zero);
                self.builder.fail_if(is_zero, Failure::DivisionByZero);
                if numbers.is_words() && numbers.target.is_signed(kind) && !self.checks_overflow(kind) {
                    self.end_by_quotient(kind, a, b);
                }
                if self.builder.is_at_start() {
                    return self.refuse("the first value of an object is no constant here");
                }
                if self.builder.at().is_none() {
                    return Ok(zero);
                }
            }
            BinaryOp::ShiftLeft | BinaryOp::ShiftRight => {
                b = self.checked_amount(op, kind, (a, b), right_type)?;
            }
            _ => {}
        }
        if let Some(failure) = self.overflow_of(op, kind) {
            match numbers.overflow(self.terms(), op, kind, a, b) {
                Ok(overflow) => self.builder.fail_if(overflow, failure),
                Err(reason) => return self.refuse(reason),
            }
        }
        match numbers.binary(self.terms(), op, kind, a, b) {
            Ok(number) => Ok(number),
            Err(reason) => self.refuse(reason),
        }
    }

    /// The amount of a shift modulo the width, after the checks of the shift.
    fn checked_amount(
        &mut self,
        op: BinaryOp,
        kind: IntegerKind,
        (a, by): (TermId, TermId),
        right_type: TypeId,
    ) -> Result<TermId, Stop> {
        let numbers = self.numbers;
        let width = numbers.target.integer_bits(kind);
        let signed = self.is_signed(Some(right_type));
        let is_checked = self.options.checks(Failure::ShiftWidth);
        if is_checked {
            let bad = self.bad_shift(by, right_type, width);
            self.builder.fail_if(bad, Failure::ShiftWidth);
        }
        let amount = numbers.shift_amount(self.terms(), by, signed, width);
        if is_checked && op == BinaryOp::ShiftLeft && numbers.target.is_signed(kind) {
            let zero = numbers.constant(self.terms(), kind, 0);
            let is_negative = numbers.less(self.terms(), true, a, zero);
            match numbers.overflow(self.terms(), op, kind, a, amount) {
                Ok(overflow) => {
                    let bad = self.terms().or(&[is_negative, overflow]);
                    self.builder.fail_if(bad, Failure::ShiftWidth);
                }
                Err(reason) => return self.refuse(reason),
            }
        }
        Ok(amount)
    }

    /// Ends runs that divide the least number by -1, as the processor does. Compilers turn a division by the constant
    /// -1 into a negation, which does not end the run.
    fn end_by_quotient(&mut self, kind: IntegerKind, a: TermId, b: TermId) {
        let numbers = self.numbers;
        if numbers.value(self.builder.terms(), b, true).is_some() {
            return;
        }
        let least = numbers.range(kind).0;
        let (least, minus_one) =
            (numbers.constant(self.terms(), kind, least), numbers.constant(self.terms(), kind, -1));
        let (is_least, is_minus_one) = (self.terms().eq(a, least), self.terms().eq(b, minus_one));
        let ends = self.terms().and(&[is_least, is_minus_one]);
        let fine = self.terms().not(ends);
        self.builder.assume(fine);
    }

    /// The formula that the amount of a shift is negative, or at least the width.
    fn bad_shift(&mut self, by: TermId, ty: TypeId, width: u32) -> TermId {
        let numbers = self.numbers;
        let kind = self.kind(ty);
        let signed = numbers.target.is_signed(kind);
        let zero = numbers.constant(self.terms(), kind, 0);
        let width = numbers.constant(self.terms(), kind, i128::from(width));
        let negative = match signed {
            true => numbers.less(self.terms(), signed, by, zero),
            false => self.builder.terms().bool(false),
        };
        let small = numbers.less(self.terms(), signed, by, width);
        let large = self.terms().not(small);
        self.terms().or(&[negative, large])
    }
}

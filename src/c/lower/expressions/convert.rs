//! Conversions: a value as a truth value, as a number, or as a value of another type.
//!
//! The lowering keeps a value in the form in which it arose: a comparison is a truth value, and becomes the number 0 or
//! 1 only if something computes with it. An integer that is as wide as a pointer keeps the address that it was made
//! from; a narrower one would need the number of the address, which is unknown.

use crate::c::lower::machine::lowering::Lowering;
use crate::c::lower::machine::value::{Target, Value, Way};
use crate::c::lower::stop::Stop;
use crate::c::read::arch::IntegerKind;
use crate::c::read::property::AskKind;
use crate::c::read::syntax::ExprId;
use crate::c::read::types::{Type, TypeId};
use crate::solver::term::{Sort, TermId, Terms};
use crate::theories::num::Rational;

impl Lowering<'_> {
    /// The formula that a value is not 0.
    pub(in crate::c::lower) fn truth(&mut self, value: &Value) -> TermId {
        match value {
            Value::Floating(stored) => self.float_truth(*stored),
            Value::Bool(truth) => *truth,
            Value::Number(number) => {
                let terms = self.builder.terms_mut();
                let zero = match terms.sort(*number) {
                    Sort::BitVec(width) => terms.bv_zero(width),
                    sort => terms.numeral(Rational::from(0), sort),
                };
                let is_zero = terms.eq(*number, zero);
                terms.not(is_zero)
            }
            Value::Pointer(ways) => {
                let mut holds = Vec::with_capacity(ways.len());
                for way in ways {
                    let truth = match way.target {
                        Target::Number(number) => self.truth(&Value::Number(number)),
                        Target::At(_) | Target::Function(_) => Terms::TRUE,
                    };
                    holds.push(self.terms().and(&[way.guard, truth]));
                }
                self.terms().or(&holds)
            }
            Value::Void | Value::Record(_) | Value::Lvalue(..) => Terms::FALSE,
        }
    }

    /// A value as a number of an integer type other than `_Bool`.
    pub(in crate::c::lower) fn number(&mut self, value: &Value, ty: TypeId) -> Result<TermId, Stop> {
        let kind = self.program.types.integer_kind(ty).unwrap_or(IntegerKind::Int);
        let numbers = self.numbers;
        match value {
            Value::Number(number) => Ok(*number),
            Value::Bool(truth) => {
                let bits = numbers.target.integer_bits(kind);
                let terms = self.builder.terms_mut();
                let (one, zero) = (numbers.number(terms, 1, bits), numbers.number(terms, 0, bits));
                Ok(terms.ite(*truth, one, zero))
            }
            Value::Pointer(ways) => {
                let number = self.only_number(ways, "an address is used as a number");
                let bits = numbers.target.integer_bits(kind);
                Ok(numbers.resize(self.terms(), number, false, bits))
            }
            Value::Floating(_) => self.refuse("expected an integer"),
            Value::Void | Value::Record(_) | Value::Lvalue(..) => self.refuse("expected a number"),
        }
    }

    /// Converts a value from one type to another.
    pub(in crate::c::lower) fn convert(
        &mut self,
        value: Value,
        from: TypeId,
        to: TypeId,
    ) -> Result<Value, Stop> {
        let numbers = self.numbers;
        if from == to {
            return Ok(value);
        }
        let is_floating = |ty| matches!(self.program.types.get(ty), Type::Floating(_));
        match self.program.types.get(to) {
            Type::Void => return Ok(Value::Void),
            _ if is_floating(from) || is_floating(to) => {
                return self.float_converted(&value, from, to);
            }
            Type::Pointer(_) => return self.as_pointer(value, from),
            _ => {}
        }
        let kind = match self.program.types.integer_kind(to) {
            Some(kind) => kind,
            None => return Ok(value),
        };
        if kind == IntegerKind::Bool {
            return Ok(Value::Bool(self.truth(&value)));
        }
        let bits = numbers.target.integer_bits(kind);
        Ok(match value {
            Value::Number(number) => {
                let signed = self.is_signed(Some(from));
                Value::Number(numbers.resize(self.terms(), number, signed, bits))
            }
            // An integer that is as wide as a pointer may be an address.
            Value::Pointer(ways) if bits == self.pointer_bits() => {
                match ways.iter().all(|way| matches!(way.target, Target::Number(_)))
                    && self.known.targets().is_exact
                {
                    true => Value::Number(self.number(&Value::Pointer(ways), to)?),
                    false => Value::Pointer(ways),
                }
            }
            Value::Pointer(ways) => {
                let number = self.only_number(&ways, "an address is used as a number");
                // An address in a larger integer repeats its highest bit, as gcc documents it.
                let is_address = matches!(self.program.types.get(from), Type::Pointer(_));
                let signed = is_address || self.is_signed(Some(from));
                Value::Number(numbers.resize(self.terms(), number, signed, bits))
            }
            other => other,
        })
    }

    /// The low bits of a pointer: those of a number, or any ones of an address.
    pub(in crate::c::lower) fn low_bits(
        &mut self,
        ways: &[Way],
        operand: ExprId,
        to: TypeId,
    ) -> Result<Value, Stop> {
        let (numbers, addresses): (Vec<Way>, Vec<Way>) =
            ways.iter().cloned().partition(|way| matches!(way.target, Target::Number(_)));
        let from = self.program.expr(operand).ty;
        if addresses.is_empty() {
            return self.convert(Value::Pointer(numbers), from, to);
        }
        let before = match self.builder.at() {
            Some(at) => at,
            None => return self.value_nowhere(to),
        };
        let guards: Vec<TermId> = numbers.iter().map(|way| way.guard).collect();
        let is_number = self.terms().or(&guards);
        let is_address = self.terms().not(is_number);
        let join = self.builder.location();
        self.builder.assume(is_address);
        let value = self.ask(to, AskKind::Address, self.builder.pos())?;
        self.builder.jump(join);
        self.builder.stand_at(before);
        if !numbers.is_empty() {
            self.builder.assume(is_number);
            let number = self.convert(Value::Pointer(numbers), from, to)?;
            self.builder.assign(value.terms().into_iter().zip(number.terms()).collect());
            self.builder.jump(join);
        }
        self.builder.enter(join);
        Ok(value)
    }

    fn as_pointer(&mut self, value: Value, from: TypeId) -> Result<Value, Stop> {
        let (numbers, bits) = (self.numbers, self.pointer_bits());
        let signed = self.is_signed(Some(from));
        Ok(Value::Pointer(match &value {
            Value::Number(number) => {
                let number = match numbers.value(self.builder.terms(), *number, signed) {
                    // An address is not negative, even if integers are mathematical ones.
                    Some(value) => {
                        let wrapped = value.rem_euclid(1 << bits);
                        numbers.number(self.terms(), wrapped, bits)
                    }
                    None => numbers.resize(self.terms(), *number, signed, bits),
                };
                Value::way(Target::Number(number))
            }
            value => self.as_ways(value)?,
        }))
    }
}

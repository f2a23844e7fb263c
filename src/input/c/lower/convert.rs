//! Values as truth values, as numbers, and in other types.

use super::super::arch::IntegerKind;
use super::super::types::{Type, TypeId};
use super::lowering::{Lowering, Stop};
use super::value::{Target, Value};
use crate::solver::term::{Sort, TermId, Terms};
use crate::theories::num::Rational;

impl Lowering<'_> {
    /// Whether a value is not 0.
    pub(super) fn truth(&mut self, value: &Value) -> TermId {
        match value {
            Value::Bool(truth) => *truth,
            Value::Number(number) => {
                let terms = self.cfa.terms_mut();
                let zero = match terms.sort(*number) {
                    Sort::BitVec(width) => terms.bv_zero(width),
                    sort => terms.numeral(Rational::from(0), sort),
                };
                let is_zero = terms.eq(*number, zero);
                terms.not(is_zero)
            }
            Value::Pointer(ways) => {
                let nulls = ways.iter().filter(|way| way.target == Target::Null);
                let nulls: Vec<TermId> = nulls.map(|way| way.guard).collect();
                let is_null = self.terms().or(&nulls);
                self.terms().not(is_null)
            }
            Value::Void | Value::Record(_) | Value::Lvalue(..) => Terms::FALSE,
        }
    }

    /// A value as a number of an integer type other than `_Bool`.
    pub(super) fn number(&mut self, value: &Value, ty: TypeId) -> Result<TermId, Stop> {
        let kind = self.program.types.integer_kind(ty).unwrap_or(IntegerKind::Int);
        let numbers = self.numbers;
        match value {
            Value::Number(number) => Ok(*number),
            Value::Bool(truth) => {
                let bits = numbers.target.integer_bits(kind);
                let terms = self.cfa.terms_mut();
                let (one, zero) = (numbers.number(terms, 1, bits), numbers.number(terms, 0, bits));
                Ok(terms.ite(*truth, one, zero))
            }
            Value::Pointer(ways) if ways.iter().all(|way| way.target == Target::Null) => {
                Ok(numbers.constant(self.terms(), kind, 0))
            }
            Value::Pointer(_) => {
                self.refuse("a pointer is used as an integer; only comparisons with 0 are supported")
            }
            Value::Void | Value::Record(_) | Value::Lvalue(..) => self.refuse("expected a number"),
        }
    }

    /// A value of one type as a value of another.
    pub(super) fn convert(&mut self, value: Value, from: TypeId, to: TypeId) -> Result<Value, Stop> {
        let numbers = self.numbers;
        match self.program.types.get(to) {
            Type::Void => return Ok(Value::Void),
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
        Ok(match value {
            Value::Number(number) => {
                let signed = self.is_signed(Some(from));
                let bits = numbers.target.integer_bits(kind);
                Value::Number(numbers.resize(self.terms(), number, signed, bits))
            }
            // A pointer stays one: it may be compared with 0.
            other => other,
        })
    }

    fn as_pointer(&mut self, value: Value, from: TypeId) -> Result<Value, Stop> {
        let constant = match &value {
            Value::Pointer(_) => return Ok(value),
            Value::Bool(Terms::FALSE) => Some(0),
            Value::Number(number) => {
                self.numbers.value(self.cfa.terms(), *number, self.is_signed(Some(from)))
            }
            _ => None,
        };
        match constant {
            Some(0) => Ok(Value::Pointer(Value::way(Target::Null))),
            Some(_) => Ok(Value::Pointer(Value::way(Target::Nothing))),
            None => self.refuse("an integer is converted to a pointer; only constants are supported"),
        }
    }
}

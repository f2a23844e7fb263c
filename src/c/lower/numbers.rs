//! Arithmetic of C as terms: over bit-vectors, over integers, or over reals.
//!
//! The option [`Integers`] says which numbers an integer type of C stands for; this module makes the terms for its
//! operators, for all expressions that are lowered. Words wrap around as on the machine. Integers and reals do not wrap
//! around, and their terms stay linear: an operator such as `x * y` is refused with the advice to use words.

use crate::c::read::arch::{COptions, IntegerKind};
use crate::c::read::syntax::BinaryOp;
use crate::solver::term::{Sort, TermId, Terms};
use crate::theories::num::{Integer, Rational};

/// The numbers that integer types stand for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Integers {
    /// Bit-vectors: two's complement, with wrap-around.
    Words,
    /// Integers without bounds.
    Mathematical,
    /// Reals. Division, remainders and operators on bits are refused.
    Reals,
}

/// The message for an operator that has no term over the chosen numbers.
pub(in crate::c) type Refusal = String;

/// The numbers that integer types stand for, and the machine whose widths they have.
#[derive(Clone, Copy, Debug)]
pub(in crate::c) struct Numbers {
    pub integers: Integers,
    pub target: COptions,
}

/// The advice at the end of each refusal.
const WORDS: &str = "use --integers words";

impl Numbers {
    /// Whether numbers are bit-vectors.
    pub fn is_words(&self) -> bool {
        self.integers == Integers::Words
    }

    /// The sort of the values of an integer type. Values of `_Bool` are truth values.
    pub fn sort(&self, kind: IntegerKind) -> Sort {
        match (self.integers, kind) {
            (_, IntegerKind::Bool) => Sort::Bool,
            (Integers::Words, _) => Sort::BitVec(self.target.integer_bits(kind)),
            (Integers::Mathematical, _) => Sort::Int,
            (Integers::Reals, _) => Sort::Real,
        }
    }

    /// The sort of a number with this many bits.
    pub fn sort_of_bits(&self, bits: u32) -> Sort {
        match self.integers {
            Integers::Words => Sort::BitVec(bits),
            Integers::Mathematical => Sort::Int,
            Integers::Reals => Sort::Real,
        }
    }

    /// The term for a constant with this many bits.
    pub fn number(&self, terms: &mut Terms, value: i128, bits: u32) -> TermId {
        match self.sort_of_bits(bits) {
            Sort::BitVec(width) if width <= 64 => terms.bv(value as u64, width),
            Sort::BitVec(width) => {
                let value = crate::theories::bv::Bits::from_integer(&Integer::from(value), width);
                terms.bit_vector(value)
            }
            sort => terms.numeral(Rational::from(Integer::from(value)), sort),
        }
    }

    /// The term for a constant of an integer type other than `_Bool`.
    pub fn constant(&self, terms: &mut Terms, kind: IntegerKind, value: i128) -> TermId {
        self.number(terms, value, self.target.integer_bits(kind))
    }

    /// The least and the greatest value of a type.
    pub fn range(&self, kind: IntegerKind) -> (i128, i128) {
        let bits = self.target.integer_bits(kind);
        match self.target.is_signed(kind) {
            true => (-(1 << (bits - 1)), (1 << (bits - 1)) - 1),
            false => (0, (1 << bits) - 1),
        }
    }

    /// The formula that a number is within the range of a type.
    pub fn is_in_range(&self, terms: &mut Terms, kind: IntegerKind, value: TermId) -> TermId {
        let sort = terms.sort(value);
        let (low, high) = self.range(kind);
        let low = terms.numeral(Rational::from(Integer::from(low)), sort);
        let high = terms.numeral(Rational::from(Integer::from(high)), sort);
        let (above, below) = (terms.le(low, value), terms.le(value, high));
        terms.and(&[above, below])
    }

    /// A word extended or cut to `bits` bits; integers and reals stay as they are.
    pub fn resize(&self, terms: &mut Terms, value: TermId, signed: bool, bits: u32) -> TermId {
        let width = match terms.sort(value) {
            Sort::BitVec(width) => width,
            _ => return value,
        };
        match width {
            _ if width > bits => terms.extract(value, bits - 1, 0),
            _ if width == bits => value,
            _ if signed => terms.sign_extend(value, bits - width),
            _ => terms.zero_extend(value, bits - width),
        }
    }

    /// The value of a term that is a constant; `None` if it is none, or has no 64-bit value.
    pub fn value(&self, terms: &Terms, number: TermId, signed: bool) -> Option<i128> {
        let integer = match terms.bits_of(number) {
            Some(bits) if signed => bits.to_signed_integer(),
            Some(bits) => bits.to_integer(),
            None => terms.number_of(number)?.to_integer()?,
        };
        integer.to_i64().map(i128::from).or_else(|| integer.to_u64().map(i128::from))
    }

    pub fn negated(&self, terms: &mut Terms, a: TermId) -> TermId {
        if self.is_words() {
            terms.bv_neg(a)
        } else {
            terms.neg(a)
        }
    }

    /// `~a`
    pub fn complement(&self, terms: &mut Terms, a: TermId) -> Result<TermId, Refusal> {
        match self.integers {
            Integers::Words => Ok(terms.bv_not(a)),
            Integers::Mathematical => {
                let (one, negated) = (terms.int(1), terms.neg(a));
                Ok(terms.sub(negated, one))
            }
            Integers::Reals => Err(format!("`~` has no meaning over reals; {}", WORDS)),
        }
    }

    /// `a < b`
    pub fn less(&self, terms: &mut Terms, signed: bool, a: TermId, b: TermId) -> TermId {
        match self.is_words() {
            true if signed => terms.bv_slt(a, b),
            true => terms.bv_ult(a, b),
            false => terms.lt(a, b),
        }
    }

    /// The formula for a comparison; an operator that is none counts as `==`.
    pub fn compare(&self, terms: &mut Terms, op: BinaryOp, signed: bool, a: TermId, b: TermId) -> TermId {
        match op {
            BinaryOp::Less => self.less(terms, signed, a, b),
            BinaryOp::Greater => self.less(terms, signed, b, a),
            BinaryOp::LessEqual => {
                let greater = self.less(terms, signed, b, a);
                terms.not(greater)
            }
            BinaryOp::GreaterEqual => {
                let less = self.less(terms, signed, a, b);
                terms.not(less)
            }
            BinaryOp::NotEqual => {
                let same = terms.eq(a, b);
                terms.not(same)
            }
            _ => terms.eq(a, b),
        }
    }

    /// The amount of a shift, reduced modulo the width of the value that is shifted.
    pub fn shift_amount(&self, terms: &mut Terms, by: TermId, signed: bool, width: u32) -> TermId {
        if !self.is_words() {
            return match self.value(terms, by, signed) {
                Some(by) => self.number(terms, by.rem_euclid(i128::from(width)), width),
                None => by,
            };
        }
        // The width is a power of two, so the low bits are the amount modulo the width, even if the amount is negative.
        let amount = self.resize(terms, by, signed, width);
        let mask = terms.bv(u64::from(width) - 1, width);
        terms.bv_and(amount, mask)
    }

    /// The term for an arithmetic operator on two numbers of one type. The caller has excluded a divisor of 0, and has
    /// reduced the amount of a shift by [`Numbers::shift_amount`].
    pub fn binary(
        &self,
        terms: &mut Terms,
        op: BinaryOp,
        kind: IntegerKind,
        a: TermId,
        b: TermId,
    ) -> Result<TermId, Refusal> {
        match self.integers {
            Integers::Words => Ok(words(terms, op, self.target.is_signed(kind), a, b)),
            _ => self.linear(terms, op, a, b),
        }
    }

    fn linear(&self, terms: &mut Terms, op: BinaryOp, a: TermId, b: TermId) -> Result<TermId, Refusal> {
        let values = (self.value(terms, a, true), self.value(terms, b, true));
        let reals = self.integers == Integers::Reals;
        let sort = terms.sort(a);
        let refused = |reason: &str| Err(format!("`{}` {}; {}", op.text(), reason, WORDS));
        match op {
            BinaryOp::Add => return Ok(terms.add(&[a, b])),
            BinaryOp::Sub => return Ok(terms.sub(a, b)),
            BinaryOp::Mul => return Ok(terms.times(a, b)),
            _ if reals => return refused("has no meaning over reals"),
            _ => {}
        }
        let constant = match (op, values) {
            (BinaryOp::And, (Some(a), Some(b))) => Some(a & b),
            (BinaryOp::Or, (Some(a), Some(b))) => Some(a | b),
            (BinaryOp::Xor, (Some(a), Some(b))) => Some(a ^ b),
            _ => None,
        };
        if let Some(value) = constant {
            return Ok(terms.numeral(Rational::from(Integer::from(value)), sort));
        }
        match (op, values.1) {
            (BinaryOp::ShiftLeft, Some(by)) => {
                let factor = Integer::from(1i64).shift_left(by.rem_euclid(64) as u64);
                Ok(terms.scale(&Rational::from(factor), a))
            }
            (BinaryOp::ShiftRight, Some(by)) => {
                let divisor = Integer::from(1i64).shift_left(by.rem_euclid(64) as u64);
                let divisor = terms.numeral(Rational::from(divisor), sort);
                terms.int_div(a, divisor).or_else(|_| refused("is not linear"))
            }
            (BinaryOp::Div, _) => Ok(self.truncated(terms, a, b, false)),
            (BinaryOp::Rem, _) => Ok(self.truncated(terms, a, b, true)),
            (BinaryOp::ShiftLeft, None) | (BinaryOp::ShiftRight, None) => {
                refused("by a value that is no constant is not linear")
            }
            _ => refused("on values that are no constants needs bits"),
        }
    }

    /// The quotient of a division that rounds towards 0, as C does, or its remainder (`rest`). The divisor is
    /// not 0.
    fn truncated(&self, terms: &mut Terms, a: TermId, b: TermId, rest: bool) -> TermId {
        let negated = terms.neg(a);
        let mut part = |t: TermId| match rest {
            true => terms.remainder_or_dividend(t, b),
            false => terms.quotient_or_zero(t, b),
        };
        let (of_positive, of_negative) = (part(a), part(negated));
        let of_negative = terms.neg(of_negative);
        let zero = terms.int(0);
        let negative = terms.lt(a, zero);
        terms.ite(negative, of_negative, of_positive)
    }

    /// The formula that a signed operator leaves the range of its type. A left shift leaves it if the value times the
    /// power of two is no value of the type.
    pub fn overflow(
        &self,
        terms: &mut Terms,
        op: BinaryOp,
        kind: IntegerKind,
        a: TermId,
        b: TermId,
    ) -> Result<TermId, Refusal> {
        if !self.is_words() {
            if matches!(op, BinaryOp::Rem) {
                // The remainder is in the range, but the quotient may not be.
                return self.overflow(terms, BinaryOp::Div, kind, a, b);
            }
            let result = self.binary(terms, op, kind, a, b)?;
            let fits = self.is_in_range(terms, kind, result);
            return Ok(terms.not(fits));
        }
        Ok(match op {
            BinaryOp::Add if !self.target.is_signed(kind) => {
                let sum = terms.bv_add(a, b);
                terms.bv_ult(sum, a)
            }
            BinaryOp::Sub if !self.target.is_signed(kind) => terms.bv_ult(a, b),
            BinaryOp::Mul if !self.target.is_signed(kind) => terms.bv_umul_overflow(a, b),
            BinaryOp::Add => terms.bv_sadd_overflow(a, b),
            BinaryOp::Sub => terms.bv_ssub_overflow(a, b),
            BinaryOp::Mul => terms.bv_smul_overflow(a, b),
            BinaryOp::Div | BinaryOp::Rem => terms.bv_sdiv_overflow(a, b),
            BinaryOp::ShiftLeft => {
                let shifted = terms.bv_shl(a, b);
                let back = terms.bv_ashr(shifted, b);
                let same = terms.eq(back, a);
                terms.not(same)
            }
            _ => Terms::FALSE,
        })
    }
}

fn words(terms: &mut Terms, op: BinaryOp, signed: bool, a: TermId, b: TermId) -> TermId {
    match op {
        BinaryOp::Add => terms.bv_add(a, b),
        BinaryOp::Sub => terms.bv_sub(a, b),
        BinaryOp::Mul => terms.bv_mul(a, b),
        BinaryOp::Div if signed => terms.bv_sdiv(a, b),
        BinaryOp::Div => terms.bv_udiv(a, b),
        BinaryOp::Rem if signed => terms.bv_srem(a, b),
        BinaryOp::Rem => terms.bv_urem(a, b),
        BinaryOp::And => terms.bv_and(a, b),
        BinaryOp::Or => terms.bv_or(a, b),
        BinaryOp::Xor => terms.bv_xor(a, b),
        BinaryOp::ShiftLeft => terms.bv_shl(a, b),
        BinaryOp::ShiftRight if signed => terms.bv_ashr(a, b),
        BinaryOp::ShiftRight => terms.bv_lshr(a, b),
        _ => a,
    }
}

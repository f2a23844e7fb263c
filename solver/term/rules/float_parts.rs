//! Parts of the rules for floating-point numbers: conditions, and results that take more than a line.

use super::classes;
use crate::solver::term::float::{FloatOp, Format, Rounding};
use crate::solver::term::store::{Op, Sort, TermId, Terms};
use crate::theories::bv::Bits;
use crate::theories::num::Rational;

impl Terms {
    /// An operator whose result has the format of its last argument.
    pub(super) fn number(&mut self, op: FloatOp, args: &[TermId]) -> TermId {
        let sort = self.sort(args[args.len() - 1]);
        self.plain_float_op(op, sort, args)
    }

    pub(super) fn test(&mut self, op: FloatOp, args: &[TermId]) -> TermId {
        self.plain_float_op(op, Sort::Bool, args)
    }

    pub(super) fn is_number(&mut self, x: TermId) -> TermId {
        let is_nan = self.test(FloatOp::IsNan, &[x]);
        self.not(is_nan)
    }

    pub(super) fn is_number_but(&mut self, x: TermId, constant: TermId) -> TermId {
        let (is_number, is_it) = (self.is_number(x), self.eq(x, constant));
        let is_other = self.not(is_it);
        self.and(&[is_number, is_other])
    }

    /// Has this sign, and is not zero.
    pub(super) fn has_sign(&mut self, sign: FloatOp, x: TermId) -> TermId {
        let (is_zero, has_sign) = (self.test(FloatOp::IsZero, &[x]), self.test(sign, &[x]));
        let is_other = self.not(is_zero);
        self.and(&[has_sign, is_other])
    }

    /// Has this sign, or is zero.
    pub(super) fn may_have_sign(&mut self, sign: FloatOp, x: TermId) -> TermId {
        let (is_zero, has_sign) = (self.test(FloatOp::IsZero, &[x]), self.test(sign, &[x]));
        self.or(&[has_sign, is_zero])
    }

    /// Whether exchangeable arguments are not in order: a constant comes first.
    pub(super) fn is_turned(&self, x: TermId, y: TermId) -> bool {
        match (self.float_of(x).is_some(), self.float_of(y).is_some()) {
            (true, false) => false,
            (false, true) => true,
            _ => y < x,
        }
    }

    pub(super) fn mode_is(&self, mode: TermId, test: fn(Rounding) -> bool) -> bool {
        match self.op(mode) {
            Op::Rounding(mode) => test(mode),
            _ => false,
        }
    }

    /// Whether a sum with this zero is the other argument in the mode.
    pub(super) fn is_neutral(&self, mode: TermId, zero: TermId) -> Option<bool> {
        let is_negative = !self.float_of(zero)?.is_zero();
        Some(match self.op(mode) {
            Op::Rounding(mode) => is_negative != (mode == Rounding::Down),
            _ => false,
        })
    }

    /// A number minus itself.
    pub(super) fn cancelled(&mut self, mode: TermId, format: Format, x: TermId) -> TermId {
        let sign = Bits::least_signed(format.width());
        let (zero, negative) = (self.float(format, &Bits::zero(format.width())), self.float(format, &sign));
        let nan = self.float(format, &Bits::ones(format.width()));
        let down = self.rounding(Rounding::Down);
        let is_down = self.eq(mode, down);
        let zero = self.ite(is_down, negative, zero);
        let of_no_number = [FloatOp::IsNan, FloatOp::IsInfinite].map(|class| self.test(class, &[x]));
        let is_nan = self.or(&of_no_number);
        self.ite(is_nan, nan, zero)
    }

    /// A number divided by itself.
    pub(super) fn one_unless_special(&mut self, format: Format, x: TermId) -> TermId {
        let mode = self.rounding(Rounding::Zero);
        let one = self.float_of_rational(format, mode, &Rational::fraction(1, 1));
        let nan = self.float(format, &Bits::ones(format.width()));
        let special =
            [FloatOp::IsNan, FloatOp::IsInfinite, FloatOp::IsZero].map(|class| self.test(class, &[x]));
        let is_nan = self.or(&special);
        self.ite(is_nan, nan, one)
    }

    pub(super) fn is_minus_one(&self, constant: TermId) -> bool {
        classes::is_one(self, constant, true)
    }

    /// The number by which a factor is the same as this divisor.
    pub(super) fn inverse(&mut self, constant: TermId) -> Option<TermId> {
        let format = self.sort(constant).format()?;
        let (exponent, fraction) = format.parts(self.float_of(constant)?);
        if !exponent.is_zero() && !fraction.is_zero() {
            // No power of two.
            return None;
        }
        let divisor = self.rational_of_float(constant).filter(|divisor| !divisor.is_zero())?;
        let inverse = Rational::new(divisor.denominator().clone(), divisor.numerator().clone());
        let mode = self.rounding(Rounding::Zero);
        let number = self.float_of_rational(format, mode, &inverse);
        Some(number).filter(|&number| self.rational_of_float(number) == Some(inverse))
    }

    /// Whether a number is an integer, infinite or NaN, by its operator. The greatest number of a format with a short
    /// exponent may be no integer, and great integers are rounded to it.
    pub(super) fn is_integral(&self, x: TermId) -> bool {
        let has_integers = self.sort(x).format().map_or(false, |f| f.greatest() >= i64::from(f.fraction()));
        match self.op(x) {
            Op::Float(FloatOp::RoundToIntegral) => true,
            Op::Float(FloatOp::OfSigned | FloatOp::OfUnsigned) => has_integers,
            _ => false,
        }
    }

    /// Whether the first format has all numbers of the second.
    pub(super) fn is_wider(&self, wide: Sort, narrow: Sort) -> bool {
        match (wide.format(), narrow.format()) {
            (Some(wide), Some(narrow)) => {
                wide.exponent() >= narrow.exponent() && wide.significand() >= narrow.significand()
            }
            _ => false,
        }
    }

    /// Whether a number is one of a format with fewer numbers.
    pub(super) fn is_widened(&self, x: TermId) -> bool {
        self.op(x) == Op::Float(FloatOp::OfFloat) && self.is_wider(self.sort(x), self.sort(self.arg(x, 1)))
    }

    pub(super) fn are_widened_alike(&self, x: TermId, y: TermId) -> bool {
        self.is_widened(x) && self.is_widened(y) && self.sort(self.arg(x, 1)) == self.sort(self.arg(y, 1))
    }

    /// The greatest number at most this constant, and the least one at least that, of another number's format.
    pub(super) fn around(&mut self, constant: TermId, number: TermId) -> Option<[TermId; 2]> {
        if classes::float_nan(self, constant) {
            return None;
        }
        let sort = self.sort(number);
        Some([Rounding::Down, Rounding::Up].map(|mode| {
            let mode = self.rounding(mode);
            self.plain_float_op(FloatOp::OfFloat, sort, &[mode, constant])
        }))
    }

    /// Whether the numbers of a format have all integers with this many bits.
    pub(super) fn holds_words(&self, sort: Sort, bits: u32) -> bool {
        sort.format()
            .map_or(false, |format| format.significand() >= bits && format.greatest() >= i64::from(bits))
    }

    /// A class of an operand. Of the operand's own operands nothing is asked, so that a rule does no more work than its
    /// term has arguments.
    pub(super) fn class_of(&mut self, class: FloatOp, x: TermId) -> TermId {
        match self.op(x) {
            Op::Float(_) if self.float_of(x).is_none() => self.intern(Op::Float(class), Sort::Bool, &[x]),
            _ => self.test(class, &[x]),
        }
    }

    /// Whether a result is NaN, if its operands tell.
    pub(super) fn nan_by_operands(&mut self, result: TermId) -> Option<TermId> {
        let mut inner = result;
        while let Op::Float(FloatOp::Abs | FloatOp::Neg | FloatOp::RoundToIntegral | FloatOp::OfFloat) =
            self.op(inner)
        {
            inner = self.args(inner).last().copied()?;
        }
        let op = match self.op(inner) {
            Op::Float(op) => op,
            _ => {
                return Some(inner).filter(|&inner| inner != result).map(|x| self.test(FloatOp::IsNan, &[x]))
            }
        };
        match (op, self.args(inner)) {
            (FloatOp::OfSigned | FloatOp::OfUnsigned, _) => Some(Terms::FALSE),
            (FloatOp::Sqrt, &[_, x]) => {
                let causes = [FloatOp::IsNan, FloatOp::IsNegative].map(|class| self.class_of(class, x));
                let is_zero = self.class_of(FloatOp::IsZero, x);
                let is_other = self.not(is_zero);
                let has_no_root = self.and(&[causes[1], is_other]);
                Some(self.or(&[causes[0], has_no_root]))
            }
            (FloatOp::Add | FloatOp::Mul | FloatOp::Div, &[_, x, y])
            | (FloatOp::Rem | FloatOp::Min | FloatOp::Max, &[x, y]) => Some(self.nan_by_two(op, x, y)),
            _ if inner != result => Some(self.class_of(FloatOp::IsNan, inner)),
            _ => None,
        }
    }

    /// Whether the result of an operator on two numbers is NaN.
    pub(super) fn nan_by_two(&mut self, op: FloatOp, x: TermId, y: TermId) -> TermId {
        let mut both = |class: FloatOp| [x, y].map(|number| self.class_of(class, number));
        let (nan, infinite, zero) = (both(FloatOp::IsNan), both(FloatOp::IsInfinite), both(FloatOp::IsZero));
        let causes = match op {
            FloatOp::Min | FloatOp::Max => return self.and(&nan),
            FloatOp::Add => {
                let is_same = self.eq(x, y);
                let differ = self.not(is_same);
                [self.and(&[infinite[0], infinite[1], differ]), Terms::FALSE]
            }
            FloatOp::Mul => [self.and(&[infinite[0], zero[1]]), self.and(&[zero[0], infinite[1]])],
            FloatOp::Div => [self.and(&infinite), self.and(&zero)],
            FloatOp::Rem => [infinite[0], zero[1]],
            other => unreachable!("{:?} with two numbers", other),
        };
        self.or(&[nan[0], nan[1], causes[0], causes[1]])
    }

    /// A number whose sign was changed, as it was.
    pub(super) fn without_sign(&self, x: TermId) -> Option<TermId> {
        match self.op(x) {
            Op::Float(FloatOp::Neg | FloatOp::Abs) => Some(self.arg(x, 0)),
            _ => None,
        }
    }

    /// A number that is infinite if this one is.
    pub(super) fn as_infinite(&self, x: TermId) -> Option<TermId> {
        match self.is_widened(x) {
            true => Some(self.arg(x, 1)),
            false => self.without_sign(x),
        }
    }

    /// Whether a number is zero, by another one.
    pub(super) fn zero_by_operand(&mut self, x: TermId) -> Option<TermId> {
        let mut inner = x;
        loop {
            inner = match self.op(inner) {
                Op::Float(FloatOp::Sqrt) => self.arg(inner, 1),
                _ => match self.as_infinite(inner) {
                    Some(other) => other,
                    None => break,
                },
            };
        }
        Some(inner).filter(|&inner| inner != x).map(|inner| self.test(FloatOp::IsZero, &[inner]))
    }

    /// Whether a result is negative, or whether it is positive, if its operands tell.
    pub(super) fn sign_by_operands(&mut self, result: TermId, is_negative: bool) -> Option<TermId> {
        let (mut inner, mut is_negative) = (result, is_negative);
        loop {
            match self.op(inner) {
                Op::Float(FloatOp::Neg) => is_negative = !is_negative,
                Op::Float(FloatOp::RoundToIntegral | FloatOp::OfFloat) => {}
                _ => break,
            }
            inner = self.args(inner).last().copied()?;
        }
        let wanted = if is_negative { FloatOp::IsNegative } else { FloatOp::IsPositive };
        let last = self.args(inner).last().copied().unwrap_or(inner);
        Some(match self.op(inner) {
            Op::Float(FloatOp::Abs) if is_negative => Terms::FALSE,
            Op::Float(FloatOp::Abs) => {
                let is_nan = self.class_of(FloatOp::IsNan, last);
                self.not(is_nan)
            }
            Op::Float(FloatOp::Sqrt) if is_negative => {
                let parts = [FloatOp::IsZero, FloatOp::IsNegative].map(|class| self.class_of(class, last));
                self.and(&parts)
            }
            Op::Float(FloatOp::Sqrt) => self.class_of(FloatOp::IsPositive, last),
            Op::Float(FloatOp::OfUnsigned) => self.bool(!is_negative),
            Op::Float(FloatOp::OfSigned) => {
                let zero = self.bv_zero(self.width(last));
                let is_below = self.bv_slt(last, zero);
                if is_negative {
                    is_below
                } else {
                    self.not(is_below)
                }
            }
            Op::Float(FloatOp::Mul | FloatOp::Div) => {
                let first = self.arg(inner, 1);
                let is_number = self.is_number(inner);
                let signs = [first, last].map(|x| self.class_of(FloatOp::IsNegative, x));
                let differ = self.xor(signs[0], signs[1]);
                let is_wanted = if is_negative { differ } else { self.not(differ) };
                self.and(&[is_number, is_wanted])
            }
            _ if inner != result => self.class_of(wanted, inner),
            _ => return None,
        })
    }

    /// An operation on numbers of a format that was rounded to a wider one, rounded at once to that format. With more
    /// than twice as many places the first rounding moves no result to the middle between two numbers (S. A. Figueroa,
    /// "When is double rounding innocuous?", 1995).
    pub(super) fn rounded_once(&mut self, mode: TermId, result: TermId, sort: Sort) -> Option<TermId> {
        let (wide, narrow) = (self.sort(result).format()?, sort.format()?);
        let op = match self.op(result) {
            Op::Float(op @ (FloatOp::Add | FloatOp::Mul | FloatOp::Div | FloatOp::Sqrt)) => op,
            _ => return None,
        };
        let least_place = narrow.least() - i64::from(narrow.fraction());
        let has_room = wide.significand() >= 2 * narrow.significand() + 2
            && wide.least() <= 2 * least_place - 2
            && wide.greatest() >= 2 * narrow.greatest() + i64::from(narrow.fraction()) + 2;
        if !has_room || self.arg(result, 0) != mode {
            return None;
        }
        let mut args = vec![mode];
        for place in 1..self.args(result).len() {
            let x = self.arg(result, place);
            args.push(self.narrowed(x, sort)?);
        }
        Some(self.plain_float_op(op, sort, &args))
    }

    /// A number that was widened, or a constant, in a narrower format that has it.
    pub(super) fn narrowed(&mut self, x: TermId, sort: Sort) -> Option<TermId> {
        if self.is_widened(x) {
            return Some(self.arg(x, 1)).filter(|&narrow| self.sort(narrow) == sort);
        }
        self.float_of(x)?;
        let [down, up] = [Rounding::Down, Rounding::Up].map(|mode| {
            let mode = self.rounding(mode);
            self.plain_float_op(FloatOp::OfFloat, sort, &[mode, x])
        });
        Some(down).filter(|&down| down == up)
    }
}

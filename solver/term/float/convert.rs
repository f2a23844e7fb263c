//! Comparisons, classes, and conversions between formats, integers and words, as circuits.

use super::words::{Builder, Exact, Parts};
use super::{Class, Comparison, FloatOp, Format, Kind};
use crate::solver::term::{TermId, Terms};

impl Builder<'_> {
    /// The word that stands for all words of the same number.
    pub fn canonical(&mut self, word: TermId) -> TermId {
        let [is_nan, ..] = self.classes(word);
        let nan = self.nan();
        self.terms.ite(is_nan, nan, word)
    }

    /// The number with another sign; NaN stays.
    pub fn with_sign(&mut self, word: TermId, sign: TermId) -> TermId {
        let rest = self.terms.extract(word, self.format.width() - 2, 0);
        let bit = self.bit(sign);
        let other = self.terms.concat(bit, rest);
        let [is_nan, ..] = self.classes(word);
        self.terms.ite(is_nan, word, other)
    }

    /// Whether a number is less than another one, and whether they are equal.
    fn compared(&mut self, a: TermId, b: TermId) -> (TermId, TermId) {
        let ([a_nan, _, a_zero], [b_nan, _, b_zero]) = (self.classes(a), self.classes(b));
        let top = self.format.width() - 1;
        let (a_sign, b_sign) = (self.at(a, top), self.at(b, top));
        let is_nan = self.terms.or(&[a_nan, b_nan]);
        let is_number = self.not(is_nan);
        let zeros = self.terms.and(&[a_zero, b_zero]);
        let same = self.terms.eq(a, b);
        let equal = self.terms.or(&[same, zeros]);
        let (above, below) = (self.terms.bv_ult(a, b), self.terms.bv_ult(b, a));
        let no_b_sign = self.not(b_sign);
        let by_sign = self.terms.and(&[a_sign, no_b_sign]);
        let differ = self.terms.xor(a_sign, b_sign);
        // Of two negative numbers the one with the smaller word is greater.
        let by_word = self.terms.ite(a_sign, below, above);
        let order = self.terms.ite(differ, by_sign, by_word);
        let no_zeros = self.not(zeros);
        (self.terms.and(&[is_number, no_zeros, order]), self.terms.and(&[is_number, equal]))
    }

    /// `fp.leq`, `fp.lt` and `fp.eq`
    pub fn compare(&mut self, op: FloatOp, a: TermId, b: TermId) -> TermId {
        let (less, equal) = self.compared(a, b);
        match op.kind() {
            Kind::Comparison(Comparison::Lt) => less,
            Kind::Comparison(Comparison::Equal) => equal,
            Kind::Comparison(Comparison::Leq) => self.terms.or(&[less, equal]),
            other => unreachable!("{:?} is no comparison", other),
        }
    }

    /// `fp.min` and `fp.max`; the second of zeros.
    pub fn least_or_greatest(&mut self, is_least: bool, a: TermId, b: TermId) -> TermId {
        let (first, second) = if is_least { (a, b) } else { (b, a) };
        let (takes_first, _) = self.compared(first, second);
        let ([a_nan, ..], [b_nan, ..]) = (self.classes(a), self.classes(b));
        self.first_of(&[(a_nan, b), (b_nan, a), (takes_first, a)], b)
    }

    /// One of the seven classes.
    pub fn is_of_class(&mut self, op: FloatOp, word: TermId) -> TermId {
        let [is_nan, is_infinite, is_zero] = self.classes(word);
        let (sign, exponent, _) = self.fields(word);
        let is_first = self.is_zero(exponent);
        let (no_nan, no_infinity, no_zero) = (self.not(is_nan), self.not(is_infinite), self.not(is_zero));
        match op.kind() {
            Kind::Class(Class::Nan) => is_nan,
            Kind::Class(Class::Infinite) => is_infinite,
            Kind::Class(Class::Zero) => is_zero,
            Kind::Class(Class::Subnormal) => self.terms.and(&[is_first, no_zero]),
            Kind::Class(Class::Normal) => {
                let no_first = self.not(is_first);
                self.terms.and(&[no_first, no_nan, no_infinity])
            }
            Kind::Class(Class::Negative) => self.terms.and(&[no_nan, sign]),
            Kind::Class(Class::Positive) => {
                let no_sign = self.not(sign);
                self.terms.and(&[no_nan, no_sign])
            }
            other => unreachable!("{:?} is no class", other),
        }
    }

    /// A word of another format as one of this format.
    pub fn of_format(&mut self, mode: TermId, from: Format, word: TermId) -> TermId {
        let parts = Builder { terms: &mut *self.terms, format: from }.parts(word, true);
        let Parts { is_nan, is_infinite, is_zero, sign, exponent, significand } = parts;
        let finite = self.round(mode, Exact { sign, exponent, significand });
        let cases = [(is_nan, self.nan()), (is_infinite, self.infinity(sign)), (is_zero, self.zero(sign))];
        self.first_of(&cases, finite)
    }

    /// An integer as a number.
    pub fn of_integer(&mut self, mode: TermId, word: TermId, is_signed: bool) -> TermId {
        let width = self.terms.width(word);
        let sign = if is_signed { self.at(word, width - 1) } else { Terms::FALSE };
        let negated = self.terms.bv_neg(word);
        let magnitude = self.terms.ite(sign, negated, word);
        self.of_magnitude(mode, sign, magnitude)
    }

    fn of_magnitude(&mut self, mode: TermId, sign: TermId, magnitude: TermId) -> TermId {
        let width = self.terms.width(magnitude);
        let is_zero = self.is_zero(magnitude);
        let exponent = self.signed(i64::from(width) - 1, 34 - width.leading_zeros());
        let (exponent, significand) = self.normalised(exponent, magnitude);
        let finite = self.round(mode, Exact { sign, exponent, significand });
        let zero = self.zero(sign);
        self.terms.ite(is_zero, zero, finite)
    }

    /// The magnitude of the integer to which a number is rounded, as a word of two bits more than this width, and
    /// whether it is known to be less than `2^(width + 1)`.
    fn integral(&mut self, mode: TermId, parts: Parts, width: u32) -> (TermId, TermId) {
        let (sb, exponent_width) = (self.format.significand(), self.terms.width(parts.exponent));
        // Enough for the exponent and for the width.
        let wide = exponent_width.max(34 - width.leading_zeros());
        let exponent = self.terms.sign_extend(parts.exponent, wide - exponent_width);
        let (minus_one, most) = (self.signed(-1, wide), self.signed(i64::from(width), wide));
        let is_small = self.terms.bv_slt(exponent, minus_one);
        let is_small = self.terms.or(&[is_small, parts.is_zero]);
        let is_large = self.terms.bv_slt(most, exponent);
        let is_fitting = self.not(is_large);
        let one = self.terms.bv(1, wide);
        let (next, zero) = (self.terms.bv_add(exponent, one), self.terms.bv_zero(wide));
        let is_outside = self.terms.or(&[is_small, is_large]);
        let shift = self.terms.ite(is_outside, zero, next);
        // The point stands before the last places, as many as the significand has.
        let total = sb + width + 2;
        let word = self.wider(parts.significand, width + 2);
        let shift = match total >= wide {
            true => self.wider(shift, total - wide),
            false => self.terms.extract(shift, total - 1, 0),
        };
        let placed = self.terms.bv_shl(word, shift);
        let whole = self.terms.extract(placed, total - 1, sb);
        let first_cut = self.at(placed, sb - 1);
        let rest = self.terms.extract(placed, sb - 2, 0);
        let is_clear = self.is_zero(rest);
        let has_rest = self.not(is_clear);
        let no_zero = self.not(parts.is_zero);
        let zero = self.terms.bv_zero(width + 2);
        let whole = self.terms.ite(is_small, zero, whole);
        let first_cut = self.terms.ite(is_small, Terms::FALSE, first_cut);
        let is_more = self.terms.ite(is_small, no_zero, has_rest);
        let last = self.at(whole, 0);
        let is_away = self.rounds_away(mode, parts.sign, [last, first_cut, is_more]);
        let step = self.bit(is_away);
        let step = self.wider(step, width + 1);
        (self.terms.bv_add(whole, step), is_fitting)
    }

    /// `fp.roundToIntegral`
    pub fn round_to_integral(&mut self, mode: TermId, word: TermId) -> TermId {
        let parts = self.parts(word, true);
        let sb = self.format.significand();
        let (magnitude, _) = self.integral(mode, parts, sb);
        let finite = self.of_magnitude(mode, parts.sign, magnitude);
        let last = self.signed(i64::from(sb) - 2, self.terms.width(parts.exponent));
        let is_integral = self.terms.bv_slt(last, parts.exponent);
        let is_itself = self.terms.or(&[parts.is_nan, parts.is_infinite, parts.is_zero, is_integral]);
        self.terms.ite(is_itself, word, finite)
    }

    /// The integer to which a number is rounded as a word, 0 if it does not fit; and whether it fits.
    pub fn integer(&mut self, mode: TermId, word: TermId, width: u32, is_signed: bool) -> (TermId, TermId) {
        let parts = self.parts(word, true);
        let (magnitude, is_fitting) = self.integral(mode, parts, width);
        let total = width + 2;
        let is_none = self.is_zero(magnitude);
        let most = if is_signed { width - 1 } else { width };
        let top = self.terms.extract(magnitude, total - 1, most);
        let is_below = self.is_zero(top);
        let limit = crate::theories::bv::Bits::from_fn(total, |place| place == width - 1);
        let limit = self.terms.bit_vector(limit);
        let is_limit = self.terms.eq(magnitude, limit);
        let negative = if is_signed { self.terms.or(&[is_below, is_limit]) } else { is_none };
        let in_range = self.terms.ite(parts.sign, negative, is_below);
        let (no_nan, no_infinity) = (self.not(parts.is_nan), self.not(parts.is_infinite));
        let fits = self.terms.and(&[no_nan, no_infinity, is_fitting, in_range]);
        let low = self.terms.extract(magnitude, width - 1, 0);
        let negated = self.terms.bv_neg(low);
        let value = self.terms.ite(parts.sign, negated, low);
        let zero = self.terms.bv_zero(width);
        (self.terms.ite(fits, value, zero), fits)
    }
}

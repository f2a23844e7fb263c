//! Numbers as words, in parts; and the rounding of an exact result to a word.
//!
//! A number that is neither NaN, infinite nor zero has a sign, an exponent `e`, which is a word with a sign, and a
//! significand of `n` bits with a leading one, which means `significand * 2^(e - n + 1)`: between `2^e` and
//! `2^(e + 1)`. The exponents of all numbers of a format, and those of their products and quotients, fit the same
//! words.
//!
//! [`Builder::round`] takes such a number with a significand that is longer than that of the format, whose last bit
//! stands for all that follows (it is *sticky*), and makes the word of the format. Sign, exponent and fraction of the
//! result stand in one word, so that rounding up is one addition, which carries from the fraction to the exponent: from
//! the greatest subnormal number to the least normal one, and from the greatest number to infinity.

use super::{Format, Rounding};
use crate::solver::term::{TermId, Terms};

/// A number in parts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Parts {
    pub is_nan: TermId,
    pub is_infinite: TermId,
    pub is_zero: TermId,
    /// A truth value.
    pub sign: TermId,
    /// A word with a sign, of [`Builder::exponent_width`] bits.
    pub exponent: TermId,
    /// With a leading one.
    pub significand: TermId,
}

/// An exact number other than zero, to be rounded.
#[derive(Clone, Copy, Debug)]
pub(super) struct Exact {
    pub sign: TermId,
    /// A word with a sign, of any width.
    pub exponent: TermId,
    /// With a leading one; the last bit is sticky.
    pub significand: TermId,
}

/// Builds words of a format.
pub(super) struct Builder<'a> {
    pub terms: &'a mut Terms,
    pub format: Format,
}

impl Builder<'_> {
    /// The bits of words for exponents: those of subnormal numbers, too, of sums and differences of two, and of twice
    /// as many places.
    pub fn exponent_width(&self) -> u32 {
        let most = 4 * (self.format.greatest() as u64 + u64::from(self.format.significand())) + 8;
        66 - most.leading_zeros()
    }

    pub fn truth(&mut self, bit: TermId) -> TermId {
        let one = self.terms.bv(1, 1);
        self.terms.eq(bit, one)
    }

    pub fn bit(&mut self, truth: TermId) -> TermId {
        let (one, zero) = (self.terms.bv(1, 1), self.terms.bv(0, 1));
        self.terms.ite(truth, one, zero)
    }

    pub fn not(&mut self, truth: TermId) -> TermId {
        self.terms.not(truth)
    }

    /// One bit of a word as a truth value.
    pub fn at(&mut self, word: TermId, place: u32) -> TermId {
        let bit = self.terms.extract(word, place, place);
        self.truth(bit)
    }

    /// Whether a word is zero.
    pub fn is_zero(&mut self, word: TermId) -> TermId {
        let zero = self.terms.bv_zero(self.terms.width(word));
        self.terms.eq(word, zero)
    }

    /// A number with a sign as a word.
    pub fn signed(&mut self, value: i64, width: u32) -> TermId {
        let word = crate::theories::bv::Bits::from_integer(&value.into(), width);
        self.terms.bit_vector(word)
    }

    /// A word with `count` zeros behind it.
    pub fn with_zeros(&mut self, word: TermId, count: u32) -> TermId {
        if count == 0 {
            return word;
        }
        let zeros = self.terms.bv_zero(count);
        self.terms.concat(word, zeros)
    }

    /// A word with `by` zeros before it.
    pub fn wider(&mut self, word: TermId, by: u32) -> TermId {
        self.terms.zero_extend(word, by)
    }

    /// The word of a constant sign, exponent and fraction: zeros, or ones in the exponent.
    fn special(&mut self, sign: TermId, has_exponent: bool, fraction: u64) -> TermId {
        let (eb, fb) = (self.format.exponent(), self.format.fraction());
        let sign = self.bit(sign);
        let exponent = if has_exponent { self.terms.bv_ones(eb) } else { self.terms.bv_zero(eb) };
        let fraction = match fraction {
            0 => self.terms.bv_zero(fb),
            _ => {
                let one = self.terms.bv(1, 1);
                self.with_zeros(one, fb - 1)
            }
        };
        self.terms.concat_all(&[sign, exponent, fraction])
    }

    pub fn nan(&mut self) -> TermId {
        self.special(Terms::FALSE, true, 1)
    }

    pub fn infinity(&mut self, sign: TermId) -> TermId {
        self.special(sign, true, 0)
    }

    pub fn zero(&mut self, sign: TermId) -> TermId {
        self.special(sign, false, 0)
    }

    /// The sign, the exponent and the fraction of a word.
    pub fn fields(&mut self, word: TermId) -> (TermId, TermId, TermId) {
        let (width, fb) = (self.format.width(), self.format.fraction());
        let sign = self.at(word, width - 1);
        let exponent = self.terms.extract(word, width - 2, fb);
        let fraction = self.terms.extract(word, fb - 1, 0);
        (sign, exponent, fraction)
    }

    /// The classes of a word: NaN, infinite, zero.
    pub fn classes(&mut self, word: TermId) -> [TermId; 3] {
        let (_, exponent, fraction) = self.fields(word);
        let ones = self.terms.bv_ones(self.format.exponent());
        let (is_last, is_first) = (self.terms.eq(exponent, ones), self.is_zero(exponent));
        let is_whole = self.is_zero(fraction);
        let has_fraction = self.not(is_whole);
        [
            self.terms.and(&[is_last, has_fraction]),
            self.terms.and(&[is_last, is_whole]),
            self.terms.and(&[is_first, is_whole]),
        ]
    }

    /// The parts of a word. With `is_exact` a subnormal number has its leading one, and even a zero has one; without,
    /// they keep their zeros and the least exponent.
    pub fn parts(&mut self, word: TermId, is_exact: bool) -> Parts {
        let [is_nan, is_infinite, is_zero] = self.classes(word);
        let (sign, exponent, fraction) = self.fields(word);
        let is_subnormal = self.is_zero(exponent);
        let leading = self.not(is_subnormal);
        let leading = self.bit(leading);
        let significand = self.terms.concat(leading, fraction);
        let width = self.exponent_width();
        let bias = self.signed(self.format.greatest(), width);
        let biased = self.wider(exponent, width - self.format.exponent());
        let normal = self.terms.bv_sub(biased, bias);
        let least = self.signed(self.format.least(), width);
        let exponent = self.terms.ite(is_subnormal, least, normal);
        let (exponent, significand) = match is_exact {
            true => {
                let (exponent, significand) = self.normalised(exponent, significand);
                // The leading one is known, and saves gates.
                let rest = self.terms.extract(significand, self.format.fraction() - 1, 0);
                let one = self.terms.bv(1, 1);
                (exponent, self.terms.concat(one, rest))
            }
            false => (exponent, significand),
        };
        Parts { is_nan, is_infinite, is_zero, sign, exponent, significand }
    }

    /// A number with its leading one in front: shifted to the left by as many places as there are zeros, by powers of
    /// two from the greatest on. A significand of zeros stays.
    pub fn normalised(&mut self, exponent: TermId, significand: TermId) -> (TermId, TermId) {
        let width = self.terms.width(significand);
        let (mut word, mut zeros) = (significand, None);
        let mut power = (width.max(2) - 1).next_power_of_two();
        while power >= width {
            power /= 2;
        }
        let mut step = power;
        while step > 0 {
            let top = self.terms.extract(word, width - 1, width - step);
            let is_clear = self.is_zero(top);
            let shifted = self.terms.shift_left(word, step);
            word = self.terms.ite(is_clear, shifted, word);
            let bit = self.bit(is_clear);
            zeros = Some(zeros.map_or(bit, |zeros| self.terms.concat(zeros, bit)));
            step /= 2;
        }
        match zeros {
            None => (exponent, word),
            Some(zeros) => {
                let by = self.terms.width(exponent) - self.terms.width(zeros);
                let zeros = self.wider(zeros, by);
                (self.terms.bv_sub(exponent, zeros), word)
            }
        }
    }

    /// A word shifted to the right, by a word without sign, whose last bit is set if a one was lost.
    pub fn shifted_with_sticky(&mut self, word: TermId, by: TermId) -> TermId {
        let width = self.terms.width(word);
        let (mut shifted, mut lost) = (word, Terms::FALSE);
        for place in 0..self.terms.width(by) {
            let is_set = self.at(by, place);
            let (next, rest) = match 1u32.checked_shl(place).filter(|&step| step < width) {
                Some(step) => {
                    let kept = self.terms.extract(shifted, width - 1, step);
                    let rest = self.terms.extract(shifted, step - 1, 0);
                    (self.wider(kept, step), rest)
                }
                None => (self.terms.bv_zero(width), shifted),
            };
            let is_clear = self.is_zero(rest);
            let is_lost = self.not(is_clear);
            let is_lost = self.terms.and(&[is_set, is_lost]);
            lost = self.terms.or(&[lost, is_lost]);
            shifted = self.terms.ite(is_set, next, shifted);
        }
        self.with_sticky(shifted, lost)
    }

    /// A word whose last bit is set, too, if this is true.
    pub fn with_sticky(&mut self, word: TermId, is_lost: TermId) -> TermId {
        let sticky = self.bit(is_lost);
        let width = self.terms.width(word);
        let sticky = self.wider(sticky, width - 1);
        self.terms.bv_or(word, sticky)
    }

    /// Whether a mode is this one.
    pub fn is_mode(&mut self, mode: TermId, wanted: Rounding) -> TermId {
        let wanted = self.terms.bv(wanted as u64, Rounding::WIDTH);
        self.terms.eq(mode, wanted)
    }

    /// Whether a result is rounded away from zero: by its sign, its last bit, the first one that is cut off, and
    /// whether a later one is set.
    pub fn rounds_away(&mut self, mode: TermId, sign: TermId, bits: [TermId; 3]) -> TermId {
        let [last, first_cut, is_more] = bits;
        let [even, away, up, down] =
            [Rounding::NearestEven, Rounding::NearestAway, Rounding::Up, Rounding::Down]
                .map(|wanted| self.is_mode(mode, wanted));
        let no_sign = self.not(sign);
        let is_odd_or_more = self.terms.or(&[last, is_more]);
        let is_inexact = self.terms.or(&[first_cut, is_more]);
        // Words without a mode mean the first one.
        let others = [Rounding::NearestAway, Rounding::Up, Rounding::Down, Rounding::Zero]
            .map(|wanted| self.is_mode(mode, wanted));
        let is_other = self.terms.or(&others);
        let no_other = self.not(is_other);
        let even = self.terms.or(&[even, no_other]);
        let cases = [
            self.terms.and(&[even, first_cut, is_odd_or_more]),
            self.terms.and(&[away, first_cut]),
            self.terms.and(&[up, no_sign, is_inexact]),
            self.terms.and(&[down, sign, is_inexact]),
        ];
        self.terms.or(&cases)
    }

    /// The word to which an exact number is rounded.
    pub fn round(&mut self, mode: TermId, exact: Exact) -> TermId {
        let (sb, fb, eb) = (self.format.significand(), self.format.fraction(), self.format.exponent());
        let Exact { sign, exponent, significand } = exact;
        let missing = (sb + 2).saturating_sub(self.terms.width(significand));
        let significand = self.with_zeros(significand, missing);
        let length = self.terms.width(significand);
        // The exponent with room for the bias and the shift.
        let width = self.terms.width(exponent).max(self.exponent_width()) + 2;
        let by = width - self.terms.width(exponent);
        let exponent = self.terms.sign_extend(exponent, by);
        let least = self.signed(self.format.least(), width);
        let is_subnormal = self.terms.bv_slt(exponent, least);
        // A subnormal number loses its leading zeros to the fraction.
        let difference = self.terms.bv_sub(least, exponent);
        let zero = self.terms.bv_zero(width);
        let shift = self.terms.ite(is_subnormal, difference, zero);
        let most = self.signed(i64::from(sb) + 2, width);
        let is_far = self.terms.bv_slt(most, shift);
        let shift = self.terms.ite(is_far, most, shift);
        let shift_bits = 32 - (sb + 2).leading_zeros();
        let shift = self.terms.extract(shift, shift_bits.min(width) - 1, 0);
        let placed = self.shifted_with_sticky(significand, shift);
        let kept = self.terms.extract(placed, length - 1, length - sb);
        let first_cut = self.at(placed, length - sb - 1);
        let rest = self.terms.extract(placed, length - sb - 2, 0);
        let is_clear = self.is_zero(rest);
        let is_more = self.not(is_clear);
        let last = self.at(kept, 0);
        let is_away = self.rounds_away(mode, sign, [last, first_cut, is_more]);
        let bias = self.signed(self.format.greatest(), width);
        let biased = self.terms.bv_add(exponent, bias);
        let biased = self.terms.ite(is_subnormal, zero, biased);
        let fraction = self.terms.extract(kept, fb - 1, 0);
        let both = self.terms.concat(biased, fraction);
        let step = self.bit(is_away);
        let step = self.wider(step, width + fb - 1);
        let both = self.terms.bv_add(both, step);
        let reached = self.terms.extract(both, width + fb - 1, fb);
        let beyond = self.signed((1 << eb) - 1, width);
        let is_inside = self.terms.bv_slt(reached, beyond);
        let is_beyond = self.not(is_inside);
        let inside = self.terms.extract(both, eb + fb - 1, 0);
        let sign_bit = self.bit(sign);
        let inside = self.terms.concat(sign_bit, inside);
        let overflow = self.overflow(mode, sign);
        self.terms.ite(is_beyond, overflow, inside)
    }

    /// Infinity or the greatest number.
    fn overflow(&mut self, mode: TermId, sign: TermId) -> TermId {
        let (eb, fb) = (self.format.exponent(), self.format.fraction());
        let no_sign = self.not(sign);
        let [up, down, zero] =
            [Rounding::Up, Rounding::Down, Rounding::Zero].map(|wanted| self.is_mode(mode, wanted));
        let (up, down) = (self.terms.and(&[up, sign]), self.terms.and(&[down, no_sign]));
        let is_greatest = self.terms.or(&[up, down, zero]);
        let infinity = self.infinity(sign);
        let sign = self.bit(sign);
        let one = self.terms.bv(1, eb);
        let ones = self.terms.bv_ones(eb);
        let exponent = self.terms.bv_sub(ones, one);
        let fraction = self.terms.bv_ones(fb);
        let greatest = self.terms.concat_all(&[sign, exponent, fraction]);
        self.terms.ite(is_greatest, greatest, infinity)
    }

    /// The first of these results whose condition holds, or the last one.
    pub fn first_of(&mut self, cases: &[(TermId, TermId)], otherwise: TermId) -> TermId {
        cases
            .iter()
            .rev()
            .fold(otherwise, |others, &(condition, result)| self.terms.ite(condition, result, others))
    }
}

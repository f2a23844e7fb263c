//! The operations that round, and the remainder, as circuits: each computes the exact result with a sticky bit, and
//! then the special cases, the first of which counts.

use super::words::{Builder, Exact, Parts};
use super::{Format, Rounding};
use crate::solver::term::{TermId, Terms};

impl Builder<'_> {
    /// `fp.add`
    pub fn add(&mut self, mode: TermId, a: TermId, b: TermId) -> TermId {
        let [a, b] = [a, b].map(|word| self.parts(word, false));
        let finite = self.sum(mode, a, b);
        self.sum_cases(mode, a, b, finite)
    }

    /// `fp.mul`
    pub fn mul(&mut self, mode: TermId, a: TermId, b: TermId) -> TermId {
        let [a, b] = [a, b].map(|word| self.parts(word, true));
        let exact = self.product(a, b);
        let finite = self.round(mode, exact);
        let cases = self.product_cases(a, b, exact.sign);
        self.first_of(&cases, finite)
    }

    /// The exact product of two numbers.
    fn product(&mut self, a: Parts, b: Parts) -> Exact {
        let sb = self.terms.width(a.significand);
        let sign = self.terms.xor(a.sign, b.sign);
        let [x, y] = [a, b].map(|part| self.wider(part.significand, sb));
        let product = self.terms.bv_mul(x, y);
        // The product of two significands is less than 4.
        let is_long = self.at(product, 2 * sb - 1);
        let shifted = self.terms.shift_left(product, 1);
        let significand = self.terms.ite(is_long, product, shifted);
        let sum = self.terms.bv_add(a.exponent, b.exponent);
        let one = self.terms.bv(1, self.terms.width(sum));
        let next = self.terms.bv_add(sum, one);
        let exponent = self.terms.ite(is_long, next, sum);
        Exact { sign, exponent, significand }
    }

    fn product_cases(&mut self, a: Parts, b: Parts, sign: TermId) -> [(TermId, TermId); 3] {
        let mixed =
            [self.terms.and(&[a.is_infinite, b.is_zero]), self.terms.and(&[a.is_zero, b.is_infinite])];
        let is_nan = self.terms.or(&[a.is_nan, b.is_nan, mixed[0], mixed[1]]);
        let is_infinite = self.terms.or(&[a.is_infinite, b.is_infinite]);
        let is_zero = self.terms.or(&[a.is_zero, b.is_zero]);
        [(is_nan, self.nan()), (is_infinite, self.infinity(sign)), (is_zero, self.zero(sign))]
    }

    /// The sum of two finite numbers, rounded, which may be zero.
    ///
    /// The significands have the same width, and those of subnormal numbers may lack their leading one.
    fn sum(&mut self, mode: TermId, a: Parts, b: Parts) -> TermId {
        let width = self.terms.width(a.significand);
        // The one with the greater magnitude first: by exponent, then by significand.
        let by_exponent = self.terms.bv_slt(a.exponent, b.exponent);
        let same = self.terms.eq(a.exponent, b.exponent);
        let by_significand = self.terms.bv_ult(a.significand, b.significand);
        let by_significand = self.terms.and(&[same, by_significand]);
        let turns = self.terms.or(&[by_exponent, by_significand]);
        let mut pick = |a: TermId, b: TermId| (self.terms.ite(turns, b, a), self.terms.ite(turns, a, b));
        let (sign, other_sign) = pick(a.sign, b.sign);
        let (exponent, other_exponent) = pick(a.exponent, b.exponent);
        let (large, small) = pick(a.significand, b.significand);
        let distance = self.terms.bv_sub(exponent, other_exponent);
        // Two more places and a sticky bit tell a sum or a difference from its neighbours.
        let (large, small) = (self.with_zeros(large, 3), self.with_zeros(small, 3));
        let most = self.signed(i64::from(width) + 3, self.terms.width(distance));
        let is_far = self.terms.bv_slt(most, distance);
        let distance = self.terms.ite(is_far, most, distance);
        let bits = (32 - (width + 3).leading_zeros()).min(self.terms.width(distance));
        let distance = self.terms.extract(distance, bits - 1, 0);
        let small = self.shifted_with_sticky(small, distance);
        let (large, small) = (self.wider(large, 1), self.wider(small, 1));
        let differ = self.terms.xor(sign, other_sign);
        let (sum, difference) = (self.terms.bv_add(large, small), self.terms.bv_sub(large, small));
        let result = self.terms.ite(differ, difference, sum);
        let is_zero = self.is_zero(result);
        let one = self.terms.bv(1, self.terms.width(exponent));
        let exponent = self.terms.bv_add(exponent, one);
        let (exponent, significand) = self.normalised(exponent, result);
        let rounded = self.round(mode, Exact { sign, exponent, significand });
        let down = self.is_mode(mode, Rounding::Down);
        let zero = self.zero(down);
        self.terms.ite(is_zero, zero, rounded)
    }

    /// The sum with its special cases.
    fn sum_cases(&mut self, mode: TermId, a: Parts, b: Parts, finite: TermId) -> TermId {
        let differ = self.terms.xor(a.sign, b.sign);
        let opposite = self.terms.and(&[a.is_infinite, b.is_infinite, differ]);
        let is_nan = self.terms.or(&[a.is_nan, b.is_nan, opposite]);
        let zeros = self.terms.and(&[a.is_zero, b.is_zero]);
        let same = self.not(differ);
        let down = self.is_mode(mode, Rounding::Down);
        let (both, any) = (self.terms.and(&[same, a.sign]), self.terms.and(&[differ, down]));
        let zero_sign = self.terms.or(&[both, any]);
        let cases = [
            (is_nan, self.nan()),
            (a.is_infinite, self.infinity(a.sign)),
            (b.is_infinite, self.infinity(b.sign)),
            (zeros, self.zero(zero_sign)),
        ];
        self.first_of(&cases, finite)
    }

    /// `fp.fma`: the exact product has twice as many places, and the sum is rounded once.
    pub fn fma(&mut self, mode: TermId, a: TermId, b: TermId, c: TermId) -> TermId {
        let [a, b, c] = [a, b, c].map(|word| self.parts(word, true));
        let exact = self.product(a, b);
        let product_is_infinite = self.terms.or(&[a.is_infinite, b.is_infinite]);
        let product_is_zero = self.terms.or(&[a.is_zero, b.is_zero]);
        let [(product_is_nan, _), ..] = self.product_cases(a, b, exact.sign);
        let sb = self.format.significand();
        let zeros = self.terms.bv_zero(2 * sb);
        let significand = self.with_zeros(c.significand, sb);
        // A zero has no leading one, and the least exponent of all.
        let least =
            self.signed(2 * (self.format.least() - i64::from(sb)) - 1, self.terms.width(exact.exponent));
        let of_zero = |builder: &mut Self, is_zero: TermId, exponent: TermId, significand: TermId| {
            let exponent = builder.terms.ite(is_zero, least, exponent);
            (exponent, builder.terms.ite(is_zero, zeros, significand))
        };
        let (exponent, product) = of_zero(self, product_is_zero, exact.exponent, exact.significand);
        let product = Parts {
            is_nan: product_is_nan,
            is_infinite: product_is_infinite,
            is_zero: product_is_zero,
            sign: exact.sign,
            exponent,
            significand: product,
        };
        let (exponent, significand) = of_zero(self, c.is_zero, c.exponent, significand);
        let c = Parts { exponent, significand, ..c };
        let finite = self.sum(mode, product, c);
        self.sum_cases(mode, product, c, finite)
    }

    /// `fp.div`, by long division.
    pub fn div(&mut self, mode: TermId, a: TermId, b: TermId) -> TermId {
        self.div_by(mode, a, b, Builder::divided)
    }

    /// `fp.div`: the quotient of the significands with one place more than the result has, and a sticky bit for the
    /// rest. Quotients and rests are those of [`Builder::divided`].
    pub(super) fn div_by(
        &mut self,
        mode: TermId,
        a: TermId,
        b: TermId,
        divided: impl FnOnce(&mut Self, TermId, TermId, TermId) -> (TermId, TermId),
    ) -> TermId {
        let [a, b] = [a, b].map(|word| self.parts(word, true));
        let sb = self.format.significand();
        let sign = self.terms.xor(a.sign, b.sign);
        // Half of the dividend is less than the divisor, so the quotient's first bit is the one before its point.
        let half = self.terms.extract(a.significand, sb - 1, 1);
        let (half, last) = (self.wider(half, 1), self.terms.extract(a.significand, 0, 0));
        let digits = self.with_zeros(last, sb + 1);
        let (quotient, rest) = divided(self, half, digits, b.significand);
        let is_exact = self.is_zero(rest);
        let is_cut = self.not(is_exact);
        let is_long = self.at(quotient, sb + 1);
        let sticky = self.bit(is_cut);
        let quotient = self.terms.concat(quotient, sticky);
        let shifted = self.terms.shift_left(quotient, 1);
        let significand = self.terms.ite(is_long, quotient, shifted);
        let difference = self.terms.bv_sub(a.exponent, b.exponent);
        let one = self.terms.bv(1, self.terms.width(difference));
        let before = self.terms.bv_sub(difference, one);
        let exponent = self.terms.ite(is_long, difference, before);
        let finite = self.round(mode, Exact { sign, exponent, significand });
        let alike =
            [self.terms.and(&[a.is_infinite, b.is_infinite]), self.terms.and(&[a.is_zero, b.is_zero])];
        let is_nan = self.terms.or(&[a.is_nan, b.is_nan, alike[0], alike[1]]);
        let is_infinite = self.terms.or(&[a.is_infinite, b.is_zero]);
        let is_zero = self.terms.or(&[a.is_zero, b.is_infinite]);
        let cases = [(is_nan, self.nan()), (is_infinite, self.infinity(sign)), (is_zero, self.zero(sign))];
        self.first_of(&cases, finite)
    }

    /// Long division: the quotient, as long as the digits of the dividend that are not in the first rest, and the last
    /// rest. The first rest is less than the divisor, and as wide.
    fn divided(&mut self, rest: TermId, digits: TermId, divisor: TermId) -> (TermId, TermId) {
        let (width, steps) = (self.terms.width(divisor), self.terms.width(digits));
        let divisor = self.wider(divisor, 1);
        let mut rest = rest;
        let mut quotient = None;
        for place in (0..steps).rev() {
            self.terms.note_term();
            if self.terms.is_over() {
                break;
            }
            let digit = self.terms.extract(digits, place, place);
            let longer = self.terms.concat(rest, digit);
            let difference = self.terms.bv_sub(longer, divisor);
            let is_small = self.at(difference, width);
            let [longer, difference] =
                [longer, difference].map(|word| self.terms.extract(word, width - 1, 0));
            rest = self.terms.ite(is_small, longer, difference);
            let bit = self.not(is_small);
            let bit = self.bit(bit);
            quotient = Some(quotient.map_or(bit, |before| self.terms.concat(before, bit)));
        }
        match quotient.filter(|&quotient| self.terms.width(quotient) == steps) {
            Some(quotient) => (quotient, rest),
            // The effort is over, and the result is not used.
            None => (digits, rest),
        }
    }

    /// `fp.sqrt`: the root of the significand, a bit at a time, as on paper.
    pub fn sqrt(&mut self, mode: TermId, a: TermId) -> TermId {
        self.sqrt_by(mode, a, Builder::root)
    }

    /// `fp.sqrt`. Roots and rests are those of [`Builder::root`].
    pub(super) fn sqrt_by(
        &mut self,
        mode: TermId,
        a: TermId,
        root: impl FnOnce(&mut Self, TermId) -> (TermId, TermId),
    ) -> TermId {
        let a = self.parts(a, true);
        let sb = self.format.significand();
        // The exponent is made even; the radicand lies between 1 and 4.
        let is_odd = self.at(a.exponent, 0);
        let (even, odd) = (self.wider(a.significand, 1), self.with_zeros(a.significand, 1));
        let radicand = self.terms.ite(is_odd, odd, even);
        // One place more than the result has, and a sticky bit behind it.
        let radicand = self.with_zeros(radicand, sb + 1);
        let (root, rest) = root(self, radicand);
        let is_exact = self.is_zero(rest);
        let is_cut = self.not(is_exact);
        let sticky = self.bit(is_cut);
        let significand = self.terms.concat(root, sticky);
        let one = self.terms.bv(1, self.terms.width(a.exponent));
        let exponent = self.terms.bv_ashr(a.exponent, one);
        let finite = self.round(mode, Exact { sign: Terms::FALSE, exponent, significand });
        let no_zero = self.not(a.is_zero);
        let is_negative = self.terms.and(&[a.sign, no_zero]);
        let is_nan = self.terms.or(&[a.is_nan, is_negative]);
        let cases = [
            (is_nan, self.nan()),
            (a.is_zero, self.zero(a.sign)),
            (a.is_infinite, self.infinity(Terms::FALSE)),
        ];
        self.first_of(&cases, finite)
    }

    /// The root of a radicand of twice as many bits, the first two of which are not both zero; and the rest, which has
    /// one bit more than the root and is at most twice the root.
    fn root(&mut self, radicand: TermId) -> (TermId, TermId) {
        let places = self.terms.width(radicand) / 2;
        let one = self.terms.bv(1, 2);
        let first = self.terms.extract(radicand, 2 * places - 1, 2 * places - 2);
        let mut rest = self.terms.bv_sub(first, one);
        let mut root = self.terms.bv(1, 1);
        for place in (0..places - 1).rev() {
            self.terms.note_term();
            if self.terms.is_over() {
                break;
            }
            let width = self.terms.width(root);
            let next = self.terms.extract(radicand, 2 * place + 1, 2 * place);
            let longer = self.terms.concat(rest, next);
            let trial = self.terms.concat(root, one);
            let trial = self.wider(trial, 1);
            let difference = self.terms.bv_sub(longer, trial);
            let is_small = self.at(difference, width + 2);
            let [longer, difference] =
                [longer, difference].map(|word| self.terms.extract(word, width + 1, 0));
            rest = self.terms.ite(is_small, longer, difference);
            let bit = self.not(is_small);
            let bit = self.bit(bit);
            root = self.terms.concat(root, bit);
        }
        if self.terms.width(root) < places {
            // The effort is over, and the result is not used.
            root = self.terms.extract(radicand, places - 1, 0);
        }
        (root, rest)
    }

    /// `fp.rem`. Where exponents may differ by much, by squaring, whose circuits are smaller; else by doubling, whose
    /// questions are easier.
    pub fn rem(&mut self, a: TermId, b: TermId) -> TermId {
        match most_distance(self.format) <= MOST_DOUBLINGS {
            true => self.rem_by(a, b, Builder::rest_by_doubling),
            false => self.rem_by(a, b, Builder::rest_by_squaring),
        }
    }

    /// `fp.rem`. With exponents that differ by `d`, the rest is the one of `2^d` times a significand by the other. The
    /// rest for twice the divisor tells whether the quotient is odd, too; the function gives it for a factor, a divisor
    /// and a distance that is not negative.
    pub(super) fn rem_by(
        &mut self,
        a: TermId,
        b: TermId,
        scaled_rest: impl FnOnce(&mut Self, TermId, TermId, TermId) -> TermId,
    ) -> TermId {
        let word = a;
        let [a, b] = [a, b].map(|word| self.parts(word, true));
        let sb = self.format.significand();
        let distance = self.terms.bv_sub(a.exponent, b.exponent);
        let rest = scaled_rest(self, a.significand, b.significand, distance);
        let minus_one = self.signed(-1, self.terms.width(distance));
        let is_below = self.terms.bv_slt(distance, minus_one);
        let is_just_below = self.terms.eq(distance, minus_one);
        // All in halves of the last place of the divisor: the rest is less than four divisors.
        let kept = self.with_zeros(rest, 1);
        let halved = self.wider(a.significand, 2);
        let halves = self.terms.ite(is_just_below, halved, kept);
        let once = self.wider(b.significand, 2);
        let twice = self.with_zeros(b.significand, 1);
        let twice = self.wider(twice, 1);
        let thrice = self.terms.bv_add(once, twice);
        // At most half of the divisor, or so near to the next multiple, or to the one after it.
        let is_far = self.terms.bv_ult(once, halves);
        let is_near = self.terms.bv_ult(halves, thrice);
        let is_next = self.terms.and(&[is_far, is_near]);
        let is_beyond = self.not(is_near);
        let full = self.with_zeros(b.significand, 2);
        let [to_next, to_last] = [twice, full].map(|multiple| self.terms.bv_sub(halves, multiple));
        let signed = self.first_of(&[(is_next, to_next), (is_beyond, to_last)], halves);
        let is_less = self.at(signed, sb + 1);
        let is_less = self.terms.and(&[is_far, is_less]);
        let negated = self.terms.bv_neg(signed);
        let magnitude = self.terms.ite(is_less, negated, signed);
        let significand = self.terms.extract(magnitude, sb - 1, 0);
        let sign = self.terms.xor(a.sign, is_less);
        let is_zero = self.is_zero(significand);
        let one = self.terms.bv(1, self.terms.width(b.exponent));
        let exponent = self.terms.bv_sub(b.exponent, one);
        let (exponent, significand) = self.normalised(exponent, significand);
        // The format has the number, so that no mode rounds it.
        let mode = self.terms.bv(Rounding::Zero as u64, Rounding::WIDTH);
        let rounded = self.round(mode, Exact { sign, exponent, significand });
        let is_nan = self.terms.or(&[a.is_nan, b.is_nan, a.is_infinite, b.is_zero]);
        let is_itself = self.terms.or(&[b.is_infinite, a.is_zero, is_below]);
        let cases = [(is_nan, self.nan()), (is_itself, word), (is_zero, self.zero(a.sign))];
        self.first_of(&cases, rounded)
    }

    /// The rest of `factor * 2^distance` by twice a divisor: a factor is doubled as often as the exponents differ.
    /// Steps before the first that counts change nothing.
    pub(super) fn rest_by_doubling(&mut self, factor: TermId, divisor: TermId, distance: TermId) -> TermId {
        let sb = self.terms.width(divisor);
        let modulus = self.with_zeros(divisor, 1);
        let modulus = self.wider(modulus, 1);
        let mut rest = self.wider(factor, 1);
        for step in (1..=most_distance(self.format)).rev() {
            self.terms.note_term();
            if self.terms.is_over() {
                break;
            }
            let place = self.signed(step, self.terms.width(distance));
            let counts = self.terms.bv_sle(place, distance);
            let twice = self.with_zeros(rest, 1);
            let difference = self.terms.bv_sub(twice, modulus);
            let is_small = self.at(difference, sb + 1);
            let [twice, difference] = [twice, difference].map(|word| self.terms.extract(word, sb, 0));
            let doubled = self.terms.ite(is_small, twice, difference);
            rest = self.terms.ite(counts, doubled, rest);
        }
        rest
    }

    /// The same by a power, which squaring gives: a multiplication for each bit of the distance.
    pub(super) fn rest_by_squaring(&mut self, factor: TermId, divisor: TermId, distance: TermId) -> TermId {
        let sb = self.terms.width(divisor);
        let modulus = self.with_zeros(divisor, 1);
        let bits = 64 - (most_distance(self.format) as u64).leading_zeros();
        // A power of two below the divisor is its own rest, so that as many bits need no multiplication.
        let first = (31 - sb.leading_zeros()).min(bits);
        let exponent = self.terms.extract(distance, bits - 1, bits - first);
        let one = self.terms.bv(1, sb + 1);
        let exponent = self.wider(exponent, sb + 1 - first);
        let mut power = self.terms.bv_shl(one, exponent);
        for place in (0..bits - first).rev() {
            let is_twice = self.at(distance, place);
            let square = self.product_of(power, power);
            let (once, twice) = (self.wider(square, 1), self.with_zeros(square, 1));
            let dividend = self.terms.ite(is_twice, twice, once);
            power = self.rest(dividend, modulus);
        }
        let factor = self.wider(factor, 1);
        let product = self.product_of(power, factor);
        self.rest(product, modulus)
    }

    /// The product of two words of the same width, twice as wide.
    fn product_of(&mut self, a: TermId, b: TermId) -> TermId {
        let by = self.terms.width(a);
        let (a, b) = (self.wider(a, by), self.wider(b, by));
        self.terms.bv_mul(a, b)
    }

    /// The rest of a word by a shorter one, which has a leading one.
    fn rest(&mut self, dividend: TermId, divisor: TermId) -> TermId {
        let (total, width) = (self.terms.width(dividend), self.terms.width(divisor));
        let first = self.terms.extract(dividend, total - 1, total - width + 1);
        let first = self.wider(first, 1);
        let digits = self.terms.extract(dividend, total - width, 0);
        self.divided(first, digits, divisor).1
    }
}

/// The most by which exponents differ where the remainder is made by doubling.
const MOST_DOUBLINGS: i64 = 1 << 12;

/// The most by which exponents of two numbers differ.
fn most_distance(format: Format) -> i64 {
    2 * format.greatest() - 1 + i64::from(format.fraction())
}

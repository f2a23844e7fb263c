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

    /// `fp.div`: the quotient of the significands with two more places, and a sticky bit for the remainder.
    pub fn div(&mut self, mode: TermId, a: TermId, b: TermId) -> TermId {
        let [a, b] = [a, b].map(|word| self.parts(word, true));
        let sb = self.format.significand();
        let sign = self.terms.xor(a.sign, b.sign);
        let dividend = self.with_zeros(a.significand, sb + 2);
        let divisor = self.wider(b.significand, sb + 2);
        let quotient = self.terms.bv_udiv(dividend, divisor);
        let rest = self.terms.bv_urem(dividend, divisor);
        let is_exact = self.is_zero(rest);
        let is_cut = self.not(is_exact);
        // Between 2^(sb + 1) and 2^(sb + 3).
        let quotient = self.terms.extract(quotient, sb + 2, 0);
        let quotient = self.with_zeros(quotient, 1);
        let quotient = self.with_sticky(quotient, is_cut);
        let is_long = self.at(quotient, sb + 3);
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

    /// `fp.sqrt`: the root of the significand, a bit at a time, as on paper.
    pub fn sqrt(&mut self, mode: TermId, a: TermId) -> TermId {
        let a = self.parts(a, true);
        let sb = self.format.significand();
        // The exponent is made even; the radicand lies between 1 and 4.
        let is_odd = self.at(a.exponent, 0);
        let (even, odd) = (self.wider(a.significand, 1), self.with_zeros(a.significand, 1));
        let radicand = self.terms.ite(is_odd, odd, even);
        // As many places as the root has, and a sticky bit behind them.
        let places = sb + 2;
        let radicand = self.with_zeros(radicand, 2 * places - (sb + 1));
        let root_width = places + 2;
        let mut root = self.terms.bv_zero(root_width);
        let mut rest = self.terms.bv_zero(root_width);
        for place in (0..places).rev() {
            let next = self.terms.extract(radicand, 2 * place + 1, 2 * place);
            let kept = self.terms.extract(rest, root_width - 3, 0);
            rest = self.terms.concat(kept, next);
            let kept = self.terms.extract(root, root_width - 3, 0);
            let one = self.terms.bv(1, 2);
            let trial = self.terms.concat(kept, one);
            let is_small = self.terms.bv_ult(rest, trial);
            let less = self.terms.bv_sub(rest, trial);
            rest = self.terms.ite(is_small, rest, less);
            let kept = self.terms.extract(root, root_width - 2, 0);
            let bit = self.not(is_small);
            let bit = self.bit(bit);
            root = self.terms.concat(kept, bit);
        }
        let is_exact = self.is_zero(rest);
        let is_cut = self.not(is_exact);
        let significand = self.terms.extract(root, places - 1, 0);
        let significand = self.with_zeros(significand, 1);
        let significand = self.with_sticky(significand, is_cut);
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

    /// `fp.rem`: long division of the significands, as many steps as exponents may differ by.
    pub fn rem(&mut self, a: TermId, b: TermId) -> TermId {
        let word = a;
        let [a, b] = [a, b].map(|word| self.parts(word, true));
        let (sb, format) = (self.format.significand(), self.format);
        let width = sb + 2;
        let distance = self.terms.bv_sub(a.exponent, b.exponent);
        let divisor = self.wider(b.significand, 2);
        let mut rest = self.wider(a.significand, 2);
        let mut is_odd = Terms::FALSE;
        for step in (0..=most_distance(format)).rev() {
            // Steps before the first that counts change nothing.
            let place = self.signed(step, self.terms.width(distance));
            let counts = self.terms.bv_sle(place, distance);
            let is_less = self.terms.bv_ult(rest, divisor);
            let taken = self.not(is_less);
            let difference = self.terms.bv_sub(rest, divisor);
            let after = self.terms.ite(taken, difference, rest);
            let after = if step > 0 { self.terms.shift_left(after, 1) } else { after };
            rest = self.terms.ite(counts, after, rest);
            is_odd = self.terms.ite(counts, taken, is_odd);
        }
        // The rest is a multiple of the last place of the divisor, or the dividend itself is below the divisor.
        let minus_one = self.signed(-1, self.terms.width(distance));
        let is_below = self.terms.bv_slt(distance, minus_one);
        let is_just_below = self.terms.eq(distance, minus_one);
        let kept = self.with_zeros(rest, 1);
        let halved = self.wider(rest, 1);
        // In halves of the last place of the divisor.
        let halves = self.terms.ite(is_just_below, halved, kept);
        let divisor_itself = self.wider(b.significand, 3);
        let is_more = self.terms.bv_ult(divisor_itself, halves);
        let is_half = self.terms.eq(divisor_itself, halves);
        let is_half_odd = self.terms.and(&[is_half, is_odd]);
        let is_up = self.terms.or(&[is_more, is_half_odd]);
        let whole = self.with_zeros(divisor_itself, 1);
        let whole = self.terms.extract(whole, width, 0);
        let difference = self.terms.bv_sub(whole, halves);
        let significand = self.terms.ite(is_up, difference, halves);
        let flipped = self.not(a.sign);
        let sign = self.terms.ite(is_up, flipped, a.sign);
        let is_zero = self.is_zero(significand);
        // The first bit of the significand has the weight of two places above the divisor's leading one.
        let two = self.terms.bv(2, self.terms.width(b.exponent));
        let exponent = self.terms.bv_add(b.exponent, two);
        let (exponent, significand) = self.normalised(exponent, significand);
        let nearest = self.terms.bv(Rounding::NearestEven as u64, Rounding::WIDTH);
        let rounded = self.round(nearest, Exact { sign, exponent, significand });
        let is_nan = self.terms.or(&[a.is_nan, b.is_nan, a.is_infinite, b.is_zero]);
        let is_itself = self.terms.or(&[b.is_infinite, a.is_zero, is_below]);
        let cases = [(is_nan, self.nan()), (is_itself, word), (is_zero, self.zero(a.sign))];
        self.first_of(&cases, rounded)
    }
}

/// The most by which exponents of two numbers differ.
fn most_distance(format: Format) -> i64 {
    2 * format.greatest() - 1 + i64::from(format.fraction())
}

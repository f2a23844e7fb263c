//! Quotients of magnitudes.
//!
//! Knuth's Algorithm D: a digit of the quotient is guessed from the leading limbs of the normalised numbers. The
//! guess is at most two too large, and a test with one more limb leaves an error that is rare and at most one. The
//! guess divides two limbs by one, with the reciprocal of Möller and Granlund, since the divisor stays the same.

use super::limbs;
use std::cmp::Ordering;

/// A divisor of one limb with its highest bit set, and ⌊(2^128 - 1) / divisor⌋ - 2^64.
#[derive(Clone, Copy)]
struct Reciprocal {
    divisor: u64,
    inverse: u64,
}

impl Reciprocal {
    fn new(divisor: u64) -> Reciprocal {
        debug_assert!(divisor >> 63 == 1);
        Reciprocal { divisor, inverse: (u128::MAX / divisor as u128) as u64 }
    }

    /// Quotient and remainder of `high·2^64 + low`, for `high` below the divisor.
    #[inline]
    fn divide(self, high: u64, low: u64) -> (u64, u64) {
        debug_assert!(high < self.divisor);
        let guess = (self.inverse as u128 * high as u128).wrapping_add((high as u128) << 64 | low as u128);
        let mut quotient = ((guess >> 64) as u64).wrapping_add(1);
        let mut rest = low.wrapping_sub(quotient.wrapping_mul(self.divisor));
        if rest > guess as u64 {
            quotient = quotient.wrapping_sub(1);
            rest = rest.wrapping_add(self.divisor);
        }
        if rest >= self.divisor {
            quotient = quotient.wrapping_add(1);
            rest -= self.divisor;
        }
        (quotient, rest)
    }
}

/// Divides `a`, which may be untrimmed, in place by a limb that is not zero, and returns the remainder.
pub(super) fn divide_by_limb(a: &mut [u64], divisor: u64) -> u64 {
    let shift = divisor.leading_zeros();
    let reciprocal = Reciprocal::new(divisor << shift);
    let mut rest = a.last().map_or(0, |&top| limbs::high_bits(top, shift));
    for i in (0..a.len()).rev() {
        let below = if i == 0 { 0 } else { limbs::high_bits(a[i - 1], shift) };
        let (quotient, r) = reciprocal.divide(rest, a[i] << shift | below);
        a[i] = quotient;
        rest = r;
    }
    rest >> shift
}

/// Quotient and remainder of trimmed magnitudes. `b` must not be zero.
pub(super) fn divide(a: &[u64], b: &[u64]) -> (Vec<u64>, Vec<u64>) {
    if limbs::compare(a, b) == Ordering::Less {
        return (Vec::new(), a.to_vec());
    }
    if b.len() == 1 {
        let mut quotient = a.to_vec();
        let mut rest = vec![divide_by_limb(&mut quotient, b[0])];
        limbs::trim(&mut quotient);
        limbs::trim(&mut rest);
        return (quotient, rest);
    }
    let shift = b[b.len() - 1].leading_zeros() as u64;
    let divisor = limbs::shift_left(b, shift);
    let mut rest = limbs::shift_left(a, shift);
    rest.resize(a.len() + 1, 0);
    let mut quotient = long_division(&mut rest, &divisor);
    limbs::trim(&mut quotient);
    limbs::trim(&mut rest);
    (quotient, limbs::shift_right(&rest, shift))
}

/// Knuth's Algorithm D on normalised numbers; `rest` begins as the dividend with a limb to spare.
fn long_division(rest: &mut [u64], divisor: &[u64]) -> Vec<u64> {
    let n = divisor.len();
    let (first, second) = (Reciprocal::new(divisor[n - 1]), divisor[n - 2]);
    let mut quotient = vec![0; rest.len() - n];
    for j in (0..quotient.len()).rev() {
        let mut digit = guess(first, second, [rest[j + n], rest[j + n - 1], rest[j + n - 2]]);
        let part = &mut rest[j..=j + n];
        if subtract_multiple(part, divisor, digit) {
            digit -= 1;
            limbs::add_assign(part, divisor);
        }
        quotient[j] = digit;
    }
    quotient
}

/// The digit of the quotient that the leading limbs suggest: right, or one too large.
#[inline]
fn guess(first: Reciprocal, second: u64, leading: [u64; 3]) -> u64 {
    let (mut digit, mut rest) = if leading[0] >= first.divisor {
        match leading[1].checked_add(first.divisor) {
            Some(rest) => (u64::MAX, rest),
            None => return u64::MAX,
        }
    } else {
        first.divide(leading[0], leading[1])
    };
    while digit as u128 * second as u128 > ((rest as u128) << 64 | leading[2] as u128) {
        digit -= 1;
        match rest.checked_add(first.divisor) {
            Some(sum) => rest = sum,
            None => break,
        }
    }
    digit
}

/// `rest -= b * m`, and whether the result would be negative. `rest` has one limb more than `b`.
fn subtract_multiple(rest: &mut [u64], b: &[u64], m: u64) -> bool {
    let mut carry = 0;
    let (low, top) = rest.split_at_mut(b.len());
    for (x, &y) in low.iter_mut().zip(b) {
        let t = y as u128 * m as u128 + carry as u128;
        let (difference, borrow) = x.overflowing_sub(t as u64);
        *x = difference;
        carry = (t >> 64) as u64 + borrow as u64;
    }
    let (difference, borrow) = top[0].overflowing_sub(carry);
    top[0] = difference;
    borrow
}

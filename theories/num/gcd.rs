//! Greatest common divisors of magnitudes.
//!
//! For machine words the binary algorithm (Stein 1967) with one shift a step; for long numbers Lehmer's, which runs
//! Euclid's algorithm on the leading bits alone as long as these determine the quotients, and then makes all those
//! steps at once as a linear combination of the long numbers.

use super::{divide, limbs};
use std::cmp::Ordering;

/// Greatest common divisor of machine words; that of 0 and `n` is `n`.
#[inline]
pub(super) fn gcd_word(mut a: u64, mut b: u64) -> u64 {
    if a == 1 || b == 1 {
        return 1;
    }
    if a == 0 || b == 0 {
        return a | b;
    }
    let shift = (a | b).trailing_zeros();
    a >>= a.trailing_zeros();
    b >>= b.trailing_zeros();
    while a != b {
        let difference = a.wrapping_sub(b);
        let smaller = a.min(b);
        // Odd numbers: the difference is even, and not zero. Its zeros at the end do not depend on its sign.
        let zeros = difference.trailing_zeros();
        a = (if a < b { difference.wrapping_neg() } else { difference }) >> zeros;
        b = smaller;
    }
    a << shift
}

/// Greatest common divisor of trimmed magnitudes.
pub(super) fn gcd(a: &[u64], b: &[u64]) -> Vec<u64> {
    let (mut a, mut b) = match limbs::compare(a, b) {
        Ordering::Less => (b.to_vec(), a.to_vec()),
        _ => (a.to_vec(), b.to_vec()),
    };
    while b.len() > 1 {
        match cofactors(&a, &b) {
            Some(m) => {
                let next = (combine(&a, &b, m[0], m[1]), combine(&a, &b, m[2], m[3]));
                a = next.0;
                b = next.1;
            }
            None => {
                let rest = divide::divide(&a, &b).1;
                a = std::mem::replace(&mut b, rest);
            }
        }
    }
    match b.first() {
        None => a,
        Some(&word) => vec![gcd_word(word, divide::divide_by_limb(&mut a, word))],
    }
}

/// The steps of Euclid's algorithm that the leading 62 bits of `a >= b` determine, as `[p, q, r, s]`: they turn `(a,
/// b)` into `(p·a + q·b, r·a + s·b)`. `None` if there is no such step. Cofactors stay below 2^62.
fn cofactors(a: &[u64], b: &[u64]) -> Option<[i64; 4]> {
    let shift = limbs::bit_length(a) - 62;
    let (mut x, mut y) = (leading(a, shift), leading(b, shift));
    let [mut p, mut q, mut r, mut s] = [1i64, 0, 0, 1];
    // Knuth's condition: the quotient is the same for all values of the cut-off bits, so it is the true one.
    while y + r > 0 && y + s > 0 {
        let quotient = (x + p) / (y + r);
        if quotient != (x + q) / (y + s) {
            break;
        }
        let next = (p - quotient * r, q - quotient * s, x - quotient * y);
        p = r;
        q = s;
        x = y;
        r = next.0;
        s = next.1;
        y = next.2;
    }
    if q == 0 {
        None
    } else {
        Some([p, q, r, s])
    }
}

/// The bits of `a` from position `shift` on, of which there must be fewer than 63.
fn leading(a: &[u64], shift: u64) -> i64 {
    let (whole, bits) = ((shift / 64) as usize, (shift % 64) as u32);
    let limb = |i: usize| a.get(i).copied().unwrap_or(0);
    ((limb(whole) as u128 | (limb(whole + 1) as u128) << 64) >> bits) as i64
}

/// `p·a + q·b`, where one cofactor is not positive, the other not negative, and the result not negative.
fn combine(a: &[u64], b: &[u64], p: i64, q: i64) -> Vec<u64> {
    let (plus, m, minus, n) = if q <= 0 {
        (a, p.unsigned_abs(), b, q.unsigned_abs())
    } else {
        (b, q.unsigned_abs(), a, p.unsigned_abs())
    };
    let length = a.len().max(b.len());
    let mut out = Vec::with_capacity(length + 1);
    let (mut carry, mut borrow) = (0u64, 0u64);
    for i in 0..length {
        let up = m as u128 * plus.get(i).copied().unwrap_or(0) as u128 + carry as u128;
        let down = n as u128 * minus.get(i).copied().unwrap_or(0) as u128 + borrow as u128;
        let (digit, below) = (up as u64).overflowing_sub(down as u64);
        out.push(digit);
        carry = (up >> 64) as u64;
        borrow = (down >> 64) as u64 + below as u64;
    }
    debug_assert!(carry == borrow);
    limbs::trim(&mut out);
    out
}

//! Magnitudes: slices of 64-bit limbs, the least significant first.
//!
//! The functions here and in the neighbours [`multiply`](super::multiply), [`divide`](super::divide) and
//! [`gcd`](super::gcd) know no signs. A magnitude is *trimmed* if its last limb is not zero; zero is the empty slice.
//! Arguments may be untrimmed only where the description of a function says so; returned vectors are always trimmed.

use std::cmp::Ordering;

/// Removes leading zeros.
pub(super) fn trim(limbs: &mut Vec<u64>) {
    while limbs.last() == Some(&0) {
        limbs.pop();
    }
}

/// The slice without leading zeros.
pub(super) fn trimmed(limbs: &[u64]) -> &[u64] {
    let len = limbs.iter().rposition(|&limb| limb != 0).map_or(0, |i| i + 1);
    &limbs[..len]
}

/// Order of two trimmed magnitudes.
pub(super) fn compare(a: &[u64], b: &[u64]) -> Ordering {
    a.len().cmp(&b.len()).then_with(|| a.iter().rev().cmp(b.iter().rev()))
}

/// `sum += b`, and whether a carry is left over. `sum` must not be shorter than `b`.
pub(super) fn add_assign(sum: &mut [u64], b: &[u64]) -> bool {
    let (low, high) = sum.split_at_mut(b.len());
    let mut carry = false;
    for (x, &y) in low.iter_mut().zip(b) {
        let (s, c1) = x.overflowing_add(y);
        let (s, c2) = s.overflowing_add(carry as u64);
        *x = s;
        carry = c1 | c2;
    }
    for x in high {
        if !carry {
            return false;
        }
        let (s, c) = x.overflowing_add(1);
        *x = s;
        carry = c;
    }
    carry
}

/// `rest -= b`, and whether a borrow is left over. `rest` must not be shorter than `b`.
pub(super) fn sub_assign(rest: &mut [u64], b: &[u64]) -> bool {
    let (low, high) = rest.split_at_mut(b.len());
    let mut borrow = false;
    for (x, &y) in low.iter_mut().zip(b) {
        let (s, c1) = x.overflowing_sub(y);
        let (s, c2) = s.overflowing_sub(borrow as u64);
        *x = s;
        borrow = c1 | c2;
    }
    for x in high {
        if !borrow {
            return false;
        }
        let (s, c) = x.overflowing_sub(1);
        *x = s;
        borrow = c;
    }
    borrow
}

/// `a + b`
pub(super) fn add(a: &[u64], b: &[u64]) -> Vec<u64> {
    let (long, short) = if a.len() >= b.len() { (a, b) } else { (b, a) };
    let mut sum = Vec::with_capacity(long.len() + 1);
    sum.extend_from_slice(long);
    if add_assign(&mut sum, short) {
        sum.push(1);
    }
    sum
}

/// `a - b`, which must not be negative.
pub(super) fn sub(a: &[u64], b: &[u64]) -> Vec<u64> {
    let mut rest = a.to_vec();
    let borrow = sub_assign(&mut rest, b);
    debug_assert!(!borrow);
    trim(&mut rest);
    rest
}

/// The number of bits without leading zeros.
pub(super) fn bit_length(a: &[u64]) -> u64 {
    a.last().map_or(0, |&top| a.len() as u64 * 64 - top.leading_zeros() as u64)
}

/// `a * 2^shift`
pub(super) fn shift_left(a: &[u64], shift: u64) -> Vec<u64> {
    if a.is_empty() {
        return Vec::new();
    }
    let (whole, bits) = ((shift / 64) as usize, (shift % 64) as u32);
    let mut out = vec![0; whole];
    out.reserve(a.len() + 1);
    let mut carry = 0;
    for &limb in a {
        out.push(limb << bits | carry);
        carry = high_bits(limb, bits);
    }
    out.push(carry);
    trim(&mut out);
    out
}

/// `a / 2^shift`, rounded down.
pub(super) fn shift_right(a: &[u64], shift: u64) -> Vec<u64> {
    let (whole, bits) = (shift / 64, (shift % 64) as u32);
    if whole >= a.len() as u64 {
        return Vec::new();
    }
    let rest = &a[whole as usize..];
    let next = rest[1..].iter().chain(std::iter::once(&0));
    let mut out: Vec<u64> =
        rest.iter().zip(next).map(|(&low, &high)| low >> bits | low_bits(high, bits)).collect();
    trim(&mut out);
    out
}

/// The bits that a shift to the left by `bits < 64` pushes out.
#[inline]
pub(super) fn high_bits(limb: u64, bits: u32) -> u64 {
    if bits == 0 {
        0
    } else {
        limb >> (64 - bits)
    }
}

/// The bits that a shift to the right by `bits < 64` pushes out, at the top of a limb.
#[inline]
fn low_bits(limb: u64, bits: u32) -> u64 {
    if bits == 0 {
        0
    } else {
        limb << (64 - bits)
    }
}

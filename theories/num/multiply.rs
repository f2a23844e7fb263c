//! Products of magnitudes: schoolbook, and Karatsuba's method for long ones.
//!
//! Karatsuba cuts both factors in halves, `a = a1·B + a0` and `b = b1·B + b0`, and needs three products instead of
//! four, because `a1·b0 + a0·b1 = (a1 + a0)(b1 + b0) - a1·b1 - a0·b0`. A factor that is much longer than the other is
//! cut into pieces of the other's length.

use super::limbs;

/// Below this many limbs in the shorter factor the schoolbook method is faster (measured; 16 and 32 are slower).
const KARATSUBA: usize = 24;

/// `a * b`
pub(super) fn multiply(a: &[u64], b: &[u64]) -> Vec<u64> {
    let mut product = vec![0; a.len() + b.len()];
    add_product(&mut product, a, b);
    limbs::trim(&mut product);
    product
}

/// `sum += a * m`, and the carry that is left over. `sum` must be as long as `a`.
fn add_multiple(sum: &mut [u64], a: &[u64], m: u64) -> u64 {
    let mut carry = 0;
    for (x, &y) in sum.iter_mut().zip(a) {
        let t = y as u128 * m as u128 + *x as u128 + carry as u128;
        *x = t as u64;
        carry = (t >> 64) as u64;
    }
    carry
}

/// `a * m + c` in place.
pub(super) fn multiply_add_limb(a: &mut Vec<u64>, m: u64, c: u64) {
    let mut carry = c;
    for x in a.iter_mut() {
        let t = *x as u128 * m as u128 + carry as u128;
        *x = t as u64;
        carry = (t >> 64) as u64;
    }
    if carry != 0 {
        a.push(carry);
    }
}

/// `sum += a * b`, for a sum that fits and is at least as long as both factors together. Factors may be untrimmed.
fn add_product(sum: &mut [u64], a: &[u64], b: &[u64]) {
    let (long, short) = if a.len() >= b.len() { (a, b) } else { (b, a) };
    if short.len() < KARATSUBA {
        for (i, &limb) in short.iter().enumerate() {
            let carry = add_multiple(&mut sum[i..i + long.len()], long, limb);
            limbs::add_assign(&mut sum[i + long.len()..], &[carry]);
        }
    } else if long.len() >= 2 * short.len() {
        for (i, piece) in long.chunks(short.len()).enumerate() {
            add_product(&mut sum[i * short.len()..], piece, short);
        }
    } else {
        karatsuba(sum, long, short);
    }
}

fn karatsuba(sum: &mut [u64], long: &[u64], short: &[u64]) {
    let half = (long.len() + 1) / 2;
    let (a0, a1) = long.split_at(half);
    let (b0, b1) = short.split_at(half);
    let low = multiply(a0, b0);
    let high = multiply(a1, b1);
    let mut middle = multiply(&limbs::add(a0, a1), &limbs::add(b0, b1));
    limbs::sub_assign(&mut middle, &low);
    limbs::sub_assign(&mut middle, &high);
    limbs::add_assign(sum, &low);
    limbs::add_assign(&mut sum[half..], limbs::trimmed(&middle));
    limbs::add_assign(&mut sum[2 * half..], &high);
}

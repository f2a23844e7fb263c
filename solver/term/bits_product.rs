//! Products of bit-vectors in normal form.
//!
//! A product is a constant, factors that are no products, sorted, and the amounts by which the whole is shifted to
//! the left: `x * (y << z)` is `(x * y) << z`. Powers are written by squaring, so that they cost few multipliers. As
//! for [sums](super::bits_sum), the length is limited.

use super::bits_sum::{MOST_STEPS, MOST_WIDTH};
use super::store::{Op, TermId, Terms};
use crate::theories::bv::Bits;

/// Products of more factors are not brought in order.
const MOST_FACTORS: usize = 6;

impl Terms {
    /// The product of these, shifted to the left, in normal form; `None` if it is too long.
    pub(super) fn bv_product(&mut self, parts: &[TermId], shift: Option<TermId>) -> Option<TermId> {
        let width = self.width(*parts.first()?);
        if width > MOST_WIDTH {
            return None;
        }
        let mut coefficient = Bits::new(1, width);
        let (mut factors, mut shifts): (Vec<TermId>, Vec<TermId>) = (Vec::new(), shift.into_iter().collect());
        let mut work = parts.to_vec();
        let mut steps = 0;
        while let Some(t) = work.pop() {
            steps += 1;
            if steps > MOST_STEPS {
                return None;
            }
            match self.op(t) {
                Op::Bits(_) => coefficient = coefficient.mul(self.bits_of(t)?),
                Op::BvMul => work.extend(self.args(t)),
                Op::BvNeg => {
                    coefficient = coefficient.neg();
                    work.push(self.arg(t, 0));
                }
                Op::BvShl => {
                    work.push(self.arg(t, 0));
                    shifts.push(self.arg(t, 1));
                }
                _ => match self.shifted(t) {
                    Some((inner, by)) => {
                        coefficient = coefficient.shl(&Bits::new(by as u64, width));
                        work.push(inner);
                    }
                    None => factors.push(t),
                },
            }
        }
        if factors.len() > MOST_FACTORS || shifts.len() > MOST_FACTORS {
            return None;
        }
        if coefficient.is_zero() {
            return Some(self.bit_vector(coefficient));
        }
        factors.sort_unstable();
        shifts.sort_unstable();
        let mut product = match self.write_powers(&factors) {
            Some(product) => product,
            // Constants are shifted by few gates.
            None => self.bit_vector(std::mem::replace(&mut coefficient, Bits::new(1, width))),
        };
        for by in shifts {
            product = self.intern(Op::BvShl, self.sort(product), &[product, by]);
        }
        if coefficient.is_one() {
            return Some(product);
        }
        self.bv_sum(&[(product, coefficient)])
    }

    fn write_powers(&mut self, factors: &[TermId]) -> Option<TermId> {
        let mut product = None;
        let mut rest = factors;
        while let Some(&base) = rest.first() {
            let exponent = rest.iter().take_while(|&&f| f == base).count();
            rest = &rest[exponent..];
            let power = self.write_power(base, exponent);
            product = Some(match product {
                Some(before) => self.intern(Op::BvMul, self.sort(power), &[before, power]),
                None => power,
            });
        }
        product
    }

    fn write_power(&mut self, base: TermId, exponent: usize) -> TermId {
        let mut power = base;
        for i in (0..usize::BITS - 1 - exponent.leading_zeros()).rev() {
            power = self.intern(Op::BvMul, self.sort(base), &[power, power]);
            if exponent >> i & 1 == 1 {
                power = self.intern(Op::BvMul, self.sort(base), &[base, power]);
            }
        }
        power
    }
}

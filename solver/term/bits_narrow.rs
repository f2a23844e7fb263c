//! Operators on extended bit-vectors, over the narrower vectors.
//!
//! C computes with characters in 32 bits: `a % b` is the remainder of two sign extensions. Its value fits in 8 bits
//! again, and the circuit of a remainder has a quadratic number of gates, so the remainder is built over the 8 bits and
//! extended. The same holds for quotients, which may need one bit more (-128 divided by -1), and for comparisons. The
//! lowest bits of a sum or product depend on the lowest bits of its arguments alone.
//!
//! The width that an operator needs is the largest of its arguments'. A constant needs as many bits as its value has.
//! Products are left alone, since narrow ones would no longer join with other factors in normal form.

use super::bits_sum::MOST_WIDTH;
use super::store::{Op, TermId, Terms};
use crate::theories::bv::Bits;

/// Sums, products and choices that the lowest bits are taken from, one in the other.
const DESCENT: u32 = 3;

impl Terms {
    /// The least width from which sign extension makes this vector, as far as its outermost operator tells.
    pub(super) fn signed_width(&self, t: TermId) -> u32 {
        match self.op(t) {
            Op::SignExtend => self.width(self.arg(t, 0)),
            Op::Bits(_) => self.bits_of(t).map_or(0, |bits| {
                let sign = bits.bit(bits.width() - 1);
                (1..bits.width()).rev().find(|&i| bits.bit(i - 1) != sign).map_or(1, |i| i + 1)
            }),
            Op::Concat => self.width_before_zeros(t).saturating_add(1).min(self.width(t)),
            _ => self.width(t),
        }
    }

    /// The least width from which zero extension makes this vector, as far as its outermost operator tells.
    pub(crate) fn width_before_zeros(&self, t: TermId) -> u32 {
        match (self.op(t), self.bits_of(t)) {
            (Op::Concat, _) if self.bits_of(self.arg(t, 0)).map_or(false, Bits::is_zero) => {
                self.width(self.arg(t, 1))
            }
            (_, Some(bits)) => (1..=bits.width()).rev().find(|&i| bits.bit(i - 1)).unwrap_or(1),
            _ => self.width(t),
        }
    }

    /// The least width from which sign extension makes both vectors, and their lowest bits, as many as that and
    /// `further` ones; `None` if that is no less than they have.
    pub(super) fn narrow_signed(
        &mut self,
        a: TermId,
        b: TermId,
        further: u32,
    ) -> Option<(TermId, TermId, u32)> {
        if self.width(a) > MOST_WIDTH {
            return None;
        }
        let width = self.signed_width(a).max(self.signed_width(b)).saturating_add(further);
        self.lowest(a, b, width)
    }

    /// The least width from which zero extension makes both vectors, and their lowest bits, as many as that; `None` if
    /// that is no less than they have.
    pub(super) fn narrow_unsigned(&mut self, a: TermId, b: TermId) -> Option<(TermId, TermId, u32)> {
        if self.width(a) > MOST_WIDTH {
            return None;
        }
        let width = self.width_before_zeros(a).max(self.width_before_zeros(b));
        self.lowest(a, b, width)
    }

    /// The lowest bits of both, and the number of the others.
    fn lowest(&mut self, a: TermId, b: TermId, width: u32) -> Option<(TermId, TermId, u32)> {
        let whole = self.width(a);
        if width >= whole {
            return None;
        }
        Some((self.extract(a, width - 1, 0), self.extract(b, width - 1, 0), whole - width))
    }

    /// Vectors with the same order and equality, if both are extended. Both kinds of extension keep the unsigned
    /// order, the sign extension alone keeps the signed one.
    pub(super) fn narrow_sides(&mut self, a: TermId, b: TermId, is_signed: bool) -> Option<(TermId, TermId)> {
        let is_known = self.bits_of(a).is_some() && self.bits_of(b).is_some();
        if is_known || self.width(a) > MOST_WIDTH {
            return None;
        }
        let width = self.signed_width(a).max(self.signed_width(b));
        let width = if is_signed {
            width
        } else {
            width.min(self.width_before_zeros(a).max(self.width_before_zeros(b)))
        };
        self.lowest(a, b, width).map(|(a, b, _)| (a, b))
    }

    /// The lowest bits of a sum, product or choice, computed with that many bits, if its arguments are extensions.
    pub(super) fn low_part(&mut self, t: TermId, width: u32) -> Option<TermId> {
        match self.op(t) {
            Op::BvNeg | Op::BvAdd | Op::BvSub | Op::BvMul | Op::Ite
                if self.is_extended(t, width, DESCENT) =>
            {
                Some(self.low_part_within(t, width, DESCENT))
            }
            _ => None,
        }
    }

    /// Whether all arguments of the sums in a vector are extensions of no more bits, or constants.
    fn is_extended(&self, t: TermId, width: u32, descent: u32) -> bool {
        if self.signed_width(t).min(self.width_before_zeros(t)) <= width || self.bits_of(t).is_some() {
            return true;
        }
        let is_extended = |i: usize| self.is_extended(self.arg(t, i), width, descent - 1);
        match self.op(t) {
            _ if descent == 0 => false,
            Op::BvNeg => is_extended(0),
            Op::BvAdd | Op::BvSub | Op::BvMul => is_extended(0) && is_extended(1),
            Op::Ite => is_extended(1) && is_extended(2),
            _ => false,
        }
    }

    fn low_part_within(&mut self, t: TermId, width: u32, descent: u32) -> TermId {
        let op = self.op(t);
        let is_inner = matches!(op, Op::BvNeg | Op::BvAdd | Op::BvSub | Op::BvMul | Op::Ite);
        if !is_inner || descent == 0 || self.signed_width(t).min(self.width_before_zeros(t)) <= width {
            return self.extract(t, width - 1, 0);
        }
        let args = self.args(t).to_vec();
        let mut part = |i: usize| self.low_part_within(args[i], width, descent - 1);
        match op {
            Op::BvNeg => {
                let a = part(0);
                self.bv_neg(a)
            }
            Op::BvAdd => {
                let (a, b) = (part(0), part(1));
                self.bv_add(a, b)
            }
            Op::BvSub => {
                let (a, b) = (part(0), part(1));
                self.bv_sub(a, b)
            }
            Op::BvMul => {
                let (a, b) = (part(0), part(1));
                self.bv_mul(a, b)
            }
            _ => {
                let (yes, no) = (part(1), part(2));
                self.ite(args[0], yes, no)
            }
        }
    }
}

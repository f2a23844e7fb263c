//! Comparing bit-vectors.
//!
//! Equalities are brought closer to the variables: common summands of both sides are cancelled, constants move to one
//! side, concatenations fall apart. The descent is a few steps deep only.

use super::bits_sum::Equation;
use super::store::{Op, Sort, TermId, Terms};

/// The number of steps that an equality descends.
const DESCENT: u32 = 8;

impl Terms {
    /// Equality of vectors.
    pub(super) fn bits_eq(&mut self, a: TermId, b: TermId) -> TermId {
        self.bits_eq_within(a, b, DESCENT)
    }

    fn bits_eq_within(&mut self, a: TermId, b: TermId, descent: u32) -> TermId {
        debug_assert_eq!(self.sort(a), self.sort(b));
        if a == b {
            return Terms::TRUE;
        }
        if let (Some(x), Some(y)) = (self.bits_of(a), self.bits_of(b)) {
            let same = x == y;
            return self.bool(same);
        }
        if self.complements(a, b) {
            return Terms::FALSE;
        }
        if descent > 0 {
            if let Some((a, b)) = self.narrow_sides(a, b, false) {
                return self.bits_eq_within(a, b, descent - 1);
            }
            match self.sums_eq(a, b) {
                Some(Equation::Known(same)) => return self.bool(same),
                Some(Equation::Same(a, b)) => return self.bits_eq_within(a, b, descent - 1),
                None => {}
            }
        }
        let (a, b) = self.in_order(a, b);
        if descent > 0 && self.bits_of(a).is_some() {
            if let Some(simpler) = self.constant_eq(a, b, descent - 1) {
                return simpler;
            }
        }
        if descent > 0 && self.op(a) == Op::BvNot && self.op(b) == Op::BvNot {
            return self.bits_eq_within(self.arg(a, 0), self.arg(b, 0), descent - 1);
        }
        if descent > 0 && self.op(a) == Op::Concat && self.op(b) == Op::Concat {
            let split = self.width(self.arg(a, 1));
            if split == self.width(self.arg(b, 1)) {
                return self.split_eq(a, b, split, descent - 1);
            }
        }
        self.intern(Op::Eq, Sort::Bool, &[a, b])
    }

    fn split_eq(&mut self, a: TermId, b: TermId, at: u32, descent: u32) -> TermId {
        let top = self.width(a) - 1;
        let (a_high, b_high) = (self.extract(a, top, at), self.extract(b, top, at));
        let (a_low, b_low) = (self.extract(a, at - 1, 0), self.extract(b, at - 1, 0));
        let high = self.bits_eq_within(a_high, b_high, descent);
        let low = self.bits_eq_within(a_low, b_low, descent);
        self.and(&[high, low])
    }

    /// An equality with a constant, brought closer to the variables.
    fn constant_eq(&mut self, constant: TermId, t: TermId, descent: u32) -> Option<TermId> {
        let value = self.bits_of(constant)?.clone();
        match self.op(t) {
            Op::BvNot => {
                let value = self.bit_vector(value.not());
                Some(self.bits_eq_within(value, self.arg(t, 0), descent))
            }
            Op::BvNeg => {
                let value = self.bit_vector(value.neg());
                Some(self.bits_eq_within(value, self.arg(t, 0), descent))
            }
            Op::BvAdd => {
                let summand = self.bits_of(self.arg(t, 0))?.neg();
                let value = self.bit_vector(value.add(&summand));
                Some(self.bits_eq_within(value, self.arg(t, 1), descent))
            }
            Op::BvSub if value.is_zero() => {
                Some(self.bits_eq_within(self.arg(t, 0), self.arg(t, 1), descent))
            }
            Op::BvXor => {
                let mask = self.bits_of(self.arg(t, 0)).cloned();
                match mask {
                    Some(mask) => {
                        let value = self.bit_vector(value.xor(&mask));
                        Some(self.bits_eq_within(value, self.arg(t, 1), descent))
                    }
                    None if value.is_zero() => {
                        Some(self.bits_eq_within(self.arg(t, 0), self.arg(t, 1), descent))
                    }
                    None if value.is_ones() => {
                        let complement = self.bv_not(self.arg(t, 0));
                        Some(self.bits_eq_within(complement, self.arg(t, 1), descent))
                    }
                    None => None,
                }
            }
            Op::Concat => {
                let split = self.width(self.arg(t, 1));
                Some(self.split_eq(constant, t, split, descent))
            }
            Op::Ite => {
                let (yes, no) = (self.arg(t, 1), self.arg(t, 2));
                if self.bits_of(yes).is_none() && self.bits_of(no).is_none() {
                    return None;
                }
                let (yes, no) =
                    (self.bits_eq_within(constant, yes, descent), self.bits_eq_within(constant, no, descent));
                Some(self.ite(self.arg(t, 0), yes, no))
            }
            _ => None,
        }
    }

    /// Unsigned less than.
    pub fn bv_ult(&mut self, a: TermId, b: TermId) -> TermId {
        self.demand_vectors("bvult", a, b);
        if let (Some(x), Some(y)) = (self.bits_of(a), self.bits_of(b)) {
            let less = x.ult(y);
            return self.bool(less);
        }
        if a == b || self.is_zero_bits(b) || self.is_ones_bits(a) {
            return Terms::FALSE;
        }
        if self.is_zero_bits(a) || self.is_ones_bits(b) {
            let same = self.bits_eq(a, b);
            return self.not(same);
        }
        if self.is_one_bits(b) {
            let zero = self.bv_zero(self.width(a));
            return self.bits_eq(a, zero);
        }
        if let Some((a, b)) = self.narrow_sides(a, b, false) {
            return self.bv_ult(a, b);
        }
        self.intern(Op::BvUlt, Sort::Bool, &[a, b])
    }

    /// Unsigned at most.
    pub fn bv_ule(&mut self, a: TermId, b: TermId) -> TermId {
        self.demand_vectors("bvule", a, b);
        let greater = self.bv_ult(b, a);
        self.not(greater)
    }

    /// Signed less than.
    pub fn bv_slt(&mut self, a: TermId, b: TermId) -> TermId {
        self.demand_vectors("bvslt", a, b);
        if let (Some(x), Some(y)) = (self.bits_of(a), self.bits_of(b)) {
            let less = x.slt(y);
            return self.bool(less);
        }
        if a == b {
            return Terms::FALSE;
        }
        if self.is_zero_bits(b) {
            return self.bv_sign(a);
        }
        if let Some((a, b)) = self.narrow_sides(a, b, true) {
            return self.bv_slt(a, b);
        }
        self.intern(Op::BvSlt, Sort::Bool, &[a, b])
    }

    /// Signed at most.
    pub fn bv_sle(&mut self, a: TermId, b: TermId) -> TermId {
        self.demand_vectors("bvsle", a, b);
        let greater = self.bv_slt(b, a);
        self.not(greater)
    }
}

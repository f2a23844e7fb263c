//! Operators on bit-vectors that are written with others: signed division and overflow predicates.

use super::store::{TermId, Terms};
use crate::theories::bv::Bits;

impl Terms {
    fn bv_abs(&mut self, t: TermId) -> TermId {
        let (sign, negated) = (self.bv_sign(t), self.bv_neg(t));
        self.ite(sign, negated, t)
    }

    fn negate_if(&mut self, condition: TermId, t: TermId) -> TermId {
        let negated = self.bv_neg(t);
        self.ite(condition, negated, t)
    }

    /// Signed quotient, rounded to zero.
    pub fn bv_sdiv(&mut self, a: TermId, b: TermId) -> TermId {
        self.demand_vectors("bvsdiv", a, b);
        // The quotient of the least number and -1 needs a further bit.
        if let Some((a, b, copies)) = self.narrow_signed(a, b, 1) {
            let quotient = self.bv_sdiv(a, b);
            return self.sign_extend(quotient, copies);
        }
        let (a_sign, b_sign) = (self.bv_sign(a), self.bv_sign(b));
        let (a, b) = (self.bv_abs(a), self.bv_abs(b));
        let quotient = self.bv_udiv(a, b);
        let negative = self.xor(a_sign, b_sign);
        self.negate_if(negative, quotient)
    }

    /// Signed remainder with the dividend's sign.
    pub fn bv_srem(&mut self, a: TermId, b: TermId) -> TermId {
        self.demand_vectors("bvsrem", a, b);
        if let Some((a, b, copies)) = self.narrow_signed(a, b, 0) {
            let remainder = self.bv_srem(a, b);
            return self.sign_extend(remainder, copies);
        }
        let sign = self.bv_sign(a);
        let (a, b) = (self.bv_abs(a), self.bv_abs(b));
        let remainder = self.bv_urem(a, b);
        self.negate_if(sign, remainder)
    }

    /// Signed remainder with the divisor's sign.
    pub fn bv_smod(&mut self, a: TermId, b: TermId) -> TermId {
        self.demand_vectors("bvsmod", a, b);
        if let Some((a, b, copies)) = self.narrow_signed(a, b, 0) {
            let remainder = self.bv_smod(a, b);
            return self.sign_extend(remainder, copies);
        }
        let (a_sign, b_sign) = (self.bv_sign(a), self.bv_sign(b));
        let (a_abs, b_abs) = (self.bv_abs(a), self.bv_abs(b));
        let remainder = self.bv_urem(a_abs, b_abs);
        let zero = self.bv_zero(self.width(a));
        let exact = self.eq(remainder, zero);
        let with_sign = self.negate_if(a_sign, remainder);
        let shifted = self.bv_add(with_sign, b);
        let same_sign = self.iff(a_sign, b_sign);
        let keep = self.or(&[exact, same_sign]);
        self.ite(keep, with_sign, shifted)
    }

    /// Whether the negation overflows.
    pub fn bv_neg_overflow(&mut self, t: TermId) -> TermId {
        self.demand_vector("bvnego", t);
        let least = self.bit_vector(Bits::least_signed(self.width(t)));
        self.eq(t, least)
    }

    /// Whether the unsigned sum overflows.
    pub fn bv_uadd_overflow(&mut self, a: TermId, b: TermId) -> TermId {
        self.demand_vectors("bvuaddo", a, b);
        let (a, b) = (self.zero_extend(a, 1), self.zero_extend(b, 1));
        let sum = self.bv_add(a, b);
        self.bv_sign(sum)
    }

    /// Whether the signed sum overflows.
    pub fn bv_sadd_overflow(&mut self, a: TermId, b: TermId) -> TermId {
        self.demand_vectors("bvsaddo", a, b);
        let (a, b) = (self.sign_extend(a, 1), self.sign_extend(b, 1));
        let sum = self.bv_add(a, b);
        self.unfit_sign(sum)
    }

    /// Whether a vector's two highest bits differ, so that it does not fit one bit less.
    fn unfit_sign(&mut self, t: TermId) -> TermId {
        let width = self.width(t);
        let (top, next) = (self.extract(t, width - 1, width - 1), self.extract(t, width - 2, width - 2));
        let same = self.eq(top, next);
        self.not(same)
    }

    /// Whether the unsigned difference overflows.
    pub fn bv_usub_overflow(&mut self, a: TermId, b: TermId) -> TermId {
        self.demand_vectors("bvusubo", a, b);
        self.bv_ult(a, b)
    }

    /// Whether the signed difference overflows.
    pub fn bv_ssub_overflow(&mut self, a: TermId, b: TermId) -> TermId {
        self.demand_vectors("bvssubo", a, b);
        let (a, b) = (self.sign_extend(a, 1), self.sign_extend(b, 1));
        let difference = self.bv_sub(a, b);
        self.unfit_sign(difference)
    }

    /// Whether the unsigned product overflows.
    pub fn bv_umul_overflow(&mut self, a: TermId, b: TermId) -> TermId {
        self.demand_vectors("bvumulo", a, b);
        let width = self.width(a);
        let (a, b) = (self.zero_extend(a, width), self.zero_extend(b, width));
        let product = self.bv_mul(a, b);
        let high = self.extract(product, 2 * width - 1, width);
        let zero = self.bv_zero(width);
        let fits = self.eq(high, zero);
        self.not(fits)
    }

    /// Whether the signed product overflows.
    pub fn bv_smul_overflow(&mut self, a: TermId, b: TermId) -> TermId {
        self.demand_vectors("bvsmulo", a, b);
        let width = self.width(a);
        // The product of numbers of m and n bits has m + n bits.
        let bits = self.signed_width(a).saturating_add(self.signed_width(b));
        if bits <= width {
            return Terms::FALSE;
        }
        let by = bits - width;
        let (a, b) = (self.sign_extend(a, by), self.sign_extend(b, by));
        let product = self.bv_mul(a, b);
        let high = self.extract(product, bits - 1, width - 1);
        let (zeros, ones) = (Bits::zero(by + 1), Bits::ones(by + 1));
        let (zeros, ones) = (self.bit_vector(zeros), self.bit_vector(ones));
        let (positive, negative) = (self.eq(high, zeros), self.eq(high, ones));
        let fits = self.or(&[positive, negative]);
        self.not(fits)
    }

    /// Whether the signed quotient overflows.
    pub fn bv_sdiv_overflow(&mut self, a: TermId, b: TermId) -> TermId {
        self.demand_vectors("bvsdivo", a, b);
        let ones = self.bit_vector(Bits::ones(self.width(b)));
        let (least, minus_one) = (self.bv_neg_overflow(a), self.eq(b, ones));
        self.and(&[least, minus_one])
    }
}

//! Formulas about one operator, from its operands and its result.

use crate::solver::term::{TermId, Terms};
use crate::theories::bv::Bits;

/// The parts that a row of the [table](super::facts) is made of.
pub(in crate::solver::smt) struct Build<'a> {
    pub terms: &'a mut Terms,
    pub x: TermId,
    pub y: TermId,
    pub r: TermId,
    pub k: u32,
    pub j: u32,
    pub width: u32,
}

impl Build<'_> {
    /// `y` is not 0, or else nothing is said.
    pub fn if_divided(&mut self, formula: TermId) -> TermId {
        let by_zero = self.is_zero(self.y);
        self.terms.or(&[by_zero, formula])
    }

    pub fn if_both(&mut self, a: TermId, b: TermId, formula: TermId) -> TermId {
        let both = self.terms.and(&[a, b]);
        self.terms.implies(both, formula)
    }

    pub fn is_zero(&mut self, t: TermId) -> TermId {
        let zero = self.terms.bv_zero(self.terms.width(t));
        self.terms.eq(t, zero)
    }

    pub fn bit(&mut self, t: TermId, at: u32) -> TermId {
        let bit = self.terms.extract(t, at, at);
        let one = self.terms.bv(1, 1);
        self.terms.eq(bit, one)
    }

    fn power(&mut self, k: u32, width: u32) -> TermId {
        self.terms.bit_vector(Bits::from_fn(width, |i| i == k))
    }

    /// `t = 2^k`
    pub fn is_power(&mut self, t: TermId, k: u32) -> TermId {
        let power = self.power(k, self.width);
        self.terms.eq(t, power)
    }

    /// The lowest one of `t` is its bit `k`, if there is such a bit.
    pub fn has_lowest_one(&mut self, t: TermId, k: u32) -> TermId {
        if k >= self.width {
            return Terms::TRUE;
        }
        let (low, power) = (self.terms.extract(t, k, 0), self.power(k, k + 1));
        self.terms.eq(low, power)
    }

    /// The lowest one of `t` alone: `t & -t`.
    pub fn lowest_one(&mut self, t: TermId) -> TermId {
        let minus = self.terms.bv_neg(t);
        self.terms.bv_and(t, minus)
    }

    /// `t < 2^k`, where `k` may be the width.
    pub fn below(&mut self, t: TermId, k: u32) -> TermId {
        if k >= self.width {
            return Terms::TRUE;
        }
        let high = self.terms.extract(t, self.width - 1, k);
        self.is_zero(high)
    }

    /// `t * 2^k`
    pub fn left(&mut self, t: TermId, k: u32) -> TermId {
        if k >= self.width {
            return self.terms.bv_zero(self.width);
        }
        let by = self.terms.bv(u64::from(k), self.width);
        self.terms.bv_shl(t, by)
    }

    /// `t / 2^k`
    pub fn right(&mut self, t: TermId, k: u32) -> TermId {
        if k >= self.width {
            return self.terms.bv_zero(self.width);
        }
        let by = self.terms.bv(u64::from(k), self.width);
        self.terms.bv_lshr(t, by)
    }

    /// `t` modulo `2^k`.
    pub fn low_bits(&mut self, t: TermId, k: u32) -> TermId {
        if k == 0 {
            return self.terms.bv_zero(self.width);
        }
        let low = self.terms.extract(t, k - 1, 0);
        self.terms.zero_extend(low, self.width - k)
    }
}

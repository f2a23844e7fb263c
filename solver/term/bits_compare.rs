//! Comparing bit-vectors.
//!
//! Equalities are brought closer to the variables: common summands of both sides are cancelled, constants move to one
//! side, concatenations fall apart. The descent is a few steps deep only.

use super::bits_sum::Equation;
use super::rules;
use super::store::{Op, Sort, TermId, Terms};

/// The number of steps that an equality descends.
const DESCENT: u32 = 8;

impl Terms {
    /// Equality of vectors.
    pub(super) fn bits_eq(&mut self, a: TermId, b: TermId) -> TermId {
        self.bits_eq_within(a, b, DESCENT)
    }

    pub(super) fn bits_eq_within(&mut self, a: TermId, b: TermId, descent: u32) -> TermId {
        debug_assert_eq!(self.sort(a), self.sort(b));
        let simpler = rules::word_eq(self, &[a, b], descent);
        let below = descent.checked_sub(1);
        let simpler = simpler.or_else(|| rules::word_eq_sides(self, &[a, b], below?));
        if let Some(simpler) = simpler {
            return simpler;
        }
        let (a, b) = self.in_order(a, b);
        let simpler = below.and_then(|below| rules::word_eq_inside(self, &[a, b], below));
        simpler.unwrap_or_else(|| self.intern(Op::Eq, Sort::Bool, &[a, b]))
    }

    /// Equality of sums without their common summands.
    pub(super) fn sums_eq_within(&mut self, a: TermId, b: TermId, descent: u32) -> Option<TermId> {
        Some(match self.sums_eq(a, b)? {
            Equation::Known(same) => self.bool(same),
            Equation::Same(a, b) => self.bits_eq_within(a, b, descent),
        })
    }

    /// Equality of the parts, where the second vector is a concatenation.
    pub(super) fn split_eq(&mut self, a: TermId, b: TermId, descent: u32) -> TermId {
        let (top, at) = (self.width(a) - 1, self.width(self.arg(b, 1)));
        let (a_high, b_high) = (self.extract(a, top, at), self.extract(b, top, at));
        let (a_low, b_low) = (self.extract(a, at - 1, 0), self.extract(b, at - 1, 0));
        let high = self.bits_eq_within(a_high, b_high, descent);
        let low = self.bits_eq_within(a_low, b_low, descent);
        self.and(&[high, low])
    }

    /// Unsigned less than.
    pub fn bv_ult(&mut self, a: TermId, b: TermId) -> TermId {
        self.demand_vectors("bvult", a, b);
        self.by_rules(Op::BvUlt, Sort::Bool, &[a, b], rules::bv_ult)
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
        self.by_rules(Op::BvSlt, Sort::Bool, &[a, b], rules::bv_slt)
    }

    /// Signed at most.
    pub fn bv_sle(&mut self, a: TermId, b: TermId) -> TermId {
        self.demand_vectors("bvsle", a, b);
        let greater = self.bv_slt(b, a);
        self.not(greater)
    }
}

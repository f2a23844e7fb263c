//! Quotients and roots by the relations that define them, as a second form beside circuits.
//!
//! A quotient and its rest are two fresh words: `dividend = divisor * quotient + rest` and `rest < divisor`. A root is
//! one with `radicand = root * root + rest` and `rest <= 2 * root`. For each dividend and each radicand there is
//! exactly one such pair, so a formula has the same models with these facts beside it, wherever in the formula the
//! quotient stands.

use super::words::Builder;
use crate::solver::term::{Sort, TermId, Terms};

/// The fact that defines a quotient or a root.
pub(super) type Relation = TermId;

impl Builder<'_> {
    /// `fp.div` of two words, and the relation of the quotient.
    pub fn div_by_relation(&mut self, mode: TermId, a: TermId, b: TermId) -> (TermId, Relation) {
        let mut relation = Terms::TRUE;
        let result = self.div_by(mode, a, b, |builder, rest, digits, divisor| {
            let dividend = builder.terms.concat(rest, digits);
            let width = builder.terms.width(dividend) + 1;
            let quotient = builder.fresh("@fp.quotient", builder.terms.width(digits));
            let rest = builder.fresh("@fp.rest", builder.terms.width(divisor));
            // The product is less than twice the largest dividend.
            let [x, y] = [divisor, quotient].map(|word| builder.with_width(word, width));
            let product = builder.terms.bv_mul(x, y);
            let is_whole = builder.is_sum(dividend, product, rest);
            let is_rest = builder.terms.bv_ult(rest, divisor);
            relation = builder.terms.and(&[is_whole, is_rest]);
            (quotient, rest)
        });
        (result, relation)
    }

    /// `fp.sqrt` of a word, and the relation of the root.
    pub fn sqrt_by_relation(&mut self, mode: TermId, a: TermId) -> (TermId, Relation) {
        let mut relation = Terms::TRUE;
        let result = self.sqrt_by(mode, a, |builder, radicand| {
            let places = builder.terms.width(radicand) / 2;
            // The radicand is at least 1, so that the root has a leading one.
            let one = builder.terms.bv(1, 1);
            let root = builder.fresh("@fp.root", places - 1);
            let root = builder.terms.concat(one, root);
            let rest = builder.fresh("@fp.rest", places + 1);
            let wide = builder.with_width(root, 2 * places + 1);
            let square = builder.terms.bv_mul(wide, wide);
            let is_whole = builder.is_sum(radicand, square, rest);
            let twice = builder.with_zeros(root, 1);
            let is_more = builder.terms.bv_ult(twice, rest);
            let is_rest = builder.not(is_more);
            relation = builder.terms.and(&[is_whole, is_rest]);
            (root, rest)
        });
        (result, relation)
    }

    fn fresh(&mut self, name: &str, width: u32) -> TermId {
        self.terms.declare(name, Sort::BitVec(width))
    }

    fn with_width(&mut self, word: TermId, width: u32) -> TermId {
        let by = width - self.terms.width(word);
        self.wider(word, by)
    }

    /// Whether a shorter word is the sum of a longer product and a rest, without a carry.
    fn is_sum(&mut self, whole: TermId, product: TermId, rest: TermId) -> TermId {
        let width = self.terms.width(product);
        let (whole, rest) = (self.with_width(whole, width), self.with_width(rest, width));
        let sum = self.terms.bv_add(product, rest);
        self.terms.eq(whole, sum)
    }
}

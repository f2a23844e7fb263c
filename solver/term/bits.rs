//! Building bit-vectors.
//!
//! The simplifications of operators on whole words are the rules of `rules/words.rs`; here are extraction, extension
//! and concatenation, and the functions of constants that rules use.
//!
//! A builder that descends into its arguments goes down a few steps and no further, so that building a deep term
//! takes neither quadratic time nor stack.

use super::rules::{self, Rules};
use super::store::{Op, Sort, TermId, Terms};
use crate::theories::bv::Bits;

/// Wider constants are not joined with much shorter ones, so that a long chain of concatenations is built in linear
/// time.
const MOST_GATHERED: u32 = 4096;

/// Bits in front of others.
enum Front {
    /// A constant.
    Bits(TermId),
    /// Copies of the highest of the others.
    Sign(u32),
}

impl Terms {
    /// The constant 0.
    ///
    /// # Panics
    ///
    /// If the width is 0.
    pub fn bv_zero(&mut self, width: u32) -> TermId {
        self.bit_vector(Bits::zero(width))
    }

    /// The constant with this value, modulo 2^width.
    ///
    /// # Panics
    ///
    /// If the width is 0.
    pub fn bv(&mut self, value: u64, width: u32) -> TermId {
        self.bit_vector(Bits::new(value, width))
    }

    pub(super) fn bv_ones(&mut self, width: u32) -> TermId {
        self.bit_vector(Bits::ones(width))
    }

    /// The value of an operator if the argument is constant.
    pub(super) fn fold_one(&mut self, t: TermId, f: fn(&Bits) -> Bits) -> Option<TermId> {
        let value = f(self.bits_of(t)?);
        Some(self.bit_vector(value))
    }

    /// The value of an operator if both arguments are constants.
    pub(super) fn fold(&mut self, a: TermId, b: TermId, f: fn(&Bits, &Bits) -> Bits) -> Option<TermId> {
        let value = f(self.bits_of(a)?, self.bits_of(b)?);
        Some(self.bit_vector(value))
    }

    /// The truth of a comparison if both sides are constants.
    pub(super) fn compare(&self, a: TermId, b: TermId, f: fn(&Bits, &Bits) -> bool) -> Option<TermId> {
        Some(self.bool(f(self.bits_of(a)?, self.bits_of(b)?)))
    }

    /// The exponent of a constant power of two.
    pub(super) fn exponent(&self, t: TermId) -> Option<u32> {
        self.bits_of(t)?.exponent()
    }

    /// The number of places by which a constant shifts a vector, if that is less than the width.
    pub(super) fn places(&self, t: TermId, by: TermId) -> Option<u32> {
        let places = self.bits_of(by)?.to_u64()?;
        (places < u64::from(self.width(t))).then_some(places as u32)
    }

    pub(super) fn complements(&self, a: TermId, b: TermId) -> bool {
        (self.op(a) == Op::BvNot && self.arg(a, 0) == b) || (self.op(b) == Op::BvNot && self.arg(b, 0) == a)
    }

    /// Constants first, then by age.
    pub(super) fn in_order(&self, a: TermId, b: TermId) -> (TermId, TermId) {
        match (self.bits_of(a).is_some(), self.bits_of(b).is_some()) {
            (true, false) => (a, b),
            (false, true) => (b, a),
            _ => (a.min(b), a.max(b)),
        }
    }

    /// An operator on two vectors of one width whose value has that width too.
    #[inline]
    fn word(&mut self, name: &str, op: Op, a: TermId, b: TermId, rules: Rules) -> TermId {
        self.demand_vectors(name, a, b);
        self.by_rules(op, self.sort(a), &[a, b], rules)
    }

    /// Such an operator if it is commutative.
    #[inline]
    fn ordered_word(&mut self, name: &str, op: Op, a: TermId, b: TermId, rules: Rules) -> TermId {
        self.demand_vectors(name, a, b);
        let (a, b) = self.in_order(a, b);
        self.by_rules(op, self.sort(a), &[a, b], rules)
    }

    /// Bitwise complement.
    pub fn bv_not(&mut self, t: TermId) -> TermId {
        self.demand_vector("bvnot", t);
        self.by_rules(Op::BvNot, self.sort(t), &[t], rules::bv_not)
    }

    /// Bitwise conjunction.
    pub fn bv_and(&mut self, a: TermId, b: TermId) -> TermId {
        self.ordered_word("bvand", Op::BvAnd, a, b, rules::bv_and)
    }

    /// Bitwise disjunction.
    pub fn bv_or(&mut self, a: TermId, b: TermId) -> TermId {
        self.ordered_word("bvor", Op::BvOr, a, b, rules::bv_or)
    }

    /// Bitwise exclusive or.
    pub fn bv_xor(&mut self, a: TermId, b: TermId) -> TermId {
        self.ordered_word("bvxor", Op::BvXor, a, b, rules::bv_xor)
    }

    /// Two's complement negation.
    pub fn bv_neg(&mut self, t: TermId) -> TermId {
        self.demand_vector("bvneg", t);
        self.by_rules(Op::BvNeg, self.sort(t), &[t], rules::bv_neg)
    }

    /// Sum.
    pub fn bv_add(&mut self, a: TermId, b: TermId) -> TermId {
        self.ordered_word("bvadd", Op::BvAdd, a, b, rules::bv_add)
    }

    /// Difference.
    pub fn bv_sub(&mut self, a: TermId, b: TermId) -> TermId {
        self.word("bvsub", Op::BvSub, a, b, rules::bv_sub)
    }

    /// Product.
    pub fn bv_mul(&mut self, a: TermId, b: TermId) -> TermId {
        self.ordered_word("bvmul", Op::BvMul, a, b, rules::bv_mul)
    }

    /// Unsigned quotient; all ones if the divisor is 0.
    pub fn bv_udiv(&mut self, a: TermId, b: TermId) -> TermId {
        self.word("bvudiv", Op::BvUdiv, a, b, rules::bv_udiv)
    }

    /// Unsigned remainder; the dividend if the divisor is 0.
    pub fn bv_urem(&mut self, a: TermId, b: TermId) -> TermId {
        self.word("bvurem", Op::BvUrem, a, b, rules::bv_urem)
    }

    /// Shift to the left.
    pub fn bv_shl(&mut self, a: TermId, by: TermId) -> TermId {
        self.word("bvshl", Op::BvShl, a, by, rules::bv_shl)
    }

    /// Shift to the right with zeros.
    pub fn bv_lshr(&mut self, a: TermId, by: TermId) -> TermId {
        self.word("bvlshr", Op::BvLshr, a, by, rules::bv_lshr)
    }

    /// Shift to the right with copies of the sign.
    pub fn bv_ashr(&mut self, a: TermId, by: TermId) -> TermId {
        self.word("bvashr", Op::BvAshr, a, by, rules::bv_ashr)
    }

    /// The product with a power of two; the exponent is below the width.
    pub(super) fn shift_left(&mut self, t: TermId, exponent: u32) -> TermId {
        if exponent == 0 {
            return t;
        }
        let kept = self.extract(t, self.width(t) - 1 - exponent, 0);
        let zeros = self.bv_zero(exponent);
        self.concat(kept, zeros)
    }

    /// One after the other, the first in the high part.
    ///
    /// # Panics
    ///
    /// If there are 2^32 bits or more, or an argument is no bit-vector.
    pub fn concat(&mut self, high: TermId, low: TermId) -> TermId {
        let width = self.joint_width("concat", high, low);
        self.by_rules(Op::Concat, Sort::BitVec(width), &[high, low], rules::concat)
    }

    /// Two constants as one, unless a long one would be copied for a short one.
    pub(super) fn gathered(&mut self, high: TermId, low: TermId) -> Option<TermId> {
        let (h, l) = (self.bits_of(high)?, self.bits_of(low)?);
        let (short, long) = (h.width().min(l.width()), h.width().max(l.width()));
        let value = (short + long <= MOST_GATHERED || short >= long / 8).then(|| h.concat(l))?;
        Some(self.bit_vector(value))
    }

    /// The vector from which two neighbouring parts were taken, and the bounds of both together.
    pub(super) fn neighbours(&self, high: TermId, low: TermId) -> Option<(TermId, u32, u32)> {
        match (self.op(high), self.op(low)) {
            (Op::Extract(from), Op::Extract(low_from)) => {
                let whole = self.arg(high, 0);
                let adjacent = whole == self.arg(low, 0) && from == low_from + self.width(low);
                adjacent.then(|| (whole, from + self.width(high) - 1, low_from))
            }
            _ => None,
        }
    }

    fn joint_width(&self, operator: &str, high: TermId, low: TermId) -> u32 {
        let (h, l) = (self.width(high), self.width(low));
        self.demand(h > 0 && l > 0, operator, &[high, low]);
        h.checked_add(l).expect("a bit-vector has less than 2^32 bits")
    }

    /// The bits from index `high` down to index `low`, both included.
    ///
    /// # Panics
    ///
    /// If `low > high` or `high` is not below the width, or the term is no bit-vector.
    pub fn extract(&mut self, t: TermId, high: u32, low: u32) -> TermId {
        self.demand_vector("extract", t);
        let mut t = t;
        let (mut high, mut low) = (high, low);
        // The parts in front of the bits that are left, outermost first.
        let mut fronts: Vec<Front> = Vec::new();
        let bits = loop {
            let width = self.width(t);
            assert!(low <= high && high < width, "bits {} to {} of {}", high, low, width);
            if low == 0 && high == width - 1 {
                break t;
            }
            match self.op(t) {
                Op::Bits(_) => {
                    let value =
                        self.bits_of(t).map(|b| b.extract(high, low)).unwrap_or_else(|| Bits::zero(1));
                    break self.bit_vector(value);
                }
                Op::Extract(from) => {
                    t = self.arg(t, 0);
                    high += from;
                    low += from;
                }
                Op::Concat => {
                    let (upper, lower) = (self.arg(t, 0), self.arg(t, 1));
                    let split = self.width(lower);
                    if high < split {
                        t = lower;
                    } else if low >= split {
                        t = upper;
                        high -= split;
                        low -= split;
                    } else {
                        match self.bits_of(upper).map(|b| b.extract(high - split, 0)) {
                            Some(front) => fronts.push(Front::Bits(self.bit_vector(front))),
                            None => break self.intern_extract(t, high, low),
                        }
                        t = lower;
                        high = split - 1;
                    }
                }
                Op::SignExtend => {
                    t = self.arg(t, 0);
                    let top = self.width(t) - 1;
                    if high > top {
                        let kept = low.min(top);
                        fronts.push(Front::Sign(high - low - (top - kept)));
                        high = top;
                        low = kept;
                    }
                }
                _ if low == 0 => match self.low_part(t, high + 1) {
                    Some(part) => break part,
                    None => break self.intern_extract(t, high, low),
                },
                _ => break self.intern_extract(t, high, low),
            }
        };
        fronts.into_iter().rev().fold(bits, |bits, front| match front {
            Front::Bits(front) => self.concat(front, bits),
            Front::Sign(copies) => self.sign_extend(bits, copies),
        })
    }

    fn intern_extract(&mut self, t: TermId, high: u32, low: u32) -> TermId {
        self.intern(Op::Extract(low), Sort::BitVec(high - low + 1), &[t])
    }

    /// Zeros in front.
    ///
    /// # Panics
    ///
    /// If there are 2^32 bits or more, or the term is no bit-vector.
    pub fn zero_extend(&mut self, t: TermId, by: u32) -> TermId {
        self.demand_vector("zero_extend", t);
        if by == 0 {
            return t;
        }
        let zeros = self.bv_zero(by);
        self.concat(zeros, t)
    }

    /// Copies of the sign in front.
    ///
    /// # Panics
    ///
    /// If there are 2^32 bits or more, or the term is no bit-vector.
    pub fn sign_extend(&mut self, t: TermId, by: u32) -> TermId {
        let width = self.demand_vector("sign_extend", t);
        let wider = width.checked_add(by).expect("a bit-vector has less than 2^32 bits");
        if by == 0 {
            return t;
        }
        if let Some(value) = self.bits_of(t).map(|b| b.sign_extend(by)) {
            return self.bit_vector(value);
        }
        let sort = Sort::BitVec(wider);
        let t = if self.op(t) == Op::SignExtend { self.arg(t, 0) } else { t };
        self.intern(Op::SignExtend, sort, &[t])
    }

    /// The vector turned to the left by this many places.
    pub fn rotate_left(&mut self, t: TermId, by: u32) -> TermId {
        let width = self.demand_vector("rotate_left", t);
        let by = by % width;
        if by == 0 {
            return t;
        }
        let (high, low) = (self.extract(t, width - 1 - by, 0), self.extract(t, width - 1, width - by));
        self.concat(high, low)
    }

    /// The vector turned to the right by this many places.
    pub fn rotate_right(&mut self, t: TermId, by: u32) -> TermId {
        let width = self.demand_vector("rotate_right", t);
        self.rotate_left(t, width - by % width)
    }

    /// All of these one after the other, the first in the highest part.
    ///
    /// # Panics
    ///
    /// If there are no vectors, or terms that are none, or the result has 2^32 bits or more.
    pub fn concat_all(&mut self, parts: &[TermId]) -> TermId {
        self.demand(parts.iter().all(|&t| self.width(t) > 0), "concat", parts);
        let width: u64 = parts.iter().map(|&t| u64::from(self.width(t))).sum();
        assert!(width <= u64::from(u32::MAX), "a bit-vector has less than 2^32 bits");
        // Neighbouring constants are joined two by two, so that none of them is copied often.
        let mut joined: Vec<TermId> = Vec::with_capacity(parts.len());
        let mut rest = parts;
        while let Some(&first) = rest.first() {
            let count = rest.iter().take_while(|&&t| self.bits_of(t).is_some()).count();
            if count < 3 {
                joined.push(first);
                rest = &rest[1..];
                continue;
            }
            let mut values: Vec<Bits> =
                rest[..count].iter().filter_map(|&t| self.bits_of(t).cloned()).collect();
            while values.len() > 1 {
                let halves = values.chunks(2).map(|pair| match pair {
                    [high, low] => high.concat(low),
                    rest => rest[0].clone(),
                });
                values = halves.collect();
            }
            joined.push(values.pop().map_or(first, |value| self.bit_vector(value)));
            rest = &rest[count..];
        }
        // From the right, so that every step has a short left part.
        let (&last, before) = joined.split_last().expect("at least one vector");
        before.iter().rev().fold(last, |low, &high| self.concat(high, low))
    }

    /// Copies of the vector in a row; made by doubling, in as many steps as the number has digits.
    ///
    /// # Panics
    ///
    /// If there are to be no copies, or the result has 2^32 bits or more, or the term is no bit-vector.
    pub fn repeat(&mut self, t: TermId, times: u32) -> TermId {
        self.demand_vector("repeat", t);
        assert!(times > 0, "a vector is repeated at least once");
        let mut result = t;
        for i in (0..u32::BITS - times.leading_zeros()).rev().skip(1) {
            result = self.concat(result, result);
            if times >> i & 1 == 1 {
                result = self.concat(result, t);
            }
        }
        result
    }

    /// Whether the highest bit is set.
    pub fn bv_sign(&mut self, t: TermId) -> TermId {
        let top = self.demand_vector("sign", t) - 1;
        let bit = self.extract(t, top, top);
        let one = self.bv(1, 1);
        self.bits_eq(bit, one)
    }

    /// 1 of width 1 if both are equal, else 0.
    pub fn bv_comp(&mut self, a: TermId, b: TermId) -> TermId {
        self.demand_vectors("bvcomp", a, b);
        let same = self.bits_eq(a, b);
        let (one, zero) = (self.bv(1, 1), self.bv(0, 1));
        self.ite(same, one, zero)
    }
}

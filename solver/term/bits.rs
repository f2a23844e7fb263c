//! Building bit-vectors.
//!
//! A builder that descends into its arguments goes down a few steps and no further, so that building a deep term
//! takes neither quadratic time nor stack.

use super::store::{Op, Sort, TermId, Terms};
use crate::theories::bv::Bits;

/// Wider constants are not joined with much shorter ones, so that a long chain of concatenations is built in linear
/// time.
const MOST_GATHERED: u32 = 4096;

/// Whether two constants next to each other become one.
fn gather(high: &Bits, low: &Bits) -> bool {
    let (short, long) = (high.width().min(low.width()), high.width().max(low.width()));
    short + long <= MOST_GATHERED || short >= long / 8
}

/// An operator on two vectors of one width whose value has that width too.
type Binary = fn(&Bits, &Bits) -> Bits;

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

    pub(super) fn is_zero_bits(&self, t: TermId) -> bool {
        self.bits_of(t).map_or(false, Bits::is_zero)
    }

    pub(super) fn is_ones_bits(&self, t: TermId) -> bool {
        self.bits_of(t).map_or(false, Bits::is_ones)
    }

    pub(super) fn is_one_bits(&self, t: TermId) -> bool {
        self.bits_of(t).map_or(false, Bits::is_one)
    }

    /// The value of an operator if both arguments are constants.
    fn fold(&mut self, a: TermId, b: TermId, f: Binary) -> Option<TermId> {
        let value = f(self.bits_of(a)?, self.bits_of(b)?);
        Some(self.bit_vector(value))
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

    /// Bitwise complement.
    pub fn bv_not(&mut self, t: TermId) -> TermId {
        self.demand_vector("bvnot", t);
        if let Some(value) = self.bits_of(t).map(Bits::not) {
            return self.bit_vector(value);
        }
        match self.op(t) {
            Op::BvNot => self.arg(t, 0),
            _ => self.intern(Op::BvNot, self.sort(t), &[t]),
        }
    }

    /// Bitwise conjunction.
    pub fn bv_and(&mut self, a: TermId, b: TermId) -> TermId {
        self.demand_vectors("bvand", a, b);
        if let Some(value) = self.fold(a, b, Bits::and) {
            return value;
        }
        if let Some(t) = self.bv_junction(Op::BvAnd, a, b, &Bits::ones(self.width(a))) {
            return t;
        }
        let (a, b) = self.in_order(a, b);
        if a == b || self.is_ones_bits(a) {
            return b;
        }
        if self.is_zero_bits(a) {
            return a;
        }
        if self.complements(a, b) {
            return self.bv_zero(self.width(a));
        }
        self.intern(Op::BvAnd, self.sort(a), &[a, b])
    }

    /// Bitwise disjunction.
    pub fn bv_or(&mut self, a: TermId, b: TermId) -> TermId {
        self.demand_vectors("bvor", a, b);
        if let Some(value) = self.fold(a, b, Bits::or) {
            return value;
        }
        if let Some(t) = self.bv_junction(Op::BvOr, a, b, &Bits::zero(self.width(a))) {
            return t;
        }
        let (a, b) = self.in_order(a, b);
        if a == b || self.is_zero_bits(a) {
            return b;
        }
        if self.is_ones_bits(a) {
            return a;
        }
        if self.complements(a, b) {
            return self.bit_vector(Bits::ones(self.width(a)));
        }
        self.intern(Op::BvOr, self.sort(a), &[a, b])
    }

    /// Bitwise exclusive or.
    pub fn bv_xor(&mut self, a: TermId, b: TermId) -> TermId {
        self.demand_vectors("bvxor", a, b);
        if let Some(value) = self.fold(a, b, Bits::xor) {
            return value;
        }
        if let Some(t) = self.bv_parity(a, b) {
            return t;
        }
        let (a, b) = self.in_order(a, b);
        if a == b {
            return self.bv_zero(self.width(a));
        }
        if self.is_zero_bits(a) {
            return b;
        }
        if self.is_ones_bits(a) {
            return self.bv_not(b);
        }
        if self.complements(a, b) {
            return self.bit_vector(Bits::ones(self.width(a)));
        }
        self.intern(Op::BvXor, self.sort(a), &[a, b])
    }

    /// Two's complement negation.
    pub fn bv_neg(&mut self, t: TermId) -> TermId {
        self.demand_vector("bvneg", t);
        if let Some(value) = self.bits_of(t).map(Bits::neg) {
            return self.bit_vector(value);
        }
        match self.op(t) {
            Op::BvNeg => self.arg(t, 0),
            _ => {
                let minus = Bits::ones(self.width(t));
                self.bv_sum(&[(t, minus)]).unwrap_or_else(|| self.intern(Op::BvNeg, self.sort(t), &[t]))
            }
        }
    }

    /// Sum.
    pub fn bv_add(&mut self, a: TermId, b: TermId) -> TermId {
        self.demand_vectors("bvadd", a, b);
        if let Some(value) = self.fold(a, b, Bits::add) {
            return value;
        }
        let one = Bits::new(1, self.width(a));
        if let Some(sum) = self.bv_sum(&[(a, one.clone()), (b, one)]) {
            return sum;
        }
        // A long sum. Constants gather in front all the same.
        let (a, b) = self.in_order(a, b);
        if self.is_zero_bits(a) {
            return b;
        }
        let (mut constant, mut rest) = (Bits::zero(self.width(a)), Vec::new());
        for t in [a, b] {
            let (front, inner) =
                if self.op(t) == Op::BvAdd { (self.arg(t, 0), self.arg(t, 1)) } else { (t, t) };
            match self.bits_of(front) {
                Some(value) => {
                    constant = constant.add(value);
                    rest.extend((inner != front).then_some(inner));
                }
                None => rest.push(t),
            }
        }
        let sum = match rest[..] {
            [a, b] => self.intern(Op::BvAdd, self.sort(a), &[a, b]),
            [a] => a,
            _ => return self.bit_vector(constant),
        };
        self.plus_constant(&constant, sum)
    }

    /// Difference.
    pub fn bv_sub(&mut self, a: TermId, b: TermId) -> TermId {
        self.demand_vectors("bvsub", a, b);
        if a == b {
            return self.bv_zero(self.width(a));
        }
        let one = Bits::new(1, self.width(a));
        let minus = one.neg();
        if let Some(sum) = self.bv_sum(&[(a, one), (b, minus)]) {
            return sum;
        }
        if let Some(value) = self.bits_of(b).map(Bits::neg) {
            let negated = self.bit_vector(value);
            return self.bv_add(negated, a);
        }
        if self.is_zero_bits(a) {
            return self.bv_neg(b);
        }
        if self.op(b) == Op::BvNeg {
            return self.bv_add(a, self.arg(b, 0));
        }
        self.intern(Op::BvSub, self.sort(a), &[a, b])
    }

    /// Product.
    pub fn bv_mul(&mut self, a: TermId, b: TermId) -> TermId {
        self.demand_vectors("bvmul", a, b);
        if let Some(value) = self.fold(a, b, Bits::mul) {
            return value;
        }
        let (a, b) = self.in_order(a, b);
        if self.is_zero_bits(a) {
            return a;
        }
        if self.is_one_bits(a) {
            return b;
        }
        if let Some(product) = self.bv_product(&[a, b], None) {
            return product;
        }
        if self.is_ones_bits(a) {
            return self.bv_neg(b);
        }
        if let Some(exponent) = self.bits_of(a).and_then(Bits::exponent) {
            return self.shift_left(b, exponent);
        }
        self.intern(Op::BvMul, self.sort(a), &[a, b])
    }

    /// Unsigned quotient; all ones if the divisor is 0.
    pub fn bv_udiv(&mut self, a: TermId, b: TermId) -> TermId {
        self.demand_vectors("bvudiv", a, b);
        if let Some(value) = self.fold(a, b, Bits::udiv) {
            return value;
        }
        if self.is_zero_bits(b) {
            return self.bit_vector(Bits::ones(self.width(a)));
        }
        if self.bits_of(b).is_some() {
            if let Some((a, b, zeros)) = self.narrow_unsigned(a, b) {
                let quotient = self.bv_udiv(a, b);
                return self.zero_extend(quotient, zeros);
            }
        }
        if let Some(exponent) = self.bits_of(b).and_then(Bits::exponent) {
            let amount = self.bv(exponent as u64, self.width(a));
            return self.bv_lshr(a, amount);
        }
        self.intern(Op::BvUdiv, self.sort(a), &[a, b])
    }

    /// Unsigned remainder; the dividend if the divisor is 0.
    pub fn bv_urem(&mut self, a: TermId, b: TermId) -> TermId {
        self.demand_vectors("bvurem", a, b);
        if let Some(value) = self.fold(a, b, Bits::urem) {
            return value;
        }
        if self.is_zero_bits(b) {
            return a;
        }
        if a == b {
            return self.bv_zero(self.width(a));
        }
        if let Some((a, b, zeros)) = self.narrow_unsigned(a, b) {
            let remainder = self.bv_urem(a, b);
            return self.zero_extend(remainder, zeros);
        }
        if let Some(exponent) = self.bits_of(b).and_then(Bits::exponent) {
            let width = self.width(a);
            if exponent == 0 {
                return self.bv_zero(width);
            }
            let low = self.extract(a, exponent - 1, 0);
            return self.zero_extend(low, width - exponent);
        }
        self.intern(Op::BvUrem, self.sort(a), &[a, b])
    }

    /// The number of places by which a constant shifts a vector of this width, at most the width.
    fn shift_amount(&self, by: TermId, width: u32) -> Option<u32> {
        self.bits_of(by).map(|value| value.to_u64().map_or(width, |n| n.min(width as u64) as u32))
    }

    /// Shift to the left.
    pub fn bv_shl(&mut self, a: TermId, by: TermId) -> TermId {
        self.demand_vectors("bvshl", a, by);
        let width = self.width(a);
        match self.shift_amount(by, width) {
            Some(0) => a,
            Some(n) if n == width => self.bv_zero(width),
            Some(n) => self.shift_left(a, n),
            None if self.is_zero_bits(a) => a,
            None => self
                .bv_product(&[a], Some(by))
                .unwrap_or_else(|| self.intern(Op::BvShl, self.sort(a), &[a, by])),
        }
    }

    /// The product with a power of two; the exponent is below the width.
    pub(super) fn shift_left(&mut self, t: TermId, exponent: u32) -> TermId {
        let kept = self.extract(t, self.width(t) - 1 - exponent, 0);
        let zeros = self.bv_zero(exponent);
        self.concat(kept, zeros)
    }

    /// Shift to the right with zeros.
    pub fn bv_lshr(&mut self, a: TermId, by: TermId) -> TermId {
        self.demand_vectors("bvlshr", a, by);
        let width = self.width(a);
        match self.shift_amount(by, width) {
            Some(0) => a,
            Some(n) if n == width => self.bv_zero(width),
            Some(n) => {
                let kept = self.extract(a, width - 1, n);
                self.zero_extend(kept, n)
            }
            None if self.is_zero_bits(a) => a,
            None => self.intern(Op::BvLshr, self.sort(a), &[a, by]),
        }
    }

    /// Shift to the right with copies of the sign.
    pub fn bv_ashr(&mut self, a: TermId, by: TermId) -> TermId {
        self.demand_vectors("bvashr", a, by);
        let width = self.width(a);
        match self.shift_amount(by, width) {
            Some(0) => a,
            Some(n) => {
                let n = n.min(width - 1);
                let kept = self.extract(a, width - 1, n);
                self.sign_extend(kept, n)
            }
            None if self.is_zero_bits(a) || self.is_ones_bits(a) => a,
            None => self.intern(Op::BvAshr, self.sort(a), &[a, by]),
        }
    }

    /// One after the other, the first in the high part.
    ///
    /// # Panics
    ///
    /// If there are 2^32 bits or more, or an argument is no bit-vector.
    pub fn concat(&mut self, high: TermId, low: TermId) -> TermId {
        let width = self.joint_width("concat", high, low);
        if let (Some(h), Some(l)) = (self.bits_of(high), self.bits_of(low)) {
            if gather(h, l) {
                let value = h.concat(l);
                return self.bit_vector(value);
            }
        }
        // Neighbours that were one before are one again.
        if let (Op::Extract(from), Op::Extract(low_from)) = (self.op(high), self.op(low)) {
            if self.arg(high, 0) == self.arg(low, 0) && from == low_from + self.width(low) {
                return self.extract(self.arg(high, 0), from + self.width(high) - 1, low_from);
            }
        }
        // Constants in front gather.
        if self.op(low) == Op::Concat {
            let (first, rest) = (self.arg(low, 0), self.arg(low, 1));
            if let (Some(h), Some(f)) = (self.bits_of(high), self.bits_of(first)) {
                if gather(h, f) {
                    let value = h.concat(f);
                    let constant = self.bit_vector(value);
                    return self.concat(constant, rest);
                }
            }
        }
        self.intern(Op::Concat, Sort::BitVec(width), &[high, low])
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

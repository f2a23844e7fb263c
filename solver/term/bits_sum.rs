//! Sums of bit-vectors in normal form.
//!
//! A sum is a constant and coefficients times terms that are no sums, modulo 2^width, sorted by the terms. It is
//! written with as few adders as its number of summands allows: added summands, minus subtracted ones, then the
//! constant, and a common factor of all coefficients outside. Two sums of the same summands are thus the same term,
//! in any order of addition.
//!
//! Each builder takes its arguments apart and puts the result together again, so the number of summands is limited;
//! longer sums are chains of shorter ones that are left as they were made. Building thus takes linear time.

use super::store::{Op, TermId, Terms};
use crate::theories::bv::Bits;

/// Sums of more summands are not brought in order.
const MOST_SUMMANDS: usize = 8;
/// Nodes looked at before a term counts as too long.
pub(super) const MOST_STEPS: usize = 40;
/// Vectors wider than this are not brought in normal form: their coefficients take too long.
pub(super) const MOST_WIDTH: u32 = 1024;

/// A sum taken apart.
pub(super) struct BitSum {
    constant: Bits,
    /// Sorted by the terms, coefficients not 0.
    monomials: Vec<(TermId, Bits)>,
}

/// Whether a coefficient, as a signed number, is negative, and its absolute value.
fn signed(c: &Bits) -> (bool, Bits) {
    let negated = c.neg();
    if negated.ult(c) {
        (true, negated)
    } else {
        (false, c.clone())
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    let (mut a, mut b) = (a, b);
    while b != 0 {
        let rest = a % b;
        a = b;
        b = rest;
    }
    a
}

/// The number of zeros at the low end.
fn valuation(b: &Bits) -> u32 {
    (0..b.width()).find(|&i| b.bit(i)).unwrap_or_else(|| b.width())
}

/// The inverse of an odd number (Newton).
fn inverse(odd: &Bits) -> Bits {
    let two = Bits::new(2, odd.width());
    let mut inverse = odd.clone();
    let mut right = 3;
    while right < odd.width() {
        inverse = inverse.mul(&two.sub(&odd.mul(&inverse)));
        right *= 2;
    }
    inverse
}

impl BitSum {
    /// Summands, the constant included.
    fn len(&self) -> usize {
        self.monomials.len() + !self.constant.is_zero() as usize
    }

    /// The sum of these multiples and the constant: equal terms are joined.
    fn join(parts: Vec<(TermId, Bits)>, constant: Bits) -> BitSum {
        let mut parts = parts;
        parts.sort_by_key(|p| p.0);
        let mut monomials: Vec<(TermId, Bits)> = Vec::with_capacity(parts.len());
        for (t, c) in parts {
            match monomials.last_mut() {
                Some(last) if last.0 == t => last.1 = last.1.add(&c),
                _ => monomials.push((t, c)),
            }
        }
        monomials.retain(|m| !m.1.is_zero());
        BitSum { constant, monomials }
    }

    /// The greatest integer that divides the absolute values of all coefficients.
    fn content(&self) -> u64 {
        let mut content = 0;
        for (_, c) in &self.monomials {
            match signed(c).1.to_u64() {
                Some(c) if content != 1 => content = gcd(content, c),
                _ => return 1,
            }
        }
        content.max(1)
    }
}

impl Terms {
    /// The term of which `t` is a multiple by a power of two, and its exponent, if it is written as a shift.
    pub(super) fn shifted(&self, t: TermId) -> Option<(TermId, u32)> {
        if self.op(t) != Op::Concat {
            return None;
        }
        let (high, low) = (self.arg(t, 0), self.arg(t, 1));
        let inner = if self.op(high) == Op::Extract(0) { self.arg(high, 0) } else { return None };
        let zeros = self.bits_of(low).map_or(false, Bits::is_zero);
        (zeros && self.width(inner) == self.width(t)).then(|| (inner, self.width(low)))
    }

    fn is_sum(&self, t: TermId) -> bool {
        match self.op(t) {
            Op::BvAdd | Op::BvSub | Op::BvNeg => true,
            Op::BvMul => self.bits_of(self.arg(t, 0)).is_some(),
            _ => false,
        }
    }

    /// The sum of multiples, taken apart; `None` if it is too long.
    fn bit_sum(&self, parts: &[(TermId, Bits)]) -> Option<BitSum> {
        let width = self.width(parts.first()?.0);
        if width > MOST_WIDTH {
            return None;
        }
        let mut constant = Bits::zero(width);
        let mut found = Vec::new();
        let mut work = parts.to_vec();
        let mut steps = 0;
        while let Some((t, c)) = work.pop() {
            steps += 1;
            if steps > MOST_STEPS {
                return None;
            }
            match self.op(t) {
                Op::Bits(_) => {
                    let value = self.bits_of(t)?;
                    constant = constant.add(&value.mul(&c));
                }
                Op::BvAdd => work.extend([(self.arg(t, 0), c.clone()), (self.arg(t, 1), c)]),
                Op::BvSub => work.extend([(self.arg(t, 1), c.neg()), (self.arg(t, 0), c)]),
                Op::BvNeg => work.push((self.arg(t, 0), c.neg())),
                // -1 - t.
                Op::BvNot => {
                    constant = constant.sub(&c);
                    work.push((self.arg(t, 0), c.neg()));
                }
                Op::BvMul if self.bits_of(self.arg(t, 0)).is_some() => {
                    let factor = self.bits_of(self.arg(t, 0))?;
                    work.push((self.arg(t, 1), c.mul(factor)));
                }
                _ => match self.shifted(t) {
                    Some((inner, by)) => {
                        let by = Bits::new(by as u64, width);
                        work.push((inner, c.shl(&by)));
                    }
                    None => found.push((t, c)),
                },
            }
        }
        Some(BitSum::join(found, constant))
    }

    /// The sum of multiples in normal form; `None` if it is too long.
    pub(super) fn bv_sum(&mut self, parts: &[(TermId, Bits)]) -> Option<TermId> {
        let sum = self.bit_sum(parts)?;
        if sum.monomials.len() > MOST_SUMMANDS {
            return None;
        }
        Some(self.write_sum(sum))
    }

    /// A multiple of a term that is no sum.
    fn write_multiple(&mut self, c: &Bits, t: TermId) -> TermId {
        if c.is_one() {
            return t;
        }
        if let Some(exponent) = c.exponent() {
            return self.shift_left(t, exponent);
        }
        let c = self.bit_vector(c.clone());
        self.intern(Op::BvMul, self.sort(t), &[c, t])
    }

    fn write_sum(&mut self, sum: BitSum) -> TermId {
        let BitSum { constant, monomials } = &sum;
        let content = if monomials.len() > 1 { sum.content() } else { 1 };
        if content > 1 {
            let width = constant.width();
            let content = Bits::new(content, width);
            let divided = monomials.iter().map(|(t, c)| {
                let (negative, size) = signed(c);
                let size = size.udiv(&content);
                (*t, if negative { size.neg() } else { size })
            });
            let inner = BitSum { constant: Bits::zero(width), monomials: divided.collect() };
            let inner = self.write_sum(inner);
            // The sign stays inside, where it costs nothing.
            let multiple = self.write_multiple(&content, inner);
            return self.plus_constant(constant, multiple);
        }
        let mut constant = constant.clone();
        let (mut added, mut subtracted, mut first_subtracted) = (None, None, None);
        for (t, c) in monomials {
            let (negative, size) = signed(c);
            let part = self.write_multiple(&size, *t);
            if let Some(value) = self.bits_of(part) {
                // The shift has left nothing but constant bits.
                constant = if negative { constant.sub(value) } else { constant.add(value) };
                continue;
            }
            first_subtracted = first_subtracted.or(Some(negative));
            let side = if negative { &mut subtracted } else { &mut added };
            *side = Some(match *side {
                Some(before) => self.intern(Op::BvAdd, self.sort(part), &[before, part]),
                None => part,
            });
        }
        // Sums that differ by the sign or a constant are to share their adders.
        let flip = first_subtracted == Some(true) && !constant.is_zero();
        match (added, subtracted) {
            (None, None) => self.bit_vector(constant),
            (Some(plus), None) => self.plus_constant(&constant, plus),
            (None, Some(minus)) => self.constant_minus(&constant, minus),
            (Some(plus), Some(minus)) if constant.is_ones() || flip => {
                let difference = self.intern(Op::BvSub, self.sort(plus), &[minus, plus]);
                self.constant_minus(&constant, difference)
            }
            (Some(plus), Some(minus)) => {
                let difference = self.intern(Op::BvSub, self.sort(plus), &[plus, minus]);
                self.plus_constant(&constant, difference)
            }
        }
    }

    fn constant_minus(&mut self, constant: &Bits, t: TermId) -> TermId {
        if constant.is_zero() {
            return self.intern(Op::BvNeg, self.sort(t), &[t]);
        }
        if constant.is_ones() {
            return self.bv_not(t);
        }
        let constant = self.bit_vector(constant.clone());
        self.intern(Op::BvSub, self.sort(t), &[constant, t])
    }

    pub(super) fn plus_constant(&mut self, constant: &Bits, t: TermId) -> TermId {
        if constant.is_zero() {
            return t;
        }
        if let Some(value) = self.bits_of(t) {
            let sum = constant.add(value);
            return self.bit_vector(sum);
        }
        let constant = self.bit_vector(constant.clone());
        self.intern(Op::BvAdd, self.sort(t), &[constant, t])
    }

    /// A sum too long for a normal form, with the constants in front of both summands joined; `None` if there are none.
    pub(super) fn with_joint_constant(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let (mut constant, mut rest, mut found) = (Bits::zero(self.width(a)), Vec::new(), false);
        for t in [a, b] {
            let (front, inner) =
                if self.op(t) == Op::BvAdd { (self.arg(t, 0), self.arg(t, 1)) } else { (t, t) };
            match self.bits_of(front) {
                Some(value) => {
                    found = true;
                    constant = constant.add(value);
                    rest.extend((inner != front).then_some(inner));
                }
                None => rest.push(t),
            }
        }
        if !found {
            return None;
        }
        let sum = match rest[..] {
            [a, b] => self.intern(Op::BvAdd, self.sort(a), &[a, b]),
            [a] => a,
            _ => return Some(self.bit_vector(constant)),
        };
        Some(self.plus_constant(&constant, sum))
    }

    /// An equality of which one side is a sum, without the summands that both sides share. `None` if there is nothing
    /// to simplify.
    pub(super) fn sums_eq(&mut self, a: TermId, b: TermId) -> Option<Equation> {
        if !self.is_sum(a) && !self.is_sum(b) {
            return None;
        }
        let one = Bits::new(1, self.width(a));
        let (left, right) = (self.bit_sum(&[(a, one.clone())])?, self.bit_sum(&[(b, one)])?);
        let before = left.len() + right.len();
        let mut parts = left.monomials;
        parts.extend(right.monomials.into_iter().map(|(t, c)| (t, c.neg())));
        let sum = BitSum::join(parts, left.constant.sub(&right.constant));
        if sum.monomials.is_empty() {
            return Some(Equation::Known(sum.constant.is_zero()));
        }
        let twos = sum.monomials.iter().map(|m| valuation(&m.1)).min().unwrap_or(0);
        if valuation(&sum.constant) < twos {
            return Some(Equation::Known(false));
        }
        if let [(t, c)] = sum.monomials.as_slice() {
            return Some(self.solved(*t, c, &sum.constant, twos));
        }
        if sum.len() >= before {
            return None;
        }
        let (minus, plus): (Vec<_>, Vec<_>) = sum.monomials.into_iter().partition(|m| signed(&m.1).0);
        let minus = minus.into_iter().map(|(t, c)| (t, c.neg())).collect();
        let (zero, (negative, size)) = (Bits::zero(sum.constant.width()), signed(&sum.constant));
        let (left, right) = if negative { (zero, size) } else { (size, zero) };
        let left = self.write_sum(BitSum { constant: left, monomials: plus });
        let right = self.write_sum(BitSum { constant: right, monomials: minus });
        Some(Equation::Same(left, right))
    }

    /// `c * t + constant = 0`, where `c` is odd but for `twos` zeros at its low end, which the constant has, too.
    fn solved(&mut self, t: TermId, c: &Bits, constant: &Bits, twos: u32) -> Equation {
        let top = c.width() - 1;
        let (odd, rest) = (c.extract(top, twos), constant.extract(top, twos));
        let value = self.bit_vector(rest.neg().mul(&inverse(&odd)));
        let low = self.extract(t, top - twos, 0);
        Equation::Same(low, value)
    }
}

/// The simplified form of an equality.
pub(super) enum Equation {
    /// The equality holds always, or never.
    Known(bool),
    /// The equality of these two terms.
    Same(TermId, TermId),
}

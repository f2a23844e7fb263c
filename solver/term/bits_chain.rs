//! Bitwise connectives of many vectors in normal form: sorted, without repetitions, constants in front.
//!
//! As for [sums](super::bits_sum), the length is limited.

use super::store::{Op, TermId, Terms};
use crate::theories::bv::Bits;

/// Chains of more arguments are not brought in order.
const MOST_ARGUMENTS: usize = 8;

impl Terms {
    /// Conjunction or disjunction in normal form; `None` if it is too long. `unit` is its neutral element.
    pub(super) fn bv_junction(&mut self, op: Op, a: TermId, b: TermId, unit: &Bits) -> Option<TermId> {
        let mut constant = unit.clone();
        let mut found = self.chain(op, a, b)?.0;
        found.retain(|&t| match self.bits_of(t) {
            Some(value) => {
                constant = if op == Op::BvAnd { constant.and(value) } else { constant.or(value) };
                false
            }
            None => true,
        });
        found.sort_unstable();
        found.dedup();
        let both = |&t: &TermId| self.op(t) == Op::BvNot && found.binary_search(&self.arg(t, 0)).is_ok();
        if constant == unit.not() || found.iter().any(both) {
            return Some(self.bit_vector(unit.not()));
        }
        let front = (constant != *unit).then_some(constant);
        Some(self.write_chain(op, &found, front, unit))
    }

    /// Exclusive or in normal form; `None` if it is too long.
    pub(super) fn bv_parity(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let zero = Bits::zero(self.width(a));
        let (mut found, complemented) = self.chain(Op::BvXor, a, b)?;
        let mut constant = if complemented { zero.not() } else { zero.clone() };
        found.sort_unstable();
        let mut odd: Vec<TermId> = Vec::with_capacity(found.len());
        for t in found {
            match self.bits_of(t) {
                Some(value) => constant = constant.xor(value),
                None if odd.last() == Some(&t) => {
                    odd.pop();
                }
                None => odd.push(t),
            }
        }
        if constant.is_ones() && !odd.is_empty() {
            let chain = self.write_chain(Op::BvXor, &odd, None, &zero);
            return Some(self.bv_not(chain));
        }
        let front = (!constant.is_zero()).then_some(constant);
        Some(self.write_chain(Op::BvXor, &odd, front, &zero))
    }

    /// The arguments below both that are no such connective. For an exclusive or, complements lose their sign; the
    /// flag tells whether the number of signs was odd.
    fn chain(&self, op: Op, a: TermId, b: TermId) -> Option<(Vec<TermId>, bool)> {
        let (mut found, mut complemented) = (Vec::new(), false);
        let mut work = vec![a, b];
        while let Some(t) = work.pop() {
            if found.len() + work.len() >= MOST_ARGUMENTS {
                return None;
            }
            if self.op(t) == op {
                work.extend(self.args(t));
            } else if op == Op::BvXor && self.op(t) == Op::BvNot {
                complemented = !complemented;
                work.push(self.arg(t, 0));
            } else {
                found.push(t);
            }
        }
        Some((found, complemented))
    }

    fn write_chain(&mut self, op: Op, list: &[TermId], front: Option<Bits>, unit: &Bits) -> TermId {
        let (&first, rest) = match list.split_first() {
            Some(parts) => parts,
            None => return self.bit_vector(front.unwrap_or_else(|| unit.clone())),
        };
        let mut chain = first;
        for &t in rest {
            chain = self.intern(op, self.sort(t), &[chain, t]);
        }
        match front {
            Some(constant) => {
                let constant = self.bit_vector(constant);
                self.intern(op, self.sort(chain), &[constant, chain])
            }
            None => chain,
        }
    }
}

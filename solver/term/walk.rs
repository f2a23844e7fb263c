//! Walks through the graph, and making a term again from its operator.

use super::store::{Family, FunctionId, Op, Sort, SymbolId, TermId, Terms};
use std::collections::BinaryHeap;

impl Terms {
    /// The terms that these are made of, themselves included, arguments before the terms made of them.
    ///
    /// Time O(n log n) for n edges below the roots, independent of the size of the store.
    pub fn subterms(&self, roots: &[TermId]) -> Vec<TermId> {
        self.subterms_until(roots, |_| false)
    }

    /// Like [`Terms::subterms`], but does not look behind terms of which `stop` is true.
    pub fn subterms_until(&self, roots: &[TermId], stop: impl Fn(TermId) -> bool) -> Vec<TermId> {
        let mut found: Vec<TermId> = Vec::new();
        // Arguments have smaller ids: the heap hands out a term after everything made of it, repetitions in a row.
        let mut heap: BinaryHeap<TermId> = roots.iter().copied().collect();
        while let Some(t) = heap.pop() {
            if found.last() == Some(&t) {
                continue;
            }
            found.push(t);
            if !stop(t) {
                heap.extend(self.args(t));
            }
        }
        found.reverse();
        found
    }

    /// Whether the term is a formula made of formulas: a negation, a conjunction, or an equivalence or conditional of
    /// formulas.
    pub(crate) fn is_connective(&self, t: TermId) -> bool {
        match self.op(t) {
            Op::Not | Op::And => true,
            Op::Ite => self.sort(t) == Sort::Bool,
            Op::Eq => self.sort(self.arg(t, 0)) == Sort::Bool,
            _ => false,
        }
    }

    /// The declared constants that occur below these terms, by age.
    pub fn symbols_in(&self, roots: &[TermId]) -> Vec<SymbolId> {
        let symbol = |t: TermId| match self.op(t) {
            Op::Symbol(symbol) => Some(symbol),
            _ => None,
        };
        let mut list: Vec<SymbolId> = self.subterms(roots).into_iter().filter_map(symbol).collect();
        list.sort_unstable();
        list
    }

    /// The functions with arguments that are called below these terms, by age.
    pub fn functions_in(&self, roots: &[TermId]) -> Vec<FunctionId> {
        let function = |t: TermId| match self.op(t) {
            Op::Call(function) => Some(function),
            _ => None,
        };
        let mut list: Vec<FunctionId> = self.subterms(roots).into_iter().filter_map(function).collect();
        list.sort_unstable();
        list.dedup();
        list
    }

    /// Whether nothing but truth values, numbers and words occurs below these terms, and the numbers are linear: no
    /// calls of functions, no products, and no declared sorts, arrays or datatypes.
    pub(crate) fn are_plain(&self, roots: &[TermId]) -> bool {
        let is_plain = |&t: &TermId| match self.sort(t).family() {
            Family::Bool | Family::Int | Family::Real | Family::Word(_) => {
                !matches!(self.op(t), Op::Call(_) | Op::Product | Op::Inverse | Op::IntQuotient)
            }
            Family::Opaque => false,
        };
        let has_other = self.function_count() > 0 || self.sorts.len() > 0 || self.has_products();
        !has_other || self.subterms(roots).iter().all(is_plain)
    }

    /// The simplified term of an operator and arguments of the right sorts and number.
    pub(crate) fn apply(&mut self, op: Op, sort: Sort, args: &[TermId]) -> TermId {
        let same = |_| unreachable!("the operator had numerals in these places before");
        match (op, args) {
            (Op::True, _)
            | (Op::Symbol(_), _)
            | (Op::Numeral(_), _)
            | (Op::Bits(_), _)
            | (Op::Rounding(_), _) => self.intern(op, sort, args),
            (Op::Float(op), _) => self.plain_float_op(op, sort, args),
            (Op::Call(function), _) => self.call(function, args),
            (Op::Construct(constructor), _) => self.construct(constructor, args),
            (Op::Field(selector), &[a]) => self.field(selector, a),
            (Op::Is(constructor), &[a]) => self.is(constructor, a),
            (Op::Select, &[a, i]) => self.select(a, i),
            (Op::Store, &[a, i, e]) => self.store(a, i, e),
            (Op::ConstArray, &[e]) => self.const_array(sort, e),
            (Op::Difference, &[a, b]) => self.difference(a, b),
            (Op::And, _) => self.and(args),
            (Op::Add, _) => self.add(args),
            (Op::Product, &[first, ref rest @ ..]) => rest.iter().fold(first, |t, &u| self.times(t, u)),
            (Op::Inverse, &[a]) => self.inverse_of(a),
            (Op::IntQuotient, &[a, b]) => self.quotient_or_zero(a, b),
            (Op::Not, &[a]) => self.not(a),
            (Op::ToReal, &[a]) => self.to_real(a),
            (Op::ToInt, &[a]) => self.to_int(a),
            (Op::DivByZero, &[_]) | (Op::IntDivByZero, &[_]) | (Op::IntModByZero, &[_]) => {
                self.intern(op, sort, args)
            }
            (Op::BvNot, &[a]) => self.bv_not(a),
            (Op::BvNeg, &[a]) => self.bv_neg(a),
            (Op::Extract(low), &[a]) => self.extract(a, low + sort.width().unwrap_or(1) - 1, low),
            (Op::SignExtend, &[a]) => {
                let by = sort.width().unwrap_or(0) - self.width(a);
                self.sign_extend(a, by)
            }
            (Op::Eq, &[a, b]) => self.eq(a, b),
            (Op::Mul, &[a, b]) => self.mul(a, b).unwrap_or_else(same),
            (Op::Le, &[a, b]) => self.le(a, b),
            (Op::Ge, &[a, b]) => self.ge(a, b),
            (Op::IntDiv, &[a, b]) => self.int_div(a, b).unwrap_or_else(same),
            (Op::IntMod, &[a, b]) => self.int_mod(a, b).unwrap_or_else(same),
            (Op::BvAnd, &[a, b]) => self.bv_and(a, b),
            (Op::BvOr, &[a, b]) => self.bv_or(a, b),
            (Op::BvXor, &[a, b]) => self.bv_xor(a, b),
            (Op::BvAdd, &[a, b]) => self.bv_add(a, b),
            (Op::BvSub, &[a, b]) => self.bv_sub(a, b),
            (Op::BvMul, &[a, b]) => self.bv_mul(a, b),
            (Op::BvUdiv, &[a, b]) => self.bv_udiv(a, b),
            (Op::BvUrem, &[a, b]) => self.bv_urem(a, b),
            (Op::BvShl, &[a, b]) => self.bv_shl(a, b),
            (Op::BvLshr, &[a, b]) => self.bv_lshr(a, b),
            (Op::BvAshr, &[a, b]) => self.bv_ashr(a, b),
            (Op::Concat, &[a, b]) => self.concat(a, b),
            (Op::BvUlt, &[a, b]) => self.bv_ult(a, b),
            (Op::BvSlt, &[a, b]) => self.bv_slt(a, b),
            (Op::Ite, &[c, a, b]) => self.ite(c, a, b),
            _ => unreachable!("{:?} with {} arguments", op, args.len()),
        }
    }
}

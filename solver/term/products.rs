//! Building products, quotients and remainders of any numbers.
//!
//! A product of sums is multiplied out to a sum of *monomials*: a coefficient times a term, which is a number that is
//! no sum, or an [`Op::Product`] of several of them, sorted. So equal polynomials are equal terms, and linear
//! arithmetic takes each product as one number of which it knows nothing. A product that would have too many summands
//! or factors stays as it is; its factors are then sums or products themselves.
//!
//! Quotients are written with two operators that are 0 for a divisor of 0, [`Op::Inverse`] and [`Op::IntQuotient`].
//! The quotient of a script is a choice between the function of the dividend that SMT-LIB leaves open for a divisor of
//! 0, and such an operator; remainders are what the product of divisor and quotient leaves.
//!
//! [`Terms::mul`] and its neighbours in `arith.rs` stay for callers that want linear terms only.

use super::store::{Op, Sort, TermId, Terms};
use crate::theories::num::Rational;

/// Products of sums with more pairs of summands are not multiplied out.
const MOST_PAIRS: usize = 400;

/// Products of more factors are not made one.
const MOST_FACTORS: usize = 64;

impl Terms {
    /// Whether a term of this store is a product, a quotient or an inverse of terms that are no numerals.
    pub(crate) fn has_products(&self) -> bool {
        self.has_products
    }

    /// The product of any two numbers.
    pub fn times(&mut self, a: TermId, b: TermId) -> TermId {
        let (sort, both) = self.unify("*", &[a, b]);
        let (a, b) = (both[0], both[1]);
        match (self.number_of(a).cloned(), self.number_of(b).cloned()) {
            (Some(factor), _) => return self.scale(&factor, b),
            (_, Some(factor)) => return self.scale(&factor, a),
            (None, None) => {}
        }
        let (left, right) = (self.linear_noted(a), self.linear_noted(b));
        let pairs = (left.monomials.len() + 1) * (right.monomials.len() + 1);
        if pairs > MOST_PAIRS {
            return self.monomial(vec![a, b], sort);
        }
        let one = self.numeral(Rational::ONE, sort);
        let mut parts = Vec::with_capacity(pairs);
        for (c, t) in left.monomials.iter().chain([&(left.constant.clone(), one)]) {
            for (d, u) in right.monomials.iter().chain([&(right.constant.clone(), one)]) {
                let factor = c * d;
                if factor.is_zero() || self.is_over() {
                    continue;
                }
                let product = match (*t == one, *u == one) {
                    (true, _) => *u,
                    (_, true) => *t,
                    (false, false) => self.monomial(vec![*t, *u], sort),
                };
                parts.push((factor, product));
            }
        }
        match parts.is_empty() {
            true => self.numeral(Rational::ZERO, sort),
            false => self.combination(&parts),
        }
    }

    /// The power of a number; 1 for the exponent 0.
    pub fn power(&mut self, base: TermId, exponent: u32) -> TermId {
        self.demand_numbers("^", &[base]);
        let mut power = self.numeral(Rational::ONE, self.sort(base));
        for _ in 0..exponent {
            if self.is_over() {
                break;
            }
            self.note_term();
            power = self.times(power, base);
        }
        power
    }

    /// The real quotient; by 0 some function of the dividend.
    pub fn quotient(&mut self, a: TermId, b: TermId) -> TermId {
        if let Ok(quotient) = self.div(a, b) {
            return quotient;
        }
        let (a, b) = (self.to_real(a), self.to_real(b));
        let zero = self.numeral(Rational::ZERO, Sort::Real);
        let is_zero = self.eq(b, zero);
        let open = self.intern(Op::DivByZero, Sort::Real, &[a]);
        let inverse = self.inverse_of(b);
        let quotient = self.times(a, inverse);
        self.ite(is_zero, open, quotient)
    }

    /// The integer quotient, rounded so that the remainder is not negative; by 0 some function of the dividend.
    pub fn int_quotient(&mut self, a: TermId, b: TermId) -> TermId {
        if let Ok(quotient) = self.int_div(a, b) {
            return quotient;
        }
        let zero = self.int(0);
        let is_zero = self.eq(b, zero);
        let open = self.intern(Op::IntDivByZero, Sort::Int, &[a]);
        let quotient = self.quotient_or_zero(a, b);
        self.ite(is_zero, open, quotient)
    }

    /// The remainder of [`Terms::int_quotient`].
    pub fn int_remainder(&mut self, a: TermId, b: TermId) -> TermId {
        if let Ok(remainder) = self.int_mod(a, b) {
            return remainder;
        }
        let zero = self.int(0);
        let is_zero = self.eq(b, zero);
        let open = self.intern(Op::IntModByZero, Sort::Int, &[a]);
        let rest = self.remainder_or_dividend(a, b);
        self.ite(is_zero, open, rest)
    }

    /// The remainder of [`Terms::quotient_or_zero`].
    pub fn remainder_or_dividend(&mut self, a: TermId, b: TermId) -> TermId {
        if self.number_of(b).map_or(false, |b| !b.is_zero()) {
            if let Ok(remainder) = self.int_mod(a, b) {
                return remainder;
            }
        }
        let quotient = self.quotient_or_zero(a, b);
        let whole = self.times(b, quotient);
        self.sub(a, whole)
    }

    /// The inverse of a real, and 0 for 0.
    pub(super) fn inverse_of(&mut self, t: TermId) -> TermId {
        let sum = self.linear_noted(t);
        match &sum.monomials[..] {
            [] if sum.constant.is_zero() => t,
            [] => self.numeral(sum.constant.recip(), Sort::Real),
            [(c, part)] if sum.constant.is_zero() => {
                let inverse = match self.op(*part) {
                    Op::Inverse => self.arg(*part, 0),
                    Op::Product => {
                        let factors = self.args(*part).to_vec();
                        let inverses = factors.into_iter().map(|f| self.inverse_of(f)).collect();
                        self.monomial(inverses, Sort::Real)
                    }
                    _ => self.intern(Op::Inverse, Sort::Real, &[*part]),
                };
                self.scale(&c.recip(), inverse)
            }
            _ => self.intern(Op::Inverse, Sort::Real, &[t]),
        }
    }

    /// The integer quotient, and 0 for the divisor 0.
    pub fn quotient_or_zero(&mut self, a: TermId, b: TermId) -> TermId {
        let is_zero = |t: TermId| self.number_of(t).map_or(false, Rational::is_zero);
        if is_zero(a) || is_zero(b) {
            return self.int(0);
        }
        match self.int_div(a, b) {
            Ok(quotient) => quotient,
            Err(_) => self.intern(Op::IntQuotient, Sort::Int, &[a, b]),
        }
    }

    /// The factors of a monomial; those of an integer monomial among reals are reals.
    fn factors(&mut self, t: TermId) -> Vec<TermId> {
        match (self.op(t), self.args(t)) {
            (Op::Product, factors) => factors.to_vec(),
            (Op::ToReal, &[inner]) if self.op(inner) == Op::Product => {
                let factors = self.args(inner).to_vec();
                factors.into_iter().map(|f| self.intern(Op::ToReal, Sort::Real, &[f])).collect()
            }
            _ => vec![t],
        }
    }

    /// The product of terms that are no numerals.
    fn monomial(&mut self, parts: Vec<TermId>, sort: Sort) -> TermId {
        let mut factors: Vec<TermId> = parts.iter().flat_map(|&part| self.factors(part)).collect();
        if factors.len() > MOST_FACTORS {
            factors = parts;
        }
        if let [only] = factors[..] {
            return only;
        }
        // A choice between numerals makes multiples of the other factors.
        let is_numeral = |i: usize, t: TermId| self.number_of(self.arg(t, i)).cloned();
        let choice = factors.iter().enumerate().find_map(|(at, &t)| {
            let is_choice = self.op(t) == Op::Ite;
            is_choice.then(|| Some((at, is_numeral(1, t)?, is_numeral(2, t)?))).flatten()
        });
        if let Some((at, yes, no)) = choice {
            let condition = self.arg(factors.remove(at), 0);
            let rest = self.monomial(factors, sort);
            let (yes, no) = (self.scale(&yes, rest), self.scale(&no, rest));
            return self.ite(condition, yes, no);
        }
        factors.sort_unstable();
        if sort == Sort::Real && factors.iter().all(|&f| self.op(f) == Op::ToReal) {
            let mut inner: Vec<TermId> = factors.iter().map(|&f| self.arg(f, 0)).collect();
            inner.sort_unstable();
            let product = self.intern(Op::Product, Sort::Int, &inner);
            return self.intern(Op::ToReal, Sort::Real, &[product]);
        }
        self.intern(Op::Product, sort, &factors)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::term::{Model, Value};

    #[test]
    fn polynomials_have_one_form() {
        let mut terms = Terms::new();
        let [x, y] = ["x", "y"].map(|name| terms.declare(name, Sort::Int));
        let (sum, difference) = (terms.add(&[x, y]), terms.sub(x, y));
        let product = terms.times(sum, difference);
        let (left, right) = (terms.power(x, 2), terms.power(y, 2));
        assert_eq!(product, terms.sub(left, right));
        assert_eq!(terms.times(x, y), terms.times(y, x));
        let reals = [x, y].map(|t| terms.to_real(t));
        let (of_reals, of_integers) = (terms.times(reals[0], reals[1]), terms.times(x, y));
        assert_eq!(of_reals, terms.to_real(of_integers));
    }

    #[test]
    fn quotients_and_remainders_are_those_of_the_standard() {
        let mut terms = Terms::new();
        let [x, y] = ["x", "y"].map(|name| terms.declare(name, Sort::Int));
        let (quotient, rest) = (terms.int_quotient(x, y), terms.int_remainder(x, y));
        for (a, b) in (0..81).map(|n| (n % 9 - 4, n / 9 - 4)).filter(|&(_, b)| b != 0) {
            let mut model = Model::new();
            model.set_all(&terms, [x, y], &[a, b].map(|n: i64| Value::Number(Rational::from(n))));
            let values = model.evaluate_all(&terms, &[quotient, rest]);
            let expected = [a.div_euclid(b), a.rem_euclid(b)];
            assert_eq!(values, expected.map(|n| Value::Number(Rational::from(n))), "{} by {}", a, b);
        }
        let mut model = Model::new();
        model.set_by_zero(Op::IntDivByZero, Rational::ZERO, Rational::from(7));
        assert_eq!(model.evaluate(&terms, quotient), Value::Number(Rational::from(7)));
    }
}

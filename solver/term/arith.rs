//! Building numbers: linear sums, comparisons, division by constants.
//!
//! A builder takes the sums among its arguments apart and makes one sum of them. A long sum stays as it is, as one
//! summand, so that building is linear however deeply sums are nested. Comparisons and [`Terms::linear`] take all of
//! them apart.

use super::effort::Effort;
use super::store::{Op, Sort, TermId, Terms};
use crate::base::HashMap;
use crate::theories::num::{Integer, Rational};
use std::collections::BinaryHeap;
use std::fmt;

/// Sums of more summands stay whole when something is added to them.
const MOST_SUMMANDS: usize = 64;

/// A product or quotient that linear arithmetic does not have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum NonLinear {
    /// Neither factor is a numeral.
    Product,
    /// The divisor is no numeral.
    Division,
}

impl fmt::Display for NonLinear {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NonLinear::Product => "products of two terms that are no numerals are not supported",
            NonLinear::Division => "division by a term that is no numeral is not supported",
        })
    }
}

impl std::error::Error for NonLinear {}

/// A sum taken apart: coefficients of terms that are no sums, sorted by term, none of them 0, and a constant.
#[must_use]
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Linear {
    /// Coefficients and terms.
    pub monomials: Vec<(Rational, TermId)>,
    /// The constant summand.
    pub constant: Rational,
}

impl Linear {
    /// Adds a multiple of another sum. The result is not sorted; see [`Linear::normalise`].
    fn add_multiple(&mut self, factor: &Rational, other: &Linear) {
        self.constant.add_product(factor, &other.constant);
        self.monomials.extend(other.monomials.iter().map(|(c, t)| (factor * c, *t)));
    }

    fn normalise(&mut self, effort: &mut Effort) {
        self.monomials.sort_by_key(|m| m.1);
        self.monomials.dedup_by(|later, first| {
            let same = later.1 == first.1;
            if same && effort.note(&first.0) {
                first.0 += &later.0;
            }
            same
        });
        self.monomials.retain(|m| !m.0.is_zero());
    }

    fn scale(&mut self, factor: &Rational, effort: &mut Effort) {
        for m in self.monomials.iter_mut().take_while(|m| effort.note(&m.0)) {
            m.0 *= factor;
        }
        self.constant *= factor;
    }

    /// The positive number by which the coefficients become integers without common divisor, made negative if the first
    /// coefficient is.
    fn primitive_factor(&self, effort: &mut Effort) -> Rational {
        let mut denominators = Integer::from(1i64);
        for (c, _) in &self.monomials {
            if denominators.to_i64().is_none() {
                effort.note_bits(denominators.bit_length());
            }
            if !effort.note(c) {
                return Rational::ONE;
            }
            denominators = denominators.lcm(&c.denominator());
        }
        let mut divisor = Integer::from(0i64);
        for (c, _) in &self.monomials {
            if !effort.note(c) {
                return Rational::ONE;
            }
            let n = c.numerator() * denominators.div_exact(&c.denominator());
            divisor = divisor.gcd(&n);
        }
        let factor = Rational::new(denominators, divisor);
        match self.monomials.first() {
            Some((c, _)) if c.is_negative() => -factor,
            _ => factor,
        }
    }
}

impl Terms {
    /// An integer numeral.
    pub fn int(&mut self, value: i64) -> TermId {
        self.numeral(Rational::from(value), Sort::Int)
    }

    /// A real numeral.
    pub fn real(&mut self, value: Rational) -> TermId {
        self.numeral(value, Sort::Real)
    }

    /// A number taken apart as a sum.
    ///
    /// # Panics
    ///
    /// If the term is no number.
    pub fn linear(&self, t: TermId) -> Linear {
        self.demand_numbers("+", &[t]);
        self.take_apart(t, &mut Effort::default())
    }

    /// A number taken apart as a sum, as a part of the present effort.
    pub(super) fn linear_noted(&mut self, t: TermId) -> Linear {
        let mut effort = std::mem::take(&mut self.effort);
        let sum = self.take_apart(t, &mut effort);
        self.effort = effort;
        sum
    }

    fn take_apart(&self, t: TermId, effort: &mut Effort) -> Linear {
        let sum = self.summands(t);
        if sum.monomials.iter().all(|m| self.op(m.1) != Op::Add) {
            return sum;
        }
        // From the youngest term to the oldest, so that each is taken apart once.
        let mut flat = Linear { monomials: Vec::new(), constant: sum.constant };
        let mut heap: BinaryHeap<TermId> = BinaryHeap::new();
        let mut coefficients: HashMap<TermId, Rational> = HashMap::default();
        let mut parts = sum.monomials;
        loop {
            for (c, part) in parts.drain(..) {
                match coefficients.get_mut(&part) {
                    Some(sum) => *sum += &c,
                    None => {
                        heap.push(part);
                        coefficients.insert(part, c);
                    }
                }
            }
            let (t, c) = match heap.pop().and_then(|t| Some((t, coefficients.remove(&t)?))) {
                Some(next) => next,
                None => break,
            };
            if !effort.note(&c) {
                break;
            }
            if self.op(t) == Op::Add {
                let inner = self.summands(t);
                flat.constant.add_product(&c, &inner.constant);
                parts.extend(inner.monomials.into_iter().map(|(d, part)| (&c * &d, part)));
            } else if !c.is_zero() {
                flat.monomials.push((c, t));
            }
        }
        flat.monomials.reverse();
        flat
    }

    /// The summands as they stand; some of them may be long sums.
    pub(super) fn summands(&self, t: TermId) -> Linear {
        let mut sum = Linear::default();
        let parts = if self.op(t) == Op::Add { self.args(t) } else { std::slice::from_ref(&t) };
        for &part in parts {
            match self.op(part) {
                Op::Numeral(_) => sum.constant = self.coefficient(part),
                Op::Mul => sum.monomials.push((self.coefficient(self.arg(part, 0)), self.arg(part, 1))),
                _ => sum.monomials.push((Rational::from(1), part)),
            }
        }
        sum
    }

    fn coefficient(&self, numeral: TermId) -> Rational {
        self.number_of(numeral).cloned().unwrap_or_default()
    }

    /// The term of a normalised sum.
    fn sum(&mut self, sum: &Linear, sort: Sort) -> TermId {
        let mut parts = Vec::with_capacity(sum.monomials.len() + 1);
        for (c, t) in &sum.monomials {
            parts.push(if c.is_one() {
                *t
            } else {
                let c = self.numeral(c.clone(), sort);
                self.intern(Op::Mul, sort, &[c, *t])
            });
        }
        if !sum.constant.is_zero() || parts.is_empty() {
            parts.push(self.numeral(sum.constant.clone(), sort));
        }
        match parts[..] {
            [only] => only,
            _ => self.intern(Op::Add, sort, &parts),
        }
    }

    /// The common sort of numbers that are combined, and the terms brought to it.
    pub(super) fn unify(&mut self, operator: &str, terms: &[TermId]) -> (Sort, Vec<TermId>) {
        self.demand_numbers(operator, terms);
        let real = terms.iter().any(|&t| self.sort(t) == Sort::Real);
        if real {
            (Sort::Real, terms.iter().map(|&t| self.to_real(t)).collect())
        } else {
            (Sort::Int, terms.to_vec())
        }
    }

    /// The sum of multiples, as a term of their sort (`Real` if that of any is).
    ///
    /// # Panics
    ///
    /// If all terms are integers and a factor is none, or a term is no number.
    pub fn combination(&mut self, parts: &[(Rational, TermId)]) -> TermId {
        let terms: Vec<TermId> = parts.iter().map(|p| p.1).collect();
        let (sort, terms) = self.unify("+", &terms);
        let mut sum = Linear::default();
        for ((factor, _), t) in parts.iter().zip(terms) {
            if self.op(t) == Op::Add && self.args(t).len() > MOST_SUMMANDS {
                sum.monomials.push((factor.clone(), t));
            } else {
                let part = self.summands(t);
                sum.add_multiple(factor, &part);
            }
            if !self.effort.note(&sum.constant) {
                break;
            }
        }
        sum.normalise(&mut self.effort);
        self.sum(&sum, sort)
    }

    /// The sum; 0 of sort `Int` if there are no terms.
    pub fn add(&mut self, terms: &[TermId]) -> TermId {
        let parts: Vec<(Rational, TermId)> = terms.iter().map(|&t| (Rational::from(1), t)).collect();
        self.combination(&parts)
    }

    /// The difference.
    pub fn sub(&mut self, a: TermId, b: TermId) -> TermId {
        self.demand_numbers("-", &[a, b]);
        self.combination(&[(Rational::from(1), a), (Rational::from(-1), b)])
    }

    /// The negative.
    pub fn neg(&mut self, t: TermId) -> TermId {
        self.demand_numbers("-", &[t]);
        self.combination(&[(Rational::from(-1), t)])
    }

    /// A multiple.
    ///
    /// # Panics
    ///
    /// If the term is an integer and the factor is none, or the term is no number.
    pub fn scale(&mut self, factor: &Rational, t: TermId) -> TermId {
        self.demand_numbers("*", &[t]);
        self.combination(&[(factor.clone(), t)])
    }

    /// The product.
    ///
    /// # Errors
    ///
    /// If neither factor is a numeral.
    pub fn mul(&mut self, a: TermId, b: TermId) -> Result<TermId, NonLinear> {
        let (_, terms) = self.unify("*", &[a, b]);
        let (a, b) = (terms[0], terms[1]);
        match (self.number_of(a).cloned(), self.number_of(b).cloned()) {
            (Some(factor), _) => Ok(self.scale(&factor, b)),
            (_, Some(factor)) => Ok(self.scale(&factor, a)),
            _ => Err(NonLinear::Product),
        }
    }

    /// The real quotient.
    ///
    /// # Errors
    ///
    /// If the divisor is no numeral.
    pub fn div(&mut self, a: TermId, b: TermId) -> Result<TermId, NonLinear> {
        self.demand_numbers("/", &[a, b]);
        let (a, b) = (self.to_real(a), self.to_real(b));
        match self.number_of(b).cloned() {
            Some(divisor) if divisor.is_zero() => Ok(self.intern(Op::DivByZero, Sort::Real, &[a])),
            Some(divisor) => Ok(self.scale(&divisor.recip(), a)),
            None => Err(NonLinear::Division),
        }
    }

    /// The integer quotient, rounded so that the remainder is not negative.
    ///
    /// # Errors
    ///
    /// If the divisor is no numeral.
    pub fn int_div(&mut self, a: TermId, b: TermId) -> Result<TermId, NonLinear> {
        self.demand_integers("div", &[a, b]);
        let divisor = self.number_of(b).cloned().ok_or(NonLinear::Division)?;
        if divisor.is_zero() {
            return Ok(self.intern(Op::IntDivByZero, Sort::Int, &[a]));
        }
        if divisor.is_negative() {
            // a div -d = -(a div d), since the remainder has no sign.
            let positive = self.numeral(-divisor, Sort::Int);
            let quotient = self.int_div(a, positive)?;
            return Ok(self.neg(quotient));
        }
        if divisor.is_one() {
            return Ok(a);
        }
        if let Some(value) = self.number_of(a) {
            let quotient = Rational::from((value / &divisor).floor());
            return Ok(self.numeral(quotient, Sort::Int));
        }
        Ok(self.intern(Op::IntDiv, Sort::Int, &[a, b]))
    }

    /// The remainder of [`Terms::int_div`].
    ///
    /// # Errors
    ///
    /// If the divisor is no numeral.
    pub fn int_mod(&mut self, a: TermId, b: TermId) -> Result<TermId, NonLinear> {
        self.demand_integers("mod", &[a, b]);
        let divisor = self.number_of(b).cloned().ok_or(NonLinear::Division)?;
        if divisor.is_zero() {
            return Ok(self.intern(Op::IntModByZero, Sort::Int, &[a]));
        }
        let divisor = divisor.abs();
        if divisor.is_one() {
            return Ok(self.int(0));
        }
        // Multiples of the divisor do not matter.
        let mut sum = self.linear_noted(a);
        let reduce = |c: &Rational| c - &(&divisor * &Rational::from((c / &divisor).floor()));
        let effort = &mut self.effort;
        sum.monomials.iter_mut().take_while(|m| effort.note(&m.0)).for_each(|m| m.0 = reduce(&m.0));
        sum.constant = reduce(&sum.constant);
        sum.normalise(&mut self.effort);
        let a = self.sum(&sum, Sort::Int);
        if self.number_of(a).is_some() {
            return Ok(a);
        }
        let b = self.numeral(divisor, Sort::Int);
        Ok(self.intern(Op::IntMod, Sort::Int, &[a, b]))
    }

    /// The absolute value.
    pub fn abs(&mut self, t: TermId) -> TermId {
        self.demand_numbers("abs", &[t]);
        let zero = self.numeral(Rational::from(0), self.sort(t));
        let negative = self.lt(t, zero);
        let negated = self.neg(t);
        self.ite(negative, negated, t)
    }

    /// Whether an integer term is a multiple of a positive number.
    ///
    /// # Panics
    ///
    /// If the number is not positive, or the term is no integer.
    pub fn divisible(&mut self, t: TermId, by: Integer) -> TermId {
        self.demand_integers("divisible", &[t]);
        assert!(by.is_positive(), "divisibility by {}, which is not positive", by);
        let divisor = self.numeral(Rational::from(by), Sort::Int);
        let zero = self.int(0);
        match self.int_mod(t, divisor) {
            Ok(remainder) => self.eq(remainder, zero),
            Err(_) => unreachable!("an integer term and a numeral"),
        }
    }

    /// The number as a real; reals are left as they are.
    pub fn to_real(&mut self, t: TermId) -> TermId {
        self.demand_numbers("to_real", &[t]);
        if self.sort(t) == Sort::Real {
            return t;
        }
        let mut sum = self.linear_noted(t);
        for (_, part) in &mut sum.monomials {
            *part = self.intern(Op::ToReal, Sort::Real, &[*part]);
        }
        sum.normalise(&mut self.effort);
        self.sum(&sum, Sort::Real)
    }

    /// The greatest integer that is no greater.
    pub fn to_int(&mut self, t: TermId) -> TermId {
        self.demand_numbers("to_int", &[t]);
        if self.sort(t) == Sort::Int {
            return t;
        }
        let sum = self.linear_noted(t);
        // Summands that are integers leave the rounding.
        let (mut whole, mut rest) = (Linear::default(), Linear::default());
        for (c, part) in sum.monomials {
            if c.is_integer() && self.op(part) == Op::ToReal {
                whole.monomials.push((c, self.arg(part, 0)));
            } else {
                rest.monomials.push((c, part));
            }
        }
        whole.constant = Rational::from(sum.constant.floor());
        rest.constant = &sum.constant - &whole.constant;
        if !rest.monomials.is_empty() {
            let rest = self.sum(&rest, Sort::Real);
            whole.monomials.push((Rational::from(1), self.intern(Op::ToInt, Sort::Int, &[rest])));
        }
        whole.normalise(&mut self.effort);
        self.sum(&whole, Sort::Int)
    }

    /// Whether a real is an integer.
    pub fn is_int(&mut self, t: TermId) -> TermId {
        self.demand_numbers("is_int", &[t]);
        let floor = self.to_int(t);
        self.eq(t, floor)
    }

    /// At most.
    pub fn le(&mut self, a: TermId, b: TermId) -> TermId {
        self.demand_numbers("<=", &[a, b]);
        let (sort, sum) = self.number_difference(a, b);
        self.sign_atom(sort, sum, false)
    }

    /// Less than.
    pub fn lt(&mut self, a: TermId, b: TermId) -> TermId {
        self.demand_numbers("<", &[a, b]);
        let at_least = self.le(b, a);
        self.not(at_least)
    }

    /// At least.
    pub fn ge(&mut self, a: TermId, b: TermId) -> TermId {
        self.demand_numbers(">=", &[a, b]);
        self.le(b, a)
    }

    /// Greater than.
    pub fn gt(&mut self, a: TermId, b: TermId) -> TermId {
        self.demand_numbers(">", &[a, b]);
        self.lt(b, a)
    }

    /// Equality of numbers.
    pub(super) fn number_eq(&mut self, a: TermId, b: TermId) -> TermId {
        let (sort, sum) = self.number_difference(a, b);
        self.sign_atom(sort, sum, true)
    }

    /// Equality of numbers as an atom, even where [`Terms::eq`] would take a conditional apart.
    pub(crate) fn plain_number_eq(&mut self, a: TermId, b: TermId) -> TermId {
        let (sort, sum) = self.number_difference(a, b);
        self.plain_sign_atom(sort, sum, true)
    }

    /// `a <= b` as an atom.
    pub(crate) fn plain_le(&mut self, a: TermId, b: TermId) -> TermId {
        let (sort, sum) = self.number_difference(a, b);
        self.plain_sign_atom(sort, sum, false)
    }

    fn number_difference(&mut self, a: TermId, b: TermId) -> (Sort, Linear) {
        let (sort, terms) = self.unify("=", &[a, b]);
        let mut sum = self.linear_noted(terms[0]);
        let b = self.linear_noted(terms[1]);
        sum.add_multiple(&Rational::from(-1), &b);
        sum.normalise(&mut self.effort);
        (sort, sum)
    }

    /// `sum <= 0`, or `sum = 0`, in normal form.
    fn sign_atom(&mut self, sort: Sort, sum: Linear, equal: bool) -> TermId {
        match self.atom_of_choice(&sum, equal) {
            Some(atom) => atom,
            None => self.plain_sign_atom(sort, sum, equal),
        }
    }

    fn plain_sign_atom(&mut self, sort: Sort, mut sum: Linear, equal: bool) -> TermId {
        if sum.monomials.is_empty() {
            let zero = Rational::from(0);
            return self.bool(if equal { sum.constant == zero } else { sum.constant <= zero });
        }
        let integral = sort == Sort::Int || sum.monomials.iter().all(|m| self.op(m.1) == Op::ToReal);
        let factor = sum.primitive_factor(&mut self.effort);
        let turned = factor.is_negative();
        sum.scale(&factor, &mut self.effort);
        // Now sum = p + constant. The atom is p <= -constant, or p >= -constant if the sign turned.
        let mut bound = -std::mem::take(&mut sum.constant);
        let p = self.sum(&sum, sort);
        if equal {
            if integral && !bound.is_integer() {
                return Terms::FALSE;
            }
            let bound = self.numeral(bound, sort);
            return self.intern(Op::Eq, Sort::Bool, &[p, bound]);
        }
        if !integral {
            let bound = self.numeral(bound, sort);
            return self.intern(if turned { Op::Ge } else { Op::Le }, Sort::Bool, &[p, bound]);
        }
        // p >= c is not p <= ceil(c) - 1.
        if turned {
            bound = Rational::from(bound.ceil()) - Rational::from(1);
        } else {
            bound = Rational::from(bound.floor());
        }
        let bound = self.numeral(bound, sort);
        let atom = self.intern(Op::Le, Sort::Bool, &[p, bound]);
        if turned {
            self.not(atom)
        } else {
            atom
        }
    }
}

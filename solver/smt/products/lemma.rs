//! Valid formulas about products, as the data from which they can be made again.
//!
//! The solver asserts such a formula, and a checker of proofs makes it again from the same data: it multiplies
//! polynomials with rational coefficients and looks at signs. Factors are any numbers, mostly a term and a numeral that
//! is subtracted from it; the formula is linear over the monomials of the product.

use crate::solver::term::{Op, Sort, TermId, Terms};
use crate::theories::num::Rational;

/// A valid formula.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::solver::smt) enum Lemma {
    /// Factors of these signs have a product of the sign that follows; if `is_strict`, none of them is 0.
    Signs { factors: [TermId; 2], negative: [bool; 2], is_strict: bool },
    /// If the first factor is 0, so is the product.
    Zero { zero: TermId, other: TermId },
    /// If the product is 0, so is a factor.
    NoZero { factors: [TermId; 2] },
    /// A square is not negative; nor is the product of an integer and the next one.
    Square { root: TermId, has_gap: bool },
    /// `|a| <= |c|` and `|b| <= |d|` imply `|a * b| <= |c * d|`, where the signs of `a`, `b`, `c`, `d` are these. If
    /// `is_strict`, `|a| < |c|` and `d` is not 0, and the products differ.
    Compared { low: [TermId; 2], high: [TermId; 2], negative: [[bool; 2]; 2], is_strict: bool },
    /// The meaning of an inverse or a quotient.
    Division(TermId),
}

impl Lemma {
    /// The formula; `None` if there is none for these terms.
    pub fn formula(&self, terms: &mut Terms) -> Option<TermId> {
        let same_sort = |list: &[TermId]| {
            let sort = terms.sort(list[0]);
            sort.is_numeric() && list.iter().all(|&t| terms.sort(t) == sort)
        };
        match *self {
            Lemma::Signs { factors, negative, is_strict } if same_sort(&factors) => {
                let premises = [0, 1].map(|i| has_sign(terms, factors[i], negative[i], is_strict));
                let product = terms.times(factors[0], factors[1]);
                let conclusion = has_sign(terms, product, negative[0] != negative[1], is_strict);
                let both = terms.and(&premises);
                Some(terms.implies(both, conclusion))
            }
            Lemma::Zero { zero, other } if same_sort(&[zero, other]) => {
                let product = terms.times(zero, other);
                let (premise, conclusion) = (is_zero(terms, zero), is_zero(terms, product));
                Some(terms.implies(premise, conclusion))
            }
            Lemma::NoZero { factors } if same_sort(&factors) => {
                let product = terms.times(factors[0], factors[1]);
                let [a, b] = factors.map(|f| is_zero(terms, f));
                let (premise, conclusion) = (is_zero(terms, product), terms.or(&[a, b]));
                Some(terms.implies(premise, conclusion))
            }
            Lemma::Square { root, has_gap } if same_sort(&[root]) => {
                if !has_gap {
                    let square = terms.times(root, root);
                    return Some(has_sign(terms, square, false, false));
                }
                if terms.sort(root) != Sort::Int {
                    return None;
                }
                let one = terms.int(1);
                let next = terms.add(&[root, one]);
                let product = terms.times(root, next);
                Some(has_sign(terms, product, false, false))
            }
            Lemma::Compared { low, high, negative, is_strict } if same_sort(&[low, high].concat()) => {
                Some(comparison(terms, [low, high], negative, is_strict))
            }
            Lemma::Division(t) => division(terms, t),
            Lemma::Signs { .. } | Lemma::Zero { .. } | Lemma::NoZero { .. } => None,
            Lemma::Square { .. } | Lemma::Compared { .. } => None,
        }
    }
}

fn zero_of(terms: &mut Terms, t: TermId) -> TermId {
    let sort = terms.sort(t);
    terms.numeral(Rational::ZERO, sort)
}

fn is_zero(terms: &mut Terms, t: TermId) -> TermId {
    let zero = zero_of(terms, t);
    terms.eq(t, zero)
}

fn has_sign(terms: &mut Terms, t: TermId, negative: bool, is_strict: bool) -> TermId {
    let zero = zero_of(terms, t);
    match (negative, is_strict) {
        (true, true) => terms.lt(t, zero),
        (true, false) => terms.le(t, zero),
        (false, true) => terms.gt(t, zero),
        (false, false) => terms.ge(t, zero),
    }
}

fn comparison(
    terms: &mut Terms,
    factors: [[TermId; 2]; 2],
    negative: [[bool; 2]; 2],
    is_strict: bool,
) -> TermId {
    let mut absolute = |t: TermId, negative: bool| if negative { terms.neg(t) } else { t };
    let [[a, b], [c, d]] = [0, 1].map(|i| [0, 1].map(|j| absolute(factors[i][j], negative[i][j])));
    let mut premises: Vec<TermId> = [a, b].map(|t| has_sign(terms, t, false, false)).to_vec();
    premises.push(if is_strict { terms.lt(a, c) } else { terms.le(a, c) });
    premises.push(terms.le(b, d));
    if is_strict {
        premises.push(has_sign(terms, d, false, true));
    }
    let (low, high) = (terms.times(a, b), terms.times(c, d));
    let conclusion = if is_strict { terms.lt(low, high) } else { terms.le(low, high) };
    let all = terms.and(&premises);
    terms.implies(all, conclusion)
}

/// `x * inverse(x) = 1`, or both are 0; `0 <= a - b * q < |b|`, or `b` and `q` are 0.
fn division(terms: &mut Terms, t: TermId) -> Option<TermId> {
    if !matches!(terms.op(t), Op::Inverse | Op::IntQuotient) {
        return None;
    }
    let args = terms.args(t).to_vec();
    let none = is_zero(terms, t);
    match (terms.op(t), &args[..]) {
        (Op::Inverse, &[of]) => {
            let (product, one) = (terms.times(of, t), terms.real(Rational::ONE));
            let (by_zero, is_one) = (is_zero(terms, of), terms.eq(product, one));
            Some(terms.ite(by_zero, none, is_one))
        }
        (Op::IntQuotient, &[a, b]) => {
            let whole = terms.times(b, t);
            let rest = terms.sub(a, whole);
            let (by_zero, low) = (is_zero(terms, b), has_sign(terms, rest, false, false));
            let negated = terms.neg(b);
            let (positive, negative) = (has_sign(terms, b, false, true), has_sign(terms, b, true, true));
            let (above, below) = (terms.lt(rest, b), terms.lt(rest, negated));
            let (high, deep) = (terms.implies(positive, above), terms.implies(negative, below));
            let bounds = terms.and(&[low, high, deep]);
            Some(terms.ite(by_zero, none, bounds))
        }
        _ => None,
    }
}

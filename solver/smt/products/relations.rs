//! Lemmas about several products at once.
//!
//! Two comparisons that hold have a product of known sign, and the square of a sum is not negative: if the products of
//! all pairs of factors are columns, both are linear. So the pairs that are missing are made columns at some time, if
//! there are few factors. The squares are chosen by the moments of the candidate: with `C(x, y)` for the value of
//! `x * y` minus the product of the values of `x` and `y`, the square of `a - k * b`, moved to the candidate, has the
//! value `C(a, a) - 2k * C(a, b) + k² * C(b, b)`.

use super::choose::minus;
use super::{Lemma, Rounds};
use crate::base::Limit;
use crate::solver::smt::solver::Solver;
use crate::solver::term::{Linear, Op, TermId, Terms};
use crate::theories::nla::nearby;
use crate::theories::num::Rational;

/// Factors whose pairs are looked at.
const MOST_LEAVES: usize = 9;

/// Comparisons whose products are looked at.
const MOST_COMPARISONS: usize = 30;

/// Lemmas of a round.
const MOST_LEMMAS: usize = 8;

/// The candidate after which the products of all pairs become columns.
const COMPLETED_AT: u32 = 5;

/// A comparison that holds: the number has this sign, or is 0.
struct Comparison {
    difference: TermId,
    sum: Linear,
    /// None for an equation.
    negative: Option<bool>,
    is_strict: bool,
}

impl Solver {
    /// The factors of products, and numbers that are compared with them.
    fn leaves(&self, terms: &Terms) -> Vec<TermId> {
        let mut leaves: Vec<TermId> = Vec::new();
        for &t in self.encoder.products() {
            for &f in terms.args(t) {
                if !leaves.contains(&f) && leaves.len() < MOST_LEAVES {
                    leaves.push(f);
                }
            }
        }
        let few = leaves.clone();
        for (t, _) in self.encoder.formulas() {
            let is_comparison =
                matches!(terms.op(t), Op::Le | Op::Ge | Op::Eq) && terms.sort(terms.arg(t, 0)).is_numeric();
            if !is_comparison || leaves.len() >= MOST_LEAVES {
                continue;
            }
            let parts: Vec<TermId> =
                terms.linear(terms.arg(t, 0)).monomials.into_iter().map(|m| m.1).collect();
            if parts.iter().any(|part| few.contains(part)) {
                let new = |part: &TermId| terms.op(*part) != Op::Product && !leaves.contains(part);
                let new: Vec<TermId> = parts.iter().copied().filter(new).collect();
                leaves.extend(new);
            }
        }
        leaves.truncate(MOST_LEAVES);
        leaves
    }

    /// Makes the products of all pairs of factors columns, if the time has come and there are few.
    pub(super) fn complete_products(&mut self, terms: &mut Terms, rounds: &Rounds) -> Result<bool, Limit> {
        if rounds.count != COMPLETED_AT {
            return Ok(false);
        }
        let leaves = self.leaves(terms);
        let before = self.encoder.products().len();
        for (i, &a) in leaves.iter().enumerate() {
            for &b in &leaves[i..] {
                if terms.sort(a) == terms.sort(b) {
                    let product = terms.times(a, b);
                    self.encoder.know_number(terms, &mut self.sat, product)?;
                }
            }
        }
        Ok(self.encoder.products().len() > before)
    }

    /// Squares of sums of two factors, and products of two comparisons, that the candidate contradicts.
    pub(super) fn relations(&self, terms: &mut Terms, lemmas: &mut Vec<Lemma>) {
        let leaves = self.leaves(terms);
        for (i, &a) in leaves.iter().enumerate() {
            for &b in &leaves[i + 1..] {
                if terms.sort(a) == terms.sort(b) {
                    lemmas.extend(self.square_of_sum(terms, a, b));
                }
            }
        }
        let comparisons = self.comparisons_of(terms, &leaves);
        for (i, first) in comparisons.iter().enumerate() {
            for second in &comparisons[i..] {
                if lemmas.len() > MOST_LEMMAS {
                    return;
                }
                lemmas.extend(self.product_of(terms, first, second));
            }
        }
    }

    fn square_of_sum(&self, terms: &mut Terms, a: TermId, b: TermId) -> Option<Lemma> {
        let (x, y) = (self.known_number(terms, a)?, self.known_number(terms, b)?);
        let mut moment = |s: TermId, t: TermId, product: Rational| {
            let pair = terms.times(s, t);
            Some(&self.known_number(terms, pair)? - &product)
        };
        let aa = moment(a, a, &x * &x)?;
        let (bb, ab) = (moment(b, b, &y * &y)?, moment(a, b, &x * &y)?);
        if aa.is_negative() || bb.is_negative() || &ab * &ab <= &aa * &bb {
            return None;
        }
        let two = Rational::from(2);
        let exact = match bb.is_zero() {
            true => &(&aa + &Rational::ONE) / &ab,
            false => &ab / &bb,
        };
        let value = |k: &Rational| &(&aa - &(&(&two * k) * &ab)) + &(&(k * k) * &bb);
        let near = nearby(&exact);
        let k = if value(&near).is_negative() { near } else { exact };
        // With whole coefficients.
        let scale = Rational::from(k.denominator());
        let parts = [(scale.clone(), a), (-(&scale * &k), b)];
        let sum = terms.combination(&parts);
        let at = &(&scale * &x) - &(&(&scale * &k) * &y);
        Some(Lemma::Square { root: minus(terms, sum, &at)?, has_gap: false })
    }

    /// The comparisons of these numbers that have a truth value, the oldest first.
    fn comparisons_of(&self, terms: &mut Terms, leaves: &[TermId]) -> Vec<Comparison> {
        let decided: Vec<(TermId, bool)> =
            self.encoder.formulas().filter_map(|(t, l)| Some((t, self.sat.value(l)?))).collect();
        let mut found = Vec::new();
        for (t, truth) in decided {
            let negative = match terms.op(t) {
                Op::Le => Some(truth),
                Op::Ge => Some(!truth),
                Op::Eq if truth && terms.sort(terms.arg(t, 0)).is_numeric() => None,
                _ => continue,
            };
            let parts = terms.linear(terms.arg(t, 0)).monomials;
            if found.len() == MOST_COMPARISONS || !parts.iter().all(|(_, part)| leaves.contains(part)) {
                continue;
            }
            let difference = terms.sub(terms.arg(t, 0), terms.arg(t, 1));
            let sum = terms.linear(difference);
            found.push(Comparison { difference, sum, negative, is_strict: !truth });
        }
        found
    }

    /// The lemma that the product of two comparisons has the sign that follows.
    fn product_of(&self, terms: &mut Terms, first: &Comparison, second: &Comparison) -> Option<Lemma> {
        if terms.sort(first.difference) != terms.sort(second.difference) {
            return None;
        }
        let value = self.value_of_product(terms, &first.sum, &second.sum)?;
        match (first.negative, second.negative) {
            (Some(m), Some(n)) => {
                let is_strict = first.is_strict && second.is_strict;
                let is_wrong = match value.sign() {
                    0 => is_strict,
                    sign => (sign < 0) != (m != n),
                };
                let factors = [first.difference, second.difference];
                is_wrong.then_some(Lemma::Signs { factors, negative: [m, n], is_strict })
            }
            (None, _) if !value.is_zero() => {
                Some(Lemma::Zero { zero: first.difference, other: second.difference })
            }
            (_, None) if !value.is_zero() => {
                Some(Lemma::Zero { zero: second.difference, other: first.difference })
            }
            _ => None,
        }
    }

    /// The value of a product of sums by the columns of the products of their summands.
    fn value_of_product(&self, terms: &mut Terms, a: &Linear, b: &Linear) -> Option<Rational> {
        let mut value = &a.constant * &b.constant;
        for (sum, constant) in [(a, &b.constant), (b, &a.constant)] {
            if constant.is_zero() {
                continue;
            }
            for (c, part) in &sum.monomials {
                value.add_product(&(c * constant), &self.known_number(terms, *part)?);
            }
        }
        for (c, s) in &a.monomials {
            for (d, t) in &b.monomials {
                let pair = terms.times(*s, *t);
                value.add_product(&(c * d), &self.known_number(terms, pair)?);
            }
        }
        Some(value)
    }
}

//! The test of single rows by greatest common divisors.
//!
//! In a row over integers the products of variables that can move add up to a multiple of the common divisor of their
//! coefficients, so the sum of the fixed products must be such a multiple. If it is, the products with the smallest
//! coefficient are set apart, provided that their variables have bounds. The others give multiples of *their* common
//! divisor, and one of these must lie between the extreme sums of the products set apart (both tests as in Yices and
//! Z3; the first comes from Pugh, *The Omega test*, 1991, section 2.1).

use super::rows::{both_tags, fixed};
use crate::theories::lra::{LraVar, Side, Simplex, Tag};
use crate::theories::num::{Integer, Rational};

/// The tags of bounds that leave some row without an integer solution.
pub(super) fn conflict(simplex: &Simplex, integer: &[bool]) -> Option<Vec<Tag>> {
    (0..simplex.var_count()).map(LraVar::new).find_map(|basic| row_conflict(simplex, integer, basic))
}

fn row_conflict(simplex: &Simplex, integer: &[bool], basic: LraVar) -> Option<Vec<Tag>> {
    let denominator = simplex.denominator(basic);
    // With the denominator 1 the basic variable is an integer for all integer values of the others.
    if !integer[basic.index()]
        || !simplex.is_basic(basic)
        || denominator.is_one() && !is_fixed(simplex, basic)
    {
        return None;
    }
    if simplex.integer_row(basic).any(|(_, x)| !integer[x.index()]) {
        return None;
    }
    let own = -denominator;
    let entries = || simplex.integer_row(basic).chain(std::iter::once((&own, basic)));
    let mut constant = Integer::ZERO;
    let mut divisor = Integer::ZERO;
    let mut least: Option<Integer> = None;
    for (coefficient, x) in entries() {
        match fixed(simplex, x) {
            Some(value) => constant.add_product(coefficient, &value.to_integer()?),
            None => {
                divisor = divisor.gcd(coefficient);
                let size = coefficient.abs();
                if least.as_ref().map_or(true, |l| size < *l) {
                    least = Some(size);
                }
            }
        }
    }
    let least = least?;
    if !divisor.divides(&constant) {
        let mut tags = Vec::new();
        fixed_tags(simplex, entries(), &divisor, &mut tags);
        return Some(tags);
    }
    interval_conflict(simplex, entries, constant, &least)
}

/// The tags of the fixed variables. A product with a multiple of the divisor is such a multiple for all values.
fn fixed_tags<'a>(
    simplex: &Simplex,
    entries: impl Iterator<Item = (&'a Integer, LraVar)>,
    divisor: &Integer,
    tags: &mut Vec<Tag>,
) {
    for (_, x) in entries.filter(|(c, x)| is_fixed(simplex, *x) && !divisor.divides(c)) {
        both_tags(simplex, x, tags);
    }
}

fn is_fixed(simplex: &Simplex, var: LraVar) -> bool {
    fixed(simplex, var).is_some()
}

/// The second test, for a row with this constant and smallest coefficient of variables that can move.
fn interval_conflict<'a, E: Iterator<Item = (&'a Integer, LraVar)>>(
    simplex: &Simplex,
    entries: impl Fn() -> E,
    constant: Integer,
    least: &Integer,
) -> Option<Vec<Tag>> {
    let (mut low, mut high) = (Rational::from(&constant), Rational::from(&constant));
    let mut divisor = Integer::ZERO;
    let mut tags = Vec::new();
    for (coefficient, x) in entries().filter(|(_, x)| !is_fixed(simplex, *x)) {
        if coefficient.abs() == *least {
            let (lower, upper) = (simplex.bound(x, Side::Lower)?, simplex.bound(x, Side::Upper)?);
            let factor = Rational::from(coefficient);
            let (first, last) = if coefficient.is_negative() { (upper, lower) } else { (lower, upper) };
            low.add_product(&factor, &first.value.real);
            high.add_product(&factor, &last.value.real);
            tags.extend([lower.tag, upper.tag]);
        } else {
            divisor = divisor.gcd(coefficient);
        }
    }
    if divisor.is_zero() {
        return None;
    }
    let steps = Rational::from(&divisor);
    if (low / &steps).ceil() > (high / &steps).floor() {
        fixed_tags(simplex, entries(), &divisor, &mut tags);
        Some(tags)
    } else {
        None
    }
}

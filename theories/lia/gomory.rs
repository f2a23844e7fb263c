//! Cuts from rows.
//!
//! Given is a sum `z = Σ r·x` that has an integer value in every solution, over variables that are at a bound. Written
//! with their distances `t >= 0` from these bounds it is `z = β + Σ a·t`. If β is not an integer, then with `f` the
//! fraction of β and `g` that of a coefficient of an integer variable there are three cuts of the form `Σ c·t >= 1`
//! that exclude the present point, at which all `t` are 0: with `c = g / (1 - f)`, because `z - Σ⌊a⌋·t` is an integer
//! above β; with `c = (1 - g) / f`, because `z - Σ⌈a⌉·t` is one below (Chvátal 1973); and with the smaller of the two
//! for each variable (Gomory's mixed-integer cut, 1960), which also works for variables that are no integers. The
//! first two have smaller numbers, the last is the strongest.

use super::rows::{both_tags, expand, fixed, fraction, tight};
use crate::theories::lra::{LraVar, Side, Simplex, Tag};
use crate::theories::num::{Integer, Rational};

/// An inequality that holds for all integers within the bounds behind its reason.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cut {
    /// The sum, over variables that are no slack ones. If all are integers, so are the coefficients, without a common
    /// factor.
    pub products: Vec<(Rational, LraVar)>,
    /// The number that the sum is at least.
    pub bound: Rational,
    /// The tags of the bounds used.
    pub reason: Vec<Tag>,
}

impl Cut {
    /// The square of the distance of the present point from the cut.
    pub fn depth(&self, simplex: &Simplex) -> Rational {
        let mut violation = self.bound.clone();
        let mut norm = Rational::ZERO;
        for (c, x) in &self.products {
            violation.sub_product(c, &simplex.value(*x).real);
            norm.add_product(c, c);
        }
        if norm.is_zero() {
            // A contradiction is deeper than every cut.
            return violation;
        }
        &violation * &violation / norm
    }
}

/// The choice among the cuts of a row.
#[non_exhaustive]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rounding {
    /// The next integer above; integer variables only.
    Up,
    /// The next integer below; integer variables only.
    Down,
    /// The stronger one for each variable.
    Mixed,
}

/// The cut of a row, a sum with an integer value in every solution.
///
/// None if some variable is not at a bound, if the present value is an integer, or if a number of the cut has more bits
/// than allowed.
pub fn cut(
    simplex: &Simplex,
    integer: &[bool],
    row: &[(Rational, LraVar)],
    rounding: Rounding,
    bits: u64,
) -> Option<Cut> {
    let mut value = Rational::ZERO;
    for (r, x) in row {
        tight(simplex, *x)?;
        value.add_product(r, &simplex.value(*x).real);
    }
    let below = fraction(&value);
    if below.is_zero() {
        return None;
    }
    let above = Rational::ONE - &below;
    let mut reason = Vec::new();
    let mut products = Vec::with_capacity(row.len());
    let mut bound = Rational::ONE;
    for (r, x) in row {
        if let Some(at) = fixed(simplex, *x) {
            // An integer times an integer does not change the fraction, for any value.
            if integer[x.index()] && at.is_integer() && r.is_integer() {
                continue;
            }
            both_tags(simplex, *x, &mut reason);
            continue;
        }
        let side = tight(simplex, *x)?;
        let at = simplex.bound(*x, side)?;
        let sign = if side == Side::Lower { Rational::ONE } else { Rational::MINUS_ONE };
        let whole = integer[x.index()] && at.value.real.is_integer();
        let coefficient = coefficient(&(r * &sign), whole, rounding, &below, &above)?;
        if coefficient.is_zero() {
            continue;
        }
        reason.push(at.tag);
        let coefficient = coefficient * sign;
        bound.add_product(&coefficient, &at.value.real);
        products.push((coefficient, *x));
    }
    let products = expand(simplex, products.iter().map(|(c, x)| (c, *x)));
    lowest_terms(integer, products, bound, reason, bits)
}

/// The coefficient of a distance in the cut.
fn coefficient(
    a: &Rational,
    whole: bool,
    rounding: Rounding,
    below: &Rational,
    above: &Rational,
) -> Option<Rational> {
    if !whole {
        return match rounding {
            Rounding::Mixed if a.is_negative() => Some(-a / below),
            Rounding::Mixed => Some(a / above),
            _ => None,
        };
    }
    let g = fraction(a);
    if g.is_zero() {
        return Some(Rational::ZERO);
    }
    Some(match rounding {
        Rounding::Up => g / above,
        Rounding::Down => (Rational::ONE - g) / below,
        Rounding::Mixed if g <= *above => g / above,
        Rounding::Mixed => (Rational::ONE - g) / below,
    })
}

fn lowest_terms(
    integer: &[bool],
    mut products: Vec<(Rational, LraVar)>,
    mut bound: Rational,
    reason: Vec<Tag>,
    bits: u64,
) -> Option<Cut> {
    let mut divisor = products.iter().fold(Rational::ZERO, |g, (c, _)| g.gcd(c));
    if divisor.is_zero() {
        // No variable is left: the cut is a contradiction.
        divisor = Rational::ONE;
    }
    products.iter_mut().for_each(|(c, _)| *c = &*c / &divisor);
    bound /= divisor;
    if products.iter().all(|(_, x)| integer[x.index()]) {
        bound = bound.ceil().into();
    }
    let small = |n: &Integer| n.bit_length() <= bits;
    let all_small = products.iter().all(|(c, _)| small(&c.numerator())) && small(&bound.numerator());
    if all_small && small(&bound.denominator()) {
        Some(Cut { products, bound, reason })
    } else {
        None
    }
}

//! Functions on a tableau that all parts of the procedure need.

use crate::theories::lra::{LraVar, Side, Simplex, Tag};
use crate::theories::num::{Integer, Rational};
use std::collections::BTreeMap;

/// The only value that the bounds of a variable leave, if there is just one.
pub(super) fn fixed(simplex: &Simplex, var: LraVar) -> Option<&Rational> {
    let (lower, upper) = (simplex.bound(var, Side::Lower)?, simplex.bound(var, Side::Upper)?);
    if lower.value == upper.value && lower.value.is_rational() {
        Some(&lower.value.real)
    } else {
        None
    }
}

/// The tags of both bounds of a variable.
pub(super) fn both_tags(simplex: &Simplex, var: LraVar, tags: &mut Vec<Tag>) {
    tags.extend(simplex.bound(var, Side::Lower).map(|b| b.tag));
    tags.extend(simplex.bound(var, Side::Upper).map(|b| b.tag));
}

/// The bound at which a variable has its value, without an infinitesimal part.
pub(super) fn tight(simplex: &Simplex, var: LraVar) -> Option<Side> {
    let value = simplex.value(var);
    let at = |side: &Side| simplex.bound(var, *side).map_or(false, |b| b.value == *value);
    if value.is_rational() {
        [Side::Lower, Side::Upper].iter().copied().find(|side| at(side))
    } else {
        None
    }
}

/// The sum over variables that are no slack ones, in their order, without zeros.
pub(super) fn expand<'a>(
    simplex: &Simplex,
    sum: impl IntoIterator<Item = (&'a Rational, LraVar)>,
) -> Vec<(Rational, LraVar)> {
    let mut open: BTreeMap<LraVar, Rational> = BTreeMap::new();
    for (coefficient, var) in sum {
        *open.entry(var).or_default() += coefficient;
    }
    let mut expanded = Vec::with_capacity(open.len());
    // A slack variable is younger than those that it was made of.
    while let Some(var) = open.keys().next_back().copied() {
        let coefficient = open.remove(&var).unwrap_or_default();
        if coefficient.is_zero() {
            continue;
        }
        match simplex.definition(var) {
            Some(definition) => {
                for (c, x) in definition {
                    open.entry(*x).or_default().add_product(&coefficient, c);
                }
            }
            None => expanded.push((coefficient, var)),
        }
    }
    expanded.reverse();
    expanded
}

/// The number less the greatest integer that is not above it.
pub(super) fn fraction(number: &Rational) -> Rational {
    if number.is_integer() {
        Rational::ZERO
    } else {
        number - &Rational::from(number.floor())
    }
}

/// The nearest integer.
pub(super) fn nearest(number: &Rational) -> Integer {
    (number + &Rational::fraction(1, 2)).floor()
}

/// Whether the value of an integer variable is no integer.
pub(super) fn broken(simplex: &Simplex, var: LraVar) -> bool {
    let value = simplex.value(var);
    !(value.is_rational() && value.real.is_integer())
}

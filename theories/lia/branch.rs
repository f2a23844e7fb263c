//! The choice of the variable to branch on.
//!
//! Preferred are, in this order, a variable with both bounds and the smallest range, since its branches end soonest;
//! one of small value, since solutions of small problems are small; and one whose value is near the middle between two
//! integers, since both branches then change something.

use super::rows::{broken, fraction};
use crate::theories::lra::{LraVar, Side, Simplex};
use crate::theories::num::Rational;

/// The best integer variable without an integer value, if there is one. Slack variables are not looked at: their
/// values follow from the others.
pub(super) fn choose(simplex: &Simplex, integer: &[bool]) -> Option<LraVar> {
    let mut best: Option<([Rational; 3], LraVar)> = None;
    for (v, _) in integer.iter().enumerate().filter(|(_, &wanted)| wanted) {
        let var = LraVar::new(v);
        if simplex.definition(var).is_some() || !broken(simplex, var) {
            continue;
        }
        let key = key(simplex, var);
        if best.as_ref().map_or(true, |(least, _)| key < *least) {
            best = Some((key, var));
        }
    }
    best.map(|(_, var)| var)
}

fn key(simplex: &Simplex, var: LraVar) -> [Rational; 3] {
    let value = &simplex.value(var).real;
    let half = Rational::fraction(1, 2);
    let off_middle = (&fraction(value) - &half).abs();
    match (simplex.bound(var, Side::Lower), simplex.bound(var, Side::Upper)) {
        (Some(lower), Some(upper)) => [Rational::ZERO, &upper.value.real - &lower.value.real, off_middle],
        _ => [Rational::ONE, Rational::from(value.abs().floor()), off_middle],
    }
}

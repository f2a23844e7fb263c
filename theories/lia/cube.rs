//! Integer solutions from cubes.
//!
//! If a cube with sides of length 1 parallel to the axes fits into the polyhedron, then rounding its centre gives an
//! integer point in it. The cube fits around a solution of the problem in which each inequality `Σ a·x <= b` is
//! tightened by `½·Σ|a|`, so that one call of simplex is all it takes (Bromberger and Weidenbach, *Fast cube tests for LIA
//! constraint solving*, IJCAR 2016). Bounds on single variables need no tightening, since their integers survive
//! rounding, nor do those on differences, since rounding is monotone.

use super::rows::nearest;
use crate::base::Budget;
use crate::theories::lra::{LraVar, Side, Simplex, Tag};
use crate::theories::num::{DeltaRational, Rational};

/// Values for all variables, if the test succeeds. The assignment of the simplex may change.
pub(super) fn test(simplex: &mut Simplex, integer: &[bool], budget: &Budget) -> Option<Vec<Rational>> {
    simplex.push();
    let found = tighten(simplex, integer) && simplex.check(budget).is_ok();
    let values = if found { simplex.model(&[]).ok() } else { None };
    simplex.pop(1);
    let mut values = values?;
    for v in 0..values.len() {
        match simplex.definition(LraVar::new(v)) {
            None if integer[v] => values[v] = nearest(&values[v]).into(),
            None => {}
            Some(definition) => {
                let mut sum = Rational::ZERO;
                definition.iter().for_each(|(c, x)| sum.add_product(c, &values[x.index()]));
                values[v] = sum;
            }
        }
    }
    let within = |(v, value): (usize, &Rational)| {
        let value = DeltaRational::from(value.clone());
        [Side::Lower, Side::Upper].iter().all(|&side| {
            simplex.bound(LraVar::new(v), side).map_or(true, |b| side.allows(&value, &shrunk(&b.value)))
        })
    };
    if values.iter().enumerate().all(within) {
        Some(values)
    } else {
        None
    }
}

/// The bound itself: the infinitesimal part of a strict one excludes its real part.
fn shrunk(bound: &DeltaRational) -> DeltaRational {
    bound.clone()
}

/// Asserts the tightened bounds; false if they contradict each other.
fn tighten(simplex: &mut Simplex, integer: &[bool]) -> bool {
    for v in 0..simplex.var_count() {
        let var = LraVar::new(v);
        let margin = match simplex.definition(var) {
            Some(definition) => margin(definition, integer),
            None => continue,
        };
        if margin.is_zero() {
            continue;
        }
        for (side, step) in [(Side::Lower, margin.clone()), (Side::Upper, -&margin)] {
            let tightened = simplex.bound(var, side).map(|b| &b.value + &DeltaRational::from(step));
            if let Some(value) = tightened {
                // Nobody asks why.
                if simplex.assert_bound(var, side, value, Tag(u32::MAX)).is_err() {
                    return false;
                }
            }
        }
    }
    true
}

/// How far rounding can change the sum.
fn margin(definition: &[(Rational, LraVar)], integer: &[bool]) -> Rational {
    let mut whole = definition.iter().filter(|(_, x)| integer[x.index()]);
    if let (Some((a, _)), Some((b, _)), None) = (whole.next(), whole.next(), whole.next()) {
        let unit = a.abs().is_one() && (a + b).is_zero();
        if unit && definition.len() == 2 {
            return Rational::ZERO;
        }
    }
    let sum: Rational = definition.iter().filter(|(_, x)| integer[x.index()]).map(|(c, _)| c.abs()).sum();
    sum / Rational::from(2)
}

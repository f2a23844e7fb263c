//! Integer solutions from cubes.
//!
//! If a cube with sides of length 1 parallel to the axes fits into the polyhedron, then rounding its centre gives an
//! integer point in it. The cube fits around a solution of the problem in which each inequality `Σ a·x <= b` is
//! tightened by `½·Σ|a|`, so one call of simplex finds it (Bromberger and Weidenbach, *Fast cube tests for LIA
//! constraint solving*, IJCAR 2016). Bounds on single variables need no tightening, since their integers survive
//! rounding, nor do those on differences, since rounding is monotone.
//!
//! No cube fits into a hyperplane. So equations are eliminated first, and the cube stands in the space of the integers
//! that parametrise their solutions (the same authors, *New techniques for linear arithmetic: cubes and equalities*,
//! 2017).
//!
//! Sums with reals in them are tightened like all others, unless they are equations; then the simplex decides whether
//! the reals can follow the rounded integers.

use super::equalities::Equalities;
use super::rows::fixed;
use crate::base::Budget;
use crate::theories::lra::{LraVar, Side, Simplex, Tag};
use crate::theories::num::{DeltaRational, Integer, Rational};

/// The tag of the tightened bounds, which are never explained.
const NO_TAG: Tag = Tag(u32::MAX);

/// Values for all variables, if the test succeeds. The assignment of the simplex may change.
pub(super) fn test(
    simplex: &mut Simplex,
    integer: &[bool],
    system: &Equalities,
    budget: &Budget,
) -> Option<Vec<Rational>> {
    simplex.push();
    let found = tighten(simplex, integer, system) && simplex.check(budget).is_ok();
    let centre = if found { simplex.model(&[]).ok() } else { None };
    simplex.pop(1);
    let rounded = system.round(&centre?);
    if (0..integer.len()).any(|v| !integer[v] && simplex.definition(LraVar::new(v)).is_none()) {
        return follow(simplex, integer, &rounded, budget);
    }
    let values = evaluate(simplex, rounded);
    let within = |(v, value): (usize, &Rational)| {
        let value = DeltaRational::from(value.clone());
        [Side::Lower, Side::Upper].iter().all(|&side| {
            simplex.bound(LraVar::new(v), side).map_or(true, |bound| side.allows(&value, &bound.value))
        })
    };
    if values.iter().enumerate().all(within) {
        Some(values)
    } else {
        None
    }
}

/// Values of all variables from those that are no slack ones.
fn evaluate(simplex: &Simplex, mut values: Vec<Rational>) -> Vec<Rational> {
    for v in 0..values.len() {
        if let Some(definition) = simplex.definition(LraVar::new(v)) {
            let mut sum = Rational::ZERO;
            definition.iter().for_each(|(c, x)| sum.add_product(c, &values[x.index()]));
            values[v] = sum;
        }
    }
    values
}

/// Values of all variables, given those of the integers.
fn follow(
    simplex: &mut Simplex,
    integer: &[bool],
    rounded: &[Rational],
    budget: &Budget,
) -> Option<Vec<Rational>> {
    simplex.push();
    let mut possible = true;
    for v in (0..integer.len()).map(LraVar::new) {
        if integer[v.index()] && simplex.definition(v).is_none() && possible {
            for side in [Side::Lower, Side::Upper] {
                let value = DeltaRational::from(rounded[v.index()].clone());
                possible &= simplex.assert_bound(v, side, value, NO_TAG).is_ok();
            }
        }
    }
    possible = possible && simplex.check(budget).is_ok();
    let values = if possible { simplex.model(&[]).ok() } else { None };
    simplex.pop(1);
    values
}

/// Asserts the tightened bounds; false if they contradict each other.
fn tighten(simplex: &mut Simplex, integer: &[bool], system: &Equalities) -> bool {
    for v in 0..simplex.var_count() {
        let var = LraVar::new(v);
        let bounded = |side| simplex.bound(var, side).is_some();
        if !(bounded(Side::Lower) || bounded(Side::Upper)) || fixed(simplex, var).is_some() {
            continue;
        }
        let margin =
            if integer[v] { whole_margin(simplex, system, var) } else { mixed_margin(simplex, integer, var) };
        if margin.is_zero() {
            continue;
        }
        for (side, step) in [(Side::Lower, margin.clone()), (Side::Upper, -&margin)] {
            let tightened = simplex.bound(var, side).map(|b| &b.value + &DeltaRational::from(step));
            if let Some(value) = tightened {
                if simplex.assert_bound(var, side, value, NO_TAG).is_err() {
                    return false;
                }
            }
        }
    }
    true
}

/// The most by which rounding the parameters can change an integer sum.
fn whole_margin(simplex: &Simplex, system: &Equalities, var: LraVar) -> Rational {
    let terms = match system.parametrised(simplex, var) {
        Some(terms) => terms,
        None => return Rational::ZERO,
    };
    match terms.as_slice() {
        [(_, a)] if a.abs().is_one() => Rational::ZERO,
        [(_, a), (_, b)] if a.abs().is_one() && (a + b).is_zero() => Rational::ZERO,
        _ => {
            Rational::new(terms.iter().fold(Integer::ZERO, |sum, (_, a)| sum + a.abs()), Integer::from(2i64))
        }
    }
}

fn mixed_margin(simplex: &Simplex, integer: &[bool], var: LraVar) -> Rational {
    let definition = simplex.definition(var).unwrap_or(&[]);
    let sum: Rational = definition.iter().filter(|(_, x)| integer[x.index()]).map(|(c, _)| c.abs()).sum();
    sum / Rational::from(2)
}

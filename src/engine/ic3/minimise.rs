//! Minimising an inductive cube: fewer literals, more states excluded.
//!
//! These are the bare searches of §3.3 of T. Lange, "IC3 Software Model Checking" (2018), apart from frames and
//! queries, for every engine that has a cube and a way to tell whether a smaller one will do. They ask a closure, which
//! may give back even less than it was asked about: the core of its query.

use super::cube::Cube;
use crate::base::Lit;

/// Drops one literal after the other, in the given order (Lange 2018, Algorithm 10; "MIC" in Bradley 2011).
///
/// `shrink` is given a candidate and the literals that were found to be needed so far, in no order. It answers with an
/// inductive subset of the candidate that has all of these, or `None`. Takes one call a literal.
///
/// ```
/// use indubit::base::{Lit, Var};
/// use indubit::engine::ic3::{drop_literals, Cube};
///
/// # fn main() -> Result<(), std::convert::Infallible> {
/// let lits: Vec<Lit> = (0..4).map(|i| Var::new(i).positive()).collect();
/// // All cubes with the last literal are inductive.
/// let shrink = |candidate: &Cube, _: &[Lit]| -> Result<_, std::convert::Infallible> {
///     Ok(candidate.contains_lit(lits[3]).then(|| candidate.clone()))
/// };
/// assert_eq!(drop_literals(Cube::new(lits.clone()), &lits, shrink)?[..], [lits[3]]);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
///
/// The first error of `shrink`.
pub fn drop_literals<E>(
    cube: Cube,
    order: &[Lit],
    mut shrink: impl FnMut(&Cube, &[Lit]) -> Result<Option<Cube>, E>,
) -> Result<Cube, E> {
    let mut cube = cube;
    let mut needed: Vec<Lit> = Vec::new();
    for &lit in order {
        if cube.len() < 2 {
            break;
        }
        if let Some(candidate) = cube.without(lit) {
            match shrink(&candidate, &needed)? {
                Some(smaller) => cube = smaller,
                None => needed.push(lit),
            }
        }
    }
    Ok(cube)
}

/// Drops halves first (Lange 2018, Algorithm 11): better where few literals of many are needed.
///
/// `order` has the literals of the cube. `shrink` is given a candidate and answers with an inductive subset of it, or
/// `None`.
///
/// # Errors
///
/// The first error of `shrink`.
pub fn drop_halves<E>(
    order: Vec<Lit>,
    mut shrink: impl FnMut(Cube) -> Result<Option<Cube>, E>,
) -> Result<Cube, E> {
    let mut kept = Vec::new();
    // Parts that are still to be minimised; everything in them and in `kept` supports the others.
    let mut parts = vec![order];
    parts.retain(|part| !part.is_empty());
    while let Some(part) = parts.pop() {
        let support: Vec<Lit> = parts.iter().flatten().chain(&kept).copied().collect();
        let mut with = |more: &[Lit]| shrink(more.iter().chain(&support).copied().collect());
        if let Some(core) = with(&[])? {
            restrict(&mut parts, &mut kept, &core);
            continue;
        }
        if part.len() == 1 {
            kept.extend(part);
            continue;
        }
        let (left, right) = part.split_at(part.len() / 2);
        if let Some(core) = with(left)? {
            restrict(&mut parts, &mut kept, &core);
            parts.push(left.iter().copied().filter(|&l| core.contains_lit(l)).collect());
        } else if let Some(core) = with(right)? {
            restrict(&mut parts, &mut kept, &core);
            parts.push(right.iter().copied().filter(|&l| core.contains_lit(l)).collect());
        } else {
            parts.push(right.to_vec());
            parts.push(left.to_vec());
        }
        parts.retain(|p| !p.is_empty());
    }
    Ok(Cube::new(kept))
}

/// A literal that is not in the core is not needed any more.
fn restrict(parts: &mut [Vec<Lit>], kept: &mut Vec<Lit>, core: &Cube) {
    for part in parts {
        part.retain(|&l| core.contains_lit(l));
    }
    kept.retain(|&l| core.contains_lit(l));
}

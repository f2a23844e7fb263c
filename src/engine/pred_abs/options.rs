//! The techniques of predicate abstraction, each a field.

use crate::solver::smt::Strength;

/// The abstract state behind an edge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Abstraction {
    /// The strongest Boolean combination of predicates.
    Boolean,
    /// The strongest conjunction of predicates and negated predicates.
    Cartesian,
}

/// Settings of [`PredAbs`](super::PredAbs).
#[derive(Clone, PartialEq, Debug)]
pub struct PredAbsOptions {
    /// Default [`Abstraction::Boolean`].
    pub abstraction: Abstraction,
    /// The Boolean abstraction becomes the Cartesian one where more combinations of truths occur. Default 32.
    pub most_cubes: usize,
    /// The strength of interpolants. Default strong.
    pub strength: Strength,
    /// Seed of the solvers. Default 0.
    pub seed: u64,
}

impl Default for PredAbsOptions {
    fn default() -> PredAbsOptions {
        PredAbsOptions {
            abstraction: Abstraction::Boolean,
            most_cubes: 32,
            strength: Strength::Strong,
            seed: 0,
        }
    }
}

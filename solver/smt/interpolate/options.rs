//! Choices for interpolation, and the reasons for which there is no interpolant.

use crate::solver::smt::answer::UnknownReason;
use crate::solver::smt::farkas::FarkasChoice;
use std::fmt;

/// The strength of interpolants: the treatment of variables that both sides share.
#[non_exhaustive]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strength {
    /// McMillan's system: the strongest.
    Strong,
    /// Pudlák's system, which treats both sides alike.
    Symmetric,
    /// The inverse of McMillan's system: the weakest.
    Weak,
}

/// Settings of [`interpolants`](super::super::interpolants). Trees that branch get the strong choices, no matter what
/// is set: with others the interpolants of siblings do not imply that of their parent.
#[derive(Clone, PartialEq, Debug)]
pub struct InterpolationOptions {
    /// The propositional system. Default strong.
    pub strength: Strength,
    /// The inequality taken for a conflict of bounds. Default strong.
    pub farkas: FarkasChoice,
    /// The number of proofs, of which the one with the smallest interpolants is taken. Proofs after the first are
    /// searched for in the clauses that the best one so far needed. Default 2; 0 counts as 1.
    pub proofs: usize,
    /// Whether a solver looks for subformulas that their context decides, and for members that others imply. There
    /// are limits for this work. Default on.
    pub search: bool,
    /// Whether a fresh solver checks every implication. Default on in debug builds only.
    pub check: bool,
    /// Seed of the search for the proof.
    pub seed: u64,
}

impl InterpolationOptions {
    /// The options for a tree that branches. There the interpolants of siblings together, with their parent's formula,
    /// are to imply the parent's. The strong choices have this property, and the weak ones do not (Gurfinkel,
    /// Rollini, Sharygina, ATVA 2013).
    pub(super) fn for_branches(&self) -> InterpolationOptions {
        InterpolationOptions { strength: Strength::Strong, farkas: FarkasChoice::Strong, ..self.clone() }
    }
}

impl Default for InterpolationOptions {
    fn default() -> InterpolationOptions {
        InterpolationOptions {
            strength: Strength::Strong,
            farkas: FarkasChoice::Strong,
            proofs: 2,
            search: true,
            check: cfg!(debug_assertions),
            seed: 0,
        }
    }
}

/// The reason why there is no interpolant.
#[non_exhaustive]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoInterpolant {
    /// The formulas have a model together.
    Satisfiable,
    /// It was not found out whether the formulas have a model.
    Unknown(UnknownReason),
    /// Splits of integers came to no end, and stronger reasoning has no interpolants here.
    CutsNeeded,
    /// The proof mixes both sides of a cut in a way that cannot be taken apart.
    Mixed,
    /// No interpolant without quantifiers was found: there may be none, for example for two arrays that differ at
    /// indices of a declared sort only.
    NeedsQuantifiers,
    /// An interpolant failed its check: a bug in this program, never hidden.
    Refused,
}

impl fmt::Display for NoInterpolant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoInterpolant::Satisfiable => f.write_str("the formulas are satisfiable"),
            NoInterpolant::Unknown(reason) => reason.fmt(f),
            NoInterpolant::CutsNeeded => f.write_str("integers need cuts, which cannot be interpolated"),
            NoInterpolant::Mixed => f.write_str("the proof mixes both sides"),
            NoInterpolant::NeedsQuantifiers => f.write_str("no interpolant without quantifiers was found"),
            NoInterpolant::Refused => f.write_str("an interpolant failed its check"),
        }
    }
}

impl std::error::Error for NoInterpolant {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            NoInterpolant::Unknown(reason) => Some(reason),
            _ => None,
        }
    }
}

//! Certificates for properties of systems.

use crate::solver::term::{TermId, Terms};
use std::fmt;

/// A set of states of a system, given by formulas over its state variables: those that satisfy each of them.
#[derive(Clone)]
pub struct Invariant {
    /// A store that was made from the system's by adding terms.
    pub terms: Terms,
    /// The formulas; none: all states.
    pub formulas: Vec<TermId>,
}

impl fmt::Debug for Invariant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.formulas.iter().map(|&t| self.terms.text(t))).finish()
    }
}

/// A proof that a property of a system holds.
#[derive(Clone, Debug)]
pub enum Certificate {
    /// The initial states satisfy it, steps preserve it, and it excludes the bad states.
    Inductive(Invariant),
    /// The property holds in the first `k` steps, and after `k` steps in a row that satisfy it and the lemmas.
    KInductive {
        /// The length, at least 1.
        k: usize,
        /// Formulas that are inductive by themselves and may be assumed; often none.
        lemmas: Invariant,
        /// Whether the states of the run of `k` + 1 steps may be assumed to be pairwise different.
        simple_path: bool,
    },
}

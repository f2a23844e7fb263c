//! Certificates for properties of systems.

use crate::model::certificate;
use crate::model::cfa::Ranking;
use crate::solver::term::{TermId, Terms};
use std::fmt;

/// A set of states of a system, given by formulas over its state variables: those that satisfy each of them.
#[derive(Clone)]
pub struct Invariant {
    /// A store that was made from the system's by adding terms.
    pub terms: Terms,
    /// The formulas; none: all states.
    pub formulas: Vec<TermId>,
    /// Declared constants beside the states, each formula is meant for all values of them: with `i` among them and a
    /// formula `a[i] = 0`, the claim is `forall i. a[i] = 0`. Mostly none.
    pub bound: Vec<TermId>,
}

impl Invariant {
    /// Formulas without bound constants.
    pub fn new(terms: Terms, formulas: Vec<TermId>) -> Invariant {
        Invariant { terms, formulas, bound: Vec::new() }
    }
}

impl fmt::Debug for Invariant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.formulas.iter().map(|&t| self.terms.text(t))).finish()
    }
}

/// A set of states in the proof of a justice property of a system.
pub type Layer = certificate::Layer<Invariant>;

/// A proof that a property of safety of a system holds.
pub type Certificate = certificate::Certificate<Invariant>;

/// A proof that a property of a system holds.
pub type Proof = certificate::Proof<Invariant, Box<Ranking>>;

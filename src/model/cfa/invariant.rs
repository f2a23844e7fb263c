//! Certificates for programs.

use super::Cfa;
use crate::solver::term::{TermId, Terms};
use std::fmt;

/// A set of states for each location of an automaton: those that satisfy its formula, over the variables.
///
/// It proves that the error is not reached if the initial location has all states, each edge leads from states of its
/// source to states of its target only, and the error location has none.
#[derive(Clone)]
pub struct InvariantMap {
    /// A store that was made from the automaton's by adding terms.
    pub terms: Terms,
    /// By location.
    pub formulas: Vec<TermId>,
    /// Declared constants beside the variables, each formula is meant for all values of them: with `i` among them and a
    /// formula `a[i] = 0`, the claim is `forall i. a[i] = 0`. Mostly none.
    pub bound: Vec<TermId>,
}

impl InvariantMap {
    /// Formulas without bound constants.
    pub fn new(terms: Terms, formulas: Vec<TermId>) -> InvariantMap {
        InvariantMap { terms, formulas, bound: Vec::new() }
    }

    /// The invariant that says nothing but that no run reaches the error location.
    pub fn of_property(cfa: &Cfa) -> InvariantMap {
        let formula = |location| if location == cfa.error() { Terms::FALSE } else { Terms::TRUE };
        InvariantMap {
            terms: cfa.terms().clone(),
            formulas: cfa.locations().map(formula).collect(),
            bound: Vec::new(),
        }
    }
}

impl fmt::Debug for InvariantMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.formulas.iter().map(|&t| self.terms.text(t))).finish()
    }
}

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

/// A set of states in the proof of a justice property. See [`Certificate::Ranked`].
#[derive(Clone, Debug)]
pub struct Layer {
    /// The formula that is not true infinitely often in a run that stays here: a place in
    /// [`System::recurring`](super::System::recurring), or 0 if that is empty.
    pub waits_for: usize,
    /// The states.
    pub states: Invariant,
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
    /// Of a justice property: a proof that the system of its lassos
    /// ([`system_lasso_form`](crate::model::encode::live::system_lasso_form)) is safe, over the variables of that one.
    LassoFree(Box<Certificate>),
    /// Of a justice property: sets of states, as in a [ranking](crate::model::invariant::Certificate::Ranked) of a
    /// circuit.
    Ranked(Vec<Layer>),
}

impl Certificate {
    /// The invariant or the lemmas of a proof of safety; `None` if it is one of liveness.
    pub fn of_safety(&self) -> Option<&Invariant> {
        match self {
            Certificate::Inductive(invariant) | Certificate::KInductive { lemmas: invariant, .. } => {
                Some(invariant)
            }
            Certificate::LassoFree(_) | Certificate::Ranked(_) => None,
        }
    }

    /// The sets of formulas that it consists of: one, or one per layer.
    pub fn invariants(&self) -> Vec<&Invariant> {
        match self {
            Certificate::Inductive(invariant) | Certificate::KInductive { lemmas: invariant, .. } => {
                vec![invariant]
            }
            Certificate::LassoFree(proof) => proof.of_safety().into_iter().collect(),
            Certificate::Ranked(layers) => layers.iter().map(|layer| &layer.states).collect(),
        }
    }

    /// As [`Certificate::invariants`].
    pub fn invariants_mut(&mut self) -> Vec<&mut Invariant> {
        match self {
            Certificate::Inductive(invariant) | Certificate::KInductive { lemmas: invariant, .. } => {
                vec![invariant]
            }
            Certificate::LassoFree(proof) => match &mut **proof {
                Certificate::Inductive(invariant) | Certificate::KInductive { lemmas: invariant, .. } => {
                    vec![invariant]
                }
                Certificate::LassoFree(_) | Certificate::Ranked(_) => Vec::new(),
            },
            Certificate::Ranked(layers) => layers.iter_mut().map(|layer| &mut layer.states).collect(),
        }
    }
}

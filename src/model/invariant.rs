//! Invariants and certificates: proofs of a property.

use super::circuit::Signal;

/// A set of states given by clauses over latches: those that satisfy each of them.
///
/// If resets read inputs, a clause may speak of these inputs, too. Each clause is then a claim about states together
/// with the inputs of the step that begins there.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Invariant {
    /// Each clause is a disjunction of latch signals (a latch node or its negation), or of inputs that resets read; no
    /// clauses: all states.
    pub clauses: Vec<Vec<Signal>>,
}

/// A set of states in the proof of a justice property. See [`Certificate::Ranked`].
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Layer {
    /// The signal that is not true infinitely often in a run that stays here: a place in
    /// [`Circuit::recurring`](super::circuit::Circuit::recurring), or 0 if that is empty.
    pub waits_for: usize,
    /// The states.
    pub states: Invariant,
}

/// A proof of a property: that a bad signal is never true, or that no infinite run is just.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Certificate {
    /// The initial states satisfy it, steps preserve it, and it excludes the bad states.
    Inductive(Invariant),
    /// The property holds in the first `k` steps, and after `k` steps in a row that satisfy it and the lemmas.
    KInductive {
        /// The length, at least 1.
        k: usize,
        /// Clauses that are inductive by themselves and may be assumed; often none.
        lemmas: Invariant,
        /// Whether the states of the run of `k` + 1 steps may be assumed to be pairwise different, in latches on which
        /// the property or a constraint depends; the first one from the others in these or in inputs that their resets
        /// read.
        simple_path: bool,
    },
    /// Of a justice property: a proof that the circuit of its lassos
    /// ([`lasso_form`](super::encode::live::lasso_form)) is safe, in the signals of that circuit.
    LassoFree(Box<Certificate>),
    /// Of a justice property: sets of states, the lowest first. The rank of a state is the place of the first set that
    /// has it. Each initial state has a rank; a step never leads to a higher rank, and to a lower one if the signal is
    /// true that the set waits for.
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

    /// The sets of clauses that it consists of: one, or one a layer.
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

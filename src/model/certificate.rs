//! Proofs of properties, of circuits and of systems alike.
//!
//! A proof speaks of sets of states. A set has another form in each kind of model, clauses over signals
//! ([`invariant::Invariant`](super::invariant::Invariant)) or formulas
//! ([`system::Invariant`](super::system::Invariant)); the forms of proof are the same.

/// A set of states in the proof of a justice property. See [`Certificate::Ranked`].
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Layer<I> {
    /// The signal that is not true infinitely often in a run that stays here: a place in the model's list of those
    /// that recur ([`Circuit::recurring`](super::circuit::Circuit::recurring),
    /// [`System::recurring`](super::system::System::recurring)), or 0 if that is empty.
    pub waits_for: usize,
    /// The states.
    pub states: I,
}

/// A proof of a property: that nothing bad is reached, or that no infinite run is just.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Certificate<I> {
    /// The initial states satisfy it, steps preserve it, and it excludes the bad states.
    Inductive(I),
    /// The property holds in the first `k` steps, and after `k` steps in a row that satisfy it and the lemmas.
    KInductive {
        /// The length, at least 1.
        k: usize,
        /// Clauses or formulas that are inductive by themselves and may be assumed; often none.
        lemmas: I,
        /// Whether the states of the run of `k` + 1 steps may be assumed to be pairwise different: of a circuit in
        /// latches on which the property or a constraint depends; the first one from the others in these or in inputs
        /// that their resets read.
        simple_path: bool,
    },
    /// Of a justice property: a proof that the model of its lassos
    /// ([`lasso_form`](super::encode::live::lasso_form),
    /// [`system_lasso_form`](super::encode::live::system_lasso_form)) is safe, over the variables of that one. The
    /// inputs and latches of a circuit of lassos stand behind the nodes of the original, and gates of the proof's own
    /// behind these ([`lasso_leaves`](super::encode::live::lasso_leaves)).
    LassoFree(Box<Certificate<I>>),
    /// Of a justice property: sets of states, the lowest first. The rank of a state is the place of the first set that
    /// has it. Each initial state has a rank; a step never leads to a higher rank, and to a lower one if the signal is
    /// true that the set waits for.
    Ranked(Vec<Layer<I>>),
}

impl<I> Certificate<I> {
    /// The inductive invariant, if the proof is one: it says something of each single state.
    pub fn inductive(&self) -> Option<&I> {
        match self {
            Certificate::Inductive(invariant) => Some(invariant),
            Certificate::KInductive { .. } | Certificate::LassoFree(_) | Certificate::Ranked(_) => None,
        }
    }

    /// The invariant or the lemmas of a proof of safety; `None` if it is one of liveness.
    pub fn of_safety(&self) -> Option<&I> {
        match self {
            Certificate::Inductive(invariant) | Certificate::KInductive { lemmas: invariant, .. } => {
                Some(invariant)
            }
            Certificate::LassoFree(_) | Certificate::Ranked(_) => None,
        }
    }

    /// The sets of states that it consists of: one, or one per layer.
    pub fn invariants(&self) -> Vec<&I> {
        match self {
            Certificate::Inductive(invariant) | Certificate::KInductive { lemmas: invariant, .. } => {
                vec![invariant]
            }
            Certificate::LassoFree(proof) => proof.of_safety().into_iter().collect(),
            Certificate::Ranked(layers) => layers.iter().map(|layer| &layer.states).collect(),
        }
    }

    /// As [`Certificate::invariants`].
    pub fn invariants_mut(&mut self) -> Vec<&mut I> {
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

    /// The same proof over other sets of states, those of another model. `None` if a set has no counterpart there, or
    /// if it is a proof about lassos: these have more variables than the model.
    pub fn lift<J>(&self, mut set: impl FnMut(&I) -> Option<J>) -> Option<Certificate<J>> {
        Some(match self {
            Certificate::Inductive(invariant) => Certificate::Inductive(set(invariant)?),
            Certificate::KInductive { k, lemmas, simple_path } => {
                Certificate::KInductive { k: *k, lemmas: set(lemmas)?, simple_path: *simple_path }
            }
            Certificate::Ranked(layers) => {
                let mut lift = |layer: &Layer<I>| {
                    Some(Layer { waits_for: layer.waits_for, states: set(&layer.states)? })
                };
                Certificate::Ranked(layers.iter().map(&mut lift).collect::<Option<_>>()?)
            }
            Certificate::LassoFree(_) => return None,
        })
    }
}

//! Proofs of properties, of circuits and of systems alike.
//!
//! A [`Certificate`] proves a property of safety. A [`Proof`] is a certificate or proves a justice property: only code
//! that is about properties of both kinds has proofs.
//!
//! A proof speaks of sets of states. A set has another form in each kind of model, clauses over signals
//! ([`invariant::ClausalInvariant`](super::invariant::ClausalInvariant)) or formulas
//! ([`system::Invariant`](super::system::Invariant)); the forms of proof are the same.

use std::convert::Infallible;

/// A proof of a property of safety: that nothing bad is reached.
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
}

impl<I> Certificate<I> {
    /// The inductive invariant, if the proof is one: it says something of each single state.
    pub fn inductive(&self) -> Option<&I> {
        match self {
            Certificate::Inductive(invariant) => Some(invariant),
            Certificate::KInductive { .. } => None,
        }
    }

    /// The invariant or the lemmas.
    pub fn states(&self) -> &I {
        match self {
            Certificate::Inductive(invariant) | Certificate::KInductive { lemmas: invariant, .. } => {
                invariant
            }
        }
    }

    /// The same proof with another invariant or other lemmas, those of another model.
    pub fn over<J>(&self, states: J) -> Certificate<J> {
        match *self {
            Certificate::Inductive(_) => Certificate::Inductive(states),
            Certificate::KInductive { k, simple_path, .. } => {
                Certificate::KInductive { k, lemmas: states, simple_path }
            }
        }
    }
}

/// A set of states in the proof of a justice property. See [`Proof::Ranked`].
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Layer<I> {
    /// The signal that is not true infinitely often in a run that stays here: a place in the model's list of those
    /// that recur ([`Circuit::recurring`](super::circuit::Circuit::recurring),
    /// [`System::recurring`](super::system::System::recurring)), or 0 if that is empty.
    pub waits_for: usize,
    /// The states.
    pub states: I,
}

/// A proof of a property of either kind. A model of finitely many states needs no measures `R`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Proof<I, R = Infallible> {
    /// Of a property of safety.
    Safety(Certificate<I>),
    /// Of a justice property: a proof that the model of its lassos
    /// ([`lasso_form`](super::encode::live::lasso_form),
    /// [`system_lasso_form`](super::encode::live::system_lasso_form)) is safe, over the variables of that one. The
    /// inputs and latches of a circuit of lassos stand behind the nodes of the original, and gates of the proof's own
    /// behind these ([`lasso_leaves`](super::encode::live::lasso_leaves)).
    LassoFree(Certificate<I>),
    /// Of a justice property: sets of states, the lowest first. The rank of a state is the place of the first set that
    /// has it. Each initial state has a rank; a step never leads to a higher rank, and to a lower one if the signal is
    /// true that the set waits for.
    Ranked(Vec<Layer<I>>),
    /// Of a justice property: measures by which the rounds end, in each of which all signals come
    /// ([`rounds`](crate::evidence::system::rounds)).
    Ends(R),
}

impl<I, R> Proof<I, R> {
    /// The inductive invariant, if it is a proof of safety by one.
    pub fn inductive(&self) -> Option<&I> {
        match self {
            Proof::Safety(certificate) => certificate.inductive(),
            Proof::LassoFree(_) | Proof::Ranked(_) | Proof::Ends(_) => None,
        }
    }

    /// The sets of states that it consists of: one, or one per layer, or none beside measures.
    pub fn sets(&self) -> Vec<&I> {
        match self {
            Proof::Safety(proof) | Proof::LassoFree(proof) => vec![proof.states()],
            Proof::Ranked(layers) => layers.iter().map(|layer| &layer.states).collect(),
            Proof::Ends(_) => Vec::new(),
        }
    }
}

impl<I, R> From<Certificate<I>> for Proof<I, R> {
    fn from(certificate: Certificate<I>) -> Proof<I, R> {
        Proof::Safety(certificate)
    }
}

//! One trait for all engines, by which others ask them.
//!
//! A prover may be stopped in the midst of anything and asked again for the same property: it continues where it was.

use super::lemmas::{CircuitLemmas, SharedLemmas};
use super::observer::{EvidenceKind, Observer};
use super::outcome::Outcome;
use super::sequence::Sequence;
use crate::model::certificate::{Certificate, Proof};
use crate::model::cfa::{self, Cfa};
use crate::model::circuit::Circuit;
use crate::model::horn::{Horn, Interpretation, Refutation};
use crate::model::system::{self, System};
use crate::model::{invariant, trace, PropertyId};
use std::convert::Infallible;
use std::fmt::Debug;
use std::marker::PhantomData;

/// A kind of model, by the evidence that engines have about it.
pub trait Model: Debug {
    type Proof: Clone + Send + Debug;
    type Counterexample: Send + Debug;
    /// Where engines leave lemmas for each other, if they do.
    type Lemmas;
}

/// A kind of model whose verdicts are told.
pub trait Told: Model {
    /// The kind of a proof, and the number of its parts.
    fn size_of_proof(proof: &Self::Proof) -> (EvidenceKind, usize);

    /// The kind of a counterexample, and the number of its steps.
    fn size_of_counterexample(counterexample: &Self::Counterexample) -> (EvidenceKind, usize);
}

/// The verdict of a prover on a property of a model.
pub type OutcomeOf<M> = Outcome<<M as Model>::Proof, <M as Model>::Counterexample>;

/// A kind of model with states, which has proofs about sets of them, and runs.
pub trait Stateful: Model<Proof = Certificate<Self::States>> {
    type States: Clone + Send + Debug;
    /// The measures in proofs of justice properties.
    type Measures: Clone + Send + Sync + Debug;

    /// The number of clauses or formulas of a set.
    fn parts(states: &Self::States) -> usize;

    /// The number of steps of a run.
    fn steps(run: &Self::Counterexample) -> usize;
}

/// A kind of model with states whose properties are of safety and of liveness. Engines for safety alone are engines on
/// `M` itself.
#[derive(Debug)]
pub struct Both<M>(PhantomData<M>);

/// A proof of a property of either kind.
pub type ProofOf<M> = Proof<<M as Stateful>::States, <M as Stateful>::Measures>;

impl<M: Stateful> Model for Both<M> {
    type Proof = ProofOf<M>;
    type Counterexample = M::Counterexample;
    type Lemmas = ();
}

impl<M: Stateful> Told for Both<M> {
    fn size_of_proof(proof: &ProofOf<M>) -> (EvidenceKind, usize) {
        let all = proof.sets().into_iter().map(M::parts).sum();
        match proof {
            Proof::Safety(Certificate::Inductive(_)) => (EvidenceKind::Invariant, all),
            Proof::Safety(Certificate::KInductive { .. }) => (EvidenceKind::KInductive, all),
            Proof::LassoFree(_) => (EvidenceKind::LassoFree, all),
            Proof::Ranked(layers) => (EvidenceKind::Ranking, layers.len()),
            Proof::Ends(_) => (EvidenceKind::Ranking, 1),
        }
    }

    fn size_of_counterexample(run: &M::Counterexample) -> (EvidenceKind, usize) {
        (EvidenceKind::Trace, M::steps(run))
    }
}

impl Model for Circuit {
    type Proof = invariant::Certificate;
    type Counterexample = trace::Trace;
    type Lemmas = CircuitLemmas;
}

impl Stateful for Circuit {
    type States = invariant::ClausalInvariant;
    type Measures = Infallible;

    fn parts(states: &invariant::ClausalInvariant) -> usize {
        states.clauses.len()
    }

    fn steps(run: &trace::Trace) -> usize {
        run.inputs.len()
    }
}

impl Model for System {
    type Proof = system::Certificate;
    type Counterexample = system::Trace;
    type Lemmas = SharedLemmas;
}

impl Stateful for System {
    type States = system::Invariant;
    type Measures = Box<cfa::Ranking>;

    fn parts(states: &system::Invariant) -> usize {
        states.formulas.len()
    }

    fn steps(run: &system::Trace) -> usize {
        run.steps.len()
    }
}

impl Model for Cfa {
    type Proof = cfa::InvariantMap;
    type Counterexample = cfa::Path;
    type Lemmas = ();
}

impl Model for Horn {
    type Proof = Interpretation;
    type Counterexample = Refutation;
    type Lemmas = ();
}

impl Told for Horn {
    fn size_of_proof(found: &Interpretation) -> (EvidenceKind, usize) {
        (EvidenceKind::Interpretation, found.formulas.len())
    }

    fn size_of_counterexample(refutation: &Refutation) -> (EvidenceKind, usize) {
        (EvidenceKind::Refutation, refutation.steps.len())
    }
}

/// The counters of a prover, by name.
pub type Counters = Vec<(&'static str, u64)>;

/// An engine at work on a model of kind `M`.
pub trait Prover<M: Model>: Send + Debug {
    /// Works until there is a verdict or a limit is reached. Asked again for the same property it goes on where it was.
    fn prove(&mut self, property: PropertyId, observer: &mut dyn Observer) -> OutcomeOf<M>;

    fn counters(&self) -> Counters;

    /// Whether there is a claim of the engine that has not come back to the model yet.
    fn has_claim(&self) -> bool {
        false
    }

    /// Exchanges lemmas with others on the same model by a board, if it can.
    fn share(&mut self, lemmas: &M::Lemmas) {
        let _ = lemmas;
    }

    /// The size of its sequence of frames; `None` if it keeps none.
    fn sequence(&self) -> Option<Sequence> {
        None
    }
}

//! One trait for all engines, by which others ask them.
//!
//! A prover may be stopped in the midst of anything and asked again for the same property: it continues where it was.

use super::lemmas::{CircuitLemmas, SharedLemmas};
use super::observer::{EvidenceKind, Observer};
use super::outcome::Outcome;
use super::sequence::Sequence;
use crate::model::certificate::Certificate;
use crate::model::cfa::{self, Cfa};
use crate::model::circuit::Circuit;
use crate::model::horn::{Horn, Interpretation, Refutation};
use crate::model::system::{self, System};
use crate::model::{invariant, trace, PropertyId};
use std::fmt::Debug;

/// A kind of model, by the evidence there is about it.
pub trait Model: Debug {
    type Proof: Clone + Send + Debug;
    type Counterexample: Send + Debug;
    /// Where engines leave lemmas for each other, if they do.
    type Lemmas;

    /// The kind of a proof, and the number of its parts.
    fn size_of_proof(proof: &Self::Proof) -> (EvidenceKind, usize);

    /// The kind of a counterexample, and the number of its steps.
    fn size_of_counterexample(counterexample: &Self::Counterexample) -> (EvidenceKind, usize);
}

/// The verdict of a prover on a property of a model.
pub type OutcomeOf<M> = Outcome<<M as Model>::Proof, <M as Model>::Counterexample>;

/// The kind of a proof, and the number of its parts, by those of a set of states.
fn size_of<I>(proof: &Certificate<I>, parts: impl Fn(&I) -> usize) -> (EvidenceKind, usize) {
    let all = proof.invariants().into_iter().map(parts).sum();
    match proof {
        Certificate::Inductive(_) => (EvidenceKind::Invariant, all),
        Certificate::KInductive { .. } => (EvidenceKind::KInductive, all),
        Certificate::LassoFree(_) => (EvidenceKind::LassoFree, all),
        Certificate::Ranked(layers) => (EvidenceKind::Ranking, layers.len()),
    }
}

impl Model for Circuit {
    type Proof = invariant::Certificate;
    type Counterexample = trace::Trace;
    type Lemmas = CircuitLemmas;

    fn size_of_proof(proof: &invariant::Certificate) -> (EvidenceKind, usize) {
        size_of(proof, |found| found.clauses.len())
    }

    fn size_of_counterexample(trace: &trace::Trace) -> (EvidenceKind, usize) {
        (EvidenceKind::Trace, trace.inputs.len())
    }
}

impl Model for System {
    type Proof = system::Certificate;
    type Counterexample = system::Trace;
    type Lemmas = SharedLemmas;

    fn size_of_proof(proof: &system::Certificate) -> (EvidenceKind, usize) {
        size_of(proof, |found| found.formulas.len())
    }

    fn size_of_counterexample(trace: &system::Trace) -> (EvidenceKind, usize) {
        (EvidenceKind::Trace, trace.steps.len())
    }
}

impl Model for Cfa {
    type Proof = cfa::Invariant;
    type Counterexample = cfa::Path;
    type Lemmas = ();

    fn size_of_proof(invariant: &cfa::Invariant) -> (EvidenceKind, usize) {
        (EvidenceKind::Invariant, invariant.formulas.len())
    }

    fn size_of_counterexample(path: &cfa::Path) -> (EvidenceKind, usize) {
        (EvidenceKind::Path, path.steps.len())
    }
}

impl Model for Horn {
    type Proof = Interpretation;
    type Counterexample = Refutation;
    type Lemmas = ();

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

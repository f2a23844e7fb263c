//! An engine that competes for a verdict, and the judge of its claims.

use super::lineup::Plan;
use super::verdict::Verified;
use crate::base::{Budget, Limit};
use crate::engine::common::prover::{Counters, Model, OutcomeOf, Prover, Told};
use crate::engine::{Event, Observer, Outcome, Refusal, Sequence, StopCause, StopReason};
use crate::evidence::{CheckError, CheckOptions};
use crate::model::PropertyId;
use crate::route::takes::Unfit;

/// A model under verification: sets up engines on it, and decides which of their claims are believed.
pub trait Judge: Sync {
    type Model: Told;

    /// Sets an engine up.
    ///
    /// # Errors
    ///
    /// If it does not work on the model, or a limit was reached.
    fn start(&self, plan: &Plan, budget: &Budget) -> Result<Box<dyn Prover<Self::Model>>, Unfit>;

    /// The settings of the check of such an outcome; `None` if it is not checked at all.
    fn checking(&self, outcome: &OutcomeOf<Self::Model>) -> Option<CheckOptions>;

    /// Checks the evidence of an engine, which is about the original model.
    ///
    /// # Errors
    ///
    /// The reason why it is not believed.
    fn check(
        &self,
        property: PropertyId,
        outcome: &OutcomeOf<Self::Model>,
        options: &CheckOptions,
        budget: &Budget,
    ) -> Result<(), CheckError>;
}

/// The verdict on a model of this kind, as far as it is believed.
pub type VerdictOf<M> = Verified<<M as Model>::Proof, <M as Model>::Counterexample>;

/// The verdict on the model of a judge.
pub(super) type VerdictOn<J> = VerdictOf<<J as Judge>::Model>;

/// An engine on a model of kind `M` as one on a kind `N` that has more kinds of evidence.
#[derive(Debug)]
pub(super) struct Widened<M: Model, N: Model> {
    pub engine: Box<dyn Prover<M>>,
    pub widen: fn(OutcomeOf<M>) -> OutcomeOf<N>,
}

impl<M: Model, N: Model> Prover<N> for Widened<M, N> {
    fn prove(&mut self, property: PropertyId, observer: &mut dyn Observer) -> OutcomeOf<N> {
        (self.widen)(self.engine.prove(property, observer))
    }

    fn counters(&self) -> Counters {
        self.engine.counters()
    }

    fn has_claim(&self) -> bool {
        self.engine.has_claim()
    }

    fn sequence(&self) -> Option<Sequence> {
        self.engine.sequence()
    }
}

/// An engine, and its claim as long as that is not judged.
///
/// The check may take longer than a turn. It then begins again in the next one, so that it does not hold up others.
#[derive(Debug)]
pub(super) struct Contestant<M: Model> {
    pub engine: Box<dyn Prover<M>>,
    budget: Budget,
    claim: Option<(PropertyId, OutcomeOf<M>)>,
}

impl<M: Told> Contestant<M> {
    /// An engine that has claimed nothing, and its budget.
    pub fn new(engine: Box<dyn Prover<M>>, budget: &Budget) -> Contestant<M> {
        Contestant { engine, budget: budget.clone(), claim: None }
    }

    /// Works until the budget ends or there is an answer. An answer whose evidence fails is an answer, too.
    pub fn turn<J: Judge<Model = M>>(
        &mut self,
        judge: &J,
        by: &'static str,
        property: PropertyId,
        observer: &mut dyn Observer,
    ) -> Result<VerdictOn<J>, StopReason> {
        let claim = match self.claim.take() {
            Some((of, claim)) if of == property => claim,
            Some(_) | None => {
                let claim = self.engine.prove(property, observer);
                if observer.wants_details() {
                    tell_evidence::<M>(&claim, observer);
                }
                claim
            }
        };
        match &claim {
            // A counterexample that broke off is a defect, to be told like any other evidence that fails.
            Outcome::Unknown(reason) if reason.cause != StopCause::EvidenceFailed => return Err(*reason),
            Outcome::Safe(_) | Outcome::Unsafe(_) | Outcome::Unknown(_) => {}
        }
        self.budget.hurry();
        let options = judge.checking(&claim);
        let check = |options| judge.check(property, &claim, options, &self.budget);
        let result = options.as_ref().map_or(Ok(()), check);
        let is_over = !matches!(result, Err(CheckError::Limit(Limit::Paused)));
        if observer.wants_details() && is_over && options.is_some() {
            tell_check(&result, observer);
        }
        match result {
            Ok(()) => Ok(Verified::checked(property, claim, by)),
            Err(CheckError::Limit(limit @ Limit::Paused)) => {
                self.claim = Some((property, claim));
                Err(StopReason { cause: StopCause::Limit(limit), safe_depth: None })
            }
            Err(error) => Ok(Verified::not_believed(property, error, by)),
        }
    }

    pub fn has_claim(&self) -> bool {
        self.claim.is_some() || self.engine.has_claim()
    }
}

/// Tells of the evidence of an engine.
fn tell_evidence<M: Told>(outcome: &OutcomeOf<M>, observer: &mut dyn Observer) {
    let (kind, size) = match outcome {
        Outcome::Safe(proof) => M::size_of_proof(proof),
        Outcome::Unsafe(counterexample) => M::size_of_counterexample(counterexample),
        Outcome::Unknown(_) => return,
    };
    observer.event(Event::Evidence { kind, size });
}

/// Tells of a check that has come to its end.
fn tell_check(result: &Result<(), CheckError>, observer: &mut dyn Observer) {
    let reason = result.as_ref().err().map(CheckError::to_string);
    let condition = match result {
        Err(CheckError::DoesNotHold(condition)) => Some(condition.name()),
        Ok(()) | Err(_) => None,
    };
    let refusal = reason.as_ref().map(|reason| Refusal { condition, reason });
    observer.event(Event::Check { refusal });
}

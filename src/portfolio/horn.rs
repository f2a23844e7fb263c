//! Horn clauses under verification.
//!
//! Clauses with at most one atom in the body are a program ([`to_cfa`]), so the engines over programs work on them,
//! too. Evidence comes back as an interpretation or a refutation and is checked on the original clauses.

use super::contestant::Judge;
use super::lineup::{on_clauses, Plan};
use super::options::VerifyOptions;
use super::sourced::{Sourced, SourcedVerifier};
use super::verdict::Verified;
use crate::base::Budget;
use crate::engine::common::prover::Prover;
use crate::engine::{HornOutcome, Observer, Outcome, StopCause, StopReason};
use crate::evidence::horn::check_interpretation;
use crate::evidence::lemmas::known::Known;
use crate::evidence::{CheckError, Condition};
use crate::input::ClausesFile;
use crate::model::encode::horn::{to_cfa, HornProgram};
use crate::model::horn::{Horn, Interpretation, Refutation};
use crate::model::kind::Kind;
use crate::model::reduce::horn::{reduce_horn, HornReduction};
use crate::model::PropertyId;
use crate::origin::ClausesOrigin;
use crate::route::clauses::{cells_reduced, linear, reduced};
use crate::route::known::{assuming, Assumed};
use crate::route::plan::{of_blocks, of_clauses, route};
use crate::route::programs::{blocks, Prepared};
use crate::route::takes::{Misfit, Unfit};
use crate::solver::term::{PartialOp, Value};
use std::sync::Arc;

/// The verdict on Horn clauses: safe if they have a model.
pub type VerifiedHorn = Verified<Interpretation, Refutation>;

/// Decides which claims about the clauses are believed.
#[derive(Debug)]
pub struct HornJudge {
    horn: Horn,
    /// The program that the clauses were made from.
    origin: Option<Arc<dyn ClausesOrigin>>,
    options: VerifyOptions,
    budget: Budget,
    /// The clauses with lemmas, if there are any.
    assumed: Option<Arc<Assumed<Horn, Interpretation>>>,
    reduction: Arc<HornReduction>,
    /// The program that the clauses are, with its reductions; `None` if a clause has several atoms in its body.
    linear: Option<(Arc<HornProgram>, Prepared)>,
    /// As of a program: only refutations count, and a model is not checked.
    is_closed: bool,
}

impl HornJudge {
    /// Reduces the clauses.
    fn new(
        known: Option<&Known>,
        horn: Horn,
        origin: Option<Arc<dyn ClausesOrigin>>,
        options: VerifyOptions,
        budget: Budget,
    ) -> HornJudge {
        let options = options.resolved(Kind::Clauses);
        let assumed = known.map(|known| Arc::new(known.0.on_clauses(&horn)));
        let seen = assumed.as_ref().map_or(&horn, |assumed| &assumed.model);
        let reduction = Arc::new(match options.reduce.on {
            true => reduce_horn(seen, &options.reduce.clauses, &budget),
            false => HornReduction::none(seen),
        });
        // If a limit was reached, engines over clauses will notice.
        let program = to_cfa(reduction.horn(), &budget).ok().flatten();
        let linear = program.map(|program| {
            let prepared = Prepared::new(program.cfa.clone(), &options.route(), &budget);
            (Arc::new(program), prepared)
        });
        HornJudge { horn, origin, options, budget, assumed, reduction, linear, is_closed: false }
    }

    fn of_source(origin: Arc<dyn ClausesOrigin>, options: VerifyOptions, budget: Budget) -> HornJudge {
        let horn = origin.horn().clone();
        HornJudge::new(None, horn, Some(origin), options, budget)
    }
}

impl Judge for HornJudge {
    type Model = Horn;

    fn start(&self, plan: &Plan, budget: &Budget) -> Result<Box<dyn Prover<Horn>>, Unfit> {
        let (engine, options) = (plan.options.engine, plan.options.route());
        let mut before: Vec<_> = self.assumed.iter().map(assuming).collect();
        // Unfolded predicates would come back as interpolants over datatypes.
        before.push(match options.images.catamorphisms {
            0 => reduced(&self.reduction),
            _ => cells_reduced(),
        });
        let after = match (engine.sees(Kind::Clauses), &self.linear) {
            (None, _) => return Err(Unfit::kind(engine, Kind::Clauses)),
            (Some(Kind::Clauses), _) => of_clauses,
            (Some(Kind::Circuit | Kind::System | Kind::Program), Some((program, prepared))) => {
                before.extend([linear(program), blocks(Some(prepared))]);
                of_blocks
            }
            (Some(Kind::Circuit | Kind::System | Kind::Program), None) => {
                return Err(Unfit { engine, reason: Misfit::NotLinear })
            }
        };
        route(before, after, &options, budget).engine(&self.horn)
    }

    fn is_checked(&self, outcome: &HornOutcome) -> bool {
        self.options.check.options().is_some() && !(self.is_closed && matches!(outcome, Outcome::Safe(_)))
    }

    fn check(&self, _: PropertyId, outcome: &HornOutcome, budget: &Budget) -> Result<(), CheckError> {
        let options = match self.options.check.options() {
            Some(options) => options,
            None => return Ok(()),
        };
        match outcome {
            Outcome::Safe(_) if self.is_closed => Ok(()),
            Outcome::Safe(found) => {
                check_interpretation(&self.horn, found, &options, budget)?;
                self.origin.as_ref().map_or(Ok(()), |origin| origin.check_interpretation(found, budget))
            }
            Outcome::Unsafe(refutation) => match &self.origin {
                Some(origin) => origin.check_refutation(refutation, budget),
                // A refutation that rests on open results is right about the clauses (`HornVerifier::verify`).
                None => Ok(refutation.facts(&self.horn).map(drop).map_err(Condition::Derivation)?),
            },
            Outcome::Unknown(_) => Ok(()),
        }
    }
}

/// Choices of open results that are tried.
const MOST_CHOICES: usize = 8;

/// For each operation a result that no refutation has used; `None` if an operation has no other one.
fn other_choices(horn: &Horn, used: &[(PartialOp, Value)]) -> Option<Vec<(PartialOp, Value)>> {
    let mut operations: Vec<PartialOp> = used.iter().map(|&(partial, _)| partial).collect();
    operations.sort_unstable();
    operations.dedup();
    let other = |partial: PartialOp| {
        let mut values = horn.terms().some_values(partial.sorts(horn.terms())[1], used.len() + 1).into_iter();
        let is_new =
            |value: &Value| value.has_term() && used.iter().all(|(p, v)| *p != partial || v != value);
        values.find(is_new).map(|value| (partial, value))
    };
    operations.into_iter().map(other).collect()
}

impl Sourced for HornJudge {
    fn lineup(&self) -> Vec<Plan> {
        let program = self.linear.as_ref().map(|(_, prepared)| prepared);
        on_clauses(self.reduction.horn(), program, &self.options, &self.budget)
    }

    fn settings(&self) -> (&VerifyOptions, &Budget) {
        (&self.options, &self.budget)
    }

    fn closed(&self) -> Option<HornJudge> {
        let origin = self.origin.as_ref()?.closed()?;
        let judge = HornJudge::of_source(origin, self.options.clone(), self.budget.clone());
        Some(HornJudge { is_closed: true, ..judge })
    }

    fn wider(&self) -> Option<HornJudge> {
        let origin = self.origin.as_ref().filter(|_| self.assumed.is_none())?.wider(&self.budget)?;
        Some(HornJudge::of_source(origin, self.options.clone(), self.budget.clone()))
    }
}

/// Verifies Horn clauses: their one property is that they have a model.
pub type HornVerifier = SourcedVerifier<HornJudge>;

impl HornVerifier {
    /// Reduces the clauses and sets up the engines, or tells why the chosen one does not work on them.
    ///
    /// # Errors
    ///
    /// If the engine does not take these clauses.
    pub fn new(horn: Horn, options: VerifyOptions, budget: Budget) -> Result<HornVerifier, Unfit> {
        SourcedVerifier::of(HornJudge::new(None, horn, None, options, budget))
    }

    /// A verifier whose engines assume lemmas, of clauses that were perhaps made from a recursive program.
    pub(super) fn assuming(
        known: Option<&Known>,
        file: &ClausesFile,
        options: VerifyOptions,
        budget: Budget,
    ) -> Result<HornVerifier, Unfit> {
        let (horn, origin) = (file.horn().clone(), file.origin().cloned());
        SourcedVerifier::of(HornJudge::new(known, horn, origin, options, budget))
    }

    /// A verifier of the clauses of a recursive program. Its interpreter replays counterexamples, and proofs are held
    /// against random runs.
    ///
    /// # Errors
    ///
    /// As [`HornVerifier::new`].
    pub fn of_source(
        origin: Arc<dyn ClausesOrigin>,
        options: VerifyOptions,
        budget: Budget,
    ) -> Result<HornVerifier, Unfit> {
        SourcedVerifier::of(HornJudge::of_source(origin, options, budget))
    }

    /// The clauses that the engines work on.
    pub fn reduced(&self) -> &Horn {
        self.judge.reduction.horn()
    }

    /// As [`ProgramVerifier::origin`](super::ProgramVerifier::origin).
    pub fn origin(&self) -> Option<&Arc<dyn ClausesOrigin>> {
        self.judge.origin.as_ref()
    }

    /// The verdict. If a program in its own language may come to a place that is not understood, as
    /// [`ProgramVerifier::verify`](super::ProgramVerifier::verify). If a refutation rests on results that SMT-LIB
    /// leaves open ([`Open`](crate::model::horn::Open)), other results are tried.
    pub fn verify(&mut self, observer: &mut dyn Observer) -> VerifiedHorn {
        let verdict = self.search(observer);
        match &verdict.outcome {
            Outcome::Unsafe(found) if found.open_step(&self.judge.horn).is_some() => {
                self.verify_with_choices(verdict, observer)
            }
            Outcome::Unsafe(_) | Outcome::Safe(_) | Outcome::Unknown(_) => verdict,
        }
    }

    /// The verdict, after a refutation that rests on open results.
    fn verify_with_choices(
        &mut self,
        mut verdict: VerifiedHorn,
        observer: &mut dyn Observer,
    ) -> VerifiedHorn {
        let original = self.judge.horn.clone();
        let mut used: Vec<(PartialOp, Value)> = Vec::new();
        for _ in 0..MOST_CHOICES {
            if let Outcome::Unsafe(found) = &verdict.outcome {
                used.extend(found.open_values(&original).map(|(partial, value)| (partial, value.clone())));
            }
            let choices = match other_choices(&original, &used) {
                Some(choices) => choices,
                None => break,
            };
            let (horn, options) = (original.chosen(&choices).into_owned(), self.judge.options.clone());
            let judge = HornJudge::new(None, horn, None, options, self.judge.budget.clone());
            match SourcedVerifier::of(judge) {
                Ok(verifier) => *self = verifier,
                Err(_) => break,
            }
            verdict = self.prove(observer);
            match &mut verdict.outcome {
                Outcome::Unsafe(found) => {
                    found.set_open_values(&original, &choices);
                    if found.open_step(&original).is_none() {
                        return verdict;
                    }
                }
                Outcome::Safe(found) => {
                    found.choices = choices;
                    return verdict;
                }
                Outcome::Unknown(_) => return verdict,
            }
        }
        let reason = StopReason { cause: StopCause::OpenResults, safe_depth: None };
        Verified::unknown(PropertyId::new(0), reason, verdict.by)
    }
}

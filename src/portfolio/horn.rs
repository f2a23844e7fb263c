//! Horn clauses under verification.
//!
//! Clauses with at most one atom in the body are a program ([`to_cfa`]), so the engines over programs work on them,
//! too. Evidence comes back as an interpretation or a refutation and is checked on the original clauses.

use super::contestant::Judge;
use super::lineup::{on_clauses, Plan};
use super::sourced::{Case, Sourced, SourcedVerifier};
use super::verdict::Verified;
use crate::base::Budget;
use crate::engine::common::prover::Prover;
use crate::engine::{HornOutcome, Observer, Outcome, StopCause, StopReason};
use crate::evidence::horn::check_interpretation;
use crate::evidence::lemmas::known::Known;
use crate::evidence::{CheckError, CheckOptions, Condition};
use crate::model::encode::floats::WordHorn;
use crate::model::encode::horn::to_cfa;
use crate::model::horn::{Horn, Interpretation, Refutation};
use crate::model::kind::Kind;
use crate::model::reduce::horn::{reduce_horn, HornReduction};
use crate::model::PropertyId;
use crate::origin::ClausesOrigin;
use crate::route::clauses::{cells_reduced, linear, reduced, Linear};
use crate::route::floats::OverWords;
use crate::route::images::Made;
use crate::route::known::Assumed;
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
    case: Case<dyn ClausesOrigin>,
    /// The clauses with lemmas, if there are any.
    assumed: Option<Assumed<Horn>>,
    /// The clauses over words, if they have floating-point numbers.
    words: OverWords<WordHorn>,
    reduction: Arc<Made<HornReduction>>,
    /// The program that the clauses are, with its reductions; `None` if a clause has several atoms in its body.
    linear: Option<(Arc<Made<Linear>>, Prepared)>,
}

impl Judge for HornJudge {
    type Model = Horn;

    fn start(&self, plan: &Plan, budget: &Budget) -> Result<Box<dyn Prover<Horn>>, Unfit> {
        let (engine, options) = (plan.options.engine, plan.options.route());
        let mut before: Vec<_> = self.assumed.iter().map(|assumed| assumed.step.clone()).collect();
        before.extend(self.words.clauses_step(engine)?);
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

    fn checking(&self, outcome: &HornOutcome) -> Option<CheckOptions> {
        self.case.checking(matches!(outcome, Outcome::Safe(_)))
    }

    fn check(
        &self,
        _: PropertyId,
        outcome: &HornOutcome,
        options: &CheckOptions,
        budget: &Budget,
    ) -> Result<(), CheckError> {
        match (outcome, &self.case.origin) {
            (Outcome::Safe(found), origin) => {
                check_interpretation(&self.horn, found, options, budget)?;
                origin.as_ref().map_or(Ok(()), |origin| origin.check_interpretation(found, budget))
            }
            (Outcome::Unsafe(refutation), Some(origin)) => origin.check_refutation(refutation, budget),
            // A refutation that rests on open results is right about the clauses (`HornVerifier::verify`).
            (Outcome::Unsafe(refutation), None) => {
                Ok(refutation.facts(&self.horn).map(drop).map_err(Condition::Derivation)?)
            }
            (Outcome::Unknown(_), _) => Ok(()),
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
    type Original = Horn;
    type Origin = dyn ClausesOrigin;

    /// Reduces the clauses.
    fn new(known: Option<&Known>, horn: Horn, case: Case<dyn ClausesOrigin>) -> HornJudge {
        let case = Case { options: case.options.resolved(Kind::Clauses), ..case };
        let (options, budget) = (&case.options, &case.budget);
        let assumed = known.map(|known| known.0.on_clauses(&horn));
        let seen = assumed.as_ref().map_or(&horn, |assumed| &*assumed.model);
        let words = OverWords::of_clauses(seen, budget);
        let seen = words.image().map_or(seen, |image| &image.horn);
        let reduction = match options.reduce.on {
            true => reduce_horn(seen, &options.reduce.clauses, budget),
            false => HornReduction::none(seen),
        };
        // If a limit was reached, engines over clauses will notice.
        let program = to_cfa(reduction.horn(), budget).ok().flatten();
        let linear = program.map(|encoding| {
            let prepared = Prepared::new(&encoding.cfa, &options.route(), budget);
            (Made::new(Linear { original: reduction.horn().clone(), encoding }, budget), prepared)
        });
        HornJudge { reduction: Made::new(reduction, budget), horn, linear, assumed, words, case }
    }

    fn case(&self) -> &Case<dyn ClausesOrigin> {
        &self.case
    }

    fn has_lemmas(&self) -> bool {
        self.assumed.is_some()
    }

    fn lineup(&self) -> Vec<Plan> {
        let program = self.linear.as_ref().map(|(_, prepared)| prepared);
        on_clauses(&self.reduction, program, &self.case.options)
    }

    fn model_of(origin: &dyn ClausesOrigin) -> Horn {
        origin.horn().clone()
    }

    fn closed(origin: &dyn ClausesOrigin) -> Option<Arc<dyn ClausesOrigin>> {
        origin.closed()
    }

    fn wider(origin: &dyn ClausesOrigin, budget: &Budget) -> Option<Arc<dyn ClausesOrigin>> {
        origin.wider(budget)
    }
}

/// Verifies Horn clauses: their one property is that they have a model.
pub type HornVerifier = SourcedVerifier<HornJudge>;

impl HornVerifier {
    /// The clauses that the engines work on.
    pub fn reduced(&self) -> &Horn {
        self.judge.reduction.horn()
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
            let horn = original.chosen(&choices).into_owned();
            let (options, budget) = (self.judge.case.options.clone(), self.judge.case.budget.clone());
            match HornVerifier::new(horn, options, budget) {
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

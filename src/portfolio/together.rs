//! Searches for many properties of safety.
//!
//! If all of them hold, which is what is mostly hoped for, a proof that no step is bad in any way proves each, and is
//! found for less than they cost one by one: lemmas that several need are found once, and so is the proof checked once.
//! This is the *joint* verification of multi-property designs (E. Goldberg, M. Güdemann, D. Kroening, R. Mukherjee,
//! "Efficient verification of multi-property designs (the benefit of wrong assumptions)", DATE 2018). A counterexample
//! is one for those properties that are bad in its last step; these are left out, and the search begins again. It may
//! take as much work as the number of properties says, and ends at its first answer that is not final.
//!
//! One property that is hard makes all hard then. So for those that are left there are *local* proofs, as in the paper:
//! each property is searched for alone, but all are assumed in the steps before
//! ([`first_bad`](crate::model::encode::first_bad)). Counterexamples are real ones. If some properties have no local
//! proof, those of the others may rest on them: they hold if their proofs do without these, and else the search begins
//! again without these. Each property that is left has a search of its own in the end.

use super::contestant::VerdictOf;
use super::options::{Checking, Shortest, VerifyOptions};
use super::stated::{Stated, StatedVerifier};
use super::verdict::Verified;
use crate::base::{Budget, HashMap};
use crate::engine::common::prover::{Both, ProofOf};
use crate::engine::options::Engine;
use crate::engine::{Observer, Outcome, Sequence};
use crate::evidence::lemmas::known::Known as Lemmas;
use crate::model::certificate::{Certificate, Proof};
use crate::model::PropertyId;
use crate::route::takes::Unfit;
use std::sync::Arc;

/// Fewer properties have searches of their own only.
const FEWEST: usize = 8;

/// Units of work for each property, at most, in each of the two ways.
const WORK_FOR_EACH: u64 = 200_000;

/// Searches with fewer properties than the one before, at most: each of them reduces the model anew.
const MOST_ROUNDS: usize = 8;

/// Verdicts on properties that have not been asked for yet.
#[derive(Debug)]
struct Known<M: Stated> {
    /// Proofs, each of several properties, and who found them.
    proofs: Vec<(Arc<ProofOf<M>>, &'static str)>,
    /// By property the proof.
    proved: HashMap<PropertyId, usize>,
    refuted: HashMap<PropertyId, VerdictOf<Both<M>>>,
}

impl<M: Stated> Known<M> {
    fn new() -> Known<M> {
        Known { proofs: Vec::new(), proved: HashMap::default(), refuted: HashMap::default() }
    }

    fn len(&self) -> usize {
        self.proved.len() + self.refuted.len()
    }

    /// An invariant that proves all these properties.
    fn prove(&mut self, properties: &[PropertyId], invariant: M::States, by: &'static str) {
        self.proved.extend(properties.iter().map(|&property| (property, self.proofs.len())));
        self.proofs.push((Arc::new(Proof::Safety(Certificate::Inductive(invariant))), by));
    }

    /// A run that may refute this property.
    fn refute(&mut self, model: &M, property: PropertyId, run: &M::Counterexample, by: &'static str) -> bool {
        let run = model.run_into(run, property);
        let is_one = model.check_counterexample(&run).is_ok();
        if is_one {
            self.refuted.insert(property, Verified::checked(property, Outcome::Unsafe(run), by));
        }
        is_one
    }
}

/// Verifies the properties of a circuit or a system one by one, with a look at the work done. It owns all that it needs
/// and may be moved to another thread.
#[derive(Debug)]
pub struct Verifier<M: Stated> {
    pub(super) one: StatedVerifier<M>,
    known: Known<M>,
    /// The verdicts that searches for many properties gave.
    decided: usize,
}

impl<M: Stated> Verifier<M> {
    /// Reduces the model and sets up the engines, or tells why the chosen one does not work on this model.
    ///
    /// # Errors
    ///
    /// If the engine does not take this model, or models with justice properties.
    pub fn new(model: M, options: VerifyOptions, budget: Budget) -> Result<Verifier<M>, Unfit> {
        Verifier::assuming(None, model, options, budget)
    }

    /// A verifier whose engines may assume lemmas. Those for justice properties do not.
    pub(super) fn assuming(
        known: Option<&Lemmas>,
        model: M,
        options: VerifyOptions,
        budget: Budget,
    ) -> Result<Verifier<M>, Unfit> {
        let one = StatedVerifier::new(known, model, options, budget)?;
        Ok(Verifier { one, known: Known::new(), decided: 0 })
    }

    /// Tells the properties that will be asked for. If they are many, a portfolio searches for the verdicts on all of
    /// them together, and [`Verifier::verify`] gives what it has found.
    pub fn prepare(&mut self, properties: &[PropertyId], observer: &mut dyn Observer) {
        let open: Vec<PropertyId> = properties.iter().copied().filter(|p| !p.is_justice()).collect();
        if let Some((model, options, budget)) = self.one.alone() {
            if options.engine == Engine::Portfolio && open.len() >= FEWEST {
                let mut options = options.clone();
                // The first step of a proof by k-induction of all properties assumes all of them.
                options.portfolio.inductive_only = true;
                options.shortest = Shortest::Off;
                self.known = Together { model, options, budget, known: Known::new() }.search(open, observer);
                self.decided += self.known.len();
            }
        }
    }

    /// The verdict on one property.
    ///
    /// # Panics
    ///
    /// If the model does not have the property.
    pub fn verify(&mut self, property: PropertyId, observer: &mut dyn Observer) -> VerdictOf<Both<M>> {
        let own =
            |proof: Arc<ProofOf<M>>| Arc::try_unwrap(proof).unwrap_or_else(|shared| shared.as_ref().clone());
        self.verify_shared(property, observer).map(|outcome| outcome.map(own, |run| run))
    }

    /// The same; properties that were proved together have their proof in common.
    pub(super) fn verify_shared(
        &mut self,
        property: PropertyId,
        observer: &mut dyn Observer,
    ) -> Verified<Arc<ProofOf<M>>, M::Counterexample> {
        if let Some(&place) = self.known.proved.get(&property) {
            let (proof, by) = &self.known.proofs[place];
            return Verified::checked(property, Outcome::Safe(Arc::clone(proof)), by);
        }
        let known = self.known.refuted.remove(&property);
        self.one.verify(property, known, observer).map(|outcome| outcome.map(Arc::new, |run| run))
    }

    /// The counters of the engines, by name.
    pub fn statistics(&self) -> Vec<(String, u64)> {
        let mut list = self.one.statistics();
        if self.decided > 0 {
            list.push(("properties decided together".to_string(), self.decided as u64));
        }
        list
    }

    /// The seconds for which each member of a portfolio has run.
    pub fn seconds(&self) -> Vec<(&'static str, f64)> {
        self.one.seconds()
    }

    /// The size of the engine's sequence of frames; `None` for engines that keep none.
    pub fn sequence(&self) -> Option<Sequence> {
        self.one.sequence()
    }
}

/// The searches for many properties of a model.
struct Together<'a, M: Stated> {
    model: &'a M,
    options: VerifyOptions,
    budget: &'a Budget,
    known: Known<M>,
}

impl<M: Stated> Together<'_, M> {
    /// The verdicts on these properties, as well checked as the options want: a proof as one of the model in which any
    /// of the properties is bad.
    fn search(mut self, mut open: Vec<PropertyId>, observer: &mut dyn Observer) -> Known<M> {
        self.jointly(&mut open, observer);
        if open.len() >= FEWEST {
            self.locally(open, observer);
        }
        self.known
    }

    /// Searches for a step in which any of the properties is violated.
    fn jointly(&mut self, open: &mut Vec<PropertyId>, observer: &mut dyn Observer) {
        let child = self.budget.child();
        child.pause_at(WORK_FOR_EACH * open.len() as u64);
        for _ in 0..MOST_ROUNDS {
            let all = self.model.with_any_of(open);
            let verdict = match StatedVerifier::new(None, all.clone(), self.options.clone(), child.clone()) {
                Ok(mut verifier) => verifier.verify(PropertyId::new(0), None, observer),
                Err(_) => return,
            };
            let before = open.len();
            match verdict.outcome {
                Outcome::Safe(proof) => {
                    let invariant = proof.inductive();
                    if let Some(own) = invariant.and_then(|found| self.model.invariant_of_each(&all, found)) {
                        self.known.prove(open, own, verdict.by);
                        open.clear();
                    }
                }
                Outcome::Unsafe(run) => {
                    let (known, model) = (&mut self.known, self.model);
                    open.retain(|&property| !known.refute(model, property, &run, verdict.by));
                }
                Outcome::Unknown(_) => {}
            }
            if open.is_empty() || open.len() == before {
                return;
            }
        }
    }

    /// Searches for local proofs. A property without one is assumed no longer.
    fn locally(&mut self, mut open: Vec<PropertyId>, observer: &mut dyn Observer) {
        let child = self.budget.child();
        let most = WORK_FOR_EACH * open.len() as u64;
        for _ in 0..MOST_ROUNDS {
            let model = self.model.until_any_of(&open);
            let options = VerifyOptions { check: Checking::Off, ..self.options.clone() };
            let mut verifier = match StatedVerifier::new(None, model.clone(), options, child.clone()) {
                Ok(verifier) => verifier,
                Err(_) => return,
            };
            let (mut proofs, mut proved, mut by) = (Vec::new(), Vec::new(), "");
            for (place, &property) in open.iter().enumerate() {
                child.pause_at(most.min(child.work_used() + WORK_FOR_EACH));
                let verdict = verifier.verify(PropertyId::new(place), None, observer);
                match verdict.outcome {
                    Outcome::Safe(proof) => {
                        proofs.push(proof);
                        proved.push(property);
                        by = verdict.by;
                    }
                    Outcome::Unsafe(run) => {
                        self.known.refute(self.model, property, &run, verdict.by);
                    }
                    Outcome::Unknown(_) => {}
                }
            }
            if self.join(&model, &proved, &proofs, by) || proved.len() < FEWEST || proved.len() == open.len()
            {
                return;
            }
            open = proved;
        }
    }

    /// Whether local proofs of these properties are together a proof of all.
    fn join(&mut self, local: &M, proved: &[PropertyId], proofs: &[ProofOf<M>], by: &'static str) -> bool {
        let all = self.model.with_any_of(proved);
        let found: Option<Vec<&M::States>> = proofs.iter().map(Proof::inductive).collect();
        let joined = match found.and_then(|found| self.model.joined(local, &all, &found)) {
            Some(joined) if !proved.is_empty() => Proof::Safety(Certificate::Inductive(joined)),
            Some(_) | None => return false,
        };
        let checked =
            self.options.check.options().map_or(Ok(()), |options| {
                all.check_proof(PropertyId::new(0), &joined, &options, self.budget)
            });
        let own = joined.inductive().and_then(|found| self.model.invariant_of_each(&all, found));
        match (checked, own) {
            (Ok(()), Some(invariant)) => {
                self.known.prove(proved, invariant, by);
                true
            }
            (Ok(()) | Err(_), _) => false,
        }
    }
}

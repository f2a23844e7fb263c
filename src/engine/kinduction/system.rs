//! k-induction on systems.
//!
//! States are compared in all state variables. Over infinite sorts there may be no longest simple path, so the method
//! need not come to an end.

use super::KInductionOptions;
use crate::base::{Budget, Limit};
use crate::engine::bmc::{BmcOptions, SystemBmc};
use crate::engine::common::outcome::{decided, settle};
use crate::engine::common::prover::{Counters, OutcomeOf, Prover};
use crate::engine::common::unroll::Copies;
use crate::engine::{Event, Observer, Outcome, SharedLemmas, StopCause, SystemOutcome};
use crate::model::system::{Certificate, Invariant, System};
use crate::model::{Depth, PropertyId};
use crate::solver::sat::SatOptions;
use crate::solver::smt::{SmtOptions, Solver};
use crate::solver::term::TermId;
use std::fmt;

/// k-induction on the properties of one system. The base's unrolling lives on from one property to the next.
pub struct SystemKInduction {
    base: SystemBmc,
    step: InductionStep,
    shared: Option<SharedLemmas>,
    options: KInductionOptions,
    budget: Budget,
}

impl fmt::Debug for SystemKInduction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SystemKInduction")
            .field("options", &self.options)
            .field("base", &self.base)
            .finish_non_exhaustive()
    }
}

/// A run from any state, good in all steps but the last, for one property at a time.
struct InductionStep {
    property: Option<PropertyId>,
    system: System,
    copies: Copies,
    solver: Solver,
    steps: usize,
    /// Lemmas of other engines, which each step satisfies.
    lemmas: Vec<TermId>,
    /// Some states have been demanded to differ.
    separated: bool,
}

impl SystemKInduction {
    /// An engine for this system.
    pub fn new(system: &System, options: KInductionOptions, budget: Budget) -> SystemKInduction {
        let base = BmcOptions { seed: options.seed, ..BmcOptions::default() };
        SystemKInduction {
            base: SystemBmc::new(system, base, budget.clone()),
            step: InductionStep::new(system, options.seed, &budget),
            shared: None,
            options,
            budget,
        }
    }

    /// Takes lemmas from other engines from now on: all states of a run satisfy them.
    pub fn share(&mut self, lemmas: SharedLemmas) {
        self.base.share(lemmas.clone());
        self.shared = Some(lemmas);
    }

    /// The steps that were unrolled from the initial states, and from any state for the last property.
    pub fn steps(&self) -> (usize, usize) {
        (self.base.steps(), self.step.steps)
    }

    /// Proves or refutes a property until the bound or a limit is reached. The outcome then says up to which depth
    /// there is no counterexample. Asked for the same property again it goes on where it was.
    ///
    /// # Panics
    ///
    /// If the system does not have the property.
    pub fn prove(&mut self, property: PropertyId, observer: &mut dyn Observer) -> SystemOutcome {
        let mut safe_depth = None;
        let result = self.extend(property, &mut safe_depth, observer);
        settle(result, safe_depth)
    }

    fn extend(
        &mut self,
        property: PropertyId,
        safe_depth: &mut Option<Depth>,
        observer: &mut dyn Observer,
    ) -> Result<SystemOutcome, Limit> {
        if self.step.property != Some(property) {
            let lemmas = std::mem::take(&mut self.step.lemmas);
            let step = InductionStep::new(&self.step.system, self.options.seed, &self.budget);
            self.step = InductionStep { property: Some(property), lemmas, ..step };
        }
        for k in 1.. {
            if let Some(run) = self.base.find(property, k - 1)? {
                return Ok(Outcome::Unsafe(run.into_trace(property)));
            }
            *safe_depth = Some(Depth::new(k - 1));
            observer.event(Event::Depth { depth: Depth::new(k), frames: &[] });
            self.budget.poll()?;
            if k + 1 < self.step.steps {
                continue;
            }
            if let Some(shared) = &mut self.shared {
                self.step.take(shared);
            }
            if !self.step.fails(property, k, self.options.simple_path)? {
                let InductionStep { system, lemmas, .. } = &self.step;
                let lemmas =
                    Invariant { terms: system.terms().clone(), formulas: lemmas.clone(), bound: Vec::new() };
                let simple_path = self.step.separated;
                return Ok(Outcome::Safe(Certificate::KInductive { k, lemmas, simple_path }));
            }
            if self.options.max_k.map_or(false, |max| k >= max) {
                break;
            }
        }
        Ok(Outcome::unknown(StopCause::Bound, *safe_depth))
    }
}

impl InductionStep {
    fn new(system: &System, seed: u64, budget: &Budget) -> InductionStep {
        let sat = SatOptions { seed, elimination: false, ..SatOptions::default() };
        let mut solver = Solver::new(SmtOptions { sat, ..SmtOptions::default() });
        solver.set_budget(budget.clone());
        InductionStep {
            property: None,
            system: system.clone(),
            copies: Copies::default(),
            solver,
            steps: 0,
            lemmas: Vec::new(),
            separated: false,
        }
    }

    fn assert(&mut self, step: usize, formula: TermId) {
        let copy = self.copies.at(&mut self.system, step, formula);
        self.solver.assert(self.system.terms_mut(), copy);
    }

    /// Takes lemmas that hold in each step of the run.
    fn take(&mut self, shared: &mut SharedLemmas) {
        for lemma in shared.news(self.system.terms_mut()) {
            (0..self.steps).for_each(|step| self.assert(step, lemma));
            self.lemmas.push(lemma);
        }
    }

    /// Whether a bad step can follow after `k` good ones.
    fn fails(&mut self, property: PropertyId, k: usize, simple_path: bool) -> Result<bool, Limit> {
        let bad = self.system.properties()[property.index()].bad;
        let good = self.system.terms_mut().not(bad);
        let (trans, constraint) = (self.system.trans(), self.system.constraint());
        while self.steps <= k {
            if let Some(before) = self.steps.checked_sub(1) {
                self.assert(before, good);
                self.assert(before, trans);
            }
            self.assert(self.steps, constraint);
            for lemma in self.lemmas.clone() {
                self.assert(self.steps, lemma);
            }
            self.steps += 1;
        }
        let last = self.copies.at(&mut self.system, k, bad);
        while decided(self.solver.check(self.system.terms_mut(), &[last]))? {
            if !(simple_path && self.separate(k)) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Demands of states that are equal in the run found last that they differ. False if there are none.
    fn separate(&mut self, k: usize) -> bool {
        let run = self.copies.run(&self.system, self.solver.model(self.system.terms()), k);
        let mut equal = Vec::new();
        for (step, state) in run.states.iter().enumerate() {
            let earlier = run.states[..step].iter().position(|other| other == state);
            equal.extend(earlier.map(|earlier| (earlier, step)));
        }
        for &(i, j) in &equal {
            let (a, b) = (self.copies.states(i).to_vec(), self.copies.states(j).to_vec());
            let terms = self.system.terms_mut();
            let same: Vec<TermId> = a.iter().zip(&b).map(|(&a, &b)| terms.eq(a, b)).collect();
            let same = terms.and(&same);
            let differ = terms.not(same);
            self.solver.assert(terms, differ);
        }
        self.separated |= !equal.is_empty();
        !equal.is_empty()
    }
}

impl Prover<System> for SystemKInduction {
    fn prove(&mut self, property: PropertyId, observer: &mut dyn Observer) -> OutcomeOf<System> {
        SystemKInduction::prove(self, property, observer)
    }

    fn counters(&self) -> Counters {
        super::counters(self.steps())
    }

    fn share(&mut self, lemmas: &SharedLemmas) {
        SystemKInduction::share(self, lemmas.clone());
    }
}

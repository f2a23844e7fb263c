//! Bounded model checking of systems: the run is one growing formula.

use super::{deepen, BmcOptions};
use crate::base::{Booking, Budget, Limit};
use crate::engine::common::outcome::decided;
use crate::engine::common::prover::{Counters, OutcomeOf, Prover};
use crate::engine::common::unroll::{Copies, Run};
use crate::engine::{Observer, Outcome, SharedLemmas, StopCause, SystemOutcome};
use crate::model::system::functional::NextValues;
use crate::model::system::System;
use crate::model::{Depth, PropertyId};
use crate::solver::sat::SatOptions;
use crate::solver::smt::{SmtOptions, Solver};
use crate::solver::term::{TermId, Terms};
use std::fmt;

/// Bounded model checking of the properties of one system. The unrolling lives on from one property to the next if each
/// run of the system can be longer.
pub struct SystemBmc {
    system: System,
    copies: Copies,
    solver: Solver,
    /// The number of steps whose constraint the solver knows.
    steps: usize,
    /// The property that was asked about last, and the number of depths without a counterexample to it.
    property: Option<PropertyId>,
    refuted: usize,
    /// Whether each step leads to a next one, so that steps which are known to follow exclude no run.
    goes_on: bool,
    shared: Option<SharedLemmas>,
    /// Lemmas of other engines, which each step satisfies.
    lemmas: Vec<TermId>,
    options: BmcOptions,
    budget: Budget,
    /// The memory of the terms.
    booking: Booking,
}

impl fmt::Debug for SystemBmc {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SystemBmc")
            .field("options", &self.options)
            .field("steps", &self.steps)
            .finish_non_exhaustive()
    }
}

impl SystemBmc {
    /// An engine for this system.
    pub fn new(system: &System, options: BmcOptions, budget: Budget) -> SystemBmc {
        let mut system = system.clone();
        let mut booking = Booking::default();
        booking.move_to(budget.clone());
        SystemBmc {
            solver: solver(&options, &budget),
            goes_on: goes_on(&mut system),
            system,
            copies: Copies::default(),
            steps: 0,
            property: None,
            refuted: 0,
            shared: None,
            lemmas: Vec::new(),
            options,
            budget,
            booking,
        }
    }

    /// Takes lemmas from other engines from now on: all states of a run satisfy them.
    pub fn share(&mut self, lemmas: SharedLemmas) {
        self.shared = Some(lemmas);
    }

    /// The steps that were unrolled.
    pub fn steps(&self) -> usize {
        self.steps
    }

    /// Looks for a counterexample to a property until the bound or a limit is reached. The outcome then says up to
    /// which depth there is none.
    ///
    /// # Panics
    ///
    /// If the system does not have the property.
    pub fn prove(&mut self, property: PropertyId, observer: &mut dyn Observer) -> SystemOutcome {
        let mut safe_depth = None;
        let cause = match self.search(property, &mut safe_depth, observer) {
            Ok(Some(run)) => return Outcome::Unsafe(run.into_trace(property)),
            Ok(None) => StopCause::Bound,
            Err(limit) => StopCause::Limit(limit),
        };
        Outcome::unknown(cause, safe_depth)
    }

    fn search(
        &mut self,
        property: PropertyId,
        safe_depth: &mut Option<Depth>,
        observer: &mut dyn Observer,
    ) -> Result<Option<Run>, Limit> {
        // Here one query asks about one depth, for every step.
        let options = BmcOptions { step: 1, ..self.options.clone() };
        deepen(&options, safe_depth, observer, |depth, _| self.find(property, depth))
    }

    /// A counterexample with `depth` transitions, if there is one. Depths of a property are asked about in turn.
    pub(in crate::engine) fn find(
        &mut self,
        property: PropertyId,
        depth: usize,
    ) -> Result<Option<Run>, Limit> {
        let bad = self.system.bad(property);
        let bad = bad.unwrap_or_else(|| panic!("there is no property {} in the system", property));
        if self.property != Some(property) {
            self.take_up(property);
        }
        if depth < self.refuted {
            return Ok(None);
        }
        while self.steps <= depth {
            self.budget.poll()?;
            self.push();
            self.booking.set(self.system.terms().bytes() as u64);
        }
        let bad = self.copies.at(&mut self.system, depth, bad);
        let terms = self.system.terms_mut();
        if decided(self.solver.check(terms, &[bad]))? {
            return Ok(Some(self.copies.run(&self.system, self.solver.model(self.system.terms()), depth)));
        }
        self.refuted = depth + 1;
        Ok(None)
    }

    /// Turns to a property. A bad step may be the last one of its run, so the steps that are known already must not
    /// exclude it.
    fn take_up(&mut self, property: PropertyId) {
        self.property = Some(property);
        self.refuted = 0;
        if !self.goes_on {
            self.solver = solver(&self.options, &self.budget);
            self.steps = 0;
        }
    }

    /// One step more: Init or Trans leads into it, its constraint holds, and the lemmas known by now.
    fn push(&mut self) {
        if let Some(shared) = &mut self.shared {
            self.lemmas.extend(shared.news(self.system.terms_mut()));
        }
        let at = self.steps;
        let (how, from) = match at.checked_sub(1) {
            None => (self.system.init(), 0),
            Some(before) => (self.system.trans(), before),
        };
        let constraint = self.system.constraint();
        let mut parts = vec![(from, how), (at, constraint)];
        parts.extend(self.lemmas.iter().map(|&lemma| (at, lemma)));
        for (step, part) in parts {
            let part = self.copies.at(&mut self.system, step, part);
            self.solver.assert(self.system.terms_mut(), part);
        }
        self.steps += 1;
    }
}

fn solver(options: &BmcOptions, budget: &Budget) -> Solver {
    let sat = SatOptions { seed: options.seed, elimination: false, ..SatOptions::default() };
    let mut solver = Solver::new(SmtOptions { sat, ..SmtOptions::default() });
    solver.set_budget(budget.clone());
    solver
}

/// Whether it is plain that a step follows each step: Trans is a function, and there is no constraint.
fn goes_on(system: &mut System) -> bool {
    let next = NextValues::of(&system.clone(), system.terms_mut());
    next.rest.is_empty() && system.constraint() == Terms::TRUE
}

impl Prover<System> for SystemBmc {
    fn prove(&mut self, property: PropertyId, observer: &mut dyn Observer) -> OutcomeOf<System> {
        SystemBmc::prove(self, property, observer)
    }

    fn counters(&self) -> Counters {
        vec![("steps unrolled", self.steps() as u64)]
    }

    fn share(&mut self, lemmas: &SharedLemmas) {
        SystemBmc::share(self, lemmas.clone());
    }
}

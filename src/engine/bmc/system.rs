//! Bounded model checking of systems: the run is one growing formula.

use super::BmcOptions;
use crate::base::{Booking, Budget, Limit};
use crate::engine::ic3::system::decided;
use crate::engine::unroll::{Copies, Run};
use crate::engine::{Event, Observer, Outcome, StopCause, SystemOutcome};
use crate::model::system::System;
use crate::model::{Depth, PropertyId};
use crate::solver::sat::SatOptions;
use crate::solver::smt::{SmtOptions, Solver};
use crate::solver::term::TermId;
use std::fmt;

/// Bounded model checking of the properties of one system. The unrolling lives on from one property to the next.
pub struct SystemBmc {
    system: System,
    copies: Copies,
    solver: Solver,
    /// The number of steps whose constraint the solver knows.
    steps: usize,
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
        let sat = SatOptions { seed: options.seed, elimination: false, ..SatOptions::default() };
        let mut solver = Solver::new(SmtOptions { sat, ..SmtOptions::default() });
        solver.set_budget(budget.clone());
        let mut booking = Booking::default();
        booking.move_to(budget.clone());
        SystemBmc {
            system: system.clone(),
            copies: Copies::default(),
            solver,
            steps: 0,
            options,
            budget,
            booking,
        }
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
        let bound = self.options.max_depth.map_or(usize::MAX, Depth::transitions);
        let mut depth = 0;
        loop {
            observer.event(Event::Depth { depth: Depth::new(depth), frames: &[] });
            if let Some(run) = self.find(property, depth)? {
                return Ok(Some(run));
            }
            *safe_depth = Some(Depth::new(depth));
            if depth == bound {
                return Ok(None);
            }
            depth += 1;
        }
    }

    /// A counterexample with so many transitions, if there is one.
    pub(in crate::engine) fn find(
        &mut self,
        property: PropertyId,
        depth: usize,
    ) -> Result<Option<Run>, Limit> {
        let bad = self.system.bad(property);
        let bad = bad.unwrap_or_else(|| panic!("there is no property {} in the system", property));
        while self.steps <= depth {
            self.budget.check()?;
            self.push();
            self.booking.set(self.system.terms().bytes() as u64);
        }
        let bad = self.copies.at(&mut self.system, depth, bad);
        let terms = self.system.terms_mut();
        if decided(self.solver.check(terms, &[bad]))? {
            return Ok(Some(self.copies.run(&self.system, self.solver.model(), depth)));
        }
        // Later steps go on from here only without this bad state; the property fails first where it fails at all.
        Ok(None)
    }

    /// One step more: Init or Trans leads into it, and its constraint holds.
    fn push(&mut self) {
        let at = self.steps;
        let (how, from) = match at.checked_sub(1) {
            None => (self.system.init(), 0),
            Some(before) => (self.system.trans(), before),
        };
        let constraint = self.system.constraint();
        let parts =
            [self.copies.at(&mut self.system, from, how), self.copies.at(&mut self.system, at, constraint)];
        parts.iter().for_each(|&part: &TermId| self.solver.assert(self.system.terms_mut(), part));
        self.steps += 1;
    }
}

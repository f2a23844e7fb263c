//! The part that the two forms without frames share: the system, questions about its runs, and sets of states.

use super::options::ItpOptions;
use crate::base::{Booking, Budget, Limit};
use crate::engine::common::outcome::decided;
use crate::engine::common::prover::Counters;
use crate::engine::common::unroll::{interpolants_between, Run, StepParts};
use crate::engine::ic3::{with_queries, SearchStatistics};
use crate::model::system::{Certificate, Invariant, System};
use crate::model::PropertyId;
use crate::solver::smt::{InterpolationOptions, SmtOptions, Solver};
use crate::solver::term::TermId;

/// The counters of an engine that interpolates. They only grow.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ItpStatistics {
    /// Questions about runs of several steps.
    pub unrollings: u64,
    /// Refutations of which interpolants were made.
    pub interpolations: u64,
    /// Refutations that gave no interpolants.
    pub without_interpolants: u64,
    /// Approximations that met the bad states although the property may hold.
    pub spurious: u64,
    /// Sequences that were given up since they excluded too many cubes.
    pub given_up: u64,
}

impl ItpStatistics {
    /// The counters by name, behind them those of IC3's search with its queries, if there is one.
    pub(in crate::engine) fn counters(&self, search: Option<(SearchStatistics, u64)>) -> Counters {
        let mut list = vec![
            ("unrollings", self.unrollings),
            ("refutations with interpolants", self.interpolations),
            ("refutations without interpolants", self.without_interpolants),
            ("spurious approximations", self.spurious),
            ("sequences given up", self.given_up),
        ];
        list.extend(search.into_iter().flat_map(with_queries));
        list
    }
}

/// The settings of interpolation.
pub(super) fn interpolation_options(options: &ItpOptions) -> InterpolationOptions {
    InterpolationOptions {
        strength: options.strength,
        seed: options.seed,
        proofs: options.proofs,
        ..InterpolationOptions::default()
    }
}

/// A system, and questions about its runs.
pub(super) struct Setup {
    pub system: System,
    pub query: StepParts,
    pub options: ItpOptions,
    pub budget: Budget,
    pub statistics: ItpStatistics,
    /// The memory of the terms.
    booking: Booking,
    /// Knows the constraint.
    states: Solver,
}

impl Setup {
    pub fn new(system: &System, options: ItpOptions, budget: &Budget) -> Setup {
        let mut system = system.clone();
        let mut booking = Booking::default();
        booking.move_to(budget.clone());
        let mut smt = SmtOptions::incremental();
        smt.sat.seed = options.seed;
        let mut states = Solver::new(smt);
        states.set_budget(budget.clone());
        let constraint = system.constraint();
        states.assert(system.terms_mut(), constraint);
        Setup {
            query: StepParts::new(options.seed, budget),
            system,
            options,
            budget: budget.clone(),
            statistics: ItpStatistics::default(),
            booking,
            states,
        }
    }

    /// The bad states and inputs of a property.
    pub fn bad(&self, property: PropertyId) -> TermId {
        let bad = self.system.bad(property);
        bad.unwrap_or_else(|| panic!("there is no property {} in the system", property))
    }

    /// Adds the constraint and Trans of a step to a part of the question.
    pub fn add_step(&mut self, part: usize, step: usize) {
        for formula in [self.system.constraint(), self.system.trans()] {
            self.query.add(&mut self.system, part, step, formula);
        }
    }

    /// Whether there is a run as the question describes it.
    pub fn is_possible(&mut self) -> Result<bool, Limit> {
        self.booking.set(self.system.terms().bytes() as u64);
        self.statistics.unrollings += 1;
        self.query.parts.is_possible(self.system.terms_mut())
    }

    /// The run that was found, with this many transitions.
    pub fn run(&mut self, transitions: usize) -> Run {
        let model = self.query.parts.model(self.system.terms()).clone();
        self.query.copies.run(&self.system, &model, transitions)
    }

    /// After there was no such run: interpolants between the parts, over state variables. The one behind part `i` is
    /// about the state of step `i + 1`.
    pub fn interpolants(&mut self, parts: usize) -> Result<Option<Vec<TermId>>, Limit> {
        let options = interpolation_options(&self.options);
        let needed = self.query.parts.needed(self.system.terms_mut(), parts);
        let found = interpolants_between(self.system.terms_mut(), &needed, &options, &self.budget)?;
        let found = match found {
            Some(found) => found,
            None => {
                self.statistics.without_interpolants += 1;
                return Ok(None);
            }
        };
        self.statistics.interpolations += 1;
        let Setup { query, system, .. } = self;
        let back = |(step, &formula): (usize, &TermId)| query.copies.back(system.terms_mut(), step, formula);
        Ok(Some((1..).zip(&found).map(back).collect()))
    }

    /// Whether some state and input that satisfy the constraint satisfy all these formulas.
    pub fn is_some_state(&mut self, formulas: &[TermId]) -> Result<bool, Limit> {
        decided(self.states.check(self.system.terms_mut(), formulas))
    }

    /// The union of these sets as an invariant.
    pub fn certificate(&mut self, sets: &[TermId]) -> Certificate {
        let union = self.system.terms_mut().or(sets);
        let terms = self.system.terms().clone();
        Certificate::Inductive(Invariant { formulas: vec![union], terms, bound: Vec::new() })
    }
}

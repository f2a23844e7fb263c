//! IC3 with SMT (Cimatti and Griggio, "Software Model Checking via IC3", CAV 2012, §3).
//!
//! The search is that of bit-level IC3 ([`crate::engine::ic3`]), with an SMT solver in the place of the SAT solver. One
//! step needs more: a predecessor. Over bits the model of a query is a cube; over numbers it is a point, and there are
//! infinitely many of them. So the *preimage* of a cube is under-approximated by a cube around the point, see
//! [`Preimage`]. All states of such a cube have a step into the target, so that a chain of cubes from Init to the bad
//! states is a counterexample, whose run is found by following it state by state.
//!
//! The search need not come to an end: neither blocking at one frame nor the sequence of frames is finite over infinite
//! sorts.
//!
//! Limits, most important first: lemmas use atoms that Trans and the projections suggest, so a relation between
//! variables that no atom mentions is found by interpolants or not at all. Over integers a search may exclude one point
//! after the other without end. Projection of words is by bits or values where no equality helps. Exact preimages
//! ([`Preimage`]) may enumerate very many cubes.
//!
//! The words are those of the [glossary](crate::glossary).

mod conflict;
mod exact;
mod implicant;
mod options;
mod preimage;
mod step;

pub use super::ic3::system::FrameSolvers;
pub use options::{Ic3SmtOptions, Implicant, Lemmas, Preimage};

use super::ic3::system::{Base, SystemSteps};
use super::ic3::{Search, SearchStatistics};
use super::{Observer, SharedLemmas, SystemOutcome};
use crate::base::Budget;
use crate::engine::common::prover::{Counters, OutcomeOf, Prover};
use crate::engine::ic3::with_queries;
use crate::model::system::System;
use crate::model::PropertyId;
pub(in crate::engine) use conflict::excluded_by;
pub(in crate::engine) use preimage::Cubes;
pub(in crate::engine) use step::project_step;

/// IC3 with SMT on the properties of one system. Frames, lemmas and solvers live on from one property to the next.
#[derive(Debug)]
pub struct Ic3Smt {
    search: Search<SystemSteps<Cubes>>,
}

impl Ic3Smt {
    /// An engine for this system.
    pub fn new(system: &System, options: Ic3SmtOptions, budget: Budget) -> Ic3Smt {
        let base = Base::with_solvers(system, options.solvers, options.seed, &budget);
        let search = options.search.clone();
        Ic3Smt { search: Search::new(SystemSteps { base, policy: Cubes::new(options) }, search, budget) }
    }

    /// Takes lemmas from other engines from now on, and leaves those that hold in every frame to them, as long as
    /// [`SearchOptions::inductive_subset`](crate::engine::ic3::SearchOptions) makes it look for some.
    pub fn share(&mut self, lemmas: SharedLemmas) {
        self.search.steps_mut().base.share(lemmas);
    }

    /// The counters of the search, and the number of queries.
    pub fn statistics(&self) -> (SearchStatistics, u64) {
        (self.search.statistics(), self.search.steps().base.solvers.queries)
    }

    /// Proves or refutes a property. On a limit the outcome says up to which depth there is no counterexample.
    ///
    /// # Panics
    ///
    /// If the system does not have the property.
    pub fn prove(&mut self, property: PropertyId, observer: &mut dyn Observer) -> SystemOutcome {
        self.search.steps_mut().base.set_goal(property);
        let outcome = self.search.prove(observer);
        self.search.steps().base.outcome(property, outcome)
    }
}

impl Prover<System> for Ic3Smt {
    fn prove(&mut self, property: PropertyId, observer: &mut dyn Observer) -> OutcomeOf<System> {
        Ic3Smt::prove(self, property, observer)
    }

    fn counters(&self) -> Counters {
        with_queries(self.statistics())
    }

    fn share(&mut self, lemmas: &SharedLemmas) {
        Ic3Smt::share(self, lemmas.clone());
    }
}

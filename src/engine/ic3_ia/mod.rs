//! IC3 modulo implicit predicate abstraction (Cimatti, Griggio, Mover, Tonetta, TACAS 2014; Wolff's survey,
//! §4.1-4.2).
//!
//! Cubes are over a finite set of *predicates*, so a frame is blocked after finitely many obligations. A predecessor
//! is the truth of all predicates in the state of the model. That is more than the state, so a chain of cubes need
//! not be a counterexample: it is made concrete by one formula for a run through its cubes, and if there is no such
//! run, the interpolants between its steps give new predicates, enough to exclude this chain. Predicates are only
//! added, and lemmas stay: each was proved of the system itself.
//!
//! The paper relates an abstract step to a concrete one by equalities between predicates, EQ. Frames, the cube and
//! its negation are over predicates, hence true of a state if and only if they are true of its abstraction, so a
//! query about one abstract step says the same without EQ: it is the concrete query. Init and the bad states may be
//! any formulas.
//!
//! Limits, most important first: the refinement unrolls the whole chain into one formula, which is slow for deep
//! counterexamples and as good as the interpolants are; predicates are never removed, and each one is a literal of
//! every later cube. Over words interpolants are often about single bits. The abstraction needs exact interpolants: a
//! chain for which there are none, or whose interpolants have no new atom, cannot be excluded.
//!
//! The words are those of the [glossary](crate::glossary).

mod options;
mod path;
mod refine;

pub use options::Ic3IaOptions;

use super::ic3::system::{Base, SystemSteps};
use super::ic3::{Search, SearchStatistics};
use super::{Observer, SharedLemmas, SystemOutcome};
use crate::base::Budget;
use crate::engine::common::prover::{Counters, OutcomeOf, Prover};
use crate::engine::ic3::with_queries;
use crate::model::system::System;
use crate::model::PropertyId;
pub(in crate::engine) use refine::{add_atoms, Predicates};

/// IC3 with implicit abstraction on the properties of one system. Frames, lemmas, predicates and solvers live on from
/// one property to the next.
#[derive(Debug)]
pub struct Ic3Ia {
    search: Search<SystemSteps<Predicates>>,
}

impl Ic3Ia {
    /// An engine for this system.
    pub fn new(system: &System, options: Ic3IaOptions, budget: Budget) -> Ic3Ia {
        let mut base = Base::new(system, options.seed, &budget);
        let search = options.search.clone();
        let policy = Predicates::new(&mut base, options);
        Ic3Ia { search: Search::new(SystemSteps { base, policy }, search, budget) }
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
        let SystemSteps { base, policy } = self.search.steps_mut();
        base.set_goal(property);
        policy.start(base);
        let outcome = self.search.prove(observer);
        self.search.steps().base.outcome(property, outcome)
    }
}

impl Prover<System> for Ic3Ia {
    fn prove(&mut self, property: PropertyId, observer: &mut dyn Observer) -> OutcomeOf<System> {
        Ic3Ia::prove(self, property, observer)
    }

    fn counters(&self) -> Counters {
        with_queries(self.statistics())
    }

    fn share(&mut self, lemmas: &SharedLemmas) {
        Ic3Ia::share(self, lemmas.clone());
    }
}

//! CTIGAR: counterexample to induction-guided abstraction-refinement (Birgmeier, Bradley, Weissenbacher, CAV 2014;
//! Wolff's survey, §4.3; Lange 2018, §4.5).
//!
//! As in IC3 with implicit abstraction ([`crate::engine::ic3_ia`]) cubes are over predicates. But the abstraction is
//! judged step by step, and not only when a whole counterexample turns out to be spurious. Two things can fail:
//!
//! * *Lifting*: the abstract predecessor has states without a step into the target. The condition of the survey (RC)
//!   has its polarity wrong and needs next states that are functions. Here a predecessor is first projected to a cube
//!   of states that do have such a step, which needs no functions; lifting fails if the predicates do not imply that
//!   cube. The literals that they do not imply become predicates.
//! * *Consecution*: the abstract cube has a predecessor in the frame, and the state it was made for has none. An
//!   interpolant between the step and the state then separates them.
//!
//! Either failure is repaired at once or left alone until a chain of obligations reaches an initial state (*eager* and
//! *lazy*). A chain with unrepaired failures may be spurious, and is then excluded like any other. If lifting succeeds,
//! the cube shrinks to the core of the implication, so that fewer predicates are blocked.
//!
//! Limits, most important first: each spurious step may bring new predicates, and none are removed, so cubes become
//! long on systems with many constants. Eager repair costs an interpolation or projection per step, lazy repair may
//! follow spurious chains for long. Predicates from projections are about the state at hand, so that a loop may bring
//! one bound after the other.
//!
//! The words are those of the [glossary](crate::glossary).

mod lift;
mod options;

pub use options::{CtigarOptions, Refinement};

use super::ic3::system::{Base, SystemSteps};
use super::ic3::{Search, SearchStatistics};
use super::{Observer, SystemOutcome};
use crate::base::Budget;
use crate::engine::common::prover::{Counters, OutcomeOf, Prover};
use crate::engine::ic3::with_queries;
use crate::model::system::System;
use crate::model::PropertyId;
use lift::Lifted;

/// CTIGAR on the properties of one system. Frames, lemmas, predicates and solvers live on from one property to the
/// next.
#[derive(Debug)]
pub struct Ctigar {
    search: Search<SystemSteps<Lifted>>,
}

impl Ctigar {
    /// An engine for this system.
    pub fn new(system: &System, options: CtigarOptions, budget: Budget) -> Ctigar {
        let mut base = Base::new(system, options.ia.seed, &budget);
        let search = options.ia.search.clone();
        let policy = Lifted::new(&mut base, options);
        Ctigar { search: Search::new(SystemSteps { base, policy }, search, budget) }
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
        policy.predicates.start(base);
        policy.begin(base);
        let outcome = self.search.prove(observer);
        self.search.steps().base.outcome(property, outcome)
    }
}

impl Prover<System> for Ctigar {
    fn prove(&mut self, property: PropertyId, observer: &mut dyn Observer) -> OutcomeOf<System> {
        Ctigar::prove(self, property, observer)
    }

    fn counters(&self) -> Counters {
        with_queries(self.statistics())
    }
}

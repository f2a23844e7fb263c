//! Model checking by interpolation.
//!
//! A refutation of the question whether a run of `k` steps leads to a bad step says more than no. An interpolant
//! between the steps up to some state and those after it is a set of states. The set contains all states that are
//! reachable there, and none from which the bad step would be reached. It was found by looking at all steps together,
//! where IC3 looks at one state at a time. Three forms make an invariant of such sets:
//!
//! * `images.rs`, McMillan's: one interpolant approximates one image;
//! * `sequence.rs`, Vizel and Grumberg's: one refutation gives a set for each step;
//! * `frontier.rs`, Avy: these sets strengthen the frames of IC3, which pushes and generalises their clauses.
//!
//! None of them need come to an end on systems with infinitely many states. On finite ones all do: an interpolant at
//! depth `k` excludes the states that lead to a bad step within `k` steps, so that at the latest at the depth of
//! the farthest of them nothing spurious is left.
//!
//! Limits, most important first: the size of interpolants is not controlled but by trying several proofs
//! ([`ItpOptions`]), and sets are compared as whole formulas, which grow with the depth. Circuits become systems of
//! Booleans and are solved by the solver for terms, which is slower than the engines over bits. A query at depth `k`
//! unrolls `k` steps, so long counterexamples are costly. Avy has no incremental k-induction as kAvy does.
//!
//! The words are those of the [glossary](crate::glossary).

mod circuit;
mod clauses;
mod frontier;
mod images;
mod options;
mod sequence;
mod setup;

pub use circuit::Itp;
pub use options::{Form, ItpOptions};
pub use setup::ItpStatistics;

use super::common::outcome::settle;
use super::ic3::SearchStatistics;
use super::{Observer, SystemOutcome};
use crate::base::Budget;
use crate::engine::common::prover::{Counters, OutcomeOf, Prover};
use crate::model::system::System;
use crate::model::PropertyId;
use frontier::Frontier;
use images::Images;
use sequence::Sequence;
use setup::Setup;
use std::fmt;

/// Interpolation on the properties of one system. Solvers live on from one property to the next, and frames.
pub struct SystemItp {
    form: Running,
    options: ItpOptions,
}

/// The form at work.
enum Running {
    Images(Box<Setup>, Images),
    Sequence(Box<Setup>, Sequence),
    Frontier(Box<Frontier>),
}

impl fmt::Debug for SystemItp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SystemItp")
            .field("options", &self.options)
            .field("statistics", &self.statistics())
            .finish_non_exhaustive()
    }
}

impl SystemItp {
    /// An engine for this system.
    pub fn new(system: &System, options: ItpOptions, budget: Budget) -> SystemItp {
        let setup = || Box::new(Setup::new(system, options.clone(), &budget));
        let form = match options.form {
            Form::McMillan => {
                let mut setup = setup();
                let images = Images::new(&mut setup);
                Running::Images(setup, images)
            }
            Form::Sequence => Running::Sequence(setup(), Sequence::new()),
            Form::Avy => Running::Frontier(Box::new(Frontier::new(system, options.clone(), &budget))),
        };
        SystemItp { form, options }
    }

    /// The counters so far.
    pub fn statistics(&self) -> ItpStatistics {
        match &self.form {
            Running::Images(setup, _) | Running::Sequence(setup, _) => setup.statistics,
            Running::Frontier(frontier) => frontier.statistics,
        }
    }

    /// The counters of IC3's search, and the number of its queries; `None` for the forms without frames.
    pub fn search_statistics(&self) -> Option<(SearchStatistics, u64)> {
        match &self.form {
            Running::Images(..) | Running::Sequence(..) => None,
            Running::Frontier(frontier) => Some(frontier.search_statistics()),
        }
    }

    /// The system, with the terms made so far.
    fn system_mut(&mut self) -> &mut System {
        match &mut self.form {
            Running::Images(setup, _) | Running::Sequence(setup, _) => &mut setup.system,
            Running::Frontier(frontier) => frontier.system_mut(),
        }
    }

    /// Proves or refutes a property. On a limit the outcome says up to which depth there is no counterexample. Asked
    /// for the same property again it goes on where it was.
    ///
    /// # Panics
    ///
    /// If the system does not have the property.
    pub fn prove(&mut self, property: PropertyId, observer: &mut dyn Observer) -> SystemOutcome {
        let mut safe_depth = None;
        let result = match &mut self.form {
            Running::Images(setup, images) => images.prove(setup, property, &mut safe_depth, observer),
            Running::Sequence(setup, sequence) => sequence.prove(setup, property, &mut safe_depth, observer),
            Running::Frontier(frontier) => return frontier.prove(property, observer),
        };
        settle(result, safe_depth)
    }
}

impl Prover<System> for SystemItp {
    fn prove(&mut self, property: PropertyId, observer: &mut dyn Observer) -> OutcomeOf<System> {
        SystemItp::prove(self, property, observer)
    }

    fn counters(&self) -> Counters {
        self.statistics().counters(self.search_statistics())
    }
}

//! The CDCL core.

mod analyze;
mod arena;
mod decide;
mod domain;
mod eliminate;
mod extend;
mod inprocess;
mod options;
mod probe;
mod propagate;
mod reduce;
mod scope;
mod search;
mod shared;
mod solver;
mod subsume;
mod theory;
mod trace;
mod vivify;
mod walk;

pub use domain::Definitions;
pub use options::{Restarts, SatOptions, SatStatistics};
pub use shared::SharedClauses;
pub use solver::{Answer, Solver};
pub use theory::{Check, NoTheory, Theory, TheoryOutput};

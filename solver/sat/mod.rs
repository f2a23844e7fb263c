//! The CDCL core.

mod analyze;
mod arena;
mod decide;
mod domain;
mod extend;
mod inprocess;
mod options;
mod propagate;
mod reduce;
mod search;
mod solver;
mod theory;
mod trace;

pub use domain::Definitions;
pub use options::{Restarts, SatOptions, SatStatistics};
pub use solver::{Answer, Solver};
pub use theory::{Check, NoTheory, Theory, TheoryOutput};

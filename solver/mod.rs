//! Floor 1: terms, clauses, CDCL(T), proofs.

pub mod models;
pub mod optimise;
pub mod proof;
pub mod propagators;
pub mod sat;
pub mod smt;
pub mod term;

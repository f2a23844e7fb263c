//! Floor 1: clauses, CDCL, proofs.

pub mod proof;
pub mod sat;
pub mod smt;
pub mod term;

//! Constrained Horn clauses in the form of SMT-LIB's logic HORN, as the competition CHC-COMP restricts it.

mod write;

pub use write::write;

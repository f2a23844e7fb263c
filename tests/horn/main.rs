//! Constrained Horn clauses: reading, encodings, evidence, reductions.

mod products;
mod read;

// Of the support that the test programs share, the part that this one uses.
#[path = "../support/cases.rs"]
mod cases;

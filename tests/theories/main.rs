//! The decision procedures and their numbers.

mod euf;
mod lia;
mod lra;
mod num;
mod vectors;

// Of the support that the test programs share, the part that this one uses.
#[path = "../support/cases.rs"]
mod cases;
#[path = "../support/decimal.rs"]
mod decimal;
#[path = "../support/inequalities.rs"]
mod inequalities;

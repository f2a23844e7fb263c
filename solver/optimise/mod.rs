//! The best model: one that reaches the least or greatest value of a term, or violates the least weight of formulas.
//!
//! - [`least_cost`] looks for an assignment to clauses that makes false literals as cheap as possible (MaxSAT), by
//!   cores (`soft`).
//! - [`optimise`] takes [`Goal`]s over terms: words, integers, reals and weighted formulas; one after the other, each
//!   among the optima of those before (lexicographic order), or each for itself.
//!
//! # How an optimum is found
//!
//! A word is decided bit by bit, from the highest (`words`). For a number the *cube* of a model, literals that it
//! satisfies and that imply the assertions, is projected onto the value of the term (`numbers`): the cube has models
//! with all values in an interval around the present one, whose end is the next candidate. If the interval has no end,
//! there is no optimum; an end that does not belong to it is an optimum plus or minus an infinitesimal. There are
//! finitely many cubes and finitely many projections of each, so the search ends for linear terms (Sebastiani and
//! Tomasi, "Optimization modulo theories with linear rational costs", ACM TOCL 2015, look for the end of such an
//! interval by the simplex method).
//!
//! # Evidence
//!
//! The model reaches the values. That nothing better exists is the unsatisfiability of a formula, which [`Best`] has
//! for each optimum; its refutation is found and checked like any other. The formulas are written from the goals and
//! the optima alone (`evidence`). An absent optimum and an infinitesimal rest on
//! the projection besides; one value far beyond is looked for before they are told.

mod clauses;
mod counter;
mod evidence;
mod goals;
mod numbers;
mod oracle;
mod soft;
mod terms;
mod words;

pub use clauses::{least_cost, Cost};
pub(crate) use evidence::{better, claims};
pub use evidence::{Goal, Optimum, Order};
pub use goals::{optimise, Best};

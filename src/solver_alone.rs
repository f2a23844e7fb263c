//! The SMT and SAT solvers alone, for those who vendor no more: terms, theories, proofs, interpolants, projection.
//!
//! `rustc --edition 2021 -O --crate-type rlib --crate-name indubit_solver src/solver_alone.rs` builds it. It needs this
//! file and the folders `src/base/`, `solver/` and `theories/`.
//!
//! ```
//! use indubit_solver::solver::smt::{SmtOptions, Solver, Answer};
//! use indubit_solver::solver::term::{Sort, Terms};
//!
//! let (mut terms, mut solver) = (Terms::new(), Solver::new(SmtOptions::default()));
//! let x = terms.declare("x", Sort::Int);
//! let zero = terms.int(0);
//! let (less, more) = (terms.lt(x, zero), terms.gt(x, zero));
//! solver.assert(&mut terms, less);
//! solver.assert(&mut terms, more);
//! assert_eq!(solver.check(&mut terms, &[]), Answer::Unsat);
//! ```
#![forbid(unsafe_code)]
#![deny(missing_docs, missing_debug_implementations)]
// Some items are used by the floors above only.
#![allow(dead_code, unused_imports, unused_macros)]

pub mod base;
#[path = "../solver/mod.rs"]
pub mod solver;
#[path = "../theories/mod.rs"]
pub mod theories;

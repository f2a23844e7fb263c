//! Everything but C, for those who vendor no more: circuits, transition systems, automata and Horn clauses.
//!
//! `rustc --edition 2021 -O --crate-type rlib --crate-name indubit src/without_c.rs` builds it. It needs neither
//! `src/input/c/` nor `src/evidence/c/`, a third of the crate; `src/input/no_c.rs` and `src/evidence/no_c.rs` take
//! their places. The rest is the same code with the same names, so a program that reads no C cannot tell the
//! difference. A C program is refused with an error that says so.
//!
//! ```
//! use indubit::{base::Budget, input, portfolio};
//!
//! let budget = Budget::unlimited();
//! let model = input::read("latch.aag", b"aag 1 0 1 1 0\n2 2\n2\n", &Default::default(), &budget).unwrap();
//! assert!(portfolio::verify(&model, &Default::default(), &budget, &mut ()).unwrap().is_safe());
//! let error = input::read("one.c", b"int main() {}", &Default::default(), &budget).unwrap_err();
//! assert!(error.to_string().contains("without C"));
//! ```
#![forbid(unsafe_code)]
#![deny(missing_docs, missing_debug_implementations)]
// The readers of C alone use some of this, and code about C programs cannot be reached.
#![allow(dead_code, unused_imports, unused_macros, unused_variables, unreachable_code, unreachable_patterns)]

pub mod base;
pub mod engine;
pub mod glossary;
pub mod model;
pub mod portfolio;
pub(crate) mod route;
pub mod session;
#[path = "../solver/mod.rs"]
pub mod solver;
#[path = "../theories/mod.rs"]
pub mod theories;

/// As in the whole crate, but for [`c`](input::c).
pub mod input {
    pub mod aiger;
    pub mod btor2;
    #[path = "no_c.rs"]
    pub mod c;
    pub mod cfa;
    pub mod dimacs;
    mod error;
    pub mod horn;
    mod model;
    pub mod shrink;
    pub mod smtlib;
    pub mod vmt;

    pub(crate) use error::describe;
    pub use error::{ParseError, Place};
    pub use model::{read, CFile, Format, InputError, InputOptions, Model, SystemFile};
}

/// As in the whole crate, but for [`c`](evidence::c).
pub mod evidence {
    #[path = "no_c.rs"]
    pub mod c;
    mod check;
    pub mod circuit;
    mod error;
    pub(crate) mod form;
    mod formulas;
    pub mod horn;
    pub mod memory;
    pub(crate) mod lemmas;
    pub(crate) mod lines;
    mod options;
    mod pieces;
    pub mod program;
    pub mod system;
    pub(crate) mod table;
    mod vcd;
    pub mod view;
    pub mod workbench;

    pub use check::{check, claims, Checked, Claim};
    pub use error::{CheckError, Condition, Malformed};
    pub use options::CheckOptions;
    pub use vcd::Waves;
}

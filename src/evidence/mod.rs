//! Evidence: certificates and traces as objects and as files, and the checkers that trust no engine.
//!
//! A verdict is believed if its evidence passes a check, which looks at nothing but the original model: traces are
//! replayed by evaluation, certificates are proved again by a fresh solver over an encoding of its own, and with
//! [`CheckOptions::proofs`] the solver's refutations are checked step by step as well. Each kind of model has a module:
//! [`circuit`], [`system`], [`program`], [`horn`]. Counterexamples of C programs are replayed by
//! [`c`](crate::c). [`check()`] takes evidence about any of them. Candidate lemmas are read, tried and written by
//! `lemmas`.
//!
//! The words are those of the [glossary](crate::glossary).

pub mod any;
mod check;
pub mod circuit;
mod error;
mod error_text;
pub(crate) mod form;
mod formulas;
pub mod horn;
pub(crate) mod lemmas;
mod one_run;
mod options;
pub(crate) mod pieces;
pub mod program;
pub mod system;
pub(crate) mod table;
pub(crate) mod told;
mod vcd;
pub mod view;
pub mod workbench;

pub use check::{check, claims, Checked, Claim};
pub use error::{CheckError, Condition, Malformed};
pub use one_run::OneRun;
pub use options::CheckOptions;
pub use vcd::Waves;

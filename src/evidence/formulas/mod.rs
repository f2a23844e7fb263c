//! The part that the checkers for models over terms share.

mod import;
mod prover;
mod script;

pub(super) use import::import;
pub(super) use prover::Prover;
pub(super) use script::{assertions, equation, value};

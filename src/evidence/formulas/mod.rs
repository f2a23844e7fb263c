//! The part that the checkers for models over terms share.

mod import;
mod prover;

pub(super) use import::import;
pub(super) use prover::Prover;

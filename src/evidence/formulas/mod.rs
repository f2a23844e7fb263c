//! The part that the checkers for models over terms share.

mod import;
mod instances;
mod prover;
mod quantified;
mod script;

pub(super) use import::{import, import_terms, Bound};
pub(super) use instances::Universal;
pub(super) use prover::Prover;
pub(super) use quantified::{for_all, for_all_in_words, rename_with_bound, texts};
pub(super) use script::{assertions, equation, value};

//! Evidence for verdicts on Horn clauses: checks, and the texts in which files have it.
//!
//! [`check_interpretation`] proves a model clause by clause: a fresh solver refutes that the body and the constraint
//! hold and the head does not. [`check_refutation`] evaluates the steps of a derivation, without a solver. Files have
//! models as definitions, one for each predicate, in the form that the competition CHC-COMP gives them
//! ([`write_interpretation`], or shorter [`tell_interpretation`]), and refutations as steps with values
//! ([`write_refutation`]). [`script`] asks any other
//! solver to check a model, and [`write_dot`] draws a refutation.

mod catamorphisms;
mod check;
mod dot;
pub(crate) mod forms;
mod lemmas;
mod read;
mod script;
mod text;
mod told;

pub use catamorphisms::facts_by_induction;
pub use check::{check_interpretation, check_refutation};
pub use dot::write_dot;
pub use lemmas::{needed_lemmas, try_lemmas, Instance, Lemmas};
pub use read::{check, read_lemmas, Evidence};
pub use script::script;
pub use text::{fact_texts, interpretation_lines, write_interpretation, write_proof, write_refutation};
pub use told::tell_interpretation;

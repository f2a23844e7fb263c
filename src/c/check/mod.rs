//! Counterexamples, proofs and the automaton itself, held against runs.
//!
//! [`check_run`] is the check of a counterexample: it gives the recorded answers, and demands that the run ends in an
//! error. [`Source`](crate::c::Source) and [`RecursiveSource`](crate::c::RecursiveSource) get their checks here: that a
//! path or a refutation of clauses is a run of the program, and that random runs do not leave an invariant. A program
//! that asks for nothing has [one run](crate::evidence::OneRun), which is its proof.

mod held;
mod lockstep;
mod made_up;
pub(in crate::c) mod one_run;
pub(in crate::c) mod random;
mod recursive;
pub(in crate::c) mod replay;
mod scalars;
mod source;

pub use made_up::made_up;
pub use random::{random_answers, RandomAnswers};
pub use replay::{check_run, replay, Answer, ErrorRun, ReplayError};
pub use scalars::Scalars;

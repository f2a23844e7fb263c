//! Checks of verdicts by runs of the interpreter, which do not believe the lowering.
//!
//! The checker of evidence proves that a verdict is right about the automaton. That the automaton means the same as the
//! program is tested here. [`check_run`] checks a counterexample: it replays the recorded answers, and demands that the
//! run ends in an error. [`Source`](crate::c::Source) and [`RecursiveSource`](crate::c::RecursiveSource) get methods
//! that check a path or a refutation of clauses in this way, and that test an invariant with random runs. A program
//! that asks for nothing has [one run](crate::evidence::OneRun), which is its proof.

mod endless;
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
pub use replay::{check_run, replay, ErrorRun, RecordedAnswer, ReplayError};
pub use scalars::Scalars;

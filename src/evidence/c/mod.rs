//! Programs in C: an interpreter of the typed tree, and the replay of counterexamples.
//!
//! The interpreter gives a program its meaning a second time, beside the lowering to an automaton, with which it shares
//! the typed tree and the names of properties and nothing else. [`run`] carries out a program on numbers. Arbitrary
//! values come from an oracle, which is asked in the order of evaluation. [`check_run`] is the check of a
//! counterexample: it gives the recorded answers, and demands that the run ends in an error.
//!
//! # The meaning of a program
//!
//! Operands are evaluated from left to right. Words wrap around, and `>>` of negative numbers is arithmetic; over
//! mathematical integers ([`Numbers::Integers`]) nothing wraps. A division by zero ends the run; a shift by too much
//! counts modulo the width; a read out of bounds has any value and a write there no effect; options make each of them
//! an error. Arbitrary are the results of functions that the program does not define, local objects without
//! initialiser, and what else [`AskKind`](crate::input::c::AskKind) lists.
//!
//! Loops of millions of turns before an error are run in seconds ([`OpenRun`] can be interrupted): expressions about
//! integer variables alone do not go over the stack of tasks.
//!
//! An address is an object and an offset in bytes, or a number. A construct without meaning here, such as arithmetic of
//! floating-point numbers, bytes of addresses, and, over mathematical integers, bit-fields and the reading of an object
//! as another type, gives a run up; it never has a wrong end.
//!
//! ```
//! use indubit::base::Budget;
//! use indubit::evidence::c::{run, End, RunOptions};
//! use indubit::input::c::{read, Failure};
//!
//! let text = b"int nondet(void); int main() { int x = nondet(); if (x * x == 49) { ERROR: return 1; } }";
//! let program = read(text, &Default::default(), &Budget::unlimited()).unwrap();
//! let mut oracle = |_: &_| Some(7);
//! let run = run(&program, &RunOptions::default(), &mut oracle, &mut (), &Budget::unlimited()).unwrap();
//! assert!(matches!(run.end, End::Error(Failure::Label, _)));
//! ```

mod addresses;
mod asks;
mod calls;
mod cells;
mod expressions;
mod externs;
mod harness;
mod heap;
mod held;
mod lockstep;
mod machine;
mod made_up;
mod meaning;
mod memory;
mod number;
mod one_run;
mod options;
mod parts;
mod pointer;
mod quick;
mod quick_form;
mod random;
mod reach;
mod readable;
mod recursive;
mod replay;
mod scalars;
mod shape;
mod source;
mod statements;
pub mod story;
mod value;
mod watch;
pub mod witness;

pub use harness::{harness_remarks, write_harness, Counterexample, REACHED};
pub use machine::{run, OpenRun};
pub use made_up::made_up;
pub use number::Numbers;
pub use one_run::OneRun;
pub use options::{End, Quiet, Run, RunError, RunOptions};
pub use random::{random_answers, RandomAnswers};
pub use readable::readable_invariants;
pub use replay::{check_run, replay, Answer, ErrorRun, ReplayError};
pub use scalars::Scalars;
pub use watch::{Fault, Moment, Observer, Stored, View};

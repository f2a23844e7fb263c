//! An interpreter for C: it carries out a program on concrete values.
//!
//! The interpreter gives a program its meaning a second time, beside the lowering to an automaton. The two share only
//! the typed tree and the names of properties, so a mistake in one of them shows as a difference. Counterexamples are
//! replayed here, and random runs find errors.
//!
//! [`run`] carries out a program. Arbitrary values come from an oracle, which is asked in the order of evaluation.
//!
//! # The meaning of a program
//!
//! Operands are evaluated from left to right. Words wrap around, and `>>` of negative numbers is arithmetic; over
//! mathematical integers ([`Numbers::Integers`]) nothing wraps. A division by zero ends the run; a shift by too much
//! counts modulo the width; a read out of bounds has any value and a write there no effect; options make each of them
//! an error. The results of undefined functions and local objects without initialiser have arbitrary values;
//! [`AskKind`](crate::c::AskKind) lists all cases.
//!
//! A loop of millions of turns takes seconds, because expressions about integer variables alone are evaluated without
//! the stack of tasks. A long run can be interrupted and continued ([`OpenRun`]).
//!
//! An address is an object and an offset in bytes, or a number. A construct without meaning here, such as the bits of a
//! NaN that an operator made, bytes of addresses, and, over mathematical integers, bit-fields and the reading of an
//! object as another type, gives a run up; it never has a wrong end.
//!
//! ```
//! use indubit::base::Budget;
//! use indubit::c::{read, run, End, Failure, RunOptions};
//!
//! let text = b"int nondet(void); int main() { int x = nondet(); if (x * x == 49) { ERROR: return 1; } }";
//! let program = read(text, &Default::default(), &Budget::unlimited()).unwrap();
//! let mut oracle = |_: &_| Some(7);
//! let run = run(&program, &RunOptions::default(), &mut oracle, &mut (), &Budget::unlimited()).unwrap();
//! assert!(matches!(run.end, End::Error(Failure::Label, _)));
//! ```

pub(in crate::c) mod access;
pub(in crate::c) mod addresses;
pub(in crate::c) mod asks;
pub(in crate::c) mod blank;
pub(in crate::c) mod calls;
pub(in crate::c) mod cells;
mod checks;
pub(in crate::c) mod expressions;
pub(in crate::c) mod externs;
pub(in crate::c) mod facts;
pub(in crate::c) mod floats;
pub(in crate::c) mod heap;
pub(in crate::c) mod large;
pub(in crate::c) mod leaks;
pub(in crate::c) mod machine;
pub(in crate::c) mod meaning;
pub(in crate::c) mod memory;
pub(in crate::c) mod number;
pub(in crate::c) mod open;
pub(in crate::c) mod options;
pub(in crate::c) mod parts;
pub(in crate::c) mod pointer;
pub(in crate::c) mod quick;
pub(in crate::c) mod quick_form;
pub(in crate::c) mod reach;
pub(in crate::c) mod shape;
pub(in crate::c) mod statements;
pub(in crate::c) mod trail;
pub(in crate::c) mod value;
pub(in crate::c) mod watch;

pub use number::Numbers;
pub use open::{run, OpenRun};
pub use options::{End, Quiet, Run, RunError, RunOptions};
pub use watch::{Fault, Moment, Observer, Stored, View};

//! Lowering: a typed tree as a control-flow automaton.
//!
//! Every object becomes variables, one for each scalar in it; functions are lowered in place at each of their calls,
//! all calls of a function with the same variables; expressions without side effects become terms, and side effects
//! edges.
//!
//! Six folders, in the order in which to read them:
//!
//! - `analysis`: what is known of the program before it is lowered: the parts of types, the functions and objects that
//!   matter, constants, the targets of pointers and the changes that expressions make.
//! - `machine`: the machine of the lowering, of parts that each keep their own state.
//! - `memory`: variables of objects, reads and writes, and pointers.
//! - `expressions`, `functions` and `statements`: expressions, calls, and statements.
//!
//! `run` does the tasks of the machine. A task needs several parts of it, so a task of the last four folders is a
//! method of the machine. Beside the folders stand `numbers`, the arithmetic of C as terms; `source_map`, the way back
//! to the program; `prune`, which drops locations that no way leads to; `options`; and `stop`, reasons to go no
//! further.
//!
//! # The memory
//!
//! An object has a size in bytes and a place in time. A pointer is an object and an offset in bytes, or it is a number,
//! of which 0 is the null pointer:
//!
//! ```text
//! struct { char c; int x[2]; } s;      int *p = &s.x[1];      int *q = (int *) 12;
//!
//!   byte   0   1   2   3   4           8          12
//!   s    [ c |  padding  |    x[0]    |    x[1]    ]          q: the number 12
//!                                     ^
//!                                     p: s, offset 8          p - 1: s, offset 4
//! ```
//!
//! Members, elements, casts between types of pointers, differences and comparisons follow from that and nothing else.
//! An access reaches the bytes from the offset on, of any types; a walk behind the end of a row or member leads
//! into the next one. Integers that are made from pointers keep the object while the offset is known
//! (`memory/addresses`).
//!
//! An object has a variable for each scalar in it, a *cell*. A cell for an address holds the position of its target in
//! a list that an analysis of the whole program has made, and where this leaves something open a second variable: the
//! number, or the step in the object. An access of another width gathers the bits of several cells.
//!
//! # Equal addresses
//!
//! Bytes of different objects that live have different addresses, and none is in the first or the last page of the
//! address space. Any other equality of an address is not followed, whether it is written with pointers or with
//! integers made of them: with a number that may be the address; with what is left of an object that has ended, whose
//! place another one may have taken; with the place behind the end of an object, where another one may begin. A local
//! object ends with its function's call, or with its block if it is declared in one. Where one variable serves several
//! objects one after the other, `analysis/lives` says what keeps their addresses apart.
//!
//! # The meaning
//!
//! Operands are evaluated from left to right. A division by zero ends the run; a read outside of its object, or through
//! a number, gives any value; a write there has no effect. A shift takes its amount modulo the width. Options make
//! errors of all these.
//!
//! # What is not followed
//!
//! Where a run reaches something that has no meaning here, there is an *unsupported point*: an edge into the error
//! location with a reason. A proof has to show that no run takes it; a counterexample that ends there is none.
//! Unsupported are arithmetic of floating-point numbers, bytes of addresses, addresses of different objects in an
//! order, more objects of the heap than there are slots, and over integers and reals the operators that are not linear.
//! [`lower`] refuses recursion, for one automaton has no calls. [`lower_procedures`] makes an automaton of each
//! recursive function (`functions/procedures`); a call is an unsupported point if addresses of its objects may get
//! into other calls.

mod analysis;
mod expressions;
mod functions;
mod machine;
mod memory;
mod numbers;
mod options;
mod prune;
mod run;
mod source;
mod source_map;
mod statements;
mod stop;

pub use functions::procedures::LoweredProcedures;
pub use numbers::Integers;
pub use options::{LowerOptions, LARGEST_HEAP_OBJECT, LOWEST_ADDRESS, UNKNOWN_OBJECT};
pub use run::{lower, lower_procedures, Lowered};
pub use source::{CFile, RecursiveSource, SomeSource, Source};
pub use source_map::{Answer, Instance, InstanceId, Pointee, Role, SourceMap, StmtPlace, VariableOrigin};

//! Lowering: a typed tree as a control-flow automaton.
//!
//! The reader gives a program whose types are checked, and an engine needs an automaton with guarded commands; this
//! folder makes the one from the other. Each scalar part of an object becomes a variable. A function is lowered in
//! place at each of its calls, and all calls of a function share its variables. An expression without side effects
//! becomes a term, and each side effect an edge. For example, `x = f(x + 1)` becomes an edge that assigns the term
//! `x + 1` to the parameter of `f`, a copy of the body of `f`, and an edge that assigns the result to `x`.
//!
//! Six folders, in the order in which to read them:
//!
//! - `analysis`: facts about the program that are found before it is lowered: the parts of types, the functions and
//!   objects that matter, constants, the targets of pointers and the changes that expressions make.
//! - `machine`: the machine that lowers the program. Each of its parts keeps its own state.
//! - `memory`: variables of objects, reads and writes, and pointers.
//! - `expressions`, `functions` and `statements`: expressions, calls, and statements.
//!
//! `run` does the tasks of the machine. A task needs several parts of the machine, so each task of the last four
//! folders is a method of it. Beside the folders stand `numbers`, the arithmetic of C as terms; `source_map`, the way
//! back to the program; `asked`, the answers that the values of a path give; `prune`, which drops unreachable
//! locations; `options`; and `stop`, the error of a construct that is not followed.
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
//! An access reaches the bytes from the offset on, of any declared types; a walk behind the end of a row or member
//! leads into the next one. An integer that is made from a pointer keeps the object while the offset is known
//! (`memory/addresses`).
//!
//! An object has a *cell* for each scalar in it, which is one variable for a number and up to two for an address. An
//! analysis of the whole program lists the targets that an address may have. The first variable holds the position of
//! the target in this list. If the target is a number or an element of an array, the second variable holds the number
//! or the index. An access of another width gathers the bits of several cells.
//!
//! Objects of the heap may have numbers instead of a bound, in a second model of programs whose runs have too many for
//! the first ([`Source::unbounded`]). Then each of their variables is an array from the number of
//! an object to a value, and an address in such an object has a third variable, the number (`memory/families`).
//!
//! An object with too many cells has a cell only for the scalars that are accessed at fixed offsets (`memory/sparse`).
//! If it is accessed at a computed index, or its size is computed, it is one variable, an array (`memory/rows`).
//!
//! # Equal addresses
//!
//! Bytes of different live objects have different addresses, and no object is in the first or the last page of the
//! address space. The result of any other equality is unknown, whether it compares pointers or integers made from them,
//! so runs with such a comparison are not followed. There are three cases: an address and a number that may be this
//! address; an address in an object that has ended, whose memory another object may have taken; and the place behind
//! the end of an object, where another object may begin. A local object ends with its function's call, or with its
//! block if it is declared in one. Where one variable serves several objects one after the other, `analysis/lives` says
//! what keeps their addresses apart.
//!
//! # The meaning
//!
//! Operands are evaluated from left to right. A division by zero ends the run; a read outside of its object, or through
//! a number, gives any value; a write there has no effect. A shift takes its amount modulo the width. Options make
//! errors of all these.
//!
//! # What is not followed
//!
//! Where a run reaches a construct that has no meaning here, there is an *unsupported point*: an edge into the error
//! location with a reason. A proof has to show that no run takes this edge; a path that ends with it is no
//! counterexample.
//! Unsupported are the bits of a NaN that an operator made, bytes of addresses, addresses of different objects in an
//! order, more objects of the heap than there are slots, and over integers and reals the operators that are not linear.
//! [`lower`] refuses recursion, for one automaton has no calls. [`lower_procedures`] makes an automaton of each
//! recursive function (`functions/procedures`); a call is an unsupported point if addresses of its objects may get
//! into other calls.

mod analysis;
mod asked;
mod expressions;
mod functions;
mod machine;
mod memory;
pub(in crate::c) mod numbers;
mod options;
mod prune;
mod run;
mod source;
mod source_map;
mod statements;
mod stop;

pub use asked::AnsweredAsk;
pub use functions::procedures::LoweredProcedures;
pub use functions::whole::is_at_once;
pub use numbers::Integers;
pub use options::{largest_heap_object, LowerOptions, LOWEST_ADDRESS, MORE_ARGUMENTS, UNKNOWN_OBJECT};
pub use run::{lower, lower_procedures, Lowered};
pub use source::{CFile, Recursion, RecursiveSource, SomeSource, Source, Target};
pub use source_map::{Instance, InstanceId, Pointee, Role, SourceMap, StmtPlace, VariableOrigin};

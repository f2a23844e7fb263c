//! Lowering: a typed tree as a control-flow automaton.
//!
//! Every object becomes variables, one for each scalar in it; functions are lowered in place at each of their calls,
//! all calls of a function with the same variables; expressions without side effects become terms, and side effects
//! edges.
//!
//! Read it in this order: the parts of types (`leaves`), the functions and objects that matter (`reach`), the targets
//! of pointers (`targets`), facts about expressions (`facts`); then the machine (`lowering`, `run`) with its values
//! (`value`), variables (`stores`), reads and writes (`places`, `scalars`, `pointers`), expressions (`exprs`,
//! `operators`, `assign`, `convert`, `calls`) and statements (`stmts`, `initial`).
//!
//! # The meaning
//!
//! Operands are evaluated from left to right. A division by zero ends the run; a read out of the bounds of an array, or
//! through a pointer without target, gives any value; a write there has no effect. Bounds are those of each array by
//! itself, also of one in another. A shift takes its amount modulo the width. Options make errors of all these.
//!
//! # What is refused
//!
//! By name, with the place: memory of the heap, threads and signals, objects with more than 4096 scalars, pointers that
//! become integers or come from them, pointers that move by parts of elements, the bytes of pointers; and over integers
//! and reals the operators that are not linear and accesses to parts of numbers. [`lower`] also refuses recursion, for
//! one automaton has no calls. [`lower_procedures`] makes an automaton of each recursive function (`recursion`,
//! `procedures`) and refuses only addresses of their objects that may get into other calls.

mod addresses;
mod asks;
mod assign;
mod calls;
mod changes;
mod convert;
mod exprs;
mod externs;
mod facts;
mod heap;
mod initial;
mod keys;
mod leaves;
mod lowering;
mod numbers;
mod offsets;
mod operators;
mod options;
mod places;
mod pointers;
mod procedures;
mod prune;
mod reach;
mod recursion;
mod run;
mod scalars;
mod source_map;
mod sparse;
mod special;
mod stmts;
mod stores;
mod targets;
mod value;
mod visit;

pub use numbers::Integers;
pub use options::LowerOptions;
pub use procedures::LoweredProcedures;
pub use run::{lower, lower_procedures, Lowered};
pub use source_map::{Answer, Instance, InstanceId, Origin, Role, SourceMap, StmtPlace};

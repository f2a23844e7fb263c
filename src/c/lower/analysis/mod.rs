//! Facts about a program before it is lowered.
//!
//! - `analyses`: the results of all of these, which the machine gets.
//! - `leaves`: the scalar parts of a type.
//! - `reach` and `recursion`: the functions and objects that matter, and the functions that call themselves.
//! - `special`: the functions whose meaning their name tells.
//! - `visit`: walks over statements and expressions.
//! - `facts`: constants, and expressions that need edges.
//! - `parameters`: parameters that have the same value in every call.
//! - `families`: calls that make objects of the heap without a bound.
//! - `keys`, `addressing`, `targets`, `lives`: the targets of pointers, and objects whose addresses may be compared
//!   after their ends.
//! - `changes`: the objects that the evaluation of an expression may change.

pub(super) mod addressing;
pub(super) mod analyses;
pub(super) mod changes;
mod facts;
mod families;
pub(super) mod keys;
pub(super) mod leaves;
mod lives;
mod once;
mod parameters;
mod reach;
pub(super) mod recursion;
pub(super) mod special;
pub(super) mod targets;
pub(super) mod visit;

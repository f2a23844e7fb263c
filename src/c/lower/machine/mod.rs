//! The machine that lowers a program, and its parts.
//!
//! Each part keeps its own state, and other files reach it only by the methods of the part. So the invariants of a
//! part, such as that each edge has a place in the text, are visible in one file.
//!
//! - `lowering`: the machine.
//! - `agenda`: the tasks that remain, and the calls in which they are done.
//! - `value` and `values`: values and places, and the values of operands, each under the name of its expression.
//! - `builder` and `updates`: the automaton with the place where it grows, and the changes of variables on one edge.
//!   The builder alone adds locations, edges and variables.
//! - `objects`: the variables of objects and values.
//! - `slots`, `leaks` and `warnings`: the objects of the heap, the places at which those are looked for that are not
//!   freed, and remarks for the user.

pub(super) mod agenda;
mod blanks;
mod builder;
pub(super) mod cuts;
pub(super) mod leaks;
pub(super) mod lowering;
pub(super) mod objects;
mod settle;
pub(super) mod slots;
pub(super) mod updates;
pub(super) mod value;
mod values;
mod warnings;

//! The machine that lowers a program, and its parts, each of which keeps its own state.
//!
//! - `lowering`: the machine.
//! - `agenda`: the tasks that are to be done, and the calls in which they are done.
//! - `value` and `values`: values and places, and the values of operands, each under the name of its expression.
//! - `builder` and `updates`: the automaton with the place where it grows, and the changes of variables on one edge.
//!   The builder alone adds locations, edges and variables.
//! - `objects`: the variables of objects and values.
//! - `slots` and `warnings`: the objects of the heap, and remarks.

pub(super) mod agenda;
mod builder;
pub(super) mod lowering;
pub(super) mod objects;
pub(super) mod slots;
pub(super) mod updates;
pub(super) mod value;
mod values;
mod warnings;

//! Tasks of the machine for calls of functions.
//!
//! - `calls` and `procedures`: bodies that are lowered in place, and recursive functions as procedures.
//! - `heap`, `held` and `realloc`: objects of the heap, the slots to which pointers lead, and `realloc` itself.
//! - `externs`: the effects of functions that the program does not define.

mod calls;
mod externs;
mod heap;
mod held;
pub(super) mod procedures;
mod realloc;

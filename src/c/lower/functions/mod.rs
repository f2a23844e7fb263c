//! Tasks of the machine for calls of functions.
//!
//! A call is lowered in one of four ways: a name with a special meaning gets it directly, a body is lowered in place, a
//! recursive function becomes a call of a procedure, and an unknown function may change the objects that it reaches.
//!
//! - `calls` and `procedures`: bodies that are lowered in place, and recursive functions as procedures.
//! - `heap`, `held`, `realloc` and `leaks`: objects of the heap, slots to which pointers of ended objects lead,
//!   `realloc`, and objects that are not freed.
//! - `chains`: the claim that each object of a family has a pointer that leads to it.
//! - `whole`: calls of `memset` and its like that write a whole object.
//! - `renew`: objects of which a contract says that bytes change.
//! - `externs`: the effects of functions that the program does not define.

mod calls;
mod chains;
mod cuts;
mod externs;
mod heap;
mod held;
mod leaks;
pub(super) mod procedures;
mod realloc;
mod renew;
pub(super) mod whole;

//! indubit for C: models, evidence and scripts (`indubit.h`), and IPASIR (`ipasir.h`), the interface of incremental SAT
//! solvers (Balyo, Biere, Iser, Sinz, SAT Race 2015).
//!
//! [`solver`], [`propagator`], [`script`], [`models`] and [`builder`] are the interfaces in safe Rust; [`ipasir`],
//! [`sat_calls`], [`calls`] and [`builder_calls`] are their borders to C, the only places with unsafe code. A border
//! trusts the caller for pointers that the library gave out, for lengths, and for functions and their data. Any other
//! misuse, such as `ipasir_val` without a model, is answered by a message on standard error and `abort`. No panic
//! crosses a border: it aborts as well.
#![deny(unsafe_op_in_unsafe_fn, missing_docs, missing_debug_implementations)]

mod border;
pub mod builder;
pub mod builder_calls;
pub mod calls;
pub mod ipasir;
mod language;
pub mod models;
pub mod propagator;
mod report;
pub mod sat_calls;
pub mod script;
#[cfg(test)]
mod search_tests;
pub mod solver;
#[cfg(test)]
mod tests;

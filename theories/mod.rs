//! Decision procedures that know neither terms nor clauses.
//!
//! They work on variables of their own, mark what they are told with opaque tags, and undo by levels. Whoever joins
//! them to terms and to the SAT core translates; nothing here imports more than [`crate::base`].

pub mod bv;
pub mod lia;
pub mod lra;
pub mod num;

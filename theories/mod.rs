//! Decision procedures that know neither terms nor clauses.
//!
//! They work on variables of their own, mark the caller's constraints with opaque tags, and undo by levels. The SMT
//! solver translates between them, terms and the SAT core; nothing here imports more than [`crate::base`].

pub mod bv;
pub mod euf;
pub mod lia;
pub mod lra;
pub mod nla;
pub mod num;

//! Models as plain data, and the objects that verdicts about them consist of.
//!
//! The words are those of the [glossary](crate::glossary).

pub mod certificate;
pub mod cfa;
pub mod circuit;
pub mod encode;
mod file;
pub mod gcl;
pub mod horn;
pub mod invariant;
pub(crate) mod kind;
pub mod paths;
pub mod procedures;
mod property;
pub mod reduce;
pub mod simulate;
pub mod system;
pub mod trace;
pub mod transition;

pub use file::{CircuitFile, Output};
pub use property::{Depth, PropertyId, PropertyKind};

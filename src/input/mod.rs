//! Readers: the bytes of a file become a model, or an error with its place and reason. [`read`] tells the format by
//! itself; each format has a reader of its own below it.
//!
//! Readers take bytes, not paths: the caller that opens the file also prepends its name to an error. Readers trust
//! nothing. Memory for the counts of a header is allocated only as far as there are bytes to fill it, nesting costs
//! heap and not stack, and every refusal is a [`ParseError`] with its place. Writers of the same formats stand beside
//! their readers, so that the two can be tested against each other.

pub mod aiger;
pub mod btor2;
pub mod cfa;
mod diagnostic;
pub mod dimacs;
mod error;
pub mod horn;
mod model;
mod numbers;
pub mod shrink;
pub mod smtlib;
mod system;
pub mod vmt;
pub mod wcnf;

pub use diagnostic::Diagnostic;
pub(crate) use error::describe;
pub use error::{ParseError, Place};
pub use model::{read, ClausesFile, Format, InputError, InputOptions, Model, ProgramFile};
pub use system::SystemFile;

//! Evidence for verdicts on systems with memories.
//!
//! [`check_run`] replays a counterexample by evaluation: the memories are tables that reads look into and writes
//! change. [`check_proof`] proves a certificate again, over the memories themselves:
//!
//! A certificate is a formula Inv over words, watched indices and the cells at these indices
//! ([`MemoryCertificate`](crate::model::memory::MemoryCertificate)). It claims that the states that satisfy Inv *for
//! all indices* are an invariant. So the checker shows three things, each for arbitrary contents of the memories:
//!
//! * Initial states satisfy Inv at any indices.
//! * If a state satisfies Inv at some indices, each successor satisfies Inv at the same indices. This suffices, as the
//!   indices are arbitrary.
//! * A bad state does not satisfy Inv at the indices that the watches name: those of reads in the bad step, or of reads
//!   some steps before. These are among all indices.
//!
//! A memory is an uninterpreted function: its value at an index is a constant of its own, and two of them are equal
//! if their indices are (Ackermann's reduction). A history of earlier indices is no part of the system. Its
//! next values are functions of words, reads and the history itself, and it begins with any values; so any run may be
//! thought to keep one, for any such functions. Where Inv speaks of a bit of the history, it means that the index
//! held there is the watched one.
//!
//! The formulas do not come from the encoding that the engines worked on, of which the checker only knows the names of
//! the variables. The meaning of reads over writes is that of [`Arrays::select`](crate::model::memory::Arrays::select).

mod proof;
mod read;
mod run;
mod witness;

pub use proof::check_proof;
pub use read::read_witness;
pub use run::check_run;
pub use witness::write_witness;

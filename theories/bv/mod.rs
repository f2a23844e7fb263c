//! Bit-vectors: constants, and operators as circuits.
//!
//! [`Bits`] is a constant vector with the arithmetic of SMT-LIB's FixedSizeBitVectors. [`blast`] writes each operator
//! as a circuit over any kind of [`Gates`](blast::Gates): literals of a SAT solver, signals of a circuit, truth
//! values. The functions know nothing of terms and clauses, so one description serves the solver, the model checkers'
//! encodings and their tests.

pub mod blast;
mod value;

pub use value::Bits;

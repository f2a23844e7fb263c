//! Fuzzing of indubit: one function a target over bytes, and what the program `fuzz` does with them.
//!
//! A target takes any bytes and panics if something is wrong. libFuzzer calls it (`fuzz_targets/`, a file a target),
//! the tests of this package replay the corpus by it and give it random bytes, and `fuzz replay` runs it on a file.

pub mod api;
pub mod bugs;
pub mod compare;
pub mod corpus;
mod memory;
pub mod models;
pub mod source;
pub mod targets;
#[cfg(test)]
mod tests;

//! The parts that several engines share. None of them is an algorithm for a verdict of its own.
//!
//! - `prover`, `sequence`: the trait of all engines, and the size of a sequence of frames.
//! - `outcome`, `frame`: the answer of an engine, and the numbers of frames.
//! - `observer`, `detail`, `log`, `transcript`: the events of a search, its steps in detail, the steps that wait for
//!   the observer, and events as sentences or JSON.
//! - `lemmas`: the board on which engines of several threads exchange lemmas.
//! - `unroll`: runs of a circuit or system in one incremental solver.
//! - `program`: questions about an edge or a path of a program.
//! - `initial`: the initial states of a circuit, asked for by cubes.
//! - [`houdini`]: the largest inductive subset of some formulas.

pub(super) mod detail;
pub(super) mod frame;
pub mod houdini;
pub(super) mod initial;
pub(super) mod lemmas;
pub(super) mod log;
pub(super) mod observer;
pub(super) mod outcome;
pub(super) mod program;
pub(crate) mod prover;
pub(super) mod sequence;
pub(super) mod transcript;
pub(super) mod unroll;

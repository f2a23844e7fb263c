//! indubit: a self-contained verification engine.
//!
//! It reads a circuit, proves that its bad signals are never true or shows how they become so, and hands out evidence
//! for either that was checked by code which trusts no engine. There are no dependencies but `std`.
//!
//! ```
//! use indubit::{base::Budget, engine::Outcome, input::aiger, portfolio};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! // A latch that starts as 0 and stays; it must never be 1.
//! let model = aiger::read(b"aag 1 0 1 1 0\n2 2\n2\n")?;
//! let budget = Budget::unlimited().with_timeout(std::time::Duration::from_secs(10));
//! let verdicts = portfolio::verify(&model.circuit, &Default::default(), &budget, &mut ())?;
//! match &verdicts[0].outcome {
//!     Outcome::Safe(certificate) => println!("safe, because of {:?}", certificate),
//!     Outcome::Unsafe(trace) => println!("unsafe in step {}", trace.depth()),
//!     Outcome::Unknown(reason) => println!("unknown: {}", reason),
//! }
//! # assert!(matches!(verdicts[0].outcome, Outcome::Safe(_)));
//! # Ok(())
//! # }
//! ```
//!
//! # For embedders
//!
//! [`portfolio::verify`] is the whole flow. A [`base::Budget`] limits time, conflicts and memory and can be cancelled
//! from another thread; bad input is an `Err` with its place; nothing is global, nothing is printed, nothing is
//! `unsafe`. The same input, options and seed give the same answer. Circuits may be built in memory
//! ([`model::circuit::Circuit`]) or read from AIGER files ([`input::aiger`]). The SAT solver below
//! ([`solver::sat::Solver`]) and the SMT solver on top of it ([`solver::smt::Solver`]) are incremental and can be used
//! alone. A transition system of any other kind gets IC3 by an implementation of the trait [`engine::ic3::Steps`].
//! Misuse of the interface, such as a signal of another circuit or an ill-sorted term, is a panic that the method
//! documents.
//!
//! # For fuzzers
//!
//! Standard formats go in and come out: AIGER circuits, witnesses and witness circuits ([`evidence`]), DIMACS and
//! clausal proofs ([`solver::proof`]). Every technique is an option ([`engine::ic3::SearchOptions`],
//! [`model::reduce::ReduceOptions`], [`solver::sat::SatOptions`]). A verdict whose evidence is refused is never
//! repaired: it becomes unknown and says so.
//!
//! # For readers
//!
//! Each algorithm stands in one place, in the words of its paper. Begin with [`engine::fsis`], which is IC3's
//! ancestor in two pages, go on to [`engine::ic3`], a phase a file, and to [`engine::lazy_ic3`], and look up what a
//! proof consists of in [`model::invariant`] and how it is checked in [`evidence`]. Modules are floors, and imports
//! only point down:
//!
//! | floor | module | contents |
//! | --- | --- | --- |
//! | 5 | [`portfolio`] | engines picked and run, evidence checked |
//! | 4 | [`engine`] | model checkers |
//! | 3 | [`input`], [`evidence`] | readers and writers; the checker |
//! | 2 | [`model`] | circuits, traces, invariants, simulation, reductions |
//! | 1 | [`solver`] | terms, SAT, SMT with interpolants and projection, proofs |
//! | 0 | [`theories`], [`base`] | decision procedures for numbers and words; indices, budget, hashing |
#![forbid(unsafe_code)]
#![deny(missing_docs, missing_debug_implementations)]

pub mod base;
pub mod engine;
pub mod evidence;
pub mod input;
pub mod model;
pub mod portfolio;
#[path = "../solver/mod.rs"]
pub mod solver;
#[path = "../theories/mod.rs"]
pub mod theories;

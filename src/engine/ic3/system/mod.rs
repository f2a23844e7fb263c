//! IC3's questions over terms: atoms, solvers and runs of a [`System`].
//!
//! This is the part of [`Steps`](super::Steps) that all engines over systems share (Cimatti and Griggio, CAV 2012, §3):
//! an *atom* is a formula over state variables with a number of its own, a cube is a conjunction of them, and the
//! questions about a step go to an SMT solver. The engines differ in how they make a cube of a state, and in what they
//! do with a chain of cubes that seems to be a counterexample; both are theirs to say by a [`Policy`].
//!
//! Three solvers share the work. The one for *steps* holds the constraint and Trans, the one for *states* the
//! constraint only, the one for *Init* nothing but that. The second one is needed because Trans need not be total:
//! a bad state counts even if no step leaves it. A lemma is a clause of the first two, switched on by a constant of its
//! frame, so that the query for a frame assumes the switches of that frame and of those above.

mod base;
mod policy;
mod solvers;
mod steps;
mod values;

pub(in crate::engine) use base::Base;
pub(in crate::engine) use policy::Policy;
pub use solvers::FrameSolvers;
pub(in crate::engine) use steps::SystemSteps;

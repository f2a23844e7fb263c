//! Smaller programs with the same verdict.
//!
//! [`reduce_program`] makes commands simpler and locations one that behave alike; [`large_blocks`] makes few edges of
//! many; [`assume`] and [`annotate`] add knowledge.

mod blocks;
mod constants;
mod copy_propagation;
mod facts;
mod graph;
mod inner;
mod known;
mod lift;
mod live_variables;
mod locations;
mod merge;
mod shrink;
mod slice;

pub use blocks::{large_blocks, BlockOptions, Blocks};
pub use known::{annotate, assume, Annotated, Informed};
pub use shrink::{reduce_program, ProgramOptions, ProgramReduction};

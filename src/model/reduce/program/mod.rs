//! Smaller programs with the same verdict.

mod blocks;
mod lift;

pub use blocks::{large_blocks, BlockOptions, Blocks};

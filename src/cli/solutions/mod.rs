//! More than one solution of a formula for `indubit sat`: all of them.

pub mod all;
pub mod ask;
mod numbers;

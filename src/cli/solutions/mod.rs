//! More than one solution of a formula for `indubit sat`: all of them, and the cheapest one.

pub mod all;
pub mod ask;
pub mod best;
mod cheaper;
#[cfg(test)]
mod forged;
pub mod judge;
mod numbers;

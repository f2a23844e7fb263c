//! indubit: a self-contained verification engine.
#![forbid(unsafe_code)]
#![deny(missing_docs)]

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

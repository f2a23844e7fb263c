//! Models built from bytes, all engines on them under any settings, and searches that know the truth about small ones.

pub mod c;
pub mod circuits;
pub mod clauses;
pub mod judge;
pub mod options;
pub mod programs;
pub mod structures;
pub mod systems;
pub mod terms;

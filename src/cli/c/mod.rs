//! Commands and files about C programs, which a build without C leaves out.

pub mod programs;
pub mod run;
pub mod scan;
pub mod witnesses;

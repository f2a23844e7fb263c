//! Transition systems over terms, from their files to their evidence.

mod btor2;
mod evidence;
mod vmt;

// Of the support that the test programs share, the part that this one uses.
#[path = "../support/paths.rs"]
mod paths;

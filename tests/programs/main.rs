//! Programs: guarded commands and control-flow automata.

mod blocks;
mod bounded;
mod encode;
mod ending;
mod engines;
mod evidence;
mod explicit;
mod gcl;
mod guess;
mod horn;
mod ic3cfa;
mod lemmas;
mod reduce;
mod steps;
mod text;

// Of the support that the test programs share, the part that this one uses.
#[path = "../support/cases.rs"]
mod cases;
#[path = "../support/counts.rs"]
mod counts;
#[path = "../support/random_command.rs"]
mod random_command;
#[path = "../support/random_term.rs"]
mod random_term;
#[path = "../support/told.rs"]
mod told;

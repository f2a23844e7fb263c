//! Constrained Horn clauses: reading, encodings, evidence, reductions, verdicts.

mod encode;
mod engines;
mod evidence;
mod examples;
mod hostile;
mod products;
mod read;
mod reduce;
mod verdicts;

// Of the support that the test programs share, the part that this one uses.
#[allow(dead_code)]
#[path = "../support/cases.rs"]
mod cases;
#[path = "../support/counts.rs"]
mod counts;
#[path = "../support/damage.rs"]
mod damage;
#[path = "../support/paths.rs"]
mod paths;
#[allow(dead_code)]
#[path = "../support/random_command.rs"]
mod random_command;
#[path = "../support/random_horn.rs"]
mod random_horn;
#[allow(dead_code)]
#[path = "../support/random_system.rs"]
mod random_system;
#[path = "../support/random_term.rs"]
mod random_term;

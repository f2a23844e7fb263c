//! Constrained Horn clauses: reading, encodings, evidence, reductions, verdicts.

mod catamorphisms;
mod chains;
mod engines;
mod evidence;
mod examples;
mod hostile;
mod integers;
mod lemmas;
mod open;
mod products;
mod read;
mod reduce;
mod steps;
mod structures;
mod verdicts;

// Of the support that the test programs share, the part that this one uses.
#[path = "../support/cases.rs"]
mod cases;
#[path = "../support/counts.rs"]
mod counts;
#[path = "../support/damage.rs"]
mod damage;
#[path = "../support/paths.rs"]
mod paths;
#[path = "../support/random_horn.rs"]
mod random_horn;
#[path = "../support/random_structures.rs"]
mod random_structures;
#[path = "../support/random_term.rs"]
mod random_term;
#[path = "../support/told.rs"]
mod told;

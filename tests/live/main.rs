//! Liveness: justice properties and fairness, from files to evidence, against a search through all states.

mod evidence;
mod fixtures;
mod forms;
mod numbers;
mod oracle;
mod random;
mod systems;
mod witness_circuits;

// Of the support that the test programs share, the part that this one uses.
#[path = "../support/cases.rs"]
mod cases;
#[path = "../support/counts.rs"]
mod counts;
#[path = "../support/paths.rs"]
mod paths;
#[path = "../support/random_circuit.rs"]
mod random_circuit;
#[path = "../support/oracle.rs"]
#[allow(dead_code)]
mod states;

//! Circuits, from their files by way of reductions and engines to their evidence.

mod aiger;
mod car;
mod conformance;
#[cfg(feature = "c")]
mod door;
mod evidence;
mod generalisation;
mod graphs;
mod hardware;
mod interface;
mod later;
mod lemmas;
mod limits;
mod lineup;
mod malformed;
mod model;
mod reduce;
mod resets;
mod shortest;
mod small_ic3;
mod stable;
mod takes;
mod together;
#[cfg(not(feature = "c"))]
mod without_c;

// Of the support that the test programs share, the part that this one uses.
#[path = "../support/cases.rs"]
mod cases;
#[path = "../support/counts.rs"]
mod counts;
#[path = "../support/damage.rs"]
mod damage;
#[path = "../support/fixtures.rs"]
mod fixtures;
#[path = "../support/options.rs"]
mod options;
#[path = "../support/oracle.rs"]
mod oracle;
#[path = "../support/paths.rs"]
mod paths;
#[path = "../support/random_circuit.rs"]
mod random_circuit;

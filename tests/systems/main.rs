//! Transition systems over terms, from their files to their evidence.

mod btor2;
mod btor2_resets;
mod conformance;
mod encode;
mod engines;
mod evidence;
mod evidence_files;
mod forged_meanings;
mod forged_values;
mod functional;
mod horn;
mod horn_evidence;
mod houdini;
mod ic3_smt;
mod itp;
mod lemmas;
mod malformed;
mod memories;
mod reduce;
mod replaced;
mod structures;
mod vmt;
mod witness_circuits;

// Of the support that the test programs share, the part that this one uses.
#[path = "../support/cases.rs"]
mod cases;
#[path = "../support/counts.rs"]
mod counts;
#[path = "../support/damage.rs"]
mod damage;
#[path = "../support/options.rs"]
mod options;
#[allow(dead_code)]
#[path = "../support/oracle.rs"]
mod oracle;
#[path = "../support/paths.rs"]
mod paths;
#[path = "../support/random_circuit.rs"]
mod random_circuit;
#[path = "../support/random_mixed.rs"]
mod random_mixed;
#[path = "../support/random_structures.rs"]
mod random_structures;
#[path = "../support/random_system.rs"]
mod random_system;
#[path = "../support/random_term.rs"]
mod random_term;

//! The targets, by name.

mod evidence;
pub mod fixed;
mod floats;
mod proofs;
mod readers;

use crate::api;
use crate::models::{c, circuits, clauses, programs, systems};

/// A function over bytes that panics if something is wrong.
pub type Target = fn(&[u8]);

/// All targets. Each has a file in `fuzz_targets/` and a folder in `corpus/`.
pub const TARGETS: &[(&str, Target)] = &[
    ("read_dimacs", readers::dimacs),
    ("read_aiger", readers::aiger),
    ("read_btor2", readers::btor2),
    ("read_vmt", readers::vmt),
    ("read_cfa", readers::cfa),
    ("read_horn", readers::horn),
    ("read_c", readers::c),
    ("run_smtlib", readers::smtlib),
    ("evidence_circuit", evidence::circuits),
    ("evidence_system", evidence::systems),
    ("evidence_program", evidence::programs),
    ("evidence_horn", evidence::clauses),
    ("evidence_c", evidence::c),
    ("evidence_yaml", evidence::yaml),
    ("lemmas", evidence::lemmas),
    ("proof_drat", proofs::drat),
    ("proof_lrat", proofs::lrat),
    ("verify_circuit", circuits::target),
    ("verify_words", systems::words),
    ("verify_numbers", systems::numbers),
    ("verify_program", programs::words),
    ("verify_program_numbers", programs::numbers),
    ("verify_horn", clauses::words),
    ("verify_horn_numbers", clauses::numbers),
    ("verify_c", c::target),
    ("float_values", floats::target),
    ("api_sat", api::sat::target),
    ("api_smt", api::smt::target),
    ("api_verifier", api::verifier::target),
];

/// The target of this name.
pub fn target(name: &str) -> Option<Target> {
    TARGETS.iter().find(|(known, _)| *known == name).map(|&(_, target)| target)
}

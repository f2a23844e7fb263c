//! Tutorials: essays whose code runs as tests.
//!
//! A reader who knows logic, but no model checker, begins at the top. Each tutorial stands alone, takes a quarter of an
//! hour, and ends with things to try. The text that it prints is asserted, so a tutorial that is out of date fails.
//!
//! | | | to learn |
//! | --- | --- | --- |
//! | 1 | [`t01_ic3_by_hand`] | frames, obligations, lemmas and the fixpoint, on ten states |
//! | 2 | [`t02_proof_by_hand`] | the lines of a proof of unsatisfiability |
//! | 3 | [`t03_theory_of_differences`] | how a theory and a SAT solver work together |
//! | 4 | [`t04_interpolants`] | the formula between two formulas, and its use |
//! | 5 | [`t05_forms_of_a_program`] | C, automaton, system, circuit and Horn clauses |
//! | 6 | [`t06_own_system`] | IC3's questions, and how to answer them for another kind of system |
//! | 7 | [`t07_two_loops`] | frames of each location, trees of paths, and where both fail |
//! | 8 | [`t08_recursion`] | Horn clauses, and summaries of functions |
//! | 9 | [`t09_forged_certificates`] | the three conditions of a proof, each by its violation |
//! | 10 | [`t10_which_engine`] | the choice of an engine, with measurements |
//! | 11 | [`pseudo_code`] | the papers' algorithms line by line, and what had to change |
//!
//! # The house
//!
//! The crate has floors. A module imports from its own floor and from those below, and a test sees to that. So the
//! floors can be read from the ground up, or from the roof down as far as one cares:
#![doc = include_str!("pictures/house.svg")]
//!
//! # The family
//!
//! Most engines are children of IC3. A line leads from an idea to an engine that builds on it, with the papers and
//! their years:
#![doc = include_str!("pictures/family.svg")]

pub mod pseudo_code;
pub mod t01_ic3_by_hand;
pub mod t02_proof_by_hand;
pub mod t03_theory_of_differences;
pub mod t04_interpolants;
pub mod t05_forms_of_a_program;
pub mod t06_own_system;
pub mod t07_two_loops;
pub mod t08_recursion;
pub mod t09_forged_certificates;
pub mod t10_which_engine;

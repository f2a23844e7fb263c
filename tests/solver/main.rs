//! The solvers for formulas, with their terms, proofs and interpolants, and the readers of formulas.

mod addition;
mod alethe;
mod arrays_and_datatypes;
mod choices;
mod collect;
mod dimacs;
mod equalities;
mod few_values;
mod floats;
mod functions;
mod interface;
mod interpolation;
mod interpolator;
mod models;
mod normal_form;
mod notation;
mod optimise;
mod projection;
mod proof;
mod proof_mutants;
mod propagators;
mod refutations;
mod sat;
mod sat_domain;
mod sat_theory;
mod script;
mod smt;
mod smt_queries;
mod smtlib;
mod smtlib_sorts;
mod structures;
mod term_propagators;
mod term_refusals;
mod terms;
mod values;
mod wide;

// Of the support that the test programs share, the part that this one uses.
#[path = "../support/cases.rs"]
mod cases;
#[path = "../support/cnf.rs"]
mod cnf;
#[path = "../support/counts.rs"]
mod counts;
#[path = "../support/paths.rs"]
mod paths;
#[path = "../support/reals.rs"]
mod reals;
#[path = "../support/refuter.rs"]
mod refuter;
#[path = "../support/watch.rs"]
mod watch;
#[path = "../support/world.rs"]
mod world;

//! Satisfiability of formulas over numbers, bit-vectors, functions, arrays and datatypes: CDCL(T).
//!
//! [`Solver`] joins parts that do not know each other. The *encoder* turns terms into clauses, bits and bounds. The SAT
//! core ([`crate::solver::sat`]) searches for truth values. The *arithmetic* adapter, one of the core's
//! [theories](crate::solver::sat::Theory), passes bounds whose literals became true to the simplex solver, hands its
//! conflicts and consequences back, and turns branches on integers into clauses (Nieuwenhuis, Oliveras, Tinelli,
//! "Solving SAT and SAT Modulo Theories", JACM 2006; Dutertre and de Moura, CAV 2006). Bit-vectors need no theory:
//! they are clauses; those of products of wide words are made when facts about these do not suffice (`wide`).
//! Functions, arrays and datatypes are nodes of an e-graph, a second theory (`equality.rs`); what it does not know of
//! them, and what the theories have to agree on, is added when a model violates it (`combine`).
//!
//! Before a check encodes the assertions made since the last one, *definitions* among them, `x = t`, are used on the
//! rest.
//!
//! Everything is incremental. A scope ([`Solver::push`]) takes back the clauses, literals and columns made in it.
//! Assumptions are any formulas, and learnt clauses stay as long as they hold. A model is read back from all
//! parts and is complete: it gives every constant a value. It is evaluated on all assertions before it is handed out.

mod answer;
mod arith;
mod combine;
mod common;
mod context;
mod cores;
mod definitions;
mod dual_rail;
mod effort;
mod encode;
mod entailed;
mod equality;
mod farkas;
mod gate_table;
mod gates;
mod implicant;
mod interpolate;
mod join_bits;
mod justify;
mod meaning;
mod model;
mod normal_form;
mod options;
mod products;
mod project;
pub mod proof;
mod solver;
mod theories;
mod tidy;
mod watched;
mod wide;

pub use answer::{Answer, UnknownReason};
pub use dual_rail::reduce_by_rails;
pub use farkas::FarkasChoice;
pub use implicant::{implicant, reduce as reduce_implicant};
pub use interpolate::{
    check as check_interpolants, check_tree as check_tree_interpolants, interpolants, tree_interpolants,
    InterpolationOptions, Interpolator, NoInterpolant, Strength,
};
pub use normal_form::{cnf, dnf, split_equalities};
pub use options::SmtOptions;
pub use products::IrrationalModel;
pub use project::{eliminate, project, project_cube, project_literals, Projections};
pub use solver::Solver;
pub use tidy::tidy;
pub use watched::{Claim, SharedPropagator, TermPropagator};

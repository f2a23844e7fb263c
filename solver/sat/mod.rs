//! The SAT solver: conflict-driven clause learning (CDCL), incremental, with theories, scopes, cores and proofs.
//!
//! CDCL (Marques-Silva and Sakallah, "GRASP: a search algorithm for propositional satisfiability", IEEE Transactions on
//! Computers 1999) gives values to variables one after the other: it *decides* a value, *propagates* all values that
//! clauses then force, and at a conflict *learns* a clause that rules out its cause, goes back, and continues. A
//! decision and its consequences form a *level*; level 0 holds the literals that are true for good. The solver stops
//! with a full assignment, which is a model, or with a conflict that no decision is to blame for.
//!
//! # States
//!
//! A solver is changed and asked in any order. An answer is valid until the next change:
//!
//! | after | may be read | gone with |
//! | --- | --- | --- |
//! | a change, or none yet | [`Solver::fixed_value`] | |
//! | [`Answer::Sat`] | [`Solver::value`], after a domain query of [`Solver::domain_vars`] only | the next change |
//! | [`Answer::Unsat`] | [`Solver::core`] | the next change |
//! | [`Answer::Unknown`] | [`Solver::fixed_value`] | |
//!
//! Changes are clauses, variables, scopes, frozen variables, simplification, and the next solve call. They are allowed
//! in every state. After [`Answer::Unknown`] the same call may be repeated with a larger budget; clauses learnt so far
//! stay. Once [`Solver::is_consistent`] is false the clauses contradict each other without any assumption, and every
//! later solve call answers [`Answer::Unsat`] with an empty core.
//!
//! # Techniques, and an order in which to read them
//!
//! First the search itself:
//!
//! 1. `state.rs`, `database.rs`, `arena.rs` and `lists.rs`: the data. Clauses are runs of words in one vector (as in
//!    MiniSat; Eén and Sörensson, SAT 2003), variables and literals are indices.
//! 2. `propagate.rs`: two watched literals with blockers (Moskewicz et al., "Chaff: engineering an efficient SAT
//!    solver", DAC 2001); calls of the theory.
//! 3. `analyze.rs`: learning at the first unique implication point (Zhang et al., ICCAD 2001), minimisation (Sörensson
//!    and Biere, SAT 2009), cores of assumptions.
//! 4. `decide.rs`: scores (VSIDS, of Chaff too) and the move-to-front queue (Biere and Fröhlich, SAT 2015).
//! 5. `search.rs`: the loop that joins them, with all assumptions on level 1.
//! 6. `restart.rs` and `pace.rs`: restarts by glue (Audemard and Simon, CP 2012) or by the Luby sequence, stable and
//!    focused mode, target phases and rephasing (Biere and Fleury 2020).
//! 7. `reduce.rs`: learnt clauses are forgotten by tiers of glue (Oh, SAT 2015); level 0 is tidied.
//!
//! Then simplification between restarts, in the folder `simplify`, one technique per file. Its `mod.rs` lists them.
//!
//! Last, uses of the solver: `solver.rs` and `clauses.rs` the interface and the way of a clause into the database,
//! `scope.rs` push and pop, `temporary.rs` clauses for one call, `restrict.rs` queries restricted to a cone of a
//! circuit (rIC3, CAV 2025), `shared.rs` clauses in common to many solvers, `theory.rs` the trait [`Theory`] (DPLL(T);
//! Nieuwenhuis, Oliveras, Tinelli, JACM 2006), `tracer.rs` and `trace.rs` proofs.
//!
//! [`SatOptions`] switches techniques off one by one.

mod analyze;
mod answer;
mod arena;
mod clauses;
mod database;
mod decide;
mod domain;
mod lists;
mod options;
mod pace;
mod propagate;
mod reduce;
mod restart;
mod restrict;
mod scope;
mod search;
mod shared;
mod simplify;
mod solver;
mod state;
mod temporary;
mod theory;
mod trace;
mod tracer;

pub use answer::Answer;
pub use domain::Definitions;
pub use options::{Restarts, SatOptions, SatStatistics};
pub use shared::SharedClauses;
pub use solver::Solver;
pub use theory::{Check, Choice, NoTheory, Open, Theory, TheoryOutput};

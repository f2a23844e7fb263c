//! Simplification: rounds of passes over the clauses at level 0, between restarts of the search.
//!
//! Simplification replaces the clauses by fewer or shorter ones with the same answers to all later calls. The search
//! of `solver/sat` runs without it; a round only makes the search cheaper. Techniques of preprocessors that run again
//! and again during the search are called *inprocessing* (Järvisalo, Heule, Biere, "Inprocessing rules", IJCAR 2012).
//!
//! | file | technique | paper |
//! | --- | --- | --- |
//! | `inprocess.rs` | the schedule: which pass is due, in which order, with which share of the work | IJCAR 2012 |
//! | `gates.rs` | the gates behind the clauses | Ostrowski et al., CP 2002 |
//! | `congruence.rs` | equal gates have equal outputs | Biere et al., SAT 2024 |
//! | `sweep.rs` | equal and constant literals in small parts of the formula | Biere et al., FMCAD 2024 |
//! | `equivalent.rs` | one literal takes the place of all that are equal to it | Aspvall, Plass, Tarjan 1979 |
//! | `probe.rs` | failed literals | Freeman 1995; Lynce and Marques-Silva, ICTAI 2003 |
//! | `vivify.rs` | shorter clauses by propagation: vivification | Piette et al., ECAI 2008; Li et al., AIJ 2020 |
//! | `subsume.rs` | subsumption, and strengthening by self-subsumption | Eén and Biere, SAT 2005 |
//! | `eliminate.rs` | bounded variable elimination | Eén and Biere, SAT 2005 |
//! | `eliminated.rs`, `extend.rs` | the way back from elimination | Järvisalo, Biere, SAT 2010; Fazekas et al. 2019 |
//! | `addition.rs` | bounded variable addition | Manthey, Heule, Biere, HVC 2012 |
//! | `walk.rs` | local search for phases, called at a rephasing | Balint and Schöning, SAT 2012 |
//! | `effort.rs` | bounds on the work of a pass, and what a pass remembers for its next round | |
//!
//! A round goes through the table from `gates.rs` to `addition.rs`, with vivification of the original clauses at its
//! end. Each essay gives the full titles, the invariants of the pass and the parts of the paper that are left out.
//!
//! Left out as a whole: blocked and covered clauses, ternary resolution, hyper-binary resolution, and transitive
//! reduction of the binary clauses.

mod addition;
mod congruence;
mod effort;
mod eliminate;
mod eliminated;
mod equivalent;
mod extend;
mod gates;
mod inprocess;
mod probe;
mod subsume;
mod sweep;
mod vivify;
mod walk;

pub(in crate::solver::sat) use effort::{Effort, Memory};
pub(in crate::solver::sat) use eliminated::Eliminated;

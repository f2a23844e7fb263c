//! Evidence for verdicts on programs: checks, and the texts in which files have it.
//!
//! [`check_path`] runs a path's commands on the original automaton, without a solver. [`check_invariant`] proves an
//! invariant edge by edge: a fresh solver refutes that some run of an edge's command leads from the formula of its
//! source out of that of its target. The precondition of the command says so
//! ([`wep`](crate::model::gcl::Commands::wep)), so that the functions by which engines see commands need not be
//! believed. [`no_way_out`] does that for formulas of some locations. [`check_bounded`] carries the automaton out on
//! terms until no run goes on. [`check_ranking`] and [`check_endless`] are about the ends of runs.

mod bounded;
mod check;
mod counters;
mod cover;
mod cuts;
mod ending;
mod ending_text;
mod lemmas;
pub(crate) mod locations;
mod path_text;
mod read;
mod text;
mod visits;

pub use bounded::{check_bounded, write_bounded};
pub use check::{check_invariant, check_path, check_path_within};
pub use cover::{cover, CoverOptions, Coverage, PathEnd};
pub use cuts::{no_way_out, Annotation};
pub use ending::{check_endless, check_ranking, endless_prefix};
pub(super) use ending_text::read_ranking;
pub use ending_text::{write_endless, write_ranking};
pub use lemmas::{try_lemmas, Lemmas, Piece};
pub use read::{check, Evidence};
pub use text::{write_invariant, write_path};

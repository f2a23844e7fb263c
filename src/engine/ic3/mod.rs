//! IC3, also called property-directed reachability: incremental construction of inductive clauses.
//!
//! To prove that a bad state is never reached, IC3 (Bradley, VMCAI 2011) keeps *frames* `F_0, F_1, …, F_k`. Frame `F_i`
//! is a set of clauses that holds in all states reachable in at most `i` steps. The states of a frame and their
//! successors are contained in the next frame. IC3 looks for a state of `F_k` that is bad, and tries to show it
//! unreachable by *blocking* it: a clause that excludes it and is inductive relative to the frame before. Where that
//! fails a predecessor is found, which has to be blocked first, one frame lower. A chain that meets an initial state is
//! a counterexample. When `F_k` has no bad state left, the next frame is opened and clauses are *propagated* to it; two
//! equal frames are an inductive invariant. No transition relation is ever unrolled.
//!
//! This is the algorithm of ch. 3 of T. Lange, "IC3 Software Model Checking" (2018), below called Lange 2018, in the
//! form of Eén, Mishchenko and Brayton (FMCAD 2011), with the later techniques named in [`SearchOptions`].
//!
//! The algorithm and the transition system are apart. [`Search`] is the algorithm; it knows states only as [`Cube`]s
//! and puts its questions to a [`Steps`]. [`circuit`] answers them for circuits. A transition system of another kind
//! gets IC3 by an implementation of [`Steps`]. One phase a file: `search` (the main loop), `block` (obligations),
//! `generalise` and `minimise` (blocked cubes grow), `propagate` (lemmas move up), `quip` (may-obligations),
//! `frames`, `obligation` and `activity` (the data). Engines whose models have several places, locations or predicates,
//! share the data, and `places` (propagation at all of them).
//!
//! Invariants. A lemma excludes no initial state. Frames do not contain the property: they over-approximate
//! reachability for every property, and so the lemmas of one property serve the next. Every state of an
//! obligation's cube steps into its successor's cube.
//!
//! Limits, most important first: a frame has clauses only, so an invariant that needs many clauses where one formula
//! over sums or products would do is out of reach. The search is guided by single states: a counterexample of `d` steps
//! may be found before frame `d` is open, but deep ones are reached sooner by bounded model checking. Obligations are
//! not kept from one property to the next.
//!
//! The words are those of the [glossary](crate::glossary).

mod activity;
mod atoms;
mod bandit;
mod block;
pub mod circuit;
mod ctg_record;
mod cube;
mod frames;
mod generalise;
mod minimise;
mod obligation;
mod options;
mod places;
mod propagate;
mod quip;
mod search;
mod steps;
pub(in crate::engine) mod system;
mod tally;

pub use activity::Activity;
pub(in crate::engine) use atoms::Atoms;
pub(in crate::engine) use ctg_record::CtgRecord;
pub use cube::Cube;
pub(in crate::engine) use frames::Frames;
pub use frames::LemmaId;
pub use minimise::{drop_halves, drop_literals};
pub use obligation::ObligationOrder;
pub(in crate::engine) use obligation::{Obligation, ObligationId, Obligations, Return};
pub use options::{Generalisation, Propagation, SearchOptions};
pub(in crate::engine) use places::Places;
pub use search::Search;
pub use steps::{Chain, End, Steps, Target};
pub(in crate::engine) use tally::with_queries;
pub use tally::{Purpose, SearchStatistics, Spent};

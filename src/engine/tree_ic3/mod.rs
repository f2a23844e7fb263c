//! Tree-IC3: IC3 on a tree of paths through a program (Cimatti and Griggio, "Software Model Checking via IC3", CAV
//! 2012, §4 and §5).
//!
//! The automaton is unwound into a tree, depth first. Each node has a location and a set of formulas that contain all
//! states in which runs along its path come there; the formulas of a node contain the image of those of its parent.
//! When the tree reaches the error location, its path is *refuted*: either it has a run, which is a counterexample,
//! or the nodes get formulas until one of them is false, and everything below that one is dropped.
//!
//! * *Refutation by blocking* is IC3's, on one path: a cube of states with a run to the error is blocked by a clause
//!   of its node, or has a predecessor in the node before. Each node has a transition relation of its own here, that
//!   of its edge, so that a clause is never inductive relative to itself. *By interpolants* one question about the
//!   whole path gives formulas for all its nodes (lazy abstraction with interpolants, McMillan, CAV 2006); these can be
//!   taken apart into clauses (the hybrid of §5), as long as their normal form is small. *Over predicates* a cube
//!   is the truth of the predicates of its location, and interpolants only bring new ones (implicit abstraction).
//! * *Propagation*: formulas of a node that hold after its edge are formulas of its child.
//! * *Covering*: a node whose formulas imply those of an older node at its location needs no successors.
//! * *Strengthening* makes covering likely: at the end of a path that leads from a location back to it, the formulas
//!   that the location had before are tried, one by one. Formulas that still hold there are added, and the nodes in
//!   between get formulas that say why.
//!
//! When no open leaf is left, the disjunction of the formulas of open nodes is an invariant, location by location.
//!
//! A tree grows with the number of paths, so the automaton should consist of large blocks
//! ([`large_blocks`](crate::model::reduce::program::large_blocks)).
//!
//! The printed algorithms leave some steps to the reader, which are spelled out here: a path begins with the formulas
//! of its first node; strengthening asks about the path with the formulas of all its nodes; and a node that becomes
//! covered uncovers what it and its descendants covered.
//!
//! Limits, most important first: the tree grows with the number of paths, and with the turns of a loop, unless covering
//! succeeds; nothing joins paths but the large blocks. Clauses of one path are tried on another one only by
//! strengthening. An interpolant whose clauses would be too many is replaced by a fallback ([`TreeIc3Options`]), which
//! is weaker. Procedures have to be inlined before.
//!
//! The words are those of the [glossary](crate::glossary).

mod block;
mod narrate;
mod options;
mod predicates;
mod search;
mod strengthen;
mod tree;

pub use options::{Beyond, Refutation, Strengthening, TreeIc3Options};
pub use search::{TreeIc3, TreeStatistics};

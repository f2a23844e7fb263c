//! Equality with uninterpreted functions: congruence closure.
//!
//! After Nieuwenhuis and Oliveras, "Fast congruence closure and extensions" (Information and Computation 2007). An
//! [`EGraph`] has *nodes*: constants, and applications of function symbols to nodes. Nodes that are known to be equal
//! form a *class*, with one of them as its root. Classes merge because the caller says so ([`EGraph::merge`]), or
//! because of congruence: two applications of one function whose arguments are equal in pairs are equal. For example,
//! of `f(a)` and `f(b)` the second kind of merge follows from `a = b`.
//!
//! A table finds congruent applications: its key is the *signature* of an application, the function and the roots of
//! its arguments. When a class is merged into a larger one, the signatures of its uses change, and a use that meets
//! another application in the table is congruent to it.
//!
//! Why two nodes are equal is read off the *proof forest*: each merge adds an edge between the two nodes that it was
//! about, with the caller's tag or the remark that they are congruent. The path between two nodes of a class explains
//! their equality ([`EGraph::explain_equal`]); a congruent edge leaves the equalities of the arguments to be explained.
//! Only edges that were there when the two became equal are on the path, since edges never make a second way between
//! nodes of one class.
//!
//! Disequalities are kept with the classes of both sides ([`EGraph::separate`]), and some nodes are *values*, which
//! differ pairwise ([`EGraph::new_value`]). Pairs of nodes that the caller watches ([`EGraph::watch`]) are reported
//! when they become equal or different ([`Implied`]).
//!
//! Everything is undone by levels. A node may be made at any level and outlives it: after [`EGraph::pop`] it is linked
//! anew among the classes that are left, and [`EGraph::propagate`] finds what follows there.
//!
//! Invariants, asserted in debug builds: the root of a node is a root, the table holds one application for each
//! signature that occurs, and no two classes with a disequality between them are one.
//!
//! | file | content |
//! | --- | --- |
//! | `id.rs` | numbers of nodes, functions, pairs, and the caller's tags |
//! | `lists.rs` | lists that are joined in one step, and taken apart again |
//! | `signatures.rs` | the table of applications |
//! | `state.rs` | the data |
//! | `merge.rs` | nodes, levels, merging |
//! | `separate.rs` | disequalities, values, watched pairs |
//! | `explain.rs` | the proof forest |
//!
//! Left out: applications of symbols that are associative or commutative, quantifiers and patterns, and the search for
//! a smallest explanation, which is NP-hard.

mod explain;
mod id;
mod lists;
mod merge;
mod separate;
mod signatures;
mod state;

pub use id::{FunctionId, NodeId, PairId, Tag};
pub use state::{Conflict, EGraph, Implied};

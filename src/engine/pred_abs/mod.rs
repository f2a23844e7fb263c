//! Lazy predicate abstraction with interpolants (Henzinger, Jhala, Majumdar, Sutre, "Lazy Abstraction", POPL 2002;
//! Henzinger, Jhala, Majumdar, McMillan, "Abstractions from Proofs", POPL 2004), over large blocks (Beyer, Cimatti,
//! Griggio, Keremoglu, Sebastiani, FMCAD 2009). In the experiments of Cimatti and Griggio ("Software Model Checking via
//! IC3", CAV 2012, §6.2) this is the algorithm of KRATOS.
//!
//! The automaton is unwound into a tree, depth first. Each location has *predicates*. A node has an *abstract state*, a
//! Boolean combination of predicates of its location. It contains all states to which the node's edge leads from the
//! abstract state of the parent. The interpolants of other engines become states; here they only say which predicates
//! matter, and the abstract states are computed.
//!
//! * *Abstraction* is Boolean or Cartesian. The Boolean one is the strongest combination: the solver of the edge lists
//!   all combinations of truths that the predicates have behind the edge. Their number may be exponential, so beyond a
//!   limit the Cartesian one takes its place: the conjunction of all predicates and negated predicates that hold behind
//!   the edge.
//! * *Covering*: a node whose abstract state implies that of an expanded node at its location needs no successors.
//! * *Refinement*: when the tree reaches the error, one question about the path tells whether it has a run, which is a
//!   counterexample. If not, the atoms of the interpolants between its edges become predicates of their locations. The
//!   first node of the path that lacks one of its own is made anew, and what is below it is dropped. Other nodes at
//!   these locations keep their abstract states until a path through them needs more, which is the *lazy* part.
//!
//! Why a path is refuted once only: let `I₁ … Iₙ` be its interpolants, `Iₙ` false. The image of `Iᵢ` is within `Iᵢ₊₁`,
//! a Boolean combination of predicates, so an abstract state within `Iᵢ` has an abstract image within `Iᵢ₊₁`. For the
//! Cartesian abstraction the conjuncts of interpolants are predicates, too, and the argument is the same, conjunct by
//! conjunct. So a later tree has no such path with an abstract state at its end. Where there are no interpolants, the
//! atoms of the weakest preconditions of the error along the path take their place, which need not suffice: then no
//! node lacks a predicate, and the search gives up.
//!
//! When no open leaf is left, the disjunction of the abstract states of expanded nodes is an invariant, location by
//! location: the image of an expanded node along each edge is empty, or within the state of a child, which is expanded
//! or covered by an expanded node.
//!
//! Limits, most important first: the Boolean abstraction enumerates combinations of truths, up to a limit
//! ([`PredAbsOptions`]); beyond it the Cartesian one loses disjunctions. Predicates of a location are never removed. An
//! inductive relation that no interpolant mentions makes the tree unroll a loop turn by turn. The tree is made depth
//! first, so a counterexample need not be a shortest one.
//!
//! The words are those of the [glossary](crate::glossary).

mod images;
mod options;
mod refine;
mod search;
mod tree;

pub use options::{Abstraction, PredAbsOptions};
pub use search::{PredAbs, PredAbsStatistics};

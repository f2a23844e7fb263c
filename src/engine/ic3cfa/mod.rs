//! IC3CFA: IC3 with frames for each location of a program (Lange, Neuhäußer, Noll, "IC3 Software Model Checking on
//! Control Flow Automata", FMCAD 2015; ch. 4 of T. Lange, "IC3 Software Model Checking", 2018, below called Lange
//! 2018).
//!
//! Frame `i` of a location holds all states in which runs come there along at most `i` edges. A *lemma* is a clause of
//! a frame; the cube that it excludes is *blocked*. The search asks whether the error location has a state in the last
//! frame, and each question is about one edge: does it lead from the frame before, at its source, into a cube at its
//! target? If so, a cube of predecessors is an *obligation* there. If no edge into the location does, a part of the
//! cube is blocked. When the frames `i` and `i + 1` are equal at all locations, they are an invariant, location by
//! location.
//!
//! The control flow never appears in a formula, so the questions are small, and lemmas of a location cost nothing
//! elsewhere. A question sees an edge as a function, its weakest existential precondition, and knows no next state.
//!
//! Invariants of the search. The initial location has all states in each frame, so an obligation there is a
//! counterexample. The edges lead from frame `i` into frame `i + 1`. From each state of an obligation's cube a run goes
//! through the cubes of its successors to the error.
//!
//! Several steps of the printed algorithms are corrected here: a cube is blocked only if all edges allow it; inputs are
//! projected away only when an obligation is made; and along an edge from a location to itself a question may leave out
//! states of the very cube that will be blocked.
//!
//! The search need not come to an end over integers and reals.
//!
//! Limits, most important first: preimages are syntactic, by weakest preconditions, so cubes grow over long blocks and
//! a loop over numbers is unrolled bound by bound where no generalisation by interpolants applies ([`Ic3CfaOptions`]).
//! Procedures have to be inlined. A search with many locations asks many small questions, one per edge and frame. Parts
//! of cubes are remembered up to a fixed number.
//!
//! Three techniques of Lange 2018 are left out, since they did not pay: literals that all edges assume are not dropped
//! (Theorem 4.4), answers to questions are not remembered (§5.1.3), and lemmas are not copied along edges to other
//! locations (§4.4).
//!
//! The words are those of the [glossary](crate::glossary).

mod ask;
mod block;
mod candidates;
mod contexts;
mod ctg;
mod edge_wise;
mod generalise;
mod generations;
mod interpolate;
mod known;
mod narrate;
mod options;
mod presets;
mod propagate;
mod search;
mod space;
mod split;
mod ways;

pub use options::{Dropping, EdgeApproach, Ic3CfaOptions, Interpolation, WayBack};
pub use search::{Ic3Cfa, Ic3CfaStatistics};
pub use split::WordSplit;

//! Engines over constrained Horn clauses, and proofs of single facts that they may assume.
//!
//! | module | algorithm |
//! | --- | --- |
//! | `spacer` | IC3 for clauses: Spacer, and GPDR with other options |
//! | `unwind` | clauses without recursion, and recursive ones up to a depth, as a tree of their derivations |
//! | `guesses` | facts about arguments that samples of derivations satisfy |
//! | `hulls` | facts about arguments by abstract interpretation |
//! | `houdini` | which facts of a set hold together |
//!
//! All of them see the clauses by their heads (`rules`).

mod guesses;
mod houdini;
mod hulls;
mod rules;
mod spacer;
mod unwind;

pub use guesses::guess;
pub use houdini::Houdini;
pub use hulls::hulls;
pub use spacer::{HornLemmas, ModelCube, Spacer, SpacerOptions, SpacerStatistics};
pub use unwind::{Unwind, UnwindOptions};

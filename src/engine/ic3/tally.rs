//! The work of a search by what it was done for.

/// The purpose of a question that a search asks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Purpose {
    /// Whether a cube has a predecessor in the frame before.
    Consecution,
    /// A cube of predecessors.
    Lifting,
    /// A larger cube that is blocked, too; with all that counterexamples to generalisation need.
    Generalisation,
    /// Lemmas in higher frames.
    Pushing,
    /// A run through a chain of cubes, and the predicates that exclude the chain if there is none.
    Refinement,
}

impl Purpose {
    /// All of them, in the order of their declaration.
    pub const ALL: [Purpose; 5] = [
        Purpose::Consecution,
        Purpose::Lifting,
        Purpose::Generalisation,
        Purpose::Pushing,
        Purpose::Refinement,
    ];
}

/// The effort for one purpose.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Spent {
    /// Questions asked.
    pub queries: u64,
    /// Units of work, as the [`Budget`](crate::base::Budget) counts them.
    pub work: u64,
}

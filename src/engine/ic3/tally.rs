//! The work of a search by what it was done for, and the counters of a search by name.

use crate::engine::common::prover::Counters;

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

/// The counters of a search. They only grow.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SearchStatistics {
    /// Obligations handled, each return counted.
    pub obligations: u64,
    /// Lemmas learnt.
    pub lemmas: u64,
    /// Counterexamples to generalisation blocked.
    pub ctgs: u64,
    /// Attempts to push a lemma.
    pub pushes: u64,
    /// Successful ones.
    pub pushed: u64,
    /// Lemmas moved to the infinity frame.
    pub infinite: u64,
    /// Lemmas found to exclude a reachable state.
    pub bad_lemmas: u64,
    /// The highest frame opened.
    pub frames: u64,
    /// By [`Purpose`]: the effort.
    pub spent: [Spent; Purpose::ALL.len()],
}

/// The counters of the effort for each purpose.
const EFFORT: [(Purpose, &str, &str); Purpose::ALL.len()] = [
    (Purpose::Consecution, "queries for consecution", "work for consecution"),
    (Purpose::Lifting, "queries for lifting", "work for lifting"),
    (Purpose::Generalisation, "queries for generalisation", "work for generalisation"),
    (Purpose::Pushing, "queries for pushing", "work for pushing"),
    (Purpose::Refinement, "queries for refinement", "work for refinement"),
];

impl SearchStatistics {
    /// The counters, by name.
    pub(in crate::engine) fn counters(&self) -> Counters {
        let mut list = vec![
            ("frames", self.frames),
            ("obligations", self.obligations),
            ("lemmas", self.lemmas),
            ("counterexamples to generalisation", self.ctgs),
            ("pushes tried", self.pushes),
            ("pushes that worked", self.pushed),
            ("lemmas moved to the infinity frame", self.infinite),
            ("lemmas found bad", self.bad_lemmas),
        ];
        for (purpose, queries, work) in EFFORT {
            let spent = self.spent[purpose as usize];
            list.extend([(queries, spent.queries), (work, spent.work)]);
        }
        list
    }
}

/// The counters of a search behind the number of its queries.
pub(in crate::engine) fn with_queries((search, queries): (SearchStatistics, u64)) -> Counters {
    let mut list = vec![("queries", queries)];
    list.extend(search.counters());
    list
}

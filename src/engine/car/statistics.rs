//! The counters of CAR.

use crate::engine::common::prover::Counters;

/// The counters of a run. They only grow.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CarStatistics {
    /// Levels done.
    pub levels: u64,
    /// Queries to solvers.
    pub queries: u64,
    /// States of the U-sequence.
    pub states: u64,
    /// Lemmas learnt from states.
    pub lemmas: u64,
    /// Lemmas that hold in a next frame, too.
    pub pushed: u64,
}

impl CarStatistics {
    /// The counters of two searches together.
    pub(super) fn plus(self, other: CarStatistics) -> CarStatistics {
        CarStatistics {
            levels: self.levels + other.levels,
            queries: self.queries + other.queries,
            states: self.states + other.states,
            lemmas: self.lemmas + other.lemmas,
            pushed: self.pushed + other.pushed,
        }
    }

    /// The counters, by name.
    pub(super) fn counters(self) -> Counters {
        vec![
            ("levels", self.levels),
            ("queries", self.queries),
            ("states of the U-sequence", self.states),
            ("lemmas", self.lemmas),
            ("lemmas pushed", self.pushed),
        ]
    }
}

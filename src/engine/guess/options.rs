//! The settings of guess and check.

/// Settings of [`Guess`](super::Guess).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GuessOptions {
    /// Instructions that the runs of the first round take; those of each later round take four times as many. Default
    /// 2,000,000.
    pub first_effort: u64,
    /// Conflicts that a question of the first round may take; those of each later round take four times as many.
    /// Default 1,000.
    pub first_conflicts: u64,
    /// In the rounds after these many a guess that is the same as the last one is not checked again. Default 3.
    pub patient_rounds: usize,
    /// Rounds after which the engine gives up. Default none: there is no limit.
    pub most_rounds: Option<usize>,
    /// Seed of the runs and solvers. Default 0.
    pub seed: u64,
}

impl Default for GuessOptions {
    fn default() -> GuessOptions {
        GuessOptions {
            first_effort: 2_000_000,
            first_conflicts: 1_000,
            patient_rounds: 3,
            most_rounds: None,
            seed: 0,
        }
    }
}

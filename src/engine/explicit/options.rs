//! The settings of the search through all states.

/// Settings of [`Explicit`](super::Explicit).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExplicitOptions {
    /// States after which the engine gives up. Default 20,000.
    pub most_states: usize,
    /// Seed of the solvers. Default 0.
    pub seed: u64,
}

impl Default for ExplicitOptions {
    fn default() -> ExplicitOptions {
        ExplicitOptions { most_states: 20_000, seed: 0 }
    }
}

//! Settings of the reductions.

/// The techniques to use.
#[derive(Clone, Debug)]
pub struct ReduceOptions {
    /// Two-level rewriting of gates; default: yes.
    pub rewriting: bool,
    /// Constant latches by ternary simulation, and constant variables of systems; default: yes.
    pub constants: bool,
    /// Equivalent latches by induction, and equal variables of systems; default: yes.
    pub equivalences: bool,
    /// Gates of equal functions by simulation and a solver; default: yes.
    pub functional: bool,
    /// Variables of systems that are functions of others are replaced; default: yes.
    pub definitions: bool,
    /// The effort that the search for equivalences may take, in propagated literals or work that takes as long;
    /// default 4 million, well below a second.
    pub effort: u64,
    /// Conflicts after which the solver gives up on a single pair of latches; default 200.
    pub conflicts: u64,
    /// For the random states that candidates come from; default 0.
    pub seed: u64,
    /// The number of times that the passes may be repeated; default 8.
    pub rounds: usize,
}

impl Default for ReduceOptions {
    fn default() -> ReduceOptions {
        ReduceOptions {
            rewriting: true,
            constants: true,
            equivalences: true,
            functional: true,
            definitions: true,
            effort: 4_000_000,
            conflicts: 200,
            seed: 0,
            rounds: 8,
        }
    }
}

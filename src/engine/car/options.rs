//! The settings of CAR.

/// The set of states that the O-sequence begins with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// The initial states: frame `i` over-approximates those that `i` steps reach. States of the U-sequence lead to a
    /// bad one.
    Forward,
    /// The bad states: frame `i` over-approximates those that reach a bad one in `i` steps. States of the U-sequence
    /// are reachable.
    Backward,
}

/// Settings of [`Car`](super::Car).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CarOptions {
    /// Default backward.
    pub direction: Direction,
    /// Seed of the solvers. Default 0.
    pub seed: u64,
    /// The literals of the frame's last lemma are assumed first (Xia et al., CAV 2023, "intersection"). Default on.
    pub intersection: bool,
    /// Then those that the states blocked last in the frame have in common (CAV 2023, "rotation"). Default on.
    pub rotation: bool,
    /// Literals of a core are dropped one by one until this many attempts have failed. Default 3.
    pub drop_failures: usize,
    /// All states of the U-sequence are due again at each level, not those of the end alone. Default on.
    pub retry: bool,
    /// After each new frame each lemma is tried in the next one. Default on.
    pub push: bool,
}

impl Default for CarOptions {
    fn default() -> CarOptions {
        CarOptions {
            direction: Direction::Backward,
            seed: 0,
            intersection: true,
            rotation: true,
            drop_failures: 3,
            retry: true,
            push: true,
        }
    }
}

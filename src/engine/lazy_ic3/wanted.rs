//! Abstract obligations, and how it ends when they are handled.

use crate::engine::ic3::Cube;
use crate::engine::FrameId;

/// The ways in which abstract strengthening ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Strengthened {
    /// There is no abstract counterexample of this length.
    Done,
    Counterexample,
    OutOfPatience,
}

/// Whether an obligation has to be met so that there is no abstract counterexample of the present length
/// (Definition 10).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Must,
    May,
}

/// An abstract obligation (Definition 9): these states lead to a bad one, and the frames before this one exclude them.
/// An abstract step from the last of those leads there.
#[derive(Clone, Debug)]
pub(super) struct Wanted {
    pub cube: Cube,
    pub frame: FrameId,
    /// The number of times that it was the next one to be handled.
    pub activity: usize,
}

//! The size of the sequence of frames: the figures that Tables I and II of Vizel, Grumberg and Shoham (FMCAD 2012)
//! compare.

/// The size of a sequence of frames.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sequence {
    /// The latches of the circuit the engine works on.
    pub latches: usize,
    /// The number of frames beyond the initial states that were opened.
    pub length: usize,
    /// Latches that occur in lemmas.
    pub variables: usize,
    /// Lemmas, each counted once.
    pub clauses: usize,
    /// The number of visible latches in the step from each frame from 0 on; empty if all are.
    pub visible: Vec<usize>,
}

//! The size of the sequence of frames: the figures that Tables I and II of Vizel, Grumberg and Shoham (FMCAD 2012)
//! compare.

use super::steps::CircuitSteps;
use crate::engine::ic3::Search;

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

impl Sequence {
    /// The size of the sequence as it is now, lemmas of earlier properties included.
    pub(in crate::engine) fn of(search: &Search<CircuitSteps>) -> Sequence {
        let steps = search.steps();
        let mut occurs = vec![false; 1 + steps.relation.latch_count()];
        let mut clauses = 0;
        for lemma in search.frames.all() {
            clauses += 1;
            lemma.cube.iter().for_each(|l| occurs[l.var().index()] = true);
        }
        let length = search.statistics().frames as usize;
        Sequence {
            latches: steps.relation.latch_count(),
            length,
            variables: occurs.iter().filter(|&&o| o).count(),
            clauses,
            visible: steps.visible.sizes(length.saturating_sub(1)),
        }
    }
}

//! How large the sequence of frames is: what Tables I and II of Vizel, Grumberg and Shoham (FMCAD 2012) compare.

use super::frames::INFINITY;
use super::Ic3;

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

impl Ic3 {
    /// The size of the sequence of frames as it is now, lemmas of earlier properties included.
    pub fn sequence(&self) -> Sequence {
        let levels = (0..=self.frames.top()).chain(Some(INFINITY));
        let lemmas = levels.flat_map(|level| self.frames.stored(level)).map(|&id| self.frames.lemma(id));
        let mut occurs = vec![false; 1 + self.step.latch_count()];
        let mut clauses = 0;
        for lemma in lemmas {
            clauses += 1;
            lemma.cube.iter().for_each(|l| occurs[l.var().index()] = true);
        }
        let length = self.statistics.frames as usize;
        Sequence {
            latches: self.step.latch_count(),
            length,
            variables: occurs.iter().filter(|&&o| o).count(),
            clauses,
            visible: self.visible.sizes(length.saturating_sub(1)),
        }
    }
}

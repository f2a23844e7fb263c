//! The size of the sequence of frames of a search.

use super::steps::CircuitSteps;
use crate::engine::ic3::Search;
use crate::engine::Sequence;

/// The size of the sequence as it is now, lemmas of earlier properties included.
pub(in crate::engine) fn sequence_of(search: &Search<CircuitSteps>) -> Sequence {
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

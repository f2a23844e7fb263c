//! Invariants, for debug builds. Asked of copies of the solvers, so that the run is the same with and without.

use super::LazyIc3;
use crate::base::Lit;
use crate::engine::ic3::Cube;
use crate::engine::FrameId;
use crate::solver::sat::Answer;

impl LazyIc3 {
    /// Lemma 13, once all bad states are excluded from this frame: the frames are an over-approximated reachability
    /// sequence (Definition 2), each lemma follows from the abstract step into the last frame that has it, and so no
    /// abstract counterexample of this length is left.
    pub(super) fn is_consistent(&self, last: FrameId) -> bool {
        let (frames, steps) = (&self.search.frames, &self.search.steps);
        let inductive = FrameId::INIT.next().to(frames.top()).all(|frame| {
            frames.stored(frame).iter().all(|&id| {
                let cube = &frames.lemma(id).cube;
                let before = frame.previous();
                !steps.initial.clone_meets(&steps.relation, cube)
                    && !self.is_satisfiable(before, &steps.next(cube, before))
            })
        });
        inductive && !self.is_satisfiable(last, &[steps.goal])
    }

    /// Lemma 15: a cube of predecessors found in a frame has no state in the frames below.
    pub(super) fn is_new_at(&self, cube: &Cube, frame: FrameId) -> bool {
        frame == FrameId::INIT || !self.is_satisfiable(frame.previous(), cube)
    }

    fn is_satisfiable(&self, frame: FrameId, assumptions: &[Lit]) -> bool {
        self.search.steps.solvers.frame(frame).clone().solve(assumptions) == Answer::Sat
    }
}

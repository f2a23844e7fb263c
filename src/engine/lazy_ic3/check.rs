//! What must hold, for debug builds. Asked of copies of the solvers, so that the run is the same with and without.

use super::LazyIc3;
use crate::base::Lit;
use crate::solver::sat::Answer;

impl LazyIc3 {
    /// Lemma 13, once all bad states are excluded from the frame of this depth: the frames are an over-approximated
    /// reachability sequence (Definition 2), each lemma follows from the abstract step into the last frame that has it,
    /// and so no abstract counterexample of this length is left.
    pub(super) fn is_consistent(&self, bad: Lit, depth: usize) -> bool {
        let frames = &self.ic3.frames;
        let inductive = (1..=frames.top()).all(|frame| {
            frames.stored(frame).iter().all(|&id| {
                let cube = &frames.lemma(id).cube;
                let target = self.ic3.target(cube, frame - 1);
                !self.ic3.step.meets_init(cube) && !self.is_satisfiable(frame - 1, &target)
            })
        });
        inductive && !self.is_satisfiable(depth, &[bad])
    }

    /// Lemma 15: a cube of predecessors found in a frame has no state in the frames below.
    pub(super) fn is_new_at(&self, cube: &[Lit], frame: usize) -> bool {
        frame == 0 || !self.is_satisfiable(frame - 1, cube)
    }

    fn is_satisfiable(&self, frame: usize, assumptions: &[Lit]) -> bool {
        self.ic3.solvers.frame(frame).clone().solve(assumptions) == Answer::Sat
    }
}

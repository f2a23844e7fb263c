//! Refinement (Fig. 3): concrete IC3 on the frames as they are, then more visible latches where its lemmas need them.

use super::LazyIc3;
use crate::base::{Limit, Lit};
use crate::engine::ic3::ObligationId;
use crate::engine::FrameId;
use crate::engine::Observer;

impl LazyIc3 {
    /// REFINE: excludes all bad states from this frame with concrete steps. `Some` is the obligation that
    /// begins a concrete counterexample; otherwise no abstract counterexample of this length is left.
    pub(super) fn refine(
        &mut self,
        frame: FrameId,
        observer: &mut dyn Observer,
    ) -> Result<Option<ObligationId>, Limit> {
        let before = self.queries();
        self.statistics.refinements += 1;
        self.set_abstracting(false);
        self.search.forget_obligations();
        let first = self.search.exclude_goal(frame, observer)?;
        if first.is_none() {
            self.refine_abstraction()?;
            self.set_abstracting(true);
        }
        self.statistics.refining_queries += self.queries() - before;
        Ok(first)
    }

    /// REFINEABSTRACTION: every lemma learnt concretely must follow from the abstract step before it as well. The
    /// latches in the core of the concrete query are enough for that (Lemma 12), in this frame and, the sets being
    /// monotone, in all later ones.
    pub(super) fn refine_abstraction(&mut self) -> Result<(), Limit> {
        while let Some(&lemma) = self.search.steps.visible.learnt.last() {
            let lemma = self.search.frames.lemma(lemma);
            if lemma.frame > FrameId::INIT && !lemma.frame.is_infinite() {
                let (cube, frame) = (lemma.cube.to_vec(), lemma.frame.previous());
                for l in self.needed(cube, frame)? {
                    self.statistics.shown += self.search.steps.visible.show(frame, l.var()) as u64;
                }
            }
            self.search.steps.visible.learnt.pop();
        }
        Ok(())
    }

    /// The hidden literals of a cube that are needed, beside those seen, to keep the frame's successors out of it.
    fn needed(&mut self, cube: Vec<Lit>, frame: FrameId) -> Result<Vec<Lit>, Limit> {
        let (seen, mut hidden): (Vec<Lit>, Vec<Lit>) =
            cube.into_iter().partition(|l| self.search.steps.visible.is_in(frame, l.var()));
        if !self.fails_consecution(frame, &seen)? {
            return Ok(Vec::new());
        }
        self.search.activity.sort_descending(&mut hidden);
        if self.fails_consecution(frame, &[&seen[..], &hidden].concat())? {
            debug_assert!(false, "a lemma does not follow from the frame before");
            return Ok(hidden);
        }
        let mut needed = self.core_of(&hidden);
        let mut at = if self.options.minimise_core { needed.len() } else { 0 };
        while at > 0 {
            at -= 1;
            let mut fewer = needed.clone();
            fewer.remove(at);
            if !self.fails_consecution(frame, &[&seen[..], &fewer].concat())? {
                needed = self.core_of(&fewer);
                at = at.min(needed.len());
            }
        }
        Ok(needed)
    }

    fn fails_consecution(&mut self, frame: FrameId, lits: &[Lit]) -> Result<bool, Limit> {
        let steps = &mut self.search.steps;
        let target: Vec<Lit> = lits.iter().map(|&l| steps.relation.next(l)).collect();
        steps.solvers.fails_consecution(frame, None, &target)
    }

    fn core_of(&mut self, lits: &[Lit]) -> Vec<Lit> {
        let steps = &mut self.search.steps;
        steps.solvers.core_of(&steps.relation, lits)
    }
}

//! Refinement (Fig. 3): concrete IC3 on the frames as they are, then more visible latches where its lemmas need them.

use super::LazyIc3;
use crate::base::{Limit, Lit};
use crate::engine::ic3::{ObligationId, INFINITY};
use crate::engine::Observer;

impl LazyIc3 {
    /// REFINE: excludes all bad states from the frame of this depth with concrete steps. `Some` is the obligation that
    /// begins a concrete counterexample; otherwise no abstract counterexample of this length is left.
    pub(super) fn refine(
        &mut self,
        bad: Lit,
        depth: usize,
        observer: &mut dyn Observer,
    ) -> Result<Option<ObligationId>, Limit> {
        let before = self.ic3.statistics().queries;
        self.statistics.refinements += 1;
        self.ic3.visible.set_abstracting(false);
        self.ic3.forget_obligations();
        let first = self.ic3.exclude_bad(bad, depth, observer)?;
        if first.is_none() {
            self.refine_abstraction()?;
            self.ic3.visible.set_abstracting(true);
        }
        self.statistics.refining_queries += self.ic3.statistics().queries - before;
        Ok(first)
    }

    /// REFINEABSTRACTION: every lemma learnt concretely must follow from the abstract step before it as well. The
    /// latches in the core of the concrete query are enough for that (Lemma 12), in this frame and, the sets being
    /// monotone, in all later ones.
    pub(super) fn refine_abstraction(&mut self) -> Result<(), Limit> {
        while let Some(&lemma) = self.ic3.visible.learnt.last() {
            let lemma = self.ic3.frames.lemma(lemma);
            if lemma.frame > 0 && lemma.frame < INFINITY {
                let (cube, frame) = (lemma.cube.clone(), lemma.frame - 1);
                for l in self.needed(cube, frame)? {
                    self.statistics.shown += self.ic3.visible.show(frame, l.var()) as u64;
                }
            }
            self.ic3.visible.learnt.pop();
        }
        Ok(())
    }

    /// The hidden literals of a cube that are needed, beside those seen, to keep the frame's successors out of it.
    fn needed(&mut self, cube: Vec<Lit>, frame: usize) -> Result<Vec<Lit>, Limit> {
        let (seen, mut hidden): (Vec<Lit>, Vec<Lit>) =
            cube.into_iter().partition(|l| self.ic3.visible.is_in(frame, l.var()));
        if !self.reaches(frame, &seen)? {
            return Ok(Vec::new());
        }
        self.ic3.activity.sort_descending(&mut hidden);
        if self.reaches(frame, &[&seen[..], &hidden].concat())? {
            debug_assert!(false, "a lemma does not follow from the frame before");
            return Ok(hidden);
        }
        let mut needed = self.core_of(&hidden);
        let mut at = if self.options.minimise_core { needed.len() } else { 0 };
        while at > 0 {
            at -= 1;
            let mut fewer = needed.clone();
            fewer.remove(at);
            if !self.reaches(frame, &[&seen[..], &fewer].concat())? {
                needed = self.core_of(&fewer);
                at = at.min(needed.len());
            }
        }
        Ok(needed)
    }

    fn reaches(&mut self, frame: usize, cube: &[Lit]) -> Result<bool, Limit> {
        let target: Vec<Lit> = cube.iter().map(|&l| self.ic3.step.next(l)).collect();
        self.ic3.solvers.reaches(frame, None, &target)
    }

    fn core_of(&mut self, cube: &[Lit]) -> Vec<Lit> {
        self.ic3.solvers.core_of(&self.ic3.step, cube)
    }
}

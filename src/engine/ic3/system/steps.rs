//! The questions of the search, put to a system's solvers.

use super::base::Base;
use super::policy::Policy;
use crate::base::{Limit, Lit};
use crate::engine::common::unroll::Run;
use crate::engine::ic3::{Activity, Chain, Cube, End, LemmaId, Steps, Target};
use crate::engine::FrameId;
use std::fmt;

/// A system, its solvers, and the engine's way of making cubes.
pub(in crate::engine) struct SystemSteps<P> {
    pub base: Base,
    pub policy: P,
}

impl<P: Policy> Steps for SystemSteps<P> {
    type Run = Run;

    fn meets_init(&mut self, cube: &Cube) -> Result<bool, Limit> {
        self.base.meets_init(cube)
    }

    fn meets_goal(&mut self, frame: FrameId) -> Result<bool, Limit> {
        let Base { system, solvers, goal, .. } = &mut self.base;
        solvers.intersects(system, frame, std::iter::once(*goal))
    }

    fn meets(&mut self, frame: FrameId, cube: &Cube) -> Result<bool, Limit> {
        let Base { system, solvers, atoms, .. } = &mut self.base;
        solvers.intersects(system, frame, atoms.formulas(cube))
    }

    fn fails_consecution(
        &mut self,
        frame: FrameId,
        cube: &Cube,
        relative: bool,
        activity: &Activity,
    ) -> Result<bool, Limit> {
        let Base { system, solvers, atoms, order, clause, .. } = &mut self.base;
        order.clear();
        order.extend_from_slice(cube);
        activity.sort_descending(order);
        clause.clear();
        clause.extend(cube.iter().map(|&l| atoms.formula(!l)));
        let outside = relative.then(|| &clause[..]);
        solvers.fails_consecution(system, frame, outside, order.iter().map(|&l| atoms.next(l)))
    }

    /// If the core meets the initial states, literals that keep the cube apart from them are added.
    fn core(&mut self, cube: &Cube, _: &Activity) -> Result<Cube, Limit> {
        let core = self.base.part_in_core(cube, |atoms, l| atoms.next(l));
        if !self.base.meets_init(&core)? {
            return Ok(core);
        }
        let apart = self.base.apart_from_init(cube)?;
        Ok(core.iter().chain(&apart).copied().collect())
    }

    fn enlarged(&mut self, frame: FrameId, cube: &Cube) -> Result<Vec<Cube>, Limit> {
        self.policy.enlarged(&mut self.base, frame, cube)
    }

    fn predecessor(
        &mut self,
        frame: FrameId,
        target: Target<'_>,
        activity: &Activity,
    ) -> Result<Cube, Limit> {
        self.base.book();
        self.policy.predecessor(&mut self.base, frame, target, activity)
    }

    fn state(&mut self, _: FrameId) -> Vec<Lit> {
        self.policy.state(&mut self.base)
    }

    fn predicates(&self) -> usize {
        self.policy.predicates(&self.base)
    }

    fn learn(&mut self, _: LemmaId, cube: &Cube, _: FrameId, last: FrameId) {
        let Base { system, solvers, atoms, .. } = &mut self.base;
        solvers.add_lemma(system, atoms, cube, last);
    }

    fn open(&mut self) {
        self.base.exchange();
        self.base.solvers.open(&mut self.base.system);
    }

    fn close_above(&mut self, top: FrameId) {
        self.base.solvers.close_above(&mut self.base.system, top);
    }

    fn concretise(&mut self, start: Option<&Run>, chain: &[&Cube], end: End) -> Result<Chain<Run>, Limit> {
        self.base.book();
        self.policy.concretise(&mut self.base, start, chain, end)
    }

    fn ends_in(&self, run: &Run, cube: &Cube) -> bool {
        run.states.last().map_or(false, |state| self.base.is_in(state, cube))
    }

    fn inductive_subset(&mut self, cubes: &[&Cube]) -> Result<Vec<usize>, Limit> {
        self.base.inductive_subset(cubes)
    }

    fn queries(&self) -> u64 {
        self.base.solvers.queries
    }

    /// The formula.
    fn write_literal(&self, lit: Lit, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.base.system.terms().text(self.base.atoms.formula(lit)))
    }
}

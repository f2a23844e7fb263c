//! Generalisation: from a blocked cube to a larger one that is blocked too (§3.3 of the dissertation).
//!
//! A subset `d` of the cube's literals will do if no initial state satisfies it and `F ∧ ¬d ∧ T ∧ d′` is unsatisfiable,
//! `F` being the frame before. Every query that succeeds also shrinks `d` to the literals in its core; where the core
//! meets the initial states one literal that keeps it apart is added again. Literals of low activity are tried first,
//! those of a lemma that the frame before has for the cube (its *parent*) last.
//!
//! *Counterexamples to generalisation*, predecessors of a smaller cube, are blocked for its sake. How much this gives
//! differs from circuit to circuit more than anything else here, so a record is kept of the queries that it costs and of
//! the literals that it saves; while the price is too high only a sample is tried. This is not from the literature.

use super::options::Generalisation;
use super::Ic3;
use crate::base::{Limit, Lit};

/// Obligations of less activity are generalised without counterexamples to generalisation, in dynamic mode.
const DYNAMIC_CTG: usize = 10;
/// From here on with deeper ones.
const DYNAMIC_EXTENDED: usize = 40;

/// How much is spent on counterexamples to generalisation.
#[derive(Clone, Copy)]
pub(super) struct Effort {
    depth: usize,
    limit: usize,
}

const NO_CTGS: Effort = Effort { depth: 0, limit: 0 };

/// What counterexamples to generalisation have cost and given lately.
#[derive(Default)]
pub(super) struct CtgRecord {
    queries: u64,
    helped: u64,
    passed_over: u64,
}

impl CtgRecord {
    /// What is older counts half each time that so many queries have been spent.
    const MEMORY: u64 = 10_000;
    /// Queries before there is an opinion.
    const TRIAL: u64 = 500;
    /// Queries that one literal more may cost.
    const PRICE: u64 = 150;
    /// While it costs more, one in so many is tried.
    const SAMPLE: u64 = 8;

    fn is_worth_trying(&mut self) -> bool {
        if self.queries < CtgRecord::TRIAL || self.queries <= self.helped * CtgRecord::PRICE {
            return true;
        }
        self.passed_over += 1;
        self.passed_over % CtgRecord::SAMPLE == 0
    }

    fn note(&mut self, helped: bool, queries: u64) {
        self.queries += queries;
        self.helped += helped as u64;
        if self.queries > CtgRecord::MEMORY {
            self.queries /= 2;
            self.helped /= 2;
        }
    }
}

impl Ic3 {
    /// Whether no state of the frame before, outside the cube, has a successor in it. Costs at most one query; if the
    /// answer is no there may be none, and no model of a predecessor.
    pub(in crate::engine) fn is_inductive(&mut self, cube: &[Lit], frame: usize) -> Result<bool, Limit> {
        Ok(!self.is_known_to_step_into(cube, frame - 1, true) && !self.steps_into(cube, frame - 1, true)?)
    }

    /// Whether a state of the frame before, outside the cube, has a successor in it; the solver has a model of one then.
    pub(in crate::engine) fn finds_predecessor(&mut self, cube: &[Lit], frame: usize) -> Result<bool, Limit> {
        self.steps_into(cube, frame - 1, true)
    }

    /// Whether a state of the frame, outside the cube if `relative`, has a successor in the cube. Only the visible
    /// latches of that step count.
    pub(in crate::engine) fn steps_into(
        &mut self,
        cube: &[Lit],
        frame: usize,
        relative: bool,
    ) -> Result<bool, Limit> {
        let mut order = std::mem::take(&mut self.order);
        order.clear();
        order.extend(cube.iter().copied().filter(|&l| self.visible.sees(frame, l)));
        self.activity.sort_descending(&mut order);
        self.visible.sort(frame, &mut order);
        order.iter_mut().for_each(|l| *l = self.step.next(*l));
        let outside = if relative { Some(cube) } else { None };
        let reached = self.solvers.reaches(frame, outside, &order);
        self.order = order;
        if reached == Ok(true) {
            self.solvers.note_step(frame, &self.step, &self.circuit);
        }
        reached
    }

    /// Whether a step is known for which [`Ic3::steps_into`] would be true.
    pub(super) fn is_known_to_step_into(&mut self, cube: &[Lit], frame: usize, relative: bool) -> bool {
        let visible = &self.visible;
        let target = cube.iter().copied().filter(|&l| visible.sees(frame, l));
        let outside = if relative { Some(cube) } else { None };
        let known = self.solvers.is_known_to_reach(frame, outside, target);
        debug_assert!(!known || self.solvers.clone_reaches(frame, outside, &self.target(cube, frame)));
        known
    }

    /// What the step from a frame into a cube has to achieve: the next states of its visible latches.
    pub(in crate::engine) fn target(&self, cube: &[Lit], frame: usize) -> Vec<Lit> {
        cube.iter().filter(|&&l| self.visible.sees(frame, l)).map(|&l| self.step.next(l)).collect()
    }

    /// After [`Ic3::is_inductive`] or a push succeeded: the part of the cube that was needed, apart from the initial
    /// states. Sorted if the cube is.
    pub(in crate::engine) fn inductive_core(&mut self, cube: &[Lit]) -> Vec<Lit> {
        let mut core = self.solvers.core_of(&self.step, cube);
        if self.step.meets_init(&core) {
            let apart = |l: &&Lit| self.step.reset(l.var()) == Some(l.is_negative());
            let best = cube
                .iter()
                .filter(apart)
                .max_by(|a, b| self.activity.of(**a).total_cmp(&self.activity.of(**b)).then(b.cmp(a)));
            debug_assert!(best.is_some(), "the cube contains an initial state");
            core.extend(best);
            core.sort_unstable();
        }
        core
    }

    /// A larger cube than this inductive one, inductive relative to the same frame. `activity` is that of the
    /// obligation.
    pub(in crate::engine) fn generalise(
        &mut self,
        cube: Vec<Lit>,
        frame: usize,
        activity: usize,
    ) -> Result<Vec<Lit>, Limit> {
        let effort = Effort { depth: self.options.ctg_depth, limit: self.options.ctg_limit };
        match self.options.generalisation {
            Generalisation::Core => Ok(cube),
            Generalisation::Linear => self.minimal_inductive(cube, frame, NO_CTGS),
            Generalisation::Binary => self.binary(cube, frame),
            Generalisation::Ctg => self.minimal_inductive(cube, frame, effort),
            Generalisation::Dynamic if activity < DYNAMIC_CTG => self.minimal_inductive(cube, frame, NO_CTGS),
            Generalisation::Dynamic if activity < DYNAMIC_EXTENDED => {
                self.minimal_inductive(cube, frame, effort)
            }
            Generalisation::Dynamic => {
                let more = Effort { depth: effort.depth + 1, limit: effort.limit + 2 };
                self.minimal_inductive(cube, frame, more)
            }
        }
    }

    /// The literals in the order in which to try to drop them.
    fn drop_order(&self, cube: &[Lit], frame: usize) -> Vec<Lit> {
        let mut order = cube.to_vec();
        order.sort_by(|&a, &b| self.activity.of(a).total_cmp(&self.activity.of(b)).then(a.cmp(&b)));
        if self.options.parent_lemma && frame > 1 {
            let parent = self.frames.parents(cube, frame - 1).min_by_key(|lemma| lemma.cube.len());
            if let Some(parent) = parent {
                // Stable: the order by activity stays within both parts.
                order.sort_by_key(|l| parent.cube.binary_search(l).is_ok());
            }
        }
        order
    }

    /// Drops one literal after the other (Algorithm 10; "MIC" in Bradley 2011).
    fn minimal_inductive(&mut self, cube: Vec<Lit>, frame: usize, effort: Effort) -> Result<Vec<Lit>, Limit> {
        let mut cube = cube;
        let mut needed: Vec<Lit> = Vec::new();
        for lit in self.drop_order(&cube, frame) {
            if cube.len() < 2 {
                break;
            }
            let at = match cube.binary_search(&lit) {
                Ok(at) => at,
                Err(_) => continue,
            };
            let mut candidate = cube.clone();
            candidate.remove(at);
            match self.down(candidate, &needed, frame, effort)? {
                Some(smaller) => cube = smaller,
                None => needed.push(lit),
            }
        }
        Ok(cube)
    }

    /// An inductive subset of the candidate that has all needed literals, if there is one in easy reach ("ctgDown" in
    /// Hassan, Bradley, Somenzi 2013). On some circuits counterexamples to generalisation hardly ever help; there they
    /// are hardly ever looked at.
    fn down(
        &mut self,
        candidate: Vec<Lit>,
        needed: &[Lit],
        frame: usize,
        effort: Effort,
    ) -> Result<Option<Vec<Lit>>, Limit> {
        if self.step.meets_init(&candidate) {
            return Ok(None);
        }
        let known = self.is_known_to_step_into(&candidate, frame - 1, true);
        if !known && !self.finds_predecessor(&candidate, frame)? {
            return Ok(Some(self.inductive_core(&candidate)));
        }
        let abstracting = self.visible.is_abstracting() as usize;
        if effort.depth == 0
            || (self.options.adaptive_ctg && !self.ctg_records[abstracting].is_worth_trying())
        {
            return Ok(None);
        }
        let before = self.solvers.queries;
        // Counterexamples are lifted from a model, which a known step does not leave.
        if known && !self.finds_predecessor(&candidate, frame)? {
            return Ok(Some(self.inductive_core(&candidate)));
        }
        let found = self.past_ctgs(candidate, needed, frame, effort)?;
        self.ctg_records[abstracting].note(found.is_some(), self.solvers.queries - before);
        Ok(found)
    }

    /// The same for a candidate that was just found to have a predecessor. Predecessors are first blocked as
    /// obligations of their own, then the candidate is joined with them.
    fn past_ctgs(
        &mut self,
        mut candidate: Vec<Lit>,
        needed: &[Lit],
        frame: usize,
        effort: Effort,
    ) -> Result<Option<Vec<Lit>>, Limit> {
        let mut ctgs = 0;
        loop {
            let target = self.target(&candidate, frame - 1);
            let predecessor = self.lift_ctg(frame - 1, &target)?;
            if ctgs < effort.limit && frame > 1 && self.block_ctg(&predecessor, frame - 1, effort)? {
                ctgs += 1;
            } else {
                ctgs = 0;
                let joined: Vec<Lit> =
                    candidate.iter().copied().filter(|l| predecessor.binary_search(l).is_ok()).collect();
                if joined.is_empty() || needed.iter().any(|l| joined.binary_search(l).is_err()) {
                    return Ok(None);
                }
                debug_assert!(joined.len() < candidate.len(), "the predecessor is outside the candidate");
                candidate = joined;
            }
            if self.step.meets_init(&candidate) {
                return Ok(None);
            }
            if !self.finds_predecessor(&candidate, frame)? {
                return Ok(Some(self.inductive_core(&candidate)));
            }
        }
    }

    /// Tries to block a counterexample to generalisation at once, generalised and pushed.
    fn block_ctg(&mut self, cube: &[Lit], frame: usize, effort: Effort) -> Result<bool, Limit> {
        if self.step.meets_init(cube) || !self.is_inductive(cube, frame)? {
            return Ok(false);
        }
        self.statistics.ctgs += 1;
        let core = self.inductive_core(cube);
        let less = Effort { depth: effort.depth - 1, limit: effort.limit };
        let lemma = self.minimal_inductive(core, frame, less)?;
        let (lemma, frame) = self.push_as_far(lemma, frame)?;
        self.add_lemma(lemma, frame);
        Ok(true)
    }

    /// Drops halves first (Algorithm 11).
    fn binary(&mut self, cube: Vec<Lit>, frame: usize) -> Result<Vec<Lit>, Limit> {
        let order = self.drop_order(&cube, frame);
        let mut kept = Vec::new();
        // Parts that are still to be minimised; everything in them and in `kept` supports the others.
        let mut parts = vec![order];
        while let Some(part) = parts.pop() {
            let support: Vec<Lit> = parts.iter().flatten().chain(&kept).copied().collect();
            if let Some(core) = self.inductive_with(&[], &support, frame)? {
                restrict(&mut parts, &mut kept, &core);
                continue;
            }
            if part.len() == 1 {
                kept.extend(part);
                continue;
            }
            let (left, right) = part.split_at(part.len() / 2);
            if let Some(core) = self.inductive_with(left, &support, frame)? {
                restrict(&mut parts, &mut kept, &core);
                parts.push(left.iter().copied().filter(|l| core.contains(l)).collect());
            } else if let Some(core) = self.inductive_with(right, &support, frame)? {
                restrict(&mut parts, &mut kept, &core);
                parts.push(right.iter().copied().filter(|l| core.contains(l)).collect());
            } else {
                parts.push(right.to_vec());
                parts.push(left.to_vec());
            }
            parts.retain(|p| !p.is_empty());
        }
        kept.sort_unstable();
        Ok(kept)
    }

    /// The core of `part` and `support` together if they are inductive and exclude the initial states.
    fn inductive_with(
        &mut self,
        part: &[Lit],
        support: &[Lit],
        frame: usize,
    ) -> Result<Option<Vec<Lit>>, Limit> {
        let mut cube: Vec<Lit> = part.iter().chain(support).copied().collect();
        cube.sort_unstable();
        if self.step.meets_init(&cube) || !self.is_inductive(&cube, frame)? {
            return Ok(None);
        }
        Ok(Some(self.inductive_core(&cube)))
    }
}

/// What is not in the core is not needed any more.
fn restrict(parts: &mut [Vec<Lit>], kept: &mut Vec<Lit>, core: &[Lit]) {
    for part in parts {
        part.retain(|l| core.contains(l));
    }
    kept.retain(|l| core.contains(l));
}

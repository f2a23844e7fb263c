//! Avy: interpolation sequences strengthen the frames of IC3 (Vizel and Gurfinkel, "Interpolating Property Directed
//! Reachability", CAV 2014; Wolff's survey, §4.4).
//!
//! IC3 extends its frontier state by state: each bad state of the last frame is blocked, with all that leads to it.
//! Here one question does so for all of them: does a run lead from Init through `F_1, …, F_k` to a bad step? If so,
//! that is a counterexample. If not, interpolants `J_1, …, J_k` between the steps say why. `F_j ∧ J_j` need not contain
//! the set before it, as frames do, so frame `i` is restricted to
//!
//! ```text
//! G_i = Init ∨ (F_1 ∧ J_1) ∨ … ∨ (F_i ∧ J_i)
//! ```
//!
//! for `i` from 1 to `k`. The survey prints this disjunction the wrong way round, which breaks the order of frames.
//! Each successor of a state in `G_{i-1}` is in `G_i`: from `Init` a step leads to `F_1 ∧ J_1`, from `F_j ∧ J_j` to
//! `F_{j+1} ∧ J_{j+1}`. So a cube outside `G_i` has no predecessor in frame `i - 1`, once that was restricted itself,
//! and becomes a lemma like any blocked cube: generalised, and pushed as far as it goes. No normal form of `G_i` is
//! ever computed. Bad states are outside `F_k ∧ J_k`, and outside the frames below since those were extended. After
//! that lemmas are propagated, as in IC3, until two frames are equal.
//!
//! Where there are no interpolants, or too many cubes are outside, the frontier is extended as IC3 does it.

use super::options::ItpOptions;
use super::setup::{interpolation_options, ItpStatistics};
use crate::base::{Budget, Limit};
use crate::engine::common::outcome::settle;
use crate::engine::common::unroll::{interpolants_between, Run, StepParts};
use crate::engine::ic3::system::{Base, SystemSteps};
use crate::engine::ic3::{Chain, Cube, End, Places, Search, SearchStatistics, Steps};
use crate::engine::ic3_smt::{Cubes, Ic3SmtOptions};
use crate::engine::{Event, FrameId, Observer, Outcome, StopCause, SystemOutcome};
use crate::model::system::System;
use crate::model::{Depth, PropertyId};
use crate::solver::smt::split_equalities;
use crate::solver::term::TermId;

/// Cubes that one sequence may take from one frame, at most.
const MOST_CUBES: usize = 500;

/// The frames, and questions about runs through them.
pub(super) struct Frontier {
    search: Search<SystemSteps<Cubes>>,
    query: StepParts,
    options: ItpOptions,
    pub statistics: ItpStatistics,
}

/// The answer about runs through the frames.
enum Found {
    Run(Run),
    /// By frame from 1 on.
    Interpolants(Vec<TermId>),
    /// There is no run, and there are no interpolants.
    Nothing,
}

impl Frontier {
    pub fn new(system: &System, options: ItpOptions, budget: &Budget) -> Frontier {
        let base = Base::new(system, options.seed, budget);
        let smt =
            Ic3SmtOptions { search: options.search.clone(), seed: options.seed, ..Ic3SmtOptions::default() };
        let steps = SystemSteps { base, policy: Cubes::new(smt) };
        Frontier {
            search: Search::new(steps, options.search.clone(), budget.clone()),
            query: StepParts::new(options.seed, budget),
            options,
            statistics: ItpStatistics::default(),
        }
    }

    /// The counters of the search, and the number of its queries.
    pub fn search_statistics(&self) -> (SearchStatistics, u64) {
        (self.search.statistics(), self.search.steps.base.solvers.queries)
    }

    /// The system, with the terms made so far.
    pub fn system_mut(&mut self) -> &mut System {
        &mut self.search.steps.base.system
    }

    pub fn prove(&mut self, property: PropertyId, observer: &mut dyn Observer) -> SystemOutcome {
        self.search.forget_obligations();
        self.search.steps.base.set_goal(property);
        let mut safe_depth = None;
        let result = self.run(&mut safe_depth, observer);
        self.search.steps.base.outcome(property, settle(result, safe_depth))
    }

    /// The main loop of IC3, with another way to extend the frontier.
    fn run(
        &mut self,
        safe_depth: &mut Option<Depth>,
        observer: &mut dyn Observer,
    ) -> Result<Outcome<Vec<Cube>, Run>, Limit> {
        let mut frame = FrameId::INIT;
        loop {
            self.search.budget.poll()?;
            if let Some(excluded) = self.search.extend_to(frame, observer)? {
                return Ok(Outcome::Safe(excluded));
            }
            if self.search.steps.meets_goal(frame)? {
                match self.extend_frontier(frame, observer)? {
                    Some(Chain::Concrete(run)) => return Ok(Outcome::Unsafe(run)),
                    Some(_) => return Ok(Outcome::unknown(StopCause::EvidenceFailed, *safe_depth)),
                    None => {}
                }
            }
            *safe_depth = Some(frame.depth());
            if self.search.is_bound(frame) || self.options.max_depth == Some(frame.depth()) {
                return Ok(Outcome::unknown(StopCause::Bound, *safe_depth));
            }
            frame = frame.next();
        }
    }

    /// Excludes the goal from a frame that has lost it below. `Some` is a counterexample.
    fn extend_frontier(
        &mut self,
        frame: FrameId,
        observer: &mut dyn Observer,
    ) -> Result<Option<Chain<Run>>, Limit> {
        match self.unroll(frame)? {
            Found::Run(run) => return Ok(Some(Chain::Concrete(run))),
            Found::Interpolants(found) => {
                self.strengthen(&found, observer)?;
            }
            Found::Nothing => {}
        }
        match self.search.exclude_goal(frame, observer)? {
            Some(first) => self.search.concretise(first, End::Goal).map(Some),
            None => Ok(None),
        }
    }

    /// Looks for a run to the goal through the frames up to this one.
    fn unroll(&mut self, frame: FrameId) -> Result<Found, Limit> {
        let Frontier { search, query, statistics, options } = self;
        search.steps.base.book();
        let Base { system, atoms, goal, budget, .. } = &mut search.steps.base;
        let last = frame.index();
        query.parts.clear();
        query.add(system, 0, 0, system.init());
        for step in 0..=last {
            query.add(system, step, step, system.constraint());
            if step < last {
                query.add(system, step, step, system.trans());
            }
        }
        query.add(system, last, last, *goal);
        for lemma in search.frames.all() {
            let clause: Vec<TermId> = lemma.cube.iter().map(|&l| atoms.formula(!l)).collect();
            let clause = system.terms_mut().or(&clause);
            let highest = if lemma.frame.is_infinite() { last } else { lemma.frame.index().min(last) };
            (1..=highest).for_each(|step| query.add(system, step, step, clause));
        }
        statistics.unrollings += 1;
        if query.parts.is_possible(system.terms_mut())? {
            let model = query.parts.model(system.terms()).clone();
            return Ok(Found::Run(query.copies.run(system, &model, last)));
        }
        let needed = query.parts.needed(system.terms_mut(), last + 1);
        let itp = interpolation_options(options);
        let found = match interpolants_between(system.terms_mut(), &needed, &itp, budget)? {
            Some(found) => found,
            None => {
                statistics.without_interpolants += 1;
                return Ok(Found::Nothing);
            }
        };
        statistics.interpolations += 1;
        let back = |(step, &formula): (usize, &TermId)| query.copies.back(system.terms_mut(), step, formula);
        Ok(Found::Interpolants((1..).zip(&found).map(back).collect()))
    }

    /// Restricts the frames by interpolants, one per frame from 1 on.
    fn strengthen(&mut self, interpolants: &[TermId], observer: &mut dyn Observer) -> Result<(), Limit> {
        let base = &mut self.search.steps.base;
        let frames = FrameId::INIT.to(FrameId::new(interpolants.len()));
        let frames: Vec<FrameId> = frames.collect();
        let mut sets = Vec::new();
        for (i, &frame) in frames.iter().enumerate() {
            let held = base.solvers.formula(&mut base.system, frame);
            let terms = base.system.terms_mut();
            let set = if i == 0 { held } else { terms.and(&[held, interpolants[i - 1]]) };
            sets.push(terms.not(set));
        }
        for (i, &frame) in frames.iter().enumerate().skip(1) {
            if !self.exclude(frame, &sets[..=i], observer)? {
                self.statistics.given_up += 1;
                break;
            }
        }
        Ok(())
    }

    /// Excludes the intersection of these sets of states from a frame, cube by cube. They have no predecessor in the
    /// frame before. False if there are too many.
    fn exclude(
        &mut self,
        frame: FrameId,
        outside: &[TermId],
        observer: &mut dyn Observer,
    ) -> Result<bool, Limit> {
        for _ in 0..MOST_CUBES {
            let base = &mut self.search.steps.base;
            if !base.solvers.intersects(&mut base.system, frame, outside.iter().copied())? {
                return Ok(true);
            }
            let model = base.solvers.model(&base.system).clone();
            let terms = base.system.terms_mut();
            let literals = base.solvers.last_mut().implicant(terms, outside);
            let literals = split_equalities(terms, &literals, &model);
            let cube = base.cube(&literals);
            if base.meets_init(&cube)? || self.search.fails_consecution(&cube, frame)? {
                debug_assert!(false, "an interpolant lacks a state that is reached");
                return Ok(false);
            }
            let core = self.search.steps.core(&cube, &self.search.activity)?;
            let lemma = self.search.generalise(core, frame, 0)?;
            let (lemma, reached) = self.search.push_as_far((), lemma, frame)?;
            observer.event(Event::Lemma { frame: reached, size: lemma.len() });
            self.search.add_lemma(lemma, reached);
        }
        Ok(false)
    }
}

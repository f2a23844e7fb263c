//! The search: one frame after the other until two are equal or falsity is a fact.

use super::heads::{Head, OccursIn};
use super::options::SpacerOptions;
use super::places::at;
use super::transformer::{OccurrenceId, Transformer};
use crate::base::{Booking, Budget, Limit};
use crate::engine::common::log::Log;
use crate::engine::common::outcome::settle;
use crate::engine::common::prover::{Counters, OutcomeOf, Prover};
use crate::engine::common::unroll::Parts;
use crate::engine::horn::rules::{arguments_of, rules_by_head, ByPredicate};
use crate::engine::ic3::{
    Activity, Atoms, Cube, Frames, Obligation, ObligationId, Obligations, Places, Return,
};
use crate::engine::{Event, FrameId, Observer, Outcome, Question, Step, StopCause};
use crate::model::horn::{Horn, Interpretation, PredicateId, Refutation};
use crate::model::Depth;
use crate::model::PropertyId;
use crate::solver::term::{Sort, TermId};
use std::fmt;

/// The counters of a search. They only grow.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SpacerStatistics {
    /// Goals handled, each return counted.
    pub goals: u64,
    /// Lemmas learnt.
    pub lemmas: u64,
    /// Facts derived.
    pub facts: u64,
    /// Attempts to push a lemma.
    pub pushes: u64,
    /// Successful ones.
    pub pushed: u64,
    /// The highest frame opened.
    pub frames: u64,
    /// Questions to solvers.
    pub queries: u64,
}

/// How far the work on the highest frame has come. A search that a limit ended goes on from there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// Lemmas are to be pushed to it.
    Opened,
    /// Falsity is to be excluded from it.
    Pushed,
    /// Falsity is excluded.
    Excluded,
}

/// Spacer on one system of clauses.
pub struct Spacer {
    pub(super) horn: Horn,
    pub(super) options: SpacerOptions,
    pub(super) budget: Budget,
    booking: Booking,
    pub(super) heads: ByPredicate<Head>,
    /// By frame from 0 on.
    pub(super) switches: Vec<TermId>,
    /// The next part of the work on the highest frame.
    stage: Stage,
    pub(super) goals: Obligations<PredicateId>,
    /// The questions that interpolants come from.
    pub(super) parts: Parts,
    pub(super) statistics: SpacerStatistics,
    /// Steps for the observer.
    pub(super) log: Log,
}

impl fmt::Debug for Spacer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Spacer").field("statistics", &self.statistics()).finish_non_exhaustive()
    }
}

impl Spacer {
    /// An engine for these clauses.
    pub fn new(horn: &Horn, options: SpacerOptions, budget: Budget) -> Spacer {
        let mut horn = horn.clone();
        let mut booking = Booking::default();
        booking.move_to(budget.clone());
        let bottom = horn.terms_mut().declare(".frame0", Sort::Bool);
        let mut rules = rules_by_head(&mut horn);
        let mut heads = ByPredicate::of(horn.predicates().len(), |predicate| {
            let arguments = arguments_of(&horn, predicate);
            let terms = horn.terms_mut();
            let below = arguments.iter().map(|&of| terms.declare(".below", terms.sort(of))).collect();
            let rules = std::mem::take(&mut rules[predicate]);
            Head {
                transformer: Transformer::new(terms, rules, bottom, options.seed, &budget),
                frames: Frames::new(),
                atoms: Atoms::default(),
                activity: Activity::default(),
                facts: Vec::new(),
                arguments,
                below,
                occurrences: Vec::new(),
            }
        });
        for head in heads.ids() {
            let occurrences = heads[head].transformer.occurrences().map(|(at, o)| (at, o.predicate));
            for (at, predicate) in occurrences.collect::<Vec<_>>() {
                heads[predicate].occurrences.push(OccursIn { head, at });
            }
        }
        let goals = Obligations::new(options.order, options.goal_limit, options.seed);
        Spacer {
            horn,
            goals: if options.cache_goals { goals.cached() } else { goals },
            parts: Parts::new(options.seed, &budget),
            options,
            budget,
            booking,
            heads,
            switches: vec![bottom],
            stage: Stage::Excluded,
            statistics: SpacerStatistics::default(),
            log: Log::default(),
        }
    }

    /// The counters so far.
    pub fn statistics(&self) -> SpacerStatistics {
        let queries = self.heads.iter().map(|head| head.transformer.queries).sum();
        SpacerStatistics { queries, ..self.statistics }
    }

    /// Finds a model of the clauses or a derivation of falsity. On a limit the outcome says up to which depth falsity
    /// has no derivation.
    pub fn prove(&mut self, observer: &mut dyn Observer) -> Outcome<Interpretation, Refutation> {
        let mut safe_depth = None;
        self.listen(observer);
        self.tell_steps(observer);
        let result = self.run(&mut safe_depth, observer);
        self.tell_steps(observer);
        settle(result, safe_depth)
    }

    fn run(
        &mut self,
        safe_depth: &mut Option<Depth>,
        observer: &mut dyn Observer,
    ) -> Result<Outcome<Interpretation, Refutation>, Limit> {
        loop {
            self.budget.poll()?;
            match self.stage {
                Stage::Excluded => {
                    let top = self.top();
                    *safe_depth = Some(top.depth());
                    if self.options.max_frames > 0 && top.index() >= self.options.max_frames {
                        return Ok(Outcome::unknown(StopCause::Bound, *safe_depth));
                    }
                    self.unfold(observer);
                    self.stage = Stage::Opened;
                }
                Stage::Opened => {
                    let equal = self.propagate_all(self.top(), observer)?;
                    if let Some(frame) = equal {
                        self.log.note(|| Step::Fixpoint { frame });
                    }
                    self.tell_steps(observer);
                    if let Some(equal) = equal {
                        return Ok(Outcome::Safe(self.model_above(equal)));
                    }
                    self.stage = Stage::Pushed;
                }
                Stage::Pushed => {
                    if self.exclude_falsity(observer)? {
                        return Ok(match self.refutation()? {
                            Some(refutation) => Outcome::Unsafe(refutation),
                            None => Outcome::unknown(StopCause::EvidenceFailed, *safe_depth),
                        });
                    }
                    self.stage = Stage::Excluded;
                }
            }
        }
    }

    /// *Unfold*: opens the next frame.
    fn unfold(&mut self, observer: &mut dyn Observer) {
        let name = format!(".frame{}", self.switches.len());
        let switch = self.horn.terms_mut().declare(&name, Sort::Bool);
        self.switches.push(switch);
        self.heads.iter_mut().for_each(|head| head.frames.open());
        if !self.options.reach_facts {
            self.forget_facts();
        }
        self.statistics.frames += 1;
        let frame = self.top();
        self.log.note(|| Step::Frame { frame });
        observer.event(Event::Depth { depth: self.top().depth(), frames: &self.sizes() });
        self.tell_steps(observer);
    }

    /// *Unreachable*: the interpretation by the lemmas above a frame.
    fn model_above(&self, frame: FrameId) -> Interpretation {
        let mut terms = self.horn.terms().clone();
        let mut formulas = Vec::with_capacity(self.horn.predicates().len());
        for head in self.heads.iter().take(self.horn.predicates().len()) {
            let clauses = head.clauses(&mut terms, frame.next());
            formulas.push(terms.and(&clauses));
        }
        Interpretation::new(terms, formulas)
    }

    /// *Candidate*: handles goals until falsity is excluded from the highest frame, or is a fact: then the answer is
    /// yes.
    fn exclude_falsity(&mut self, observer: &mut dyn Observer) -> Result<bool, Limit> {
        let (top, falsity) = (self.top(), self.heads.falsity());
        if !self.heads[falsity].facts.is_empty() {
            return Ok(true);
        }
        self.goals.add(Obligation::new(falsity, Cube::default(), top));
        loop {
            // A goal that was taken and not handled would be lost.
            self.budget.poll()?;
            let id = match self.goals.pop(top) {
                Some(id) => id,
                None => return Ok(false),
            };
            self.statistics.goals += 1;
            let goal = self.goals.get(id);
            let (frame, depth, size) = (goal.frame, Depth::new(goal.depth), goal.cube.len());
            self.log.note_at(at(goal.place), || {
                let (cube, returns) = (goal.cube.to_vec(), goal.returns);
                Step::Obligation { frame, cube, depth, returns, may: false }
            });
            observer.event(Event::Obligation { frame, depth, size });
            let handled = self.handle(id, observer);
            self.tell_steps(observer);
            if let Err(limit) = handled {
                self.goals.enqueue(id);
                return Err(limit);
            }
            if !self.heads[falsity].facts.is_empty() {
                return Ok(true);
            }
        }
    }

    /// One rule for a goal.
    fn handle(&mut self, id: ObligationId, observer: &mut dyn Observer) -> Result<(), Limit> {
        let goal = self.goals.get(id);
        let (predicate, frame, cube) = (goal.place, goal.frame, goal.cube.clone());
        let head = &mut self.heads[predicate];
        if let Some(lemma) = head.frames.excluding(&cube, frame) {
            let highest = head.frames.lemma(lemma).frame;
            self.come_back(id, highest.next());
            return Ok(());
        }
        let before = frame.previous();
        let is_reached = self.fails_consecution(predicate, before, &cube, false)?;
        self.note_answer(Question::Consecution, predicate, before, &cube, is_reached);
        if !is_reached {
            let highest = self.conflict(predicate, &cube, frame, observer)?;
            self.come_back(id, highest.next());
        } else if self.close_or_decide(id)? {
            self.goals.get_mut(id).done = true;
        }
        Ok(())
    }

    /// A goal is excluded below this frame.
    fn come_back(&mut self, id: ObligationId, frame: FrameId) {
        let goal = self.goals.get(id);
        self.log.note_at(at(goal.place), || Step::Returns { frame, cube: goal.cube.to_vec() });
        let how = if self.options.requeue { Return::Queued } else { Return::Never };
        self.goals.come_back(id, frame, how);
    }

    /// Whether consecution fails: F leads from a frame into the cube. If `relative`, from states of the frame outside
    /// the cube.
    pub(super) fn fails_consecution(
        &mut self,
        predicate: PredicateId,
        frame: FrameId,
        cube: &Cube,
        relative: bool,
    ) -> Result<bool, Limit> {
        let Spacer { heads, horn, switches, .. } = self;
        let Head { transformer, atoms, activity, occurrences, .. } = &mut heads[predicate];
        let mut literals = cube.to_vec();
        activity.sort_descending(&mut literals);
        let formulas: Vec<TermId> = literals.iter().map(|&l| atoms.formula(l)).collect();
        let own = occurrences.iter().filter(|o| relative && o.head == predicate);
        let own: Vec<OccurrenceId> = own.map(|o| o.at).collect();
        let clause = atoms.clause(cube);
        let outside = (!own.is_empty()).then(|| (&own[..], &clause[..]));
        let above = &switches[frame.index()..];
        transformer.fails_consecution(horn.terms_mut(), above, outside, &formulas)
    }

    /// Accounts for the terms made so far.
    pub(super) fn book(&mut self) {
        self.booking.set(self.horn.terms().bytes() as u64);
    }
}

impl Prover<Horn> for Spacer {
    fn prove(&mut self, _: PropertyId, observer: &mut dyn Observer) -> OutcomeOf<Horn> {
        Spacer::prove(self, observer)
    }

    fn counters(&self) -> Counters {
        let s = self.statistics();
        vec![
            ("queries", s.queries),
            ("frames", s.frames),
            ("goals", s.goals),
            ("lemmas", s.lemmas),
            ("facts", s.facts),
            ("pushes", s.pushes),
            ("lemmas pushed", s.pushed),
        ]
    }
}

//! The search: one frame after the other until two are equal or the goal is reached.

use super::activity::Activity;
use super::bandit::Bandit;
use super::ctg_record::CtgRecord;
use super::cube::Cube;
use super::frames::{Frames, LemmaId};
use super::obligation::{Obligation, ObligationId, ObligationOrder, Obligations};
use super::options::SearchOptions;
use super::steps::{Chain, End, Steps, StepsWords, Target};
use super::tally::{Purpose, SearchStatistics, Spent};
use crate::base::{Budget, Limit, Var};
use crate::engine::common::log::Log;
use crate::engine::common::outcome::settle;
use crate::engine::FrameId;
use crate::engine::{ChainResult, Event, Observer, Outcome, Question, Step, StopCause};
use crate::model::Depth;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fmt;

/// IC3's search over any transition system that answers the questions of [`Steps`].
///
/// Frames and lemmas live on from one call of [`Search::prove`] to the next, so a system may change its goal in
/// between, and a search that a limit ended goes on where it was. The system must not get new steps or initial
/// states in between.
pub struct Search<S: Steps> {
    pub(in crate::engine) steps: S,
    pub(in crate::engine) options: SearchOptions,
    pub(super) statistics: SearchStatistics,
    pub(in crate::engine) frames: Frames,
    pub(super) obligations: Obligations<()>,
    /// The obligations that wait while lemmas are pushed beyond the frontier.
    pub(super) waiting: Obligations<()>,
    /// Whether frames beyond the frontier have been opened, which no lemma was propagated to in the usual way.
    pub(super) has_opened_ahead: bool,
    /// Queries spent on pushing beyond the frontier.
    pub(super) spent_ahead: u64,
    /// The purpose of the part that is being run.
    pub(super) purpose: Option<Purpose>,
    pub(super) push_requests: BinaryHeap<(Reverse<FrameId>, Reverse<LemmaId>)>,
    /// Runs to reachable states that lemmas exclude.
    pub(super) reachable: Vec<S::Run>,
    pub(in crate::engine) activity: Activity,
    pub(in crate::engine) ctg_record: CtgRecord,
    pub(super) bandit: Bandit,
    /// The order of literals that generalisation uses now; 0 but for extra lemmas.
    pub(super) order: usize,
    pub(in crate::engine) budget: Budget,
    /// Steps for the observer.
    pub(in crate::engine) log: Log,
}

impl<S: Steps> fmt::Debug for Search<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("Search");
        shown.field("statistics", &self.statistics).field("frames", &self.frames.sizes());
        shown.finish_non_exhaustive()
    }
}

impl<S: Steps> Search<S> {
    /// A search with nothing but the initial states known. The budget is looked at for each frame; the system is
    /// expected to draw on it for its queries.
    pub fn new(steps: S, options: SearchOptions, budget: Budget) -> Search<S> {
        let queue = || Obligations::new(ObligationOrder::Nearest, options.obligation_limit, 0);
        Search {
            obligations: queue(),
            waiting: queue(),
            steps,
            options,
            statistics: SearchStatistics::default(),
            frames: Frames::new(),
            has_opened_ahead: false,
            spent_ahead: 0,
            purpose: None,
            push_requests: BinaryHeap::new(),
            reachable: Vec::new(),
            activity: Activity::default(),
            ctg_record: CtgRecord::default(),
            bandit: Bandit::default(),
            order: 0,
            budget,
            log: Log::default(),
        }
    }

    /// The system.
    pub fn steps(&self) -> &S {
        &self.steps
    }

    /// The system, for giving it another goal.
    pub fn steps_mut(&mut self) -> &mut S {
        &mut self.steps
    }

    /// The counters so far.
    pub fn statistics(&self) -> SearchStatistics {
        self.statistics
    }

    /// Proves that the goal is never reached, or finds a run to it. The proof is an inductive invariant, given by the
    /// cubes that it excludes: its clauses are their negations. On a limit the outcome says up to which depth there
    /// is no such run.
    pub fn prove(&mut self, observer: &mut dyn Observer) -> Outcome<Vec<Cube>, S::Run> {
        self.forget_obligations();
        self.log.listen(observer);
        let mut safe_depth = None;
        let result = self.run(&mut safe_depth, observer);
        self.tell(observer);
        settle(result, safe_depth)
    }

    /// Tells the observer all steps that were noted since the last time.
    pub(in crate::engine) fn tell(&mut self, observer: &mut dyn Observer) {
        self.log.tell(&StepsWords(&self.steps), observer);
    }

    /// The main loop (Lange 2018, Algorithm 8).
    fn run(
        &mut self,
        safe_depth: &mut Option<Depth>,
        observer: &mut dyn Observer,
    ) -> Result<Outcome<Vec<Cube>, S::Run>, Limit> {
        let mut frame = FrameId::INIT;
        loop {
            self.budget.poll()?;
            if let Some(excluded) = self.extend_to(frame, observer)? {
                return Ok(Outcome::Safe(excluded));
            }
            if let Some(first) = self.exclude_goal(frame, observer)? {
                match self.concretise(first, End::Goal)? {
                    Chain::Concrete(run) => return Ok(Outcome::Unsafe(run)),
                    Chain::Spurious => return Ok(Outcome::unknown(StopCause::EvidenceFailed, *safe_depth)),
                    Chain::Unexplained => {
                        return Ok(Outcome::unknown(StopCause::Limit(Limit::Incomplete), *safe_depth));
                    }
                    Chain::Refined => {
                        self.begin_anew();
                        continue;
                    }
                }
            }
            *safe_depth = Some(frame.depth());
            if self.options.may_obligations {
                self.push_ahead(frame, observer)?;
            }
            if self.is_bound(frame) {
                return Ok(Outcome::unknown(StopCause::Bound, *safe_depth));
            }
            frame = frame.next();
        }
    }

    /// Opens this frame, unless it is open, and pushes lemmas towards it. If that makes two frames equal, the
    /// invariant they are.
    pub(in crate::engine) fn extend_to(
        &mut self,
        frame: FrameId,
        observer: &mut dyn Observer,
    ) -> Result<Option<Vec<Cube>>, Limit> {
        if frame > self.frames.top() {
            self.open_frame();
        } else if !self.has_opened_ahead || frame == FrameId::INIT {
            return Ok(None);
        }
        observer.event(Event::Depth { depth: frame.depth(), frames: &self.frames.sizes() });
        self.tell(observer);
        let equal = self.tallied(Purpose::Pushing, |search| search.propagate(frame, observer))?;
        let closed = equal.map(|frame| {
            self.log.note(|| Step::Fixpoint { frame });
            self.close(frame)
        });
        self.tell(observer);
        Ok(closed)
    }

    /// Opens the next frame.
    pub(super) fn open_frame(&mut self) {
        self.frames.open();
        self.steps.open();
        let frame = self.frames.top();
        self.log.note(|| Step::Frame { frame });
        self.statistics.frames = self.statistics.frames.max(self.frames.top().index() as u64);
    }

    /// Blocks states of the goal in a frame until there are none, or one is reached.
    pub(in crate::engine) fn exclude_goal(
        &mut self,
        frame: FrameId,
        observer: &mut dyn Observer,
    ) -> Result<Option<ObligationId>, Limit> {
        loop {
            if let Some(first) = self.block_all(frame, observer)? {
                return Ok(Some(first));
            }
            let answer = self.steps.meets_goal(frame)?;
            let question = Question::Goal;
            self.log.note(|| Step::Query { question, frame, cube: Vec::new(), answer });
            if !answer {
                self.tell(observer);
                return Ok(None);
            }
            let cube = self.lift(frame, Target::Goal)?;
            self.obligations.add(Obligation::new((), cube, frame));
        }
    }

    /// A cube of predecessors of the target, which the frame was just found to have.
    pub(super) fn lift(&mut self, frame: FrameId, target: Target<'_>) -> Result<Cube, Limit> {
        let state = if self.log.is_on() { self.steps.state(frame) } else { Vec::new() };
        let known = self.steps.predicates();
        let cube = self
            .tallied(Purpose::Lifting, |search| search.steps.predecessor(frame, target, &search.activity))?;
        self.log.note(|| Step::Predecessor { frame, cube: cube.to_vec(), state });
        self.note_predicates(known);
        Ok(cube)
    }

    /// Notes the predicates beyond those that were known.
    fn note_predicates(&mut self, known: usize) {
        let count = self.steps.predicates();
        if count > known {
            self.log.note(|| {
                let predicates = (known..count).map(|i| Var::new(i).positive()).collect();
                Step::Predicates { predicates }
            });
        }
    }

    /// Does something for a purpose, and notes its effort. Within a part of the search that has a purpose already the
    /// effort is that part's.
    pub(super) fn tallied<T>(
        &mut self,
        purpose: Purpose,
        run: impl FnOnce(&mut Self) -> Result<T, Limit>,
    ) -> Result<T, Limit> {
        if self.purpose.is_some() {
            return run(self);
        }
        self.purpose = Some(purpose);
        let before = Spent { queries: self.steps.queries(), work: self.budget.work_used() };
        let result = run(self);
        let spent = &mut self.statistics.spent[purpose as usize];
        spent.queries += self.steps.queries() - before.queries;
        spent.work += self.budget.work_used() - before.work;
        self.purpose = None;
        result
    }

    /// Gives up the obligations of a search that has ended.
    pub(in crate::engine) fn forget_obligations(&mut self) {
        self.obligations.clear();
        self.waiting.clear();
        self.push_requests.clear();
    }

    /// The system allows fewer steps than before: obligations rest on steps that it may have no longer, and lemmas that
    /// were held back may move. Lemmas stay.
    pub(super) fn begin_anew(&mut self) {
        self.forget_obligations();
        self.frames.forget_witnesses();
    }

    /// Whether this is the last frame that the options allow.
    pub(in crate::engine) fn is_bound(&self, frame: FrameId) -> bool {
        self.options.max_frames > 0 && frame.index() >= self.options.max_frames
    }

    /// The chain of obligations that begins with this one, made concrete.
    pub(in crate::engine) fn concretise(
        &mut self,
        first: ObligationId,
        end: End,
    ) -> Result<Chain<S::Run>, Limit> {
        self.tallied(Purpose::Refinement, |search| search.concretise_chain(first, end))
    }

    fn concretise_chain(&mut self, first: ObligationId, end: End) -> Result<Chain<S::Run>, Limit> {
        let next = |&id: &ObligationId| self.obligations.get(id).successor.map(|(next, ())| next);
        let ids = std::iter::successors(Some(first), next);
        let chain: Vec<&Cube> = ids.map(|id| &self.obligations.get(id).cube).collect();
        let start = if self.steps.meets_init(chain[0])? {
            None
        } else {
            let (steps, reachable) = (&self.steps, &self.reachable);
            reachable.iter().find(|run| steps.ends_in(run, chain[0]))
        };
        let known = self.steps.predicates();
        let judged = self.steps.concretise(start, &chain, end)?;
        let result = match &judged {
            Chain::Concrete(_) => ChainResult::Concrete,
            Chain::Refined => ChainResult::Refined,
            Chain::Spurious | Chain::Unexplained => ChainResult::Spurious,
        };
        self.log.note(|| {
            let cubes = chain.into_iter().map(|cube| cube.to_vec()).collect();
            Step::Chain { cubes, places: Vec::new(), result }
        });
        self.note_predicates(known);
        Ok(judged)
    }

    /// A frame equals the next one: the lemmas above it are inductive. They move to the infinity frame, for the
    /// invariant and for the goals still to come.
    fn close(&mut self, frame: FrameId) -> Vec<Cube> {
        self.move_to_infinity(frame);
        self.frames.close_above(frame);
        self.steps.close_above(frame);
        let infinite = self.frames.stored(FrameId::INFINITY);
        infinite.iter().map(|&id| self.frames.lemma(id).cube.clone()).collect()
    }

    /// Moves the lemmas above a frame, which equals the next one, to the infinity frame: they are inductive. Returns
    /// their number.
    pub(super) fn move_to_infinity(&mut self, frame: FrameId) -> u64 {
        let top = self.frames.top();
        let mut count = 0;
        for above in frame.next().to(top) {
            for id in self.frames.stored(above).to_vec() {
                self.frames.move_to(id, FrameId::INFINITY);
                self.steps.learn(id, &self.frames.lemma(id).cube, above.next(), FrameId::INFINITY);
                let cube = &self.frames.lemma(id).cube;
                self.log.note(|| Step::Pushed { frame: FrameId::INFINITY, cube: cube.to_vec() });
                count += 1;
            }
        }
        count
    }
}

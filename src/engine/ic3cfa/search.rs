//! The search: one frame after the other (Lange 2018, Algorithm 12).

use super::contexts::Contexts;
use super::interpolate::Interpolants;
use super::options::Ic3CfaOptions;
use super::space::Space;
use super::ways::Ways;
use crate::base::{Budget, Limit};
use crate::engine::common::log::Log;
use crate::engine::common::outcome::settle;
use crate::engine::common::program::{place, places, Form, PathQuery};
use crate::engine::common::prover::{Counters, OutcomeOf, Prover};
use crate::engine::ic3::{CtgRecord, Cube, Obligation, ObligationId, Obligations, Places};
use crate::engine::{ChainResult, Event, FrameId, Observer, Outcome, ProgramOutcome, Step, StopCause};
use crate::model::cfa::{Cfa, EdgeId, LocId, Path};
use crate::model::PropertyId;
use crate::solver::term::{TermId, Terms};
use std::fmt;

/// Counters of IC3CFA.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Ic3CfaStatistics {
    /// Iterations, which are frames.
    pub iterations: u64,
    /// Obligations handled, each return counted.
    pub obligations: u64,
    /// Lemmas learnt.
    pub lemmas: u64,
    /// Literals that generalisation has dropped from blocked cubes.
    pub dropped: u64,
    /// Counterexamples to generalisation blocked.
    pub ctgs: u64,
    /// Literals found superfluous without a question.
    pub superfluous: u64,
    /// Questions that a predecessor cube has answered.
    pub predecessor_cubes: u64,
    /// Remembered parts of cubes that were as good as the core.
    pub upper_bounds: u64,
    /// Remembered parts of cubes whose literals were not tried.
    pub lower_bounds: u64,
    /// Lemmas from interpolants.
    pub interpolated: u64,
    /// Lemmas that were not stored since their frame implies them.
    pub implied: u64,
    /// Attempts to push a lemma.
    pub pushes: u64,
    /// Successful ones.
    pub pushed: u64,
    /// Questions that the solver gave up.
    pub too_hard: u64,
    /// Questions to a solver.
    pub queries: u64,
}

/// IC3CFA on one automaton. Frames live on when a limit has ended the search.
pub struct Ic3Cfa {
    pub(super) space: Space,
    pub(super) obligations: Obligations<LocId>,
    pub(super) options: Ic3CfaOptions,
    pub(super) statistics: Ic3CfaStatistics,
    /// By location: the edges into it, those first that have led to smaller cubes lately.
    pub(super) ways_in: Vec<Vec<EdgeId>>,
    pub(super) ways: Ways,
    pub(super) contexts: Contexts,
    /// Made when they are first needed.
    pub(super) interpolants: Option<Interpolants>,
    pub(super) ctg_record: CtgRecord,
    /// Questions about counterexamples.
    paths: PathQuery,
    budget: Budget,
    /// Steps for the observer.
    pub(super) log: Log,
}

impl fmt::Debug for Ic3Cfa {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ic3Cfa").field("statistics", &self.statistics()).finish()
    }
}

impl Ic3Cfa {
    /// An engine for this automaton.
    pub fn new(cfa: &Cfa, options: Ic3CfaOptions, budget: Budget) -> Ic3Cfa {
        let form = if options.preconditions { Form::Precondition } else { Form::Relation };
        let mut space = Space::new(cfa, form, options.seed, &budget);
        let paths = PathQuery::new(&mut space.edges, options.seed, &budget);
        Ic3Cfa {
            space,
            obligations: Obligations::new(options.order, options.obligation_limit, options.seed),
            contexts: Contexts::new(options.context_limit),
            ways: Ways::new(cfa.edges().len(), options.split),
            options,
            statistics: Ic3CfaStatistics::default(),
            ways_in: cfa.locations().map(|location| cfa.entering(location).to_vec()).collect(),
            interpolants: None,
            ctg_record: CtgRecord::default(),
            paths,
            budget,
            log: Log::default(),
        }
    }

    /// The counters of the search.
    pub fn statistics(&self) -> Ic3CfaStatistics {
        let queries = self.space.edges.queries + self.paths.queries();
        Ic3CfaStatistics { queries, ..self.statistics }
    }

    /// Proves that the error location is not reached, or finds a path to it. On a limit nothing is known about the
    /// length of paths; a further call goes on.
    pub fn prove(&mut self, observer: &mut dyn Observer) -> ProgramOutcome {
        self.log.listen(observer);
        let Ic3Cfa { log, space, .. } = self;
        log.note_places(|| places(&space.edges.cfa));
        self.tell_steps(observer);
        let result = self.run(observer);
        self.tell_steps(observer);
        settle(result, None)
    }

    fn run(&mut self, observer: &mut dyn Observer) -> Result<ProgramOutcome, Limit> {
        loop {
            self.budget.poll()?;
            let error = self.space.edges.cfa.error();
            if self.space.is_empty(error, self.space.top()) {
                if let Some(equal) = self.open(observer)? {
                    return Ok(Outcome::Safe(self.space.invariant(equal)));
                }
                continue;
            }
            if let Some(first) = self.block_all(observer)? {
                return Ok(match self.follow(first)? {
                    Some(path) => Outcome::Unsafe(path),
                    None => Outcome::unknown(StopCause::EvidenceFailed, None),
                });
            }
            if !self.space.is_empty(error, self.space.top()) {
                self.obligations.add(Obligation::new(error, Cube::default(), self.space.top()));
            }
        }
    }

    /// Begins the next iteration. `Some` is a frame that equals the next one, and excludes the error.
    fn open(&mut self, observer: &mut dyn Observer) -> Result<Option<FrameId>, Limit> {
        self.space.open();
        self.statistics.iterations += 1;
        self.obligations.unmask();
        let top = self.space.top();
        self.log.note(|| Step::Frame { frame: top });
        observer.event(Event::Depth { depth: top.depth(), frames: &self.sizes() });
        self.tell_steps(observer);
        let equal =
            if self.options.pushing { self.propagate_all(top, observer)? } else { self.equal_below(top) };
        if let Some(frame) = equal {
            self.log.note(|| Step::Fixpoint { frame });
        }
        self.tell_steps(observer);
        Ok(equal)
    }

    /// A run through the cubes of the obligations from this one on, which is at the initial location.
    fn follow(&mut self, first: ObligationId) -> Result<Option<Path>, Limit> {
        let mut path: Vec<EdgeId> = Vec::new();
        let mut cubes: Vec<Vec<TermId>> = Vec::new();
        let mut chain: Vec<ObligationId> = Vec::new();
        let mut here = first;
        loop {
            if self.log.is_on() {
                chain.push(here);
            }
            let obligation = self.obligations.get(here);
            cubes.push(self.space.atoms.formulas(&obligation.cube).collect());
            match obligation.successor {
                Some((next, edge)) => {
                    path.push(edge);
                    here = next;
                }
                None => break,
            }
        }
        let held: Vec<&[TermId]> = cubes.iter().map(|c| &c[..]).collect();
        let edges = &mut self.space.edges;
        // The obligation comes back if a limit ends the question.
        self.obligations.enqueue(first);
        let is_run = self.paths.find(edges, &path, &held, Terms::TRUE)?;
        let obligations = &self.obligations;
        self.log.note(|| Step::Chain {
            cubes: chain.iter().map(|&id| obligations.get(id).cube.to_vec()).collect(),
            places: chain.iter().map(|&id| place(obligations.get(id).place)).collect(),
            result: if is_run { ChainResult::Concrete } else { ChainResult::Spurious },
        });
        debug_assert!(is_run, "no run goes through a chain of cubes");
        Ok(is_run.then(|| self.paths.run(edges)))
    }
}

impl Prover<Cfa> for Ic3Cfa {
    fn prove(&mut self, _: PropertyId, observer: &mut dyn Observer) -> OutcomeOf<Cfa> {
        Ic3Cfa::prove(self, observer)
    }

    fn counters(&self) -> Counters {
        let s = self.statistics();
        vec![
            ("queries", s.queries),
            ("iterations", s.iterations),
            ("obligations", s.obligations),
            ("lemmas", s.lemmas),
            ("literals dropped", s.dropped),
            ("literals superfluous", s.superfluous),
            ("questions answered by predecessor cubes", s.predecessor_cubes),
            ("upper bounds from contexts", s.upper_bounds),
            ("lower bounds from contexts", s.lower_bounds),
            ("questions given up", s.too_hard),
            ("lemmas from interpolants", s.interpolated),
            ("lemmas implied by their frame", s.implied),
            ("counterexamples to generalisation", s.ctgs),
            ("attempts to push a lemma", s.pushes),
            ("lemmas pushed", s.pushed),
        ]
    }
}

//! A bounded search for a shorter counterexample, after a property was refuted.
//!
//! An engine that refutes a property need not find a shortest trace. BMC then asks about the depths below, in
//! ascending order, on the model that the engines worked on. The first trace that it finds is a shortest one, and is
//! brought back and checked like every other. If it refutes all these depths, the trace of the engine was a shortest
//! one. That there is no shorter trace is the word of BMC: no evidence of it is handed out.

use super::contestant::{Contestant, Judge, VerdictOn};
use super::lineup::Plan;
use super::options::{Shortest, VerifyOptions};
use crate::base::Budget;
use crate::engine::bmc::Start;
use crate::engine::common::prover::{Model, Told};
use crate::engine::options::Engine;
use crate::engine::{Outcome, StopReason};
use crate::model::Depth;
use crate::route::options::Words;

/// Bytes that the search may hold unless it is asked for: as many as a member of a portfolio that unrolls the model.
const MOST_BYTES: u64 = 600_000_000;

/// Units of the work on a property for each unit that the search may take unless it is asked for. On benchmarks of the
/// hardware competitions a unit of BMC takes up to two and a half times as long: its propagations are those of a long
/// run, and it has more conflicts among them. So the search does not double the time.
const SHARE: u64 = 3;

/// The counters of the searches that a verifier has made.
#[derive(Debug, Default)]
pub(super) struct Searches {
    begun: u64,
    ended: u64,
    shorter: u64,
    work: u64,
}

/// The engines' account before a property, from which the work on it is known.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark(u64);

impl Mark {
    pub fn of(budget: &Budget) -> Mark {
        Mark(budget.work_used())
    }
}

/// The end of a search.
struct Found<V> {
    /// With a trace, or without one if there is none.
    verdict: Option<V>,
    /// No counterexample has fewer transitions.
    least: usize,
}

impl Searches {
    /// A verdict on a property of safety with the shortest trace that is found below its own. The engine that gave the
    /// verdict has these options; the account was at the mark when it began, and `size` units of work go into any
    /// search.
    pub fn shorten<J: Judge>(
        &mut self,
        judge: &J,
        (options, by): (&VerifyOptions, &VerifyOptions),
        (budget, mark, size): (&Budget, Mark, u64),
        mut verdict: VerdictOn<J>,
    ) -> VerdictOn<J> {
        let depth = match &verdict.outcome {
            Outcome::Unsafe(trace) => transitions::<J>(trace),
            Outcome::Safe(_) | Outcome::Unknown(_) => return verdict,
        };
        if depth == 0 || finds_shortest(by) {
            verdict.least_depth = Some(Depth::new(depth));
            return verdict;
        }
        let spent = budget.work_used() - mark.0;
        let child = budget.child();
        let child = match options.shortest {
            Shortest::On => child,
            Shortest::Auto if spent / SHARE >= size => {
                child.pause_at(spent / SHARE);
                child.with_memory(MOST_BYTES)
            }
            Shortest::Auto | Shortest::Off => {
                verdict.least_depth = Some(Depth::new(0));
                return verdict;
            }
        };
        self.begun += 1;
        let found = search(judge, options, &child, &verdict, depth);
        self.work += child.work_used();
        let mut least = found.least;
        match found.verdict {
            Some(shorter) => match &shorter.outcome {
                Outcome::Unsafe(trace) => {
                    least = transitions::<J>(trace);
                    self.shorter += 1;
                    verdict.outcome = shorter.outcome;
                }
                Outcome::Safe(_) | Outcome::Unknown(_) => verdict.defects.extend(shorter.defect()),
            },
            None => self.ended += u64::from(least == depth),
        }
        verdict.least_depth = Some(Depth::new(least));
        verdict
    }

    /// The counters, if there was a search.
    pub fn statistics(&self) -> Vec<(String, u64)> {
        if self.begun == 0 {
            return Vec::new();
        }
        let list = [
            ("searches for shorter traces", self.begun),
            ("shorter traces found", self.shorter),
            ("traces shown to be shortest", self.ended + self.shorter),
            ("work of searches for shorter traces", self.work),
        ];
        list.into_iter().map(|(name, count)| (name.to_string(), count)).collect()
    }
}

/// Asks BMC about all depths below this one.
fn search<J: Judge>(
    judge: &J,
    options: &VerifyOptions,
    budget: &Budget,
    verdict: &VerdictOn<J>,
    depth: usize,
) -> Found<VerdictOn<J>> {
    let mut options = options.clone();
    options.engine = Engine::Bmc;
    options.engines.bmc.max_depth = Some(Depth::new(depth - 1));
    options.engines.bmc.step = 1;
    options.engines.bmc.from = Start::Initial;
    options.images.words = Words::Kept;
    options.images.temporal_decomposition = 0;
    let plan = Plan::of_one(&options);
    let engine = match judge.start(&plan, budget) {
        Ok(engine) => engine,
        Err(_) => return Found { verdict: None, least: 0 },
    };
    let mut contestant = Contestant::new(engine, budget);
    match contestant.turn(judge, plan.member.name, verdict.property, &mut ()) {
        Ok(verdict) => Found { verdict: Some(verdict), least: 0 },
        Err(StopReason { safe_depth, .. }) => {
            Found { verdict: None, least: safe_depth.map_or(0, |safe| safe.transitions() + 1) }
        }
    }
}

fn transitions<J: Judge>(trace: &<J::Model as Model>::Counterexample) -> usize {
    <J::Model as Told>::size_of_counterexample(trace).1.saturating_sub(1)
}

/// Whether an engine of these options asks about one depth after the other, on a model with the same depths.
fn finds_shortest(options: &VerifyOptions) -> bool {
    let asks_in_turn = options.engines.bmc.step == 1 || options.engines.bmc.from == Start::Bad;
    options.engine == Engine::Bmc
        && asks_in_turn
        && options.images.words == Words::Kept
        && options.images.temporal_decomposition == 0
}

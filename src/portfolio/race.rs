//! Several engines on one circuit: the first answer that passes its check ends them all.
//!
//! The first member, IC3 as the options have it, has the calling thread to itself if there is another thread; the
//! other members take turns on what threads there are, each turn a *slice* of propagated literals, whoever has had the
//! least being next. An engine that comes to the end of its slice keeps its solvers and frames and goes on from there. On
//! one thread all members are sliced, the first getting as much as the others together, and since propagations are
//! counted and not timed, the same run gives the same answer every time.
//!
//! All members draw on one budget: time and memory are limited for all of them together. A member that runs out of
//! memory is dismissed, with everything it holds, and the others go on. Members that unroll have a ceiling of their own.

use super::running::Running;
use super::{Engine, Judge, Verified, VerifyOptions};
use crate::base::{Budget, Limit};
use crate::engine::bmc::BmcOptions;
use crate::engine::ic3::circuit::{Ic3Options, Lifting};
use crate::engine::ic3::{Generalisation, SearchOptions};
use crate::engine::kinduction::KInductionOptions;
use crate::engine::{Observer, Outcome, StopCause};
use crate::model::Depth;
use crate::model::PropertyId;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Mutex, MutexGuard};

/// Literals propagated in the first slice of a member; each later one is a quarter longer.
const FIRST_SLICE: u64 = 2_000_000;
/// Bytes that an engine may hold which unrolls the circuit.
const UNROLLING_LIMIT: u64 = 600_000_000;

/// An engine and how far it has come.
struct Member {
    /// Its place in the lineup.
    rank: usize,
    name: &'static str,
    options: VerifyOptions,
    /// Its share of the work, relative to the others.
    weight: u64,
    budget: Budget,
    /// Set up when its first turn comes.
    running: Option<Running>,
    slice: u64,
    /// It has nothing more to say: its bound is reached, or its memory used up.
    dismissed: bool,
}

/// The engines that race for each property in turn.
pub(super) struct Race {
    members: Vec<Member>,
    threads: usize,
}

/// What the threads share.
struct Track<'a> {
    judge: &'a Judge<'a>,
    property: PropertyId,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    waiting: Vec<Member>,
    back: Vec<Member>,
    budgets: Vec<Budget>,
    verified: Option<Verified>,
    safe_depth: Option<Depth>,
}

impl Race {
    pub fn new(options: &VerifyOptions, budget: &Budget) -> Race {
        let members: Vec<Member> = lineup(options)
            .into_iter()
            .enumerate()
            .map(|(rank, (name, options))| {
                let unrolls = matches!(options.engine, Engine::Bmc | Engine::KInduction);
                let child = budget.child();
                let budget = if unrolls { child.with_memory(UNROLLING_LIMIT) } else { child };
                Member {
                    rank,
                    name,
                    options,
                    weight: 1,
                    budget,
                    running: None,
                    slice: FIRST_SLICE,
                    dismissed: false,
                }
            })
            .collect();
        let mut race = Race { members, threads: options.threads.max(1) };
        race.members[0].weight = race.members.len() as u64 - 1;
        race
    }

    /// The verdict on a property. The observer hears of the first member.
    pub fn prove(&mut self, judge: &Judge, property: PropertyId, observer: &mut dyn Observer) -> Verified {
        let mut waiting = std::mem::take(&mut self.members);
        for member in &mut waiting {
            member.budget.canceller().store(false, Relaxed);
            member.dismissed = false;
        }
        let budgets = waiting.iter().map(|m| m.budget.clone()).collect();
        let threads = self.threads.min(waiting.len());
        let first = if threads > 1 { Some(waiting.remove(0)) } else { None };
        let state = State { waiting, budgets, ..State::default() };
        let track = Track { judge, property, state: Mutex::new(state) };
        std::thread::scope(|scope| {
            for _ in 1..threads {
                scope.spawn(|| track.take_turns(&mut ()));
            }
            if let Some(first) = first {
                track.put_back(track.run(first, u64::MAX, observer));
            }
            track.take_turns(observer);
        });
        let state = track.state.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
        self.members = state.back.into_iter().chain(state.waiting).collect();
        self.members.sort_by_key(|member| member.rank);
        let cause = match judge.budget.check() {
            Err(limit) => StopCause::Limit(limit),
            Ok(()) => StopCause::Bound,
        };
        let unknown = Outcome::unknown(cause, state.safe_depth);
        state.verified.unwrap_or(Verified { property, outcome: unknown, refused: None, by: "portfolio" })
    }

    /// What the members have counted, each entry with the name of its member.
    pub fn statistics(&self) -> Vec<(String, u64)> {
        let mut list = Vec::new();
        for member in &self.members {
            list.push((format!("{}: propagations", member.name), member.budget.propagations_used()));
            let counted = member.running.iter().flat_map(|running| running.statistics());
            list.extend(counted.map(|(name, value)| (format!("{}: {}", member.name, name), value)));
        }
        list
    }
}

impl Track<'_> {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Runs slices of whoever is next until there is a verdict or nobody left. The observer hears of the first member.
    fn take_turns(&self, observer: &mut dyn Observer) {
        loop {
            let next = {
                let mut state = self.state();
                if state.verified.is_some() || self.judge.budget.check().is_err() {
                    return;
                }
                let had = |m: &Member| m.budget.propagations_used() / m.weight;
                let waiting = &state.waiting;
                match (0..waiting.len()).min_by_key(|&i| (had(&waiting[i]), waiting[i].rank)) {
                    Some(i) => state.waiting.swap_remove(i),
                    None => return,
                }
            };
            let slice = next.slice;
            let mut nobody = ();
            let listener = if next.rank == 0 { &mut *observer } else { &mut nobody };
            let mut member = self.run(next, slice, listener);
            member.slice += member.slice / 4;
            self.put_back(member);
        }
    }

    fn put_back(&self, member: Member) {
        let mut state = self.state();
        if member.dismissed {
            state.back.push(member);
        } else {
            state.waiting.push(member);
        }
    }

    /// Lets a member work for so many propagations.
    fn run(&self, mut member: Member, slice: u64, observer: &mut dyn Observer) -> Member {
        let end = member.budget.propagations_used().saturating_add(slice.saturating_mul(member.weight));
        member.budget.pause_at(end);
        let (options, budget) = (&member.options, &member.budget);
        let running = member
            .running
            .get_or_insert_with(|| Running::new(&self.judge.reduction.circuit, options, budget));
        match running.prove(self.property, observer) {
            // A counterexample that broke off is a defect, to be told like any other evidence that fails.
            Outcome::Unknown(reason) if reason.cause != StopCause::EvidenceFailed => {
                let mut state = self.state();
                state.safe_depth = state.safe_depth.max(reason.safe_depth);
                let may_go_on = [Limit::Propagations, Limit::Cancelled, Limit::Time].map(StopCause::Limit);
                member.dismissed = !may_go_on.contains(&reason.cause);
                if reason.cause == StopCause::Limit(Limit::Memory) {
                    member.running = None;
                }
            }
            claim => {
                let verified = self.judge.believe(self.property, claim, member.name);
                let mut state = self.state();
                if state.verified.is_none() {
                    state.verified = Some(verified);
                    state.budgets.iter().for_each(|budget| budget.canceller().store(true, Relaxed));
                }
            }
        }
        member
    }
}

/// The members and their options, the most promising one first.
fn lineup(options: &VerifyOptions) -> Vec<(&'static str, VerifyOptions)> {
    let with = |engine| VerifyOptions { engine, ..options.clone() };
    let other = Ic3Options {
        seed: options.ic3.seed.wrapping_add(1),
        lifting: Lifting::Core,
        search: SearchOptions {
            generalisation: Generalisation::Dynamic,
            parent_lemma: true,
            ..options.ic3.search.clone()
        },
        ..options.ic3.clone()
    };
    let mut members = vec![
        ("ic3", with(Engine::Ic3)),
        ("bmc", VerifyOptions { bmc: BmcOptions { step: 1, ..options.bmc.clone() }, ..with(Engine::Bmc) }),
        ("lazy-ic3", with(Engine::LazyIc3)),
        ("ic3, other options", VerifyOptions { ic3: other, ..with(Engine::Ic3) }),
    ];
    if !options.inductive_only {
        let kinduction = KInductionOptions { simple_path: false, ..options.kinduction.clone() };
        members.push(("kind", VerifyOptions { kinduction, ..with(Engine::KInduction) }));
    }
    members
}

//! Several engines on one model: the first answer that passes its check ends them all.
//!
//! The first member has the calling thread to itself if there is another thread; the other members take turns on what
//! threads there are, each turn a *slice* of work, and the member that has had the least is next. An engine that comes
//! to the end of its slice keeps its solvers and frames and goes on from there. A member that has found an answer gets
//! a longer slice for bringing its evidence into the form that is checked. On one thread all members are sliced, the
//! first getting as much as the others together. Work is counted and not timed ([`Budget::work_used`]), so the same run
//! gives the same answer every time; and it is counted in a unit that each kind of engine spends, since a member that
//! spends nothing would never come to the end of its turn. Each property begins with equal accounts and short slices.
//!
//! All members draw on one budget: time and memory are limited for all of them together. A member that runs out of
//! memory is dismissed, with everything it holds, and the others go on. Some members have a ceiling of their own. A
//! member whose evidence is too hard to check is dismissed, too, and so is one whose evidence fails its check; that is
//! told with the verdict of the others, or in place of one.
//!
//! The kind of model does not matter here: a [`Contest`] sets engines up and gives them their turns.

use super::takes::Unfit;
use super::verdict::{Answer, Defect};
use crate::base::{Budget, Limit};
use crate::engine::{Observer, StopCause, StopReason};
use crate::model::{Depth, PropertyId};
use std::fmt;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Mutex, MutexGuard};

/// Units of work in the first slice of a member, for each part of its share; each later one is a quarter longer.
const FIRST_SLICE: u64 = 200_000;

/// A model with properties, and the engines that may race for them.
pub(super) trait Contest: Sync {
    /// The settings of a member.
    type Options: Send + fmt::Debug;
    /// An engine at work.
    type Engine: Send + fmt::Debug;
    /// An answer to be believed.
    type Verdict: Answer;

    /// Sets an engine up.
    ///
    /// # Errors
    ///
    /// If it does not work on the model, or a limit was reached.
    fn start(&self, options: &Self::Options, budget: &Budget) -> Result<Self::Engine, Unfit>;

    /// Lets an engine work until its budget ends or it has an answer. An answer whose evidence fails is an answer, too.
    fn turn(
        &self,
        engine: &mut Self::Engine,
        by: &'static str,
        property: PropertyId,
        observer: &mut dyn Observer,
    ) -> Result<Self::Verdict, StopReason>;

    /// Whether the engine has found an answer that is not judged yet. None has, where a turn goes on until an answer is
    /// judged.
    fn has_claim(&self, engine: &Self::Engine) -> bool {
        let _ = engine;
        false
    }
}

/// The engines at work on a model: one, or several in a race.
#[derive(Debug)]
pub(super) enum Engines<C: Contest> {
    /// This one, with the name that it answers by.
    One(C::Engine, &'static str),
    Several(Race<C>),
}

impl<C: Contest> Engines<C> {
    /// The verdict on a property, or the reason why there is none.
    pub fn prove(
        &mut self,
        contest: &C,
        budget: &Budget,
        property: PropertyId,
        observer: &mut dyn Observer,
    ) -> Result<C::Verdict, StopReason> {
        match self {
            Engines::One(engine, by) => contest.turn(engine, by, property, observer),
            Engines::Several(race) => race.prove(contest, budget, property, observer),
        }
    }

    /// The counters of the engines; those of a race have the name of their member in front.
    pub fn statistics(&self, count: impl Fn(&C::Engine) -> Vec<(&'static str, u64)>) -> Vec<(String, u64)> {
        match self {
            Engines::One(engine, _) => {
                count(engine).into_iter().map(|(name, value)| (name.to_string(), value)).collect()
            }
            Engines::Several(race) => race.statistics(count),
        }
    }
}

/// A member before the race.
#[derive(Debug)]
pub(super) struct Plan<O> {
    pub name: &'static str,
    /// Its share of the work, relative to the other members that take turns.
    pub share: u64,
    /// The ceiling on the bytes that it may hold, beside that of the whole race.
    pub memory: Option<u64>,
    /// Units of work in its first slice, if that is to be shorter than its share says.
    pub first_slice: Option<u64>,
    pub options: O,
}

impl<O> Plan<O> {
    /// A plan without ceiling and with slices as its share says.
    pub fn new(name: &'static str, share: u64, options: O) -> Plan<O> {
        Plan { name, share, memory: None, first_slice: None, options }
    }

    /// The same plan with other settings.
    pub fn map<P>(self, settings: impl FnOnce(O) -> P) -> Plan<P> {
        let Plan { name, share, memory, first_slice, options } = self;
        Plan { name, share, memory, first_slice, options: settings(options) }
    }
}

/// An engine and how far it has come.
struct Member<C: Contest> {
    /// Its place in the lineup.
    rank: usize,
    plan: Plan<C::Options>,
    /// Its share of the work, relative to the others.
    weight: u64,
    budget: Budget,
    /// Set up when its first turn comes.
    engine: Option<C::Engine>,
    slice: u64,
    /// The work it had done when the race for this property began.
    before: u64,
    /// It has nothing more to say: its bound is reached, or its memory used up.
    dismissed: bool,
}

impl<C: Contest> Member<C> {
    /// The work done for this property, relative to its share.
    fn had(&self) -> u64 {
        (self.budget.work_used() - self.before) / self.weight
    }
}

/// The engines that race for each property in turn.
pub(super) struct Race<C: Contest> {
    members: Vec<Member<C>>,
    threads: usize,
}

/// The part of a race that its threads share.
struct Track<'a, C: Contest> {
    contest: &'a C,
    budget: &'a Budget,
    property: PropertyId,
    state: Mutex<State<C>>,
}

struct State<C: Contest> {
    waiting: Vec<Member<C>>,
    back: Vec<Member<C>>,
    budgets: Vec<Budget>,
    verdict: Option<C::Verdict>,
    /// The first answer that does not end the race; one whose evidence failed comes before others.
    open: Option<C::Verdict>,
    /// The answers whose evidence failed.
    defects: Vec<Defect>,
    safe_depth: Option<Depth>,
}

impl<C: Contest> Race<C> {
    /// The first plan is the most promising one.
    pub fn new(plans: Vec<Plan<C::Options>>, threads: usize, budget: &Budget) -> Race<C> {
        let others: u64 = plans.iter().skip(1).map(|plan| plan.share).sum();
        let enter = |(rank, plan): (usize, Plan<C::Options>)| {
            let child = budget.child();
            Member {
                rank,
                weight: if rank == 0 { others.max(1) } else { plan.share },
                budget: plan.memory.map_or(child.clone(), |limit| child.with_memory(limit)),
                plan,
                engine: None,
                slice: FIRST_SLICE,
                before: 0,
                dismissed: false,
            }
        };
        Race { members: plans.into_iter().enumerate().map(enter).collect(), threads: threads.max(1) }
    }

    /// The verdict on a property, or the reason why there is none. The observer hears of the first member.
    pub fn prove(
        &mut self,
        contest: &C,
        budget: &Budget,
        property: PropertyId,
        observer: &mut dyn Observer,
    ) -> Result<C::Verdict, StopReason> {
        let mut waiting = std::mem::take(&mut self.members);
        for member in &mut waiting {
            member.budget.canceller().store(false, Relaxed);
            member.dismissed = false;
            member.slice = member.plan.first_slice.map_or(FIRST_SLICE, |units| units / member.weight + 1);
            member.before = member.budget.work_used();
        }
        let budgets = waiting.iter().map(|m| m.budget.clone()).collect();
        let threads = self.threads.min(waiting.len());
        let first = if threads > 1 { Some(waiting.remove(0)) } else { None };
        let state = State {
            waiting,
            back: Vec::new(),
            budgets,
            verdict: None,
            open: None,
            defects: Vec::new(),
            safe_depth: None,
        };
        let track = Track { contest, budget, property, state: Mutex::new(state) };
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
        let mut defects = state.defects;
        match state.verdict.or(state.open) {
            Some(mut verdict) => {
                let own = verdict.defect();
                defects.retain(|defect| Some(defect) != own.as_ref());
                verdict.note(defects);
                Ok(verdict)
            }
            None => {
                let cause = budget.check().map_or_else(StopCause::Limit, |()| StopCause::Bound);
                Err(StopReason { cause, safe_depth: state.safe_depth })
            }
        }
    }

    /// The counters of the members, each entry with the name of its member.
    pub fn statistics(&self, count: impl Fn(&C::Engine) -> Vec<(&'static str, u64)>) -> Vec<(String, u64)> {
        let mut list = Vec::new();
        for member in &self.members {
            let name = member.plan.name;
            list.push((format!("{}: propagations", name), member.budget.propagations_used()));
            let counted = member.engine.iter().flat_map(&count);
            list.extend(counted.map(|(counter, value)| (format!("{}: {}", name, counter), value)));
        }
        list
    }
}

impl<C: Contest> fmt::Debug for Race<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.members.iter().map(|member| &member.plan)).finish()
    }
}

impl<C: Contest> Track<'_, C> {
    fn state(&self) -> MutexGuard<'_, State<C>> {
        self.state.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Runs slices of the next members until there is a verdict or no member left. The observer hears of the first
    /// member.
    fn take_turns(&self, observer: &mut dyn Observer) {
        loop {
            let next = {
                let mut state = self.state();
                if state.verdict.is_some() || self.budget.check().is_err() {
                    return;
                }
                let waiting = &state.waiting;
                match (0..waiting.len()).min_by_key(|&i| (waiting[i].had(), waiting[i].rank)) {
                    Some(i) => state.waiting.swap_remove(i),
                    None => return,
                }
            };
            let slice = next.slice.max(self.patience_with(&next));
            let mut nobody = ();
            let listener = if next.rank == 0 { &mut *observer } else { &mut nobody };
            let mut member = self.run(next, slice, listener);
            member.slice += member.slice / 4;
            self.put_back(member);
        }
    }

    /// The slice for judging the claim of a member: as much work as all members have done so far, since there may be
    /// nothing left to do behind it.
    fn patience_with(&self, member: &Member<C>) -> u64 {
        match member.engine.as_ref().map_or(false, |engine| self.contest.has_claim(engine)) {
            true => self.budget.work_used() / member.weight,
            false => 0,
        }
    }

    fn put_back(&self, member: Member<C>) {
        let mut state = self.state();
        if member.dismissed {
            state.back.push(member);
        } else {
            state.waiting.push(member);
        }
    }

    /// Lets a member do so much work.
    fn run(&self, mut member: Member<C>, slice: u64, observer: &mut dyn Observer) -> Member<C> {
        let end = member.budget.work_used().saturating_add(slice.saturating_mul(member.weight));
        member.budget.pause_at(end);
        let (plan, budget) = (&member.plan, &member.budget);
        let started = match member.engine.take() {
            Some(engine) => Ok(engine),
            None => self.contest.start(&plan.options, budget),
        };
        let answer = match started {
            Ok(engine) => {
                let engine = member.engine.insert(engine);
                self.contest.turn(engine, plan.name, self.property, observer)
            }
            Err(unfit) => Err(unfit.into()),
        };
        let mut state = self.state();
        match answer {
            Err(reason) => {
                state.safe_depth = state.safe_depth.max(reason.safe_depth);
                let may_go_on = [Limit::Paused, Limit::Cancelled, Limit::Time].map(StopCause::Limit);
                member.dismissed = !may_go_on.contains(&reason.cause);
                if reason.cause == StopCause::Limit(Limit::Memory) {
                    member.engine = None;
                }
            }
            Ok(verdict) if !verdict.is_final() => {
                member.dismissed = true;
                let defect = verdict.defect();
                if state.open.is_none() || (defect.is_some() && state.defects.is_empty()) {
                    state.open = Some(verdict);
                }
                state.defects.extend(defect);
            }
            Ok(verdict) if state.verdict.is_none() => {
                state.verdict = Some(verdict);
                state.budgets.iter().for_each(|budget| budget.canceller().store(true, Relaxed));
            }
            Ok(_) => {}
        }
        drop(state);
        member
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Outcome;
    use crate::evidence::CheckError;
    use crate::portfolio::Verified;

    /// A race whose members have their answers from the beginning.
    struct Fixed;

    impl Contest for Fixed {
        type Options = Result<(), CheckError>;
        type Engine = Result<(), CheckError>;
        type Verdict = Verified<(), ()>;

        fn start(&self, answer: &Self::Options, _: &Budget) -> Result<Self::Engine, Unfit> {
            Ok(answer.clone())
        }

        fn turn(
            &self,
            answer: &mut Self::Engine,
            by: &'static str,
            property: PropertyId,
            _: &mut dyn Observer,
        ) -> Result<Verified<(), ()>, StopReason> {
            Ok(match answer.clone() {
                Ok(()) => Verified::checked(property, Outcome::Safe(()), by),
                Err(error) => Verified::not_believed(property, error, by),
            })
        }
    }

    fn verdict_of(answers: &[(&'static str, Result<(), CheckError>)]) -> Verified<(), ()> {
        let budget = Budget::unlimited();
        let plans = answers.iter().map(|(name, answer)| Plan::new(name, 1, answer.clone())).collect();
        let mut race = Race::<Fixed>::new(plans, 1, &budget);
        race.prove(&Fixed, &budget, PropertyId::new(0), &mut ()).expect("an answer")
    }

    /// It ended the race before, although others were right.
    #[test]
    fn a_member_whose_evidence_fails_does_not_end_the_race() {
        let wrong = Err(CheckError::ProofMissing);
        let found = verdict_of(&[("wrong", wrong.clone()), ("right", Ok(()))]);
        assert_eq!((found.by, &found.outcome), ("right", &Outcome::Safe(())));
        assert_eq!(found.defects, [Defect { by: "wrong", error: Some(CheckError::ProofMissing) }]);
        let found = verdict_of(&[("right", Ok(())), ("wrong", wrong)]);
        assert_eq!((found.by, found.defects.len()), ("right", 0));
    }

    #[test]
    fn if_no_member_is_right_a_defect_is_told_rather_than_a_limit() {
        let hard = Err(CheckError::Limit(Limit::Conflicts));
        let found = verdict_of(&[("hard", hard), ("wrong", Err(CheckError::ProofMissing))]);
        assert_eq!((found.by, &found.refused), ("wrong", &Some(CheckError::ProofMissing)));
        assert!(found.defects.is_empty());
        let (one, other) = (Err(CheckError::ProofMissing), Err(CheckError::ForeignAxiom));
        let found = verdict_of(&[("one", one), ("other", other)]);
        assert_eq!((found.by, &found.refused), ("one", &Some(CheckError::ProofMissing)));
        assert_eq!(found.defects, [Defect { by: "other", error: Some(CheckError::ForeignAxiom) }]);
    }
}

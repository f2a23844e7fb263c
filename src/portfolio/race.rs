//! Several engines on one model: the first answer that passes its check ends them all.
//!
//! The first member runs all the time if there is more than one thread; the other members take turns on the threads
//! that are left, each turn a *slice* of work, and the member that has had the least work is next. An engine that comes
//! to the end of its slice waits where it is ([`turns`](super::turns)). On one thread all members are sliced, the first
//! getting as much as the others together, or twice as much. Work is counted and not timed ([`Budget::work_used`]), so
//! the same run gives the same answer every time. The unit is one that each kind of engine spends: a member that spends
//! nothing would never come to the end of its turn. Each property begins with equal accounts and short slices. If the
//! caller's own mark ([`Budget::pause_at`]) interrupts a race, it goes on with its accounts when it is asked for the
//! same property again.
//!
//! If an observer wants details, all members run on its thread. An engine that reaches the end of its slice then ends
//! with that limit, keeps its solvers and frames, and begins from there in its next turn. A member that has found an
//! answer gets a longer slice for bringing its evidence into the form that is checked.
//!
//! All members draw on one budget: time and memory are limited for all of them together. A member that runs out of
//! memory is dismissed, with everything it holds, and the others go on. Some members have a ceiling of their own. A
//! member is dismissed, too, if its evidence is too hard to check or fails its check. The failure is told with the
//! verdict of the others, or in place of one.
//!
//! The kind of model does not matter here: a [`Judge`] sets engines up and checks what they claim.

use super::contestant::{Contestant, Judge, VerdictOn};
use super::lineup::Plan;
use super::options::VerifyOptions;
use super::turns::{Account, Desk};
use super::verdict::{Defect, Verified};
use crate::base::{Budget, Limit};
use crate::engine::common::prover::Model;
use crate::engine::table::Engine;
use crate::engine::Sequence;
use crate::engine::{Event, Observer, StopCause, StopReason};
use crate::model::{Depth, PropertyId};
use crate::route::takes::Unfit;
use std::fmt;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, MutexGuard};

/// Units of work in the first slice of a member, for each part of its share; each later one is a quarter longer.
const FIRST_SLICE: u64 = 200_000;

/// Bytes of the stack of a member's thread.
const STACK: usize = 8 << 20;

/// The engines at work on a model: one, or several in a race.
#[derive(Debug)]
pub(super) enum Engines<M: Model> {
    /// This one, with the name that it answers by.
    One(Contestant<M>, &'static str),
    Several(Race<M>),
}

impl<M: Model> Engines<M> {
    /// The engine of these options, or those of the race that `lineup` says.
    ///
    /// # Errors
    ///
    /// If the engine does not work on the model.
    pub fn new<J: Judge<Model = M>>(
        judge: &J,
        lineup: impl FnOnce() -> Vec<Plan>,
        options: &VerifyOptions,
        budget: &Budget,
    ) -> Result<Engines<M>, Unfit> {
        if options.engine == Engine::Portfolio {
            return Ok(Engines::Several(Race::new(lineup(), options.threads, budget)));
        }
        let engine = judge.start(&Plan::of_one(options), budget)?;
        Ok(Engines::One(Contestant::new(engine, budget), options.engine.name()))
    }

    /// The verdict on a property.
    pub fn prove<J: Judge<Model = M>>(
        &mut self,
        judge: &J,
        budget: &Budget,
        property: PropertyId,
        observer: &mut dyn Observer,
    ) -> VerdictOn<J> {
        let (verdict, by) = match self {
            Engines::One(engine, by) => (engine.turn(judge, by, property, observer), *by),
            Engines::Several(race) => {
                (race.prove(judge, budget, property, observer), Engine::Portfolio.name())
            }
        };
        verdict.unwrap_or_else(|reason| Verified::unknown(property, reason, by))
    }

    /// The options of the engine that answers by this name; `alone` are those of an engine without others.
    pub fn options<'a>(&'a self, by: &str, alone: &'a VerifyOptions) -> &'a VerifyOptions {
        match self {
            Engines::One(..) => alone,
            Engines::Several(race) => {
                let mut members = race.members.iter();
                members.find(|member| member.plan.member.name == by).map_or(alone, |m| &m.plan.options)
            }
        }
    }

    /// The counters of the engines; those of a race have the name of their member in front.
    pub fn statistics(&self) -> Vec<(String, u64)> {
        match self {
            Engines::One(contestant, _) => {
                let counted = contestant.engine.counters().into_iter();
                counted.map(|(name, value)| (name.to_string(), value)).collect()
            }
            Engines::Several(race) => race.statistics(),
        }
    }

    /// The size of the engine's sequence of frames; `None` for races, and for engines that keep none.
    pub fn sequence(&self) -> Option<Sequence> {
        match self {
            Engines::One(contestant, _) => contestant.engine.sequence(),
            Engines::Several(_) => None,
        }
    }
}

/// An engine and how far it has come.
struct Member<M: Model> {
    /// Its place in the lineup.
    rank: usize,
    plan: Plan,
    account: Account,
    /// Set up when its first turn comes.
    contestant: Option<Contestant<M>>,
    /// It has nothing more to say: its bound is reached, or its memory used up.
    dismissed: bool,
}

/// Tells whose turn begins.
fn tell_turn<M: Model>(member: &Member<M>, observer: &mut dyn Observer) {
    if observer.wants_details() {
        observer.event(Event::Member { engine: member.plan.member.name });
    }
}

/// The engines that race for each property in turn.
pub(super) struct Race<M: Model> {
    members: Vec<Member<M>>,
    threads: usize,
    desk: Arc<Desk>,
    interrupted: Option<Interrupted<M>>,
}

/// The answers of members that were dismissed before the caller's mark interrupted a race.
struct Interrupted<M: Model> {
    property: PropertyId,
    open: Option<Verified<M::Proof, M::Counterexample>>,
    defects: Vec<Defect>,
    safe_depth: Option<Depth>,
}

/// The part of a race that its threads share.
struct Track<'a, J: Judge> {
    judge: &'a J,
    budget: &'a Budget,
    property: PropertyId,
    state: Mutex<State<J>>,
}

struct State<J: Judge> {
    waiting: Vec<Member<J::Model>>,
    back: Vec<Member<J::Model>>,
    budgets: Vec<Budget>,
    verdict: Option<VerdictOn<J>>,
    /// The first answer that does not end the race; one whose evidence failed comes before others.
    open: Option<VerdictOn<J>>,
    /// The answers whose evidence failed.
    defects: Vec<Defect>,
    safe_depth: Option<Depth>,
    /// A member had too little memory.
    is_short: bool,
}

impl<M: Model> Race<M> {
    /// The first plan is the most promising one.
    pub fn new(plans: Vec<Plan>, threads: usize, budget: &Budget) -> Race<M> {
        let others: u64 = plans.iter().skip(1).map(|plan| plan.parts).sum();
        let desk = Desk::new();
        let enter = |(rank, plan): (usize, Plan)| {
            let child = desk.budget(rank, budget.child());
            let account = Account {
                weight: if rank == 0 { others.max(1).max(plan.parts) } else { plan.parts },
                budget: plan.member.memory.map_or(child.clone(), |limit| child.with_memory(limit)),
                slice: FIRST_SLICE,
                before: 0,
                urgency: 1,
            };
            Member { rank, plan, account, contestant: None, dismissed: false }
        };
        let members = plans.into_iter().enumerate().map(enter).collect();
        Race { members, threads: threads.max(1), desk, interrupted: None }
    }

    /// The verdict on a property, or the reason why there is none. The observer hears of the first member. If it wants
    /// details, all members take turns on this thread, and it hears of each turn.
    pub fn prove<J: Judge<Model = M>>(
        &mut self,
        judge: &J,
        budget: &Budget,
        property: PropertyId,
        observer: &mut dyn Observer,
    ) -> Result<VerdictOn<J>, StopReason> {
        // Of many properties, those that are left when the time is over cost no threads.
        match budget.check() {
            Ok(()) | Err(Limit::Paused) => {}
            Err(limit) => {
                let before = self.interrupted.as_ref().filter(|before| before.property == property);
                let safe_depth = before.and_then(|before| before.safe_depth);
                return Err(StopReason { cause: StopCause::Limit(limit), safe_depth });
            }
        }
        let mut members = std::mem::take(&mut self.members);
        let before = self.interrupted.take().filter(|before| before.property == property);
        for member in &mut members {
            let account = &mut member.account;
            account.budget.canceller().store(false, Relaxed);
            if before.is_none() {
                member.dismissed = false;
                let first = member.plan.member.first_slice;
                account.slice = first.map_or(FIRST_SLICE, |units| units / account.weight + 1);
                account.before = account.budget.work_used();
            }
        }
        let (open, defects, safe_depth) =
            before.map_or((None, Vec::new(), None), |b| (b.open, b.defects, b.safe_depth));
        let accounts: Vec<Account> = members.iter().map(|member| member.account.clone()).collect();
        let budgets = accounts.iter().map(|account| account.budget.clone()).collect();
        let (back, waiting): (Vec<_>, Vec<_>) = members.into_iter().partition(|m| m.dismissed);
        let state =
            State { waiting, back, budgets, verdict: None, open, defects, safe_depth, is_short: false };
        let track = Track { judge, budget, property, state: Mutex::new(state) };
        if observer.wants_details() || !track.run_all(&self.desk, accounts, self.threads, observer) {
            track.take_turns(observer);
        }
        let state = track.state.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
        self.members = state.back.into_iter().chain(state.waiting).collect();
        self.members.sort_by_key(|member| member.rank);
        let (open, mut defects, safe_depth) = (state.open, state.defects, state.safe_depth);
        let may_go_on = self.members.iter().any(|member| !member.dismissed);
        if state.verdict.is_none() && may_go_on && budget.check() == Err(Limit::Paused) {
            self.interrupted = Some(Interrupted { property, open, defects, safe_depth });
            return Err(StopReason { cause: StopCause::Limit(Limit::Paused), safe_depth });
        }
        match state.verdict.or(open) {
            Some(mut verdict) => {
                let own = verdict.defect();
                defects.retain(|defect| Some(defect) != own.as_ref());
                verdict.defects = defects;
                Ok(verdict)
            }
            None => {
                let cause = match budget.check() {
                    Err(limit) => StopCause::Limit(limit),
                    Ok(()) if state.is_short => StopCause::Limit(Limit::Memory),
                    Ok(()) => StopCause::Bound,
                };
                Err(StopReason { cause, safe_depth })
            }
        }
    }

    /// The counters of the members that had a turn, each entry with the name of its member.
    fn statistics(&self) -> Vec<(String, u64)> {
        let mut list = Vec::new();
        let has_run = |m: &&Member<M>| m.contestant.is_some() || m.account.budget.work_used() > 0;
        for member in self.members.iter().filter(has_run) {
            let name = member.plan.member.name;
            list.push((format!("{}: propagations", name), member.account.budget.propagations_used()));
            let counted = member.contestant.iter().flat_map(|contestant| contestant.engine.counters());
            list.extend(counted.map(|(counter, value)| (format!("{}: {}", name, counter), value)));
        }
        list
    }
}

impl<M: Model> fmt::Debug for Race<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.members.iter().map(|member| &member.plan)).finish()
    }
}

impl<J: Judge> Track<'_, J> {
    fn state(&self) -> MutexGuard<'_, State<J>> {
        self.state.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Runs all members until there is a verdict or no member left, each on a thread of its own, the first on this one.
    /// The accounts are by rank. Returns `false` if the threads cannot be started.
    fn run_all(
        &self,
        desk: &Desk,
        accounts: Vec<Account>,
        threads: usize,
        observer: &mut dyn Observer,
    ) -> bool {
        let mut members = std::mem::take(&mut self.state().waiting);
        members.sort_by_key(|member| member.rank);
        desk.open(accounts, |rank| members.iter().any(|member| member.rank == rank), threads);
        let seats: Vec<_> = members.into_iter().map(|member| Mutex::new(Some(member))).collect();
        let has_threads = std::thread::scope(|scope| {
            let thread = || std::thread::Builder::new().stack_size(STACK);
            for seat in seats.iter().skip(1) {
                if thread().spawn_scoped(scope, || self.run_at(desk, seat, &mut ())).is_err() {
                    desk.close(Limit::Paused);
                    return false;
                }
            }
            seats.first().into_iter().for_each(|seat| self.run_at(desk, seat, observer));
            true
        });
        let accounts = desk.accounts();
        let mut state = self.state();
        for seat in seats {
            let left = seat.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
            state.waiting.extend(left);
        }
        let State { waiting, back, .. } = &mut *state;
        for member in waiting.iter_mut().chain(back) {
            member.account.slice = accounts[member.rank].slice;
        }
        has_threads
    }

    /// Runs the member of this seat, turn by turn.
    fn run_at(&self, desk: &Desk, seat: &Mutex<Option<Member<J::Model>>>, observer: &mut dyn Observer) {
        let taken = seat.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).take();
        let mut member = match taken {
            Some(member) => member,
            None => return,
        };
        let seat = desk.seat(member.rank);
        if seat.begin().is_ok() {
            self.work(&mut member, observer);
            if self.state().verdict.is_some() {
                desk.close(Limit::Cancelled);
            } else if let Err(limit) = self.budget.check() {
                desk.close(limit);
            }
        }
        self.put_back(member);
    }

    /// Runs slices of the next members until there is a verdict or no member left.
    fn take_turns(&self, observer: &mut dyn Observer) {
        loop {
            let next = {
                let mut state = self.state();
                if state.verdict.is_some() || self.budget.check().is_err() {
                    return;
                }
                let waiting = &state.waiting;
                match (0..waiting.len()).min_by_key(|&i| (waiting[i].account.had(), waiting[i].rank)) {
                    Some(i) => state.waiting.swap_remove(i),
                    None => return,
                }
            };
            let slice = next.account.slice.max(self.patience_with(&next));
            let mut nobody = ();
            let is_heard = next.rank == 0 || observer.wants_details();
            let listener = if is_heard { &mut *observer } else { &mut nobody };
            tell_turn(&next, listener);
            let mut member = self.run(next, slice, listener);
            member.account.slice += member.account.slice / 4;
            self.put_back(member);
        }
    }

    /// The slice for judging the claim of a member: as much work as all members have done so far, since there may be
    /// nothing left to do behind it.
    fn patience_with(&self, member: &Member<J::Model>) -> u64 {
        match member.contestant.as_ref().map_or(false, Contestant::has_claim) {
            true => self.budget.work_used() / member.account.weight,
            false => 0,
        }
    }

    fn put_back(&self, member: Member<J::Model>) {
        let mut state = self.state();
        if member.dismissed {
            state.back.push(member);
        } else {
            state.waiting.push(member);
        }
    }

    /// Lets a member do so much work.
    fn run(&self, mut member: Member<J::Model>, slice: u64, observer: &mut dyn Observer) -> Member<J::Model> {
        let account = &member.account;
        let end = account.budget.work_used().saturating_add(slice.saturating_mul(account.weight));
        account.budget.pause_at(end);
        self.work(&mut member, observer);
        member
    }

    /// Lets a member work until its budget ends or it has an answer.
    fn work(&self, member: &mut Member<J::Model>, observer: &mut dyn Observer) {
        let (plan, budget) = (&member.plan, &member.account.budget);
        let started = match member.contestant.take() {
            Some(contestant) => Ok(contestant),
            None => self.judge.start(plan, budget).and_then(|engine| match budget.check() {
                // An engine that was set up when the work had ended may lack parts, and is set up again.
                Err(limit @ (Limit::Cancelled | Limit::Time)) => {
                    Err(Unfit::limit(plan.options.engine, limit))
                }
                Ok(()) | Err(_) => Ok(Contestant::new(engine, budget)),
            }),
        };
        let answer = match started {
            Ok(contestant) => {
                let contestant = member.contestant.insert(contestant);
                contestant.turn(self.judge, plan.member.name, self.property, observer)
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
                    member.contestant = None;
                    state.is_short = true;
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
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::common::prover::{OutcomeOf, Prover};
    use crate::engine::{EvidenceKind, Outcome, Transcript};
    use crate::evidence::CheckError;

    /// A race whose members have their answers from the beginning. The evidence is the result of its check.
    #[derive(Debug)]
    struct Fixed(Vec<Result<(), CheckError>>);

    impl Model for Fixed {
        type Proof = Result<(), CheckError>;
        type Counterexample = ();
        type Lemmas = ();

        fn size_of_proof(_: &Result<(), CheckError>) -> (EvidenceKind, usize) {
            (EvidenceKind::Invariant, 1)
        }

        fn size_of_counterexample(_: &()) -> (EvidenceKind, usize) {
            (EvidenceKind::Trace, 1)
        }
    }

    #[derive(Debug)]
    struct Claims(Result<(), CheckError>);

    impl Prover<Fixed> for Claims {
        fn prove(&mut self, _: PropertyId, _: &mut dyn Observer) -> OutcomeOf<Fixed> {
            Outcome::Safe(self.0.clone())
        }

        fn counters(&self) -> Vec<(&'static str, u64)> {
            Vec::new()
        }
    }

    impl Judge for Fixed {
        type Model = Fixed;

        fn start(&self, plan: &Plan, _: &Budget) -> Result<Box<dyn Prover<Fixed>>, Unfit> {
            Ok(Box::new(Claims(self.0[plan.parts as usize - 1].clone())))
        }

        fn is_checked(&self, _: &OutcomeOf<Fixed>) -> bool {
            true
        }

        fn check(&self, _: PropertyId, outcome: &OutcomeOf<Fixed>, _: &Budget) -> Result<(), CheckError> {
            match outcome {
                Outcome::Safe(result) => result.clone(),
                Outcome::Unsafe(()) | Outcome::Unknown(_) => Ok(()),
            }
        }
    }

    fn verdict_of(answers: &[(&'static str, Result<(), CheckError>)]) -> VerdictOn<Fixed> {
        told_verdict_of(answers, &mut ())
    }

    fn told_verdict_of(
        answers: &[(&'static str, Result<(), CheckError>)],
        observer: &mut dyn Observer,
    ) -> VerdictOn<Fixed> {
        let budget = Budget::unlimited();
        let fixed = Fixed(answers.iter().map(|(_, answer)| answer.clone()).collect());
        let plan = |(at, (name, _)): (usize, &(&'static str, _))| {
            let mut plan = Plan::of_one(&VerifyOptions::default());
            plan.member.name = name;
            Plan { parts: at as u64 + 1, ..plan }
        };
        let mut race = Race::new(answers.iter().enumerate().map(plan).collect(), 1, &budget);
        race.prove(&fixed, &budget, PropertyId::new(0), observer).expect("an answer")
    }

    /// The events as sentences.
    #[derive(Default)]
    struct Sentences(Vec<String>);

    impl Observer for Sentences {
        fn event(&mut self, event: Event<'_>) {
            self.0.extend(Transcript::default().sentence(&event));
        }

        fn wants_details(&self) -> bool {
            true
        }
    }

    #[test]
    fn evidence_and_checks_are_told_with_the_member() {
        let mut told = Sentences::default();
        let _ = told_verdict_of(&[("wrong", Err(CheckError::ProofMissing)), ("right", Ok(()))], &mut told);
        let refused = format!("the evidence was refused: {}", CheckError::ProofMissing);
        let evidence = "evidence: invariant, size 1";
        let passed = "the evidence passed its check";
        let (wrong, right) = ("the turn of wrong begins", "the turn of right begins");
        assert_eq!(told.0, [wrong, evidence, &refused, right, evidence, passed]);
    }

    /// It ended the race before, although others were right.
    #[test]
    fn a_member_whose_evidence_fails_does_not_end_the_race() {
        let wrong = Err(CheckError::ProofMissing);
        let found = verdict_of(&[("wrong", wrong.clone()), ("right", Ok(()))]);
        assert_eq!((found.by, &found.outcome), ("right", &Outcome::Safe(Ok(()))));
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

    /// A race between members that need this much work each, told by their parts.
    #[derive(Debug)]
    struct Runners(Vec<u64>);

    #[derive(Debug)]
    struct Runner {
        budget: Budget,
        left: u64,
    }

    impl Prover<Fixed> for Runner {
        fn prove(&mut self, _: PropertyId, _: &mut dyn Observer) -> OutcomeOf<Fixed> {
            while self.left > 0 {
                if let Err(limit) = self.budget.check() {
                    return Outcome::unknown(StopCause::Limit(limit), None);
                }
                self.budget.spend_work(1000);
                self.left = self.left.saturating_sub(1000);
            }
            Outcome::Safe(Ok(()))
        }

        fn counters(&self) -> Vec<(&'static str, u64)> {
            Vec::new()
        }
    }

    impl Judge for Runners {
        type Model = Fixed;

        fn start(&self, plan: &Plan, budget: &Budget) -> Result<Box<dyn Prover<Fixed>>, Unfit> {
            Ok(Box::new(Runner { budget: budget.clone(), left: self.0[plan.parts as usize - 1] }))
        }

        fn is_checked(&self, _: &OutcomeOf<Fixed>) -> bool {
            false
        }

        fn check(&self, _: PropertyId, _: &OutcomeOf<Fixed>, _: &Budget) -> Result<(), CheckError> {
            Ok(())
        }
    }

    /// Regression: after an interruption the race forgot its accounts and restarted with the first member.
    #[test]
    fn an_interrupted_race_goes_on_with_its_accounts() {
        let budget = Budget::unlimited();
        let plan = |parts| Plan { parts, ..Plan::of_one(&VerifyOptions::default()) };
        let mut race = Race::new(vec![plan(1), plan(2)], 1, &budget);
        let runners = Runners(vec![u64::MAX, 500_000]);
        for interruptions in 0..100 {
            budget.pause_at(budget.work_used() + 50_000);
            match race.prove(&runners, &budget, PropertyId::new(0), &mut ()) {
                Ok(found) => {
                    assert_eq!(found.outcome, Outcome::Safe(Ok(())));
                    assert!(interruptions > 10);
                    return;
                }
                Err(reason) => assert_eq!(reason.cause, StopCause::Limit(Limit::Paused)),
            }
        }
        panic!("the second member never had a turn");
    }
}

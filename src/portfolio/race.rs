//! Several engines on one model: the first answer that passes its check ends them all.
//!
//! The first member runs all the time if there is more than one thread; the other members take turns on the threads
//! that are left, each turn a *slice* of work ([`schedule`]), and an engine that reaches the end of its slice waits
//! where it is ([`coroutine`](super::coroutine)). On one thread all members are sliced, the first getting as much as
//! the others together, or twice as much. Work is counted and not timed ([`Budget::work_used`]), so the same run gives
//! the same answer every time. The unit is one that each kind of engine spends: a member that spends nothing would
//! never come to the end of its slice. Each property begins with equal accounts and short slices. If the caller's own
//! mark ([`Budget::pause_at`]) interrupts a race, it goes on with its accounts when it is asked for the same property
//! again.
//!
//! If an observer wants details, all members run on its thread. An engine that reaches the end of its slice then ends
//! with that limit, keeps its solvers and frames, and begins from there in its next slice. A member that has found an
//! answer gets a longer slice for bringing its evidence into the form that is checked.
//!
//! All members draw on one budget: time and memory are limited for all of them together. A member that runs out of
//! memory is dismissed, with everything it holds, and the others go on. Some members have a ceiling of their own. A
//! member is dismissed, too, if its evidence is too hard to check or fails its check. The failure is told with the
//! verdict of the others, or in place of one.
//!
//! The kind of model does not matter here: a [`Judge`] sets engines up and checks what they claim.

use super::contestant::{Contestant, Judge, VerdictOf, VerdictOn};
use super::coroutine::{Coroutines, State};
use super::lineup::Plan;
use super::schedule::{self, Account};
use super::verdict::{Defect, Failure};
use crate::base::{Budget, Limit};
use crate::engine::common::prover::Told;
use crate::engine::{Event, Observer, StopCause, StopReason};
use crate::model::{Depth, PropertyId};
use crate::route::takes::Unfit;
use std::fmt;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, MutexGuard};

/// Units of work in the first slice of a member, for each part of its share.
const FIRST_SLICE: u64 = 150_000;

/// Bytes of the stack of a member's thread.
const STACK: usize = 8 << 20;

/// An engine in a race.
pub(super) struct Member<M: Told> {
    pub plan: Plan,
    budget: Budget,
    /// Set up when its first slice comes.
    contestant: Option<Contestant<M>>,
    /// It has nothing more to say: its bound is reached, or its memory used up.
    dismissed: bool,
}

/// The engines that race for each property in turn.
pub(super) struct Race<M: Told> {
    /// By rank; the first is the most promising one.
    pub members: Vec<Member<M>>,
    /// By rank.
    accounts: Vec<Account>,
    coroutines: Arc<Coroutines>,
    threads: usize,
    /// The answers so far, if the caller's mark interrupted the race for a property.
    interrupted: Option<(PropertyId, Box<Answers<M>>)>,
}

/// The answers of members.
struct Answers<M: Told> {
    verdict: Option<VerdictOf<M>>,
    /// The first answer that does not end the race; one whose evidence failed comes before others.
    open: Option<VerdictOf<M>>,
    /// Panics, and the answers whose evidence failed.
    defects: Vec<Defect>,
    safe_depth: Option<Depth>,
    /// A member had too little memory.
    is_short: bool,
}

impl<M: Told> Race<M> {
    /// The first plan is the most promising one.
    pub fn new(plans: Vec<Plan>, threads: usize, budget: &Budget) -> Race<M> {
        let others: u64 = plans.iter().skip(1).map(|plan| plan.parts).sum();
        let coroutines = Coroutines::new(plans.len());
        let account = |(rank, plan): (usize, &Plan)| {
            let budget = coroutines.budget(rank, budget.child());
            Account {
                budget: plan.member.memory.map_or(budget.clone(), |limit| budget.with_memory(limit)),
                weight: if rank == 0 { others.max(1).max(plan.parts) } else { plan.parts },
                slice: FIRST_SLICE,
                before: 0,
                has_claim: false,
            }
        };
        let accounts: Vec<Account> = plans.iter().enumerate().map(account).collect();
        let member = |(plan, account): (Plan, &Account)| Member {
            plan,
            budget: account.budget.clone(),
            contestant: None,
            dismissed: false,
        };
        let members = plans.into_iter().zip(&accounts).map(member).collect();
        Race { members, accounts, coroutines, threads: threads.max(1), interrupted: None }
    }

    /// Equal accounts and short slices for all members.
    fn restart(&mut self) {
        for (member, account) in self.members.iter_mut().zip(&mut self.accounts) {
            member.dismissed = false;
            let first = member.plan.member.first_slice;
            account.slice = first.map_or(FIRST_SLICE, |units| units / account.weight + 1);
            account.before = account.budget.work_used();
            account.has_claim = false;
        }
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
        let before = self.interrupted.take().filter(|&(of, _)| of == property).map(|(_, answers)| answers);
        // Of many properties, those that are left when the time is over cost no threads.
        if let Err(limit) = budget.check() {
            if limit != Limit::Paused {
                let safe_depth = before.and_then(|before| before.safe_depth);
                return Err(StopReason { cause: StopCause::Limit(limit), safe_depth });
            }
        }
        if before.is_none() {
            self.restart();
        }
        self.accounts.iter().for_each(|account| account.budget.canceller().store(false, Relaxed));
        let track = Track { judge, budget, property, answers: Mutex::new(*before.unwrap_or_default()) };
        if observer.wants_details() || !self.run_on_threads(&track, observer) {
            self.run_here(&track, observer);
        }
        let answers = track.answers.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
        let may_go_on = self.members.iter().any(|member| !member.dismissed);
        if answers.verdict.is_none() && may_go_on && budget.check() == Err(Limit::Paused) {
            let safe_depth = answers.safe_depth;
            self.interrupted = Some((property, Box::new(answers)));
            return Err(StopReason { cause: StopCause::Limit(Limit::Paused), safe_depth });
        }
        answers.conclude(budget)
    }

    /// Runs the members, each on a thread of its own, the first on this one, since it has the observer. Returns `false`
    /// if the threads cannot be started.
    fn run_on_threads<J: Judge<Model = M>>(
        &mut self,
        track: &Track<'_, J>,
        observer: &mut dyn Observer,
    ) -> bool {
        let Race { members, accounts, coroutines, threads, .. } = self;
        let (coroutines, threads) = (&**coroutines, *threads);
        coroutines.begin(|rank| !members[rank].dismissed, true);
        let mut members = members.iter_mut().enumerate().filter(|(_, member)| !member.dismissed);
        let first = members.next();
        std::thread::scope(|scope| {
            let thread = || std::thread::Builder::new().stack_size(STACK);
            let work = |rank: usize, member: &mut Member<M>, observer: &mut dyn Observer| {
                if let Ok(_entered) = coroutines.enter(rank) {
                    track.work(member, observer);
                }
            };
            let mut has_threads = true;
            for (rank, member) in members {
                let begun = thread().spawn_scoped(scope, move || work(rank, member, &mut ()));
                has_threads &= begun.is_ok();
            }
            let schedule = || {
                let resume = |rank| {
                    coroutines.resume(rank);
                    // A member waits with its claim in the midst of its work, and does not begin anew.
                    false
                };
                schedule::run(accounts, coroutines, threads, || track.is_over(), resume);
            };
            has_threads = has_threads && thread().spawn_scoped(scope, schedule).is_ok();
            if !has_threads {
                coroutines.close(Limit::Paused);
            } else if let Some((rank, member)) = first {
                work(rank, member, observer);
            }
            has_threads
        })
    }

    /// Runs the members slice by slice on this thread.
    fn run_here<J: Judge<Model = M>>(&mut self, track: &Track<'_, J>, observer: &mut dyn Observer) {
        let Race { members, accounts, coroutines, .. } = self;
        coroutines.begin(|rank| !members[rank].dismissed, false);
        let resume = |rank: usize| {
            let (member, mut deaf) = (&mut members[rank], ());
            let is_heard = rank == 0 || observer.wants_details();
            let listener = if is_heard { &mut *observer } else { &mut deaf };
            if listener.wants_details() {
                listener.event(Event::Member { engine: member.plan.member.name });
            }
            coroutines.set(rank, State::Running);
            track.work(member, listener);
            coroutines.set(rank, if member.dismissed { State::Ended } else { State::Waiting });
            member.contestant.as_ref().map_or(false, Contestant::has_claim)
        };
        schedule::run(accounts, coroutines, 1, || track.is_over(), resume);
    }

    /// The seconds for which each member has run.
    pub fn seconds(&self) -> Vec<(&'static str, f64)> {
        let of = |(rank, member): (usize, &Member<M>)| {
            (member.plan.member.name, self.coroutines.time(rank).as_secs_f64())
        };
        self.members.iter().enumerate().map(of).collect()
    }

    /// The counters of the members that had a slice, each entry with the name of its member.
    pub fn statistics(&self) -> Vec<(String, u64)> {
        let mut list = Vec::new();
        let has_run = |m: &&Member<M>| m.contestant.is_some() || m.budget.work_used() > 0;
        for member in self.members.iter().filter(has_run) {
            let name = member.plan.member.name;
            list.push((format!("{}: units of work", name), member.budget.work_used()));
            list.push((format!("{}: propagations", name), member.budget.propagations_used()));
            let counted = member.contestant.iter().flat_map(|contestant| contestant.engine.counters());
            list.extend(counted.map(|(counter, value)| (format!("{}: {}", name, counter), value)));
        }
        list
    }
}

impl<M: Told> fmt::Debug for Race<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.members.iter().map(|member| &member.plan)).finish()
    }
}

/// The part of a race that its threads share.
struct Track<'a, J: Judge> {
    judge: &'a J,
    budget: &'a Budget,
    property: PropertyId,
    answers: Mutex<Answers<J::Model>>,
}

impl<J: Judge> Track<'_, J> {
    fn answers(&self) -> MutexGuard<'_, Answers<J::Model>> {
        self.answers.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// The limit at which the members are to end, if they are.
    fn is_over(&self) -> Option<Limit> {
        if self.answers().verdict.is_some() {
            return Some(Limit::Cancelled);
        }
        self.budget.check().err()
    }

    /// Lets a member work. If it panics it is dismissed, with everything it holds, and the others go on: nothing that
    /// they share is changed while a lock is held.
    fn work(&self, member: &mut Member<J::Model>, observer: &mut dyn Observer) {
        if catch_unwind(AssertUnwindSafe(|| self.work_or_panic(member, observer))).is_err() {
            member.contestant = None;
            member.dismissed = true;
            self.answers().defects.push(Defect { by: member.plan.member.name, failure: Failure::Panicked });
        }
    }

    /// Lets a member work until its budget ends or it has an answer.
    fn work_or_panic(&self, member: &mut Member<J::Model>, observer: &mut dyn Observer) {
        let (plan, budget) = (&member.plan, &member.budget);
        let started = match member.contestant.take() {
            Some(contestant) => Ok(contestant),
            None => self.judge.start(plan, budget).and_then(|engine| match budget.poll() {
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
        if let Err(reason) = &answer {
            let may_go_on = [Limit::Paused, Limit::Cancelled, Limit::Time].map(StopCause::Limit);
            member.dismissed = !may_go_on.contains(&reason.cause);
            if reason.cause == StopCause::Limit(Limit::Memory) {
                member.contestant = None;
            }
        }
        member.dismissed |= self.answers().add(answer);
    }
}

impl<M: Told> Default for Answers<M> {
    fn default() -> Answers<M> {
        Answers { verdict: None, open: None, defects: Vec::new(), safe_depth: None, is_short: false }
    }
}

impl<M: Told> Answers<M> {
    /// Takes the answer of a member. Returns whether it is one that does not end the race.
    fn add(&mut self, answer: Result<VerdictOf<M>, StopReason>) -> bool {
        match answer {
            Err(reason) => {
                self.safe_depth = self.safe_depth.max(reason.safe_depth);
                self.is_short |= reason.cause == StopCause::Limit(Limit::Memory);
            }
            Ok(verdict) if !verdict.is_final() => {
                let defect = verdict.defect();
                if self.open.is_none() || (defect.is_some() && self.defects.is_empty()) {
                    self.open = Some(verdict);
                }
                self.defects.extend(defect);
                return true;
            }
            Ok(verdict) => drop(self.verdict.get_or_insert(verdict)),
        }
        false
    }

    /// The verdict of the race, or the reason why there is none.
    fn conclude(self, budget: &Budget) -> Result<VerdictOf<M>, StopReason> {
        let Answers { verdict, open, mut defects, safe_depth, is_short } = self;
        match verdict.or(open) {
            Some(mut verdict) => {
                let own = verdict.defect();
                defects.retain(|defect| Some(defect) != own.as_ref());
                verdict.defects = defects;
                Ok(verdict)
            }
            None => {
                let cause = match budget.check() {
                    Err(limit) => StopCause::Limit(limit),
                    Ok(()) if is_short => StopCause::Limit(Limit::Memory),
                    Ok(()) if !defects.is_empty() => StopCause::Panicked,
                    Ok(()) => StopCause::Bound,
                };
                Err(StopReason { cause, safe_depth })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::VerifyOptions;
    use super::*;
    use crate::engine::common::prover::{Model, OutcomeOf, Prover};
    use crate::engine::{EvidenceKind, Outcome, Transcript};
    use crate::evidence::{CheckError, CheckOptions};

    /// A race whose members need this much work each for their answers, and are told by their parts. The evidence is
    /// the result of its check.
    #[derive(Debug)]
    struct Fixed(Vec<(u64, Result<(), CheckError>)>);

    impl Model for Fixed {
        type Proof = Result<(), CheckError>;
        type Counterexample = ();
        type Lemmas = ();
    }

    impl Told for Fixed {
        fn size_of_proof(_: &Result<(), CheckError>) -> (EvidenceKind, usize) {
            (EvidenceKind::Invariant, 1)
        }

        fn size_of_counterexample(_: &()) -> (EvidenceKind, usize) {
            (EvidenceKind::Trace, 1)
        }
    }

    #[derive(Debug)]
    struct Claims {
        budget: Budget,
        left: u64,
        answer: Result<(), CheckError>,
    }

    impl Prover<Fixed> for Claims {
        fn prove(&mut self, _: PropertyId, _: &mut dyn Observer) -> OutcomeOf<Fixed> {
            while self.left > 0 {
                if let Err(limit) = self.budget.check() {
                    return Outcome::unknown(StopCause::Limit(limit), None);
                }
                self.budget.spend_work(1000);
                self.left = self.left.saturating_sub(1000);
            }
            Outcome::Safe(self.answer.clone())
        }

        fn counters(&self) -> Vec<(&'static str, u64)> {
            Vec::new()
        }
    }

    impl Judge for Fixed {
        type Model = Fixed;

        fn start(&self, plan: &Plan, budget: &Budget) -> Result<Box<dyn Prover<Fixed>>, Unfit> {
            let (left, answer) = self.0[plan.parts as usize - 1].clone();
            Ok(Box::new(Claims { budget: budget.clone(), left, answer }))
        }

        fn checking(&self, _: &OutcomeOf<Fixed>) -> Option<CheckOptions> {
            Some(CheckOptions { proofs: false })
        }

        fn check(
            &self,
            _: PropertyId,
            outcome: &OutcomeOf<Fixed>,
            _: &CheckOptions,
            _: &Budget,
        ) -> Result<(), CheckError> {
            match outcome {
                Outcome::Safe(result) => result.clone(),
                Outcome::Unsafe(()) | Outcome::Unknown(_) => Ok(()),
            }
        }
    }

    /// The plan of a member of this name.
    fn plan(name: &'static str, parts: u64) -> Plan {
        let mut plan = Plan::of_one(&VerifyOptions::default());
        plan.member.name = name;
        Plan { parts, ..plan }
    }

    fn verdict_of(answers: &[(&'static str, Result<(), CheckError>)]) -> VerdictOn<Fixed> {
        told_verdict_of(answers, &mut ())
    }

    fn told_verdict_of(
        answers: &[(&'static str, Result<(), CheckError>)],
        observer: &mut dyn Observer,
    ) -> VerdictOn<Fixed> {
        let budget = Budget::unlimited();
        let fixed = Fixed(answers.iter().map(|(_, answer)| (0, answer.clone())).collect());
        let plans = answers.iter().zip(1..).map(|(&(name, _), parts)| plan(name, parts));
        let mut race = Race::new(plans.collect(), 1, &budget);
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
        assert_eq!(
            found.defects,
            [Defect { by: "wrong", failure: Failure::NotBelieved(CheckError::ProofMissing) }]
        );
        let found = verdict_of(&[("right", Ok(())), ("wrong", wrong)]);
        assert_eq!((found.by, found.defects.len()), ("right", 0));
    }

    /// It ended the program with several threads, and on one thread the others waited without end.
    #[test]
    fn a_member_that_panics_fails_alone() {
        let budget = Budget::unlimited();
        for threads in [1, 2] {
            // There is no second answer to give, and the member panics when it looks for its own.
            let fixed = Fixed(vec![(0, Ok(()))]);
            let plans = vec![plan("panics", 2), plan("right", 1)];
            let found =
                Race::new(plans, threads, &budget).prove(&fixed, &budget, PropertyId::new(0), &mut ());
            assert_eq!(found.map(|found| found.by), Ok("right"));
            let mut race = Race::new(vec![plan("panics", 2)], threads, &budget);
            let found = race.prove(&fixed, &budget, PropertyId::new(0), &mut ());
            assert_eq!(found.map_err(|reason| reason.cause), Err(StopCause::Panicked));
        }
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
        assert_eq!(
            found.defects,
            [Defect { by: "other", failure: Failure::NotBelieved(CheckError::ForeignAxiom) }]
        );
    }

    /// Regression: after an interruption the race forgot its accounts and restarted with the first member.
    #[test]
    fn an_interrupted_race_goes_on_with_its_accounts() {
        let budget = Budget::unlimited();
        let mut race = Race::new(vec![plan("one", 1), plan("other", 2)], 1, &budget);
        let runners = Fixed(vec![(u64::MAX, Ok(())), (500_000, Ok(()))]);
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

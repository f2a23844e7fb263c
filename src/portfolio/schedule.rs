//! The order in which the engines of a race get slices of work.
//!
//! The engine that has had the least work relative to its share is next; among equals that of the lower rank. Work is
//! counted, not timed, so on one thread the order is the same each time. Each slice of an engine is a quarter longer
//! than the one before.
//!
//! An engine that has found an answer gets as much as all others together for bringing its evidence into the form
//! that is checked, and for the check ([`Budget::hurry`]), and catches up with what they did before: there may be
//! nothing left to do behind it. A hard check cannot take more than half of the time.

use super::coroutine::{Coroutines, State};
use crate::base::{Budget, Limit};
use std::sync::atomic::Ordering::Relaxed;

/// The account of an engine.
#[derive(Clone, Debug)]
pub(super) struct Account {
    pub budget: Budget,
    /// Its share of the work, relative to the others.
    pub weight: u64,
    /// Units of work in its next slice, for each part of its share.
    pub slice: u64,
    /// The work that it had done when the race began.
    pub before: u64,
    /// It has a claim that has not passed its check yet, and begins anew with that in each slice.
    pub has_claim: bool,
}

impl Account {
    /// The work done in this race, relative to the share.
    fn had(&self) -> u64 {
        (self.budget.work_used() - self.before) / self.weight
    }

    /// Lets it work for one slice. The slice for a claim is as much work as all have done, `all`, since there may be
    /// nothing left to do behind it.
    fn grant(&mut self, all: u64) {
        let least = if self.has_claim { all / self.weight } else { 0 };
        let work = self.slice.max(least).saturating_mul(self.weight);
        self.budget.pause_at(self.budget.work_used().saturating_add(work));
        self.slice = self.slice.saturating_add(self.slice / 4);
    }
}

/// Lets engines work, `threads` of them at a time, until all have come to their ends or the race is over. On several
/// threads the first one runs all the time. `resume` lets an engine run to its mark; it may return before that. It says
/// whether the engine has a claim that waits for its next slice.
pub(super) fn run(
    accounts: &mut [Account],
    coroutines: &Coroutines,
    threads: usize,
    is_over: impl Fn() -> Option<Limit>,
    mut resume: impl FnMut(usize) -> bool,
) {
    let all: u64 = accounts.iter().map(|account| account.weight).sum();
    let mut is_first = threads > 1;
    loop {
        if let Some(limit) = is_over() {
            close(accounts, coroutines, limit);
            return;
        }
        let states = coroutines.states();
        let running = states.iter().filter(|&&state| state == State::Running).count();
        let mut waiting = (0..states.len()).filter(|&rank| states[rank] == State::Waiting);
        let had = |rank: usize| {
            let account = &accounts[rank];
            let urgency = if coroutines.has_answer(rank) { (all / account.weight).max(1) } else { 1 };
            (account.had() / urgency, rank)
        };
        let next = if is_first { waiting.next() } else { waiting.min_by_key(|&rank| had(rank)) };
        match next {
            Some(rank) if running < threads => {
                if is_first {
                    accounts[rank].budget.pause_at(u64::MAX);
                } else {
                    let work = accounts.iter().map(|account| account.budget.work_used()).sum();
                    accounts[rank].grant(work);
                }
                is_first = false;
                accounts[rank].has_claim = resume(rank);
            }
            Some(_) | None if running > 0 => coroutines.wait_while(running),
            Some(_) | None => return,
        }
    }
}

/// Ends the session: all engines come to this limit, wherever they are.
fn close(accounts: &[Account], coroutines: &Coroutines, limit: Limit) {
    coroutines.close(limit);
    for account in accounts {
        if limit == Limit::Cancelled {
            account.budget.canceller().store(true, Relaxed);
        } else {
            account.budget.pause_at(0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::{Arc, Mutex};

    fn accounts(coroutines: &Arc<Coroutines>, weights: impl Iterator<Item = u64>) -> Vec<Account> {
        let account = |(rank, weight)| {
            let budget = coroutines.budget(rank, Budget::unlimited());
            Account { budget, weight, slice: 5_000, before: 0, has_claim: false }
        };
        weights.enumerate().map(account).collect()
    }

    /// Engines with these weights, each of which works for the given units, in steps of 1,000. The order of their ends.
    fn ends(engines: &[(u64, u64)], threads: usize) -> Vec<usize> {
        ends_with_claim(None, engines, threads)
    }

    /// The same where the engine of this rank has its answer from the beginning.
    fn ends_with_claim(claims: Option<usize>, engines: &[(u64, u64)], threads: usize) -> Vec<usize> {
        let coroutines = Coroutines::new(engines.len());
        let mut accounts = accounts(&coroutines, engines.iter().map(|&(weight, _)| weight));
        let budgets: Vec<Budget> = accounts.iter().map(|account| account.budget.clone()).collect();
        coroutines.begin(|_| true, true);
        let order = Mutex::new(Vec::new());
        std::thread::scope(|scope| {
            for (rank, budget) in budgets.iter().enumerate() {
                let (coroutines, order, work) = (&coroutines, &order, engines[rank].1);
                scope.spawn(move || {
                    let _entered = coroutines.enter(rank).expect("a session");
                    if claims == Some(rank) {
                        budget.hurry();
                    }
                    while budget.work_used() < work {
                        budget.spend_work(1_000);
                        assert_eq!(budget.poll(), Ok(()));
                    }
                    order.lock().expect("no panic").push(rank);
                });
            }
            let resume = |rank| {
                coroutines.resume(rank);
                false
            };
            run(&mut accounts, &coroutines, threads, || None, resume);
        });
        order.into_inner().expect("no panic")
    }

    #[test]
    fn engines_come_to_their_ends_in_the_order_of_work_by_weight() {
        assert_eq!(ends(&[(1, 400_000), (1, 300_000), (1, 200_000)], 1), [2, 1, 0]);
        assert_eq!(ends(&[(4, 400_000), (1, 300_000), (1, 200_000)], 1), [0, 2, 1]);
        assert_eq!(ends(&[(1, 0), (1, 200_000)], 1), [0, 1]);
        let mut of_three = ends(&[(1, 400_000), (1, 300_000), (1, 200_000)], 2);
        of_three.sort_unstable();
        assert_eq!(of_three, [0, 1, 2]);
    }

    /// Evidence of an engine with a small share was not checked in thirty seconds, although the check takes half a
    /// second.
    #[test]
    fn evidence_is_worked_on_as_much_as_on_all_others() {
        let engines = [(20, 400_000), (20, 400_000), (1, 300_000)];
        assert_eq!(ends(&engines, 1).last(), Some(&2));
        assert_eq!(ends_with_claim(Some(2), &engines, 1).first(), Some(&2));
    }

    #[test]
    fn a_race_that_is_over_ends_all_engines() {
        let coroutines = Coroutines::new(2);
        let mut accounts = accounts(&coroutines, [1, 1].into_iter());
        coroutines.begin(|_| true, true);
        run(&mut accounts, &coroutines, 1, || Some(Limit::Time), |_| panic!("no engine is resumed"));
        assert_eq!(coroutines.enter(1).map(drop), Err(Limit::Time));
        assert_eq!(accounts[0].budget.poll(), Err(Limit::Time));
    }
}

//! Turns of engines that wait where they are.
//!
//! An engine whose turn is over could end with a limit and begin again in its next turn. It keeps its solvers and
//! frames, but it forgets what it was about: its obligations, the lemma that it was pushing, the check of its evidence.
//! So each engine has a thread of its own, and of these only as many run at a time as there are threads for the race.
//! The others wait inside of [`Budget::check`], in the middle of their work. An engine that reaches the end of its
//! slice passes the turn on to the one that has had the least work relative to its share, perhaps itself. Work is
//! counted, not timed, so on one thread the order of the turns is the same each time.
//!
//! An engine that has found an answer gets as much as all others together for bringing its evidence into the form
//! that is checked, and for the check ([`Budget::hurry`]), and catches up with what they did before: there may be
//! nothing left to do behind it. A hard check cannot take more than half of the time.
//!
//! No engine waits while it holds a lock: budgets are not asked while a board of lemmas is locked.
//!
//! Outside of a session ([`Desk::open`]) no engine waits, and the end of a slice is the limit [`Limit::Paused`]. That
//! is the way of races that are watched, whose engines run on the thread of the observer, and of those on a target
//! without threads.

use crate::base::{Budget, Limit, Turns};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Condvar, Mutex, MutexGuard};

/// The account of an engine.
#[derive(Clone, Debug)]
pub(super) struct Account {
    pub budget: Budget,
    /// Its share of the work, relative to the others.
    pub weight: u64,
    /// Units of work in its next slice, for each part of its share.
    pub slice: u64,
    /// The work that it had done when the session began.
    pub before: u64,
    /// How many times its share it may have, since it has an answer.
    pub urgency: u64,
}

impl Account {
    /// The work done in this session, relative to the share.
    pub fn had(&self) -> u64 {
        (self.budget.work_used() - self.before) / self.weight / self.urgency
    }

    /// Lets it work for one slice, and makes the next one longer.
    pub fn grant(&mut self) {
        let work = self.slice.saturating_mul(self.weight);
        self.budget.pause_at(self.budget.work_used().saturating_add(work));
        self.slice = self.slice.saturating_add(self.slice / 4);
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    /// It is not in this session, or has come to its end.
    Out,
    Waiting,
    Running,
}

#[derive(Debug, Default)]
struct Book {
    /// By rank.
    accounts: Vec<Account>,
    places: Vec<Place>,
    /// Why the session is over, or that there is none.
    over: Option<Limit>,
}

/// Where engines wait for their turns.
#[derive(Debug)]
pub(super) struct Desk {
    book: Mutex<Book>,
    wake: Condvar,
}

/// The turns of one engine.
#[derive(Debug)]
struct TurnsOf {
    desk: Arc<Desk>,
    rank: usize,
}

impl Turns for TurnsOf {
    fn wait(&self) -> Result<(), Limit> {
        let mut book = self.desk.book();
        if let Some(limit) = book.over {
            return Err(limit);
        }
        book.places[self.rank] = Place::Waiting;
        self.desk.pass_on(&mut book);
        self.desk.wait_in(book, self.rank)
    }

    fn hurry(&self) {
        let mut book = self.desk.book();
        let all: u64 = book.accounts.iter().map(|account| account.weight).sum();
        if book.over.is_some() {
            return;
        }
        if let Some(account) = book.accounts.get_mut(self.rank) {
            account.urgency = (all / account.weight).max(1);
        }
    }
}

impl Desk {
    /// Without a session.
    pub fn new() -> Arc<Desk> {
        let book = Book { over: Some(Limit::Paused), ..Book::default() };
        Arc::new(Desk { book: Mutex::new(book), wake: Condvar::new() })
    }

    /// The budget of the engine of this rank, which waits here for its turns.
    pub fn budget(self: &Arc<Desk>, rank: usize, budget: Budget) -> Budget {
        budget.with_turns(Arc::new(TurnsOf { desk: Arc::clone(self), rank }))
    }

    fn book(&self) -> MutexGuard<'_, Book> {
        self.book.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Begins a session of those engines that `takes_part` names by rank, of which `threads` run at a time. With
    /// several threads the first one that takes part runs all the time.
    pub fn open(&self, accounts: Vec<Account>, takes_part: impl Fn(usize) -> bool, threads: usize) {
        let mut book = self.book();
        let place = |rank| if takes_part(rank) { Place::Waiting } else { Place::Out };
        book.places = (0..accounts.len()).map(place).collect();
        book.accounts = accounts;
        book.over = None;
        let mut threads = threads;
        if let (true, Some(first)) = (threads > 1, book.places.iter().position(|&p| p == Place::Waiting)) {
            book.places[first] = Place::Running;
            book.accounts[first].budget.pause_at(u64::MAX);
            threads -= 1;
        }
        for _ in 0..threads {
            self.pass_on(&mut book);
        }
    }

    /// The seat of the engine of this rank in a session.
    pub fn seat(&self, rank: usize) -> Seat<'_> {
        Seat { desk: self, rank }
    }

    fn leave(&self, rank: usize) {
        let mut book = self.book();
        let has_run = std::mem::replace(&mut book.places[rank], Place::Out) == Place::Running;
        if has_run && book.over.is_none() {
            self.pass_on(&mut book);
        }
    }

    /// Ends the session: all engines come to this limit, wherever they are. They have to leave by themselves.
    pub fn close(&self, limit: Limit) {
        let mut book = self.book();
        book.over = book.over.or(Some(limit));
        for account in &book.accounts {
            if limit == Limit::Cancelled {
                account.budget.canceller().store(true, Relaxed);
            } else {
                account.budget.pause_at(0);
            }
        }
        self.wake.notify_all();
    }

    /// The accounts at the end of a session, in which no engine takes part any more.
    pub fn accounts(&self) -> Vec<Account> {
        let mut book = self.book();
        book.over = Some(Limit::Paused);
        std::mem::take(&mut book.accounts)
    }

    /// Gives a turn to the engine that has had the least, if one waits.
    fn pass_on(&self, book: &mut Book) {
        let waiting = (0..book.places.len()).filter(|&rank| book.places[rank] == Place::Waiting);
        if let Some(next) = waiting.min_by_key(|&rank| (book.accounts[rank].had(), rank)) {
            book.places[next] = Place::Running;
            book.accounts[next].grant();
            self.wake.notify_all();
        }
    }

    fn wait_in(&self, mut book: MutexGuard<'_, Book>, rank: usize) -> Result<(), Limit> {
        loop {
            if let Some(limit) = book.over {
                return Err(limit);
            }
            if book.places[rank] == Place::Running {
                return Ok(());
            }
            book = self.wake.wait(book).unwrap_or_else(|poisoned| poisoned.into_inner());
        }
    }
}

/// A seat in a session. The engine leaves it when it has come to its end, by a panic too, which ends the session.
#[derive(Debug)]
pub(super) struct Seat<'a> {
    desk: &'a Desk,
    rank: usize,
}

impl Seat<'_> {
    /// Waits for the first turn.
    pub fn begin(&self) -> Result<(), Limit> {
        self.desk.wait_in(self.desk.book(), self.rank)
    }
}

impl Drop for Seat<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.desk.close(Limit::Cancelled);
        }
        self.desk.leave(self.rank);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A session of engines with these weights, each of which works for the given units, in steps of 1,000. The order
    /// of their ends.
    fn ends(engines: &[(u64, u64)], threads: usize) -> Vec<usize> {
        ends_with_claim(None, engines, threads)
    }

    /// The same where the engine of this rank has its answer from the beginning.
    fn ends_with_claim(claims: Option<usize>, engines: &[(u64, u64)], threads: usize) -> Vec<usize> {
        let desk = Desk::new();
        let account = |(rank, &(weight, _)): (usize, &(u64, u64))| Account {
            budget: desk.budget(rank, Budget::unlimited()),
            weight,
            slice: 5_000,
            before: 0,
            urgency: 1,
        };
        let accounts: Vec<Account> = engines.iter().enumerate().map(account).collect();
        desk.open(accounts.clone(), |_| true, threads);
        let order = Mutex::new(Vec::new());
        std::thread::scope(|scope| {
            for (rank, account) in accounts.iter().enumerate() {
                let (desk, order, work) = (&desk, &order, engines[rank].1);
                scope.spawn(move || {
                    let seat = desk.seat(rank);
                    assert_eq!(seat.begin(), Ok(()));
                    if claims == Some(rank) {
                        account.budget.hurry();
                    }
                    while account.budget.work_used() < work {
                        account.budget.spend_work(1_000);
                        assert_eq!(account.budget.check(), Ok(()));
                    }
                    order.lock().expect("no panic").push(rank);
                });
            }
        });
        assert_eq!(desk.accounts().len(), engines.len());
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

    /// A session of two engines that take turns.
    fn session_of_two() -> (Arc<Desk>, Vec<Budget>) {
        let desk = Desk::new();
        let budgets: Vec<Budget> = (0..2).map(|rank| desk.budget(rank, Budget::unlimited())).collect();
        let account = |budget: &Budget| Account {
            budget: budget.clone(),
            weight: 1,
            slice: 1_000,
            before: 0,
            urgency: 1,
        };
        desk.open(budgets.iter().map(account).collect(), |_| true, 1);
        (desk, budgets)
    }

    #[test]
    fn the_end_of_a_session_reaches_who_waits() {
        let (desk, budgets) = session_of_two();
        let found = std::thread::scope(|scope| {
            let waits = scope.spawn(|| desk.seat(1).begin());
            assert_eq!(desk.seat(0).begin(), Ok(()));
            desk.close(Limit::Time);
            waits.join().expect("no panic")
        });
        // The first engine has left by then, and the second one may have had its turn before the end.
        assert!(matches!(found, Ok(()) | Err(Limit::Time)));
        assert_eq!(desk.seat(1).begin(), Err(Limit::Time));
        desk.accounts();
        budgets[0].pause_at(0);
        assert_eq!(budgets[0].check(), Err(Limit::Paused));
    }

    /// The others waited without end.
    #[test]
    fn a_panic_lets_nobody_wait() {
        let (desk, _) = session_of_two();
        let found = std::thread::scope(|scope| {
            let waits = scope.spawn(|| desk.seat(1).begin());
            let panics = scope.spawn(|| {
                let seat = desk.seat(0);
                assert_eq!(seat.begin(), Ok(()));
                std::panic::resume_unwind(Box::new("a defect"));
            });
            assert!(panics.join().is_err());
            waits.join().expect("no panic")
        });
        assert_eq!(found, Err(Limit::Cancelled));
    }
}

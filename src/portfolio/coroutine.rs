//! Engines as coroutines: an engine that reaches its mark waits there until it is resumed.
//!
//! An engine whose slice is over could end with a limit and begin again in its next slice. It keeps its solvers and
//! frames, but it forgets what it was about: its obligations, the lemma that it was pushing, the check of its evidence.
//! So each engine has a thread of its own, and waits inside of [`Budget::poll`], in the middle of its work, while
//! others have their slices. No engine waits while it holds a lock: budgets are not polled while a board of lemmas is
//! locked.
//!
//! Without a session ([`Coroutines::begin`]) no engine waits, and the mark is the limit [`Limit::Paused`]. That is the
//! way of a search that is watched, whose engines run on the thread of the observer, and of targets without threads.
//!
//! The order of the slices is that of [`schedule`](super::schedule).

use crate::base::{Budget, Limit, Turns};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::{Duration, Instant};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum State {
    /// It is not in this session, or has ended.
    Ended,
    Waiting,
    Running,
}

#[derive(Debug)]
struct Inner {
    /// By rank.
    states: Vec<State>,
    /// The engines that have an answer, whose evidence they work on.
    has_answer: Vec<bool>,
    /// Why the session is over, or that there is none.
    over: Option<Limit>,
    /// By rank: since when it runs.
    since: Vec<Option<Instant>>,
    /// By rank: the time for which it has run, in all sessions.
    time: Vec<Duration>,
}

impl Inner {
    fn change(&mut self, rank: usize, state: State) {
        if let Some(since) = self.since[rank].take() {
            self.time[rank] += since.elapsed();
        }
        // There is no clock on a page.
        let has_clock = state == State::Running && !cfg!(target_arch = "wasm32");
        self.since[rank] = has_clock.then(Instant::now);
        self.states[rank] = state;
    }
}

/// The engines of a race, by rank.
#[derive(Debug)]
pub(super) struct Coroutines {
    inner: Mutex<Inner>,
    changed: Condvar,
}

/// The mark of one engine.
#[derive(Debug)]
struct Mark {
    all: Arc<Coroutines>,
    rank: usize,
}

impl Turns for Mark {
    fn wait(&self) -> Result<(), Limit> {
        let mut inner = self.all.lock();
        if let Some(limit) = inner.over {
            return Err(limit);
        }
        inner.change(self.rank, State::Waiting);
        self.all.changed.notify_all();
        self.all.wait_to_run(inner, self.rank)
    }

    fn look(&self) -> Result<(), Limit> {
        self.all.lock().over.map_or(Ok(()), Err)
    }

    fn hurry(&self) {
        self.all.lock().has_answer[self.rank] = true;
    }
}

impl Coroutines {
    /// This many engines, without a session.
    pub fn new(count: usize) -> Arc<Coroutines> {
        let (states, has_answer) = (vec![State::Ended; count], vec![false; count]);
        let (since, time) = (vec![None; count], vec![Duration::default(); count]);
        let inner = Mutex::new(Inner { states, has_answer, over: Some(Limit::Paused), since, time });
        Arc::new(Coroutines { inner, changed: Condvar::new() })
    }

    /// The budget of the engine of this rank, whose mark is one to wait at.
    pub fn budget(self: &Arc<Coroutines>, rank: usize, budget: Budget) -> Budget {
        budget.with_turns(Arc::new(Mark { all: Arc::clone(self), rank }))
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Begins with those engines that `takes_part` names, none of which runs yet. If they have threads this is a
    /// session.
    pub fn begin(&self, takes_part: impl Fn(usize) -> bool, have_threads: bool) {
        let mut inner = self.lock();
        let state = |rank| if takes_part(rank) { State::Waiting } else { State::Ended };
        inner.states = (0..inner.states.len()).map(state).collect();
        inner.has_answer.iter_mut().for_each(|has_answer| *has_answer = false);
        inner.over = if have_threads { None } else { Some(Limit::Paused) };
    }

    /// Lets a waiting engine run to its next mark.
    pub fn resume(&self, rank: usize) {
        self.set(rank, State::Running);
    }

    pub fn set(&self, rank: usize, state: State) {
        self.lock().change(rank, state);
        self.changed.notify_all();
    }

    /// Ends the session: all engines come to this limit at their marks.
    pub fn close(&self, limit: Limit) {
        let mut inner = self.lock();
        inner.over = inner.over.or(Some(limit));
        self.changed.notify_all();
    }

    /// The states by rank.
    pub fn states(&self) -> Vec<State> {
        self.lock().states.clone()
    }

    /// The time for which an engine has run.
    pub fn time(&self, rank: usize) -> Duration {
        self.lock().time[rank]
    }

    pub fn has_answer(&self, rank: usize) -> bool {
        self.lock().has_answer[rank]
    }

    /// Waits as long as this many engines run.
    pub fn wait_while(&self, running: usize) {
        let mut inner = self.lock();
        while inner.states.iter().filter(|&&state| state == State::Running).count() >= running {
            inner = self.changed.wait(inner).unwrap_or_else(|poisoned| poisoned.into_inner());
        }
    }

    /// Waits on the thread of an engine until it is resumed for the first time.
    ///
    /// # Errors
    ///
    /// The limit for which the session has ended before.
    pub fn enter(&self, rank: usize) -> Result<Entered<'_>, Limit> {
        // An engine that never runs has ended as well, or the turns would wait for it.
        let entered = Entered { all: self, rank };
        self.wait_to_run(self.lock(), rank)?;
        Ok(entered)
    }

    fn wait_to_run(&self, mut inner: MutexGuard<'_, Inner>, rank: usize) -> Result<(), Limit> {
        loop {
            match inner.over {
                Some(limit) => return Err(limit),
                None if inner.states[rank] == State::Running => return Ok(()),
                None => inner = self.changed.wait(inner).unwrap_or_else(|poisoned| poisoned.into_inner()),
            }
        }
    }
}

/// An engine at work. When this is dropped it has ended; by a panic, that is the end of the session.
#[derive(Debug)]
pub(super) struct Entered<'a> {
    all: &'a Coroutines,
    rank: usize,
}

impl Drop for Entered<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.all.close(Limit::Cancelled);
        }
        self.all.set(self.rank, State::Ended);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_engine_waits_at_its_mark_until_it_is_resumed() {
        let all = Coroutines::new(1);
        let budget = all.budget(0, Budget::unlimited());
        all.begin(|_| true, true);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                let _entered = all.enter(0).expect("a session");
                budget.pause_at(1_000);
                budget.spend_work(1_000);
                assert_eq!(budget.poll(), Ok(()));
                assert_eq!(budget.work_used(), 1_000);
            });
            all.resume(0);
            all.wait_while(1);
            assert_eq!(all.states(), [State::Waiting]);
            assert_eq!(budget.check(), Ok(()), "a look at the budget does not wait");
            budget.pause_at(u64::MAX);
            all.resume(0);
            all.wait_while(1);
        });
        assert_eq!(all.states(), [State::Ended]);
    }

    #[test]
    fn the_end_of_a_session_reaches_those_that_wait() {
        let all = Coroutines::new(2);
        let budget = all.budget(0, Budget::unlimited());
        all.begin(|_| true, true);
        let found = std::thread::scope(|scope| {
            let waits = scope.spawn(|| all.enter(1).map(drop));
            all.close(Limit::Time);
            waits.join().expect("no panic")
        });
        assert_eq!(found, Err(Limit::Time));
        budget.pause_at(0);
        assert_eq!(budget.poll(), Err(Limit::Time));
        all.begin(|_| true, false);
        assert_eq!(budget.poll(), Err(Limit::Paused), "without threads the mark is a limit");
    }

    /// Regression: the other engines waited without end.
    #[test]
    fn a_panic_ends_the_session() {
        let all = Coroutines::new(2);
        all.begin(|_| true, true);
        let found = std::thread::scope(|scope| {
            let waits = scope.spawn(|| all.enter(1).map(drop));
            let panics = scope.spawn(|| {
                let _entered = all.enter(0).expect("a session");
                std::panic::resume_unwind(Box::new("a defect"));
            });
            all.resume(0);
            assert!(panics.join().is_err());
            waits.join().expect("no panic")
        });
        assert_eq!(found, Err(Limit::Cancelled));
        // The turns once waited without end for the engine that had not begun.
        assert_eq!(all.states(), [State::Ended; 2]);
    }
}

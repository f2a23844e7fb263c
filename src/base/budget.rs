//! The one account that every long-running loop draws on.

use super::believed::Believed;
use std::fmt;
use std::panic::{RefUnwindSafe, UnwindSafe};
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The work that a query counts beside its propagations: the setting up of a search. Chosen by hand; no
/// measurement is recorded.
const QUERY_WORK: u64 = 100;

/// The reason for which work ended without a result: a limit of a [`Budget`], or of the method.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Limit {
    /// The cancellation flag was set.
    Cancelled,
    /// The wall-clock time is over.
    Time,
    /// The next allocation would pass the memory ceiling.
    Memory,
    /// The conflicts are used up.
    Conflicts,
    /// The propagations are used up.
    Propagations,
    /// The work has come to the mark of [`Budget::pause_at`].
    Paused,
    /// The method cannot decide the question, however large the budget: a theory gave up.
    Incomplete,
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Limit::Cancelled => "cancelled",
            Limit::Time => "time limit reached",
            Limit::Memory => "memory limit reached",
            Limit::Conflicts => "conflict limit reached",
            Limit::Propagations => "propagation limit reached",
            Limit::Paused => "paused",
            Limit::Incomplete => "the theory gave up",
        })
    }
}

impl std::error::Error for Limit {}

/// Turns in which pieces of work go on, each at its own mark ([`Budget::pause_at`]).
pub(crate) trait Turns: fmt::Debug + Send + Sync + UnwindSafe + RefUnwindSafe {
    /// Waits at the mark until the mark was moved on, or gives the limit with which the work is to end.
    fn wait(&self) -> Result<(), Limit>;

    /// The limit with which work at its mark is to end, if it is not to wait there.
    fn look(&self) -> Result<(), Limit>;

    /// From here on the work is about evidence for an answer that was found, and goes before that of others.
    fn hurry(&self);
}

/// Limits on a piece of work, and what it has used so far.
///
/// Clones share one account: all solvers of an engine are given clones of the same budget, and what one of them
/// spends is missing for the others. The default has no limits. A budget that has run out stays so; work goes on by
/// giving the solver or engine, which keeps its state, a new one.
///
/// The clock is read only if a time limit is set, so a budget without one works on targets that have no clock.
///
/// ```
/// use indubit::base::{Budget, Limit};
/// use std::sync::atomic::Ordering::Relaxed;
/// use std::time::Duration;
///
/// let budget = Budget::unlimited().with_timeout(Duration::from_secs(60)).with_memory(1 << 30);
/// assert_eq!(budget.check(), Ok(()));
/// // The flag may go to another thread, which ends all work on the budget and on its clones.
/// let flag = budget.canceller();
/// flag.store(true, Relaxed);
/// assert_eq!(budget.clone().check(), Err(Limit::Cancelled));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Budget {
    deadline: Option<Instant>,
    conflicts: Option<u64>,
    propagations: Option<u64>,
    memory: Option<u64>,
    account: Arc<Account>,
    cancel: Arc<AtomicBool>,
    parent: Option<Arc<Budget>>,
    turns: Option<Arc<dyn Turns>>,
}

#[derive(Debug)]
struct Account {
    conflicts: AtomicU64,
    propagations: AtomicU64,
    work: AtomicU64,
    /// Work ends here, until the mark is moved.
    pause: AtomicU64,
    bytes: AtomicI64,
    believed: Mutex<Believed>,
}

impl Default for Account {
    fn default() -> Account {
        Account {
            conflicts: AtomicU64::new(0),
            propagations: AtomicU64::new(0),
            work: AtomicU64::new(0),
            pause: AtomicU64::new(u64::MAX),
            bytes: AtomicI64::new(0),
            believed: Mutex::default(),
        }
    }
}

impl Budget {
    /// No limits at all; still cancellable through [`Budget::canceller`].
    #[must_use]
    pub fn unlimited() -> Budget {
        Budget::default()
    }

    /// This budget, ending after this much wall-clock time from now.
    #[must_use]
    pub fn with_timeout(mut self, time: Duration) -> Budget {
        self.deadline = Instant::now().checked_add(time);
        self
    }

    /// This budget with at most this many conflicts, counted over all its clones.
    #[must_use]
    pub fn with_conflicts(mut self, conflicts: u64) -> Budget {
        self.conflicts = Some(conflicts);
        self
    }

    /// This budget with at most this many propagated literals, counted over all its clones.
    #[must_use]
    pub fn with_propagations(mut self, propagations: u64) -> Budget {
        self.propagations = Some(propagations);
        self
    }

    /// This budget with a ceiling on the bytes that the arenas of its users hold together.
    #[must_use]
    pub fn with_memory(mut self, bytes: u64) -> Budget {
        self.memory = Some(bytes);
        self
    }

    /// This budget, ended also by this flag, which another thread or a signal handler may set.
    #[must_use]
    pub fn with_cancel(mut self, flag: Arc<AtomicBool>) -> Budget {
        self.cancel = flag;
        self
    }

    /// This budget, ending after this much wall-clock time from now if it does not end before.
    #[must_use]
    pub fn and_timeout(mut self, time: Duration) -> Budget {
        let end = Instant::now().checked_add(time);
        self.deadline = match (self.deadline, end) {
            (Some(before), Some(end)) => Some(before.min(end)),
            (before, end) => before.or(end),
        };
        self
    }

    /// The wall-clock time until this budget ends; `None` if time does not end it.
    pub fn time_left(&self) -> Option<Duration> {
        let own = self.deadline.map(|end| end.saturating_duration_since(Instant::now()));
        let above = self.parent.as_ref().and_then(|parent| parent.time_left());
        own.into_iter().chain(above).min()
    }

    /// This budget, ending after this many more conflicts if it does not end before.
    #[must_use]
    pub fn and_conflicts(mut self, conflicts: u64) -> Budget {
        let end = self.conflicts_used().saturating_add(conflicts);
        self.conflicts = Some(self.conflicts.map_or(end, |before| before.min(end)));
        self
    }

    /// This budget, ending after this many more propagated literals if it does not end before.
    #[must_use]
    pub fn and_propagations(mut self, propagations: u64) -> Budget {
        let end = self.propagations_used().saturating_add(propagations);
        self.propagations = Some(self.propagations.map_or(end, |before| before.min(end)));
        self
    }

    /// A budget for a part of the work: it ends when this one does, and what is spent and booked on it counts here too,
    /// but it has a flag and an account of its own.
    #[must_use]
    pub fn child(&self) -> Budget {
        Budget { parent: Some(Arc::new(self.clone())), ..Budget::default() }
    }

    /// Ends the work of all clones once it reaches this many units in all (see [`Budget::work_used`]). The mark can be
    /// moved on, and the work taken up again where it was.
    pub fn pause_at(&self, work: u64) {
        self.account.pause.store(work, Relaxed);
    }

    /// This budget, whose work waits at its mark in place of ending there.
    #[must_use]
    pub(crate) fn with_turns(mut self, turns: Arc<dyn Turns>) -> Budget {
        self.turns = Some(turns);
        self
    }

    /// Says that an answer was found and the work that follows is about its evidence.
    pub(crate) fn hurry(&self) {
        self.turns.iter().for_each(|turns| turns.hurry());
    }

    /// The flag that ends the work when set to `true`.
    pub fn canceller(&self) -> Arc<AtomicBool> {
        self.cancel.clone()
    }

    /// Takes the conflicts and propagations of a query, since the last call, out of the account.
    pub fn spend(&self, conflicts: u64, propagations: u64) {
        self.account.conflicts.fetch_add(conflicts, Relaxed);
        self.account.propagations.fetch_add(propagations, Relaxed);
        self.account.work.fetch_add(propagations.saturating_add(QUERY_WORK), Relaxed);
        if let Some(parent) = &self.parent {
            parent.spend(conflicts, propagations);
        }
    }

    /// Counts work that is no propagation, such as building formulas: about one unit for each clause or variable.
    pub fn spend_work(&self, units: u64) {
        self.account.work.fetch_add(units, Relaxed);
        if let Some(parent) = &self.parent {
            parent.spend_work(units);
        }
    }

    /// Conflicts used so far by all clones.
    pub fn conflicts_used(&self) -> u64 {
        self.account.conflicts.load(Relaxed)
    }

    /// Propagated literals so far by all clones.
    pub fn propagations_used(&self) -> u64 {
        self.account.propagations.load(Relaxed)
    }

    /// The work of all clones so far, in units that each kind of engine spends: a propagated literal is one, a query is
    /// a hundred besides, and a variable or clause built is one. It is counted, not timed, and so the same each time.
    pub fn work_used(&self) -> u64 {
        self.account.work.load(Relaxed)
    }

    /// Counts steps of a proof that its checker has to believe.
    pub fn believe(&self, steps: Believed) {
        *self.account.believed.lock().unwrap_or_else(PoisonError::into_inner) += steps;
        if let Some(parent) = &self.parent {
            parent.believe(steps);
        }
    }

    /// The steps that had to be believed in all proofs that were checked on this budget.
    pub fn believed(&self) -> Believed {
        *self.account.believed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Books a change of the bytes held, positive or negative.
    pub fn book_memory(&self, change: i64) {
        self.account.bytes.fetch_add(change, Relaxed);
        if let Some(parent) = &self.parent {
            parent.book_memory(change);
        }
    }

    /// Bytes booked at present.
    pub fn memory_used(&self) -> u64 {
        self.account.bytes.load(Relaxed).max(0) as u64
    }

    /// Whether `more` bytes fit under the memory ceiling. Ask before growing.
    pub fn allows_memory(&self, more: u64) -> Result<(), Limit> {
        match self.memory {
            Some(limit) if self.memory_used().saturating_add(more) > limit => Err(Limit::Memory),
            _ => self.parent.as_ref().map_or(Ok(()), |parent| parent.allows_memory(more)),
        }
    }

    /// `Err` with the limit that has been reached, if any. The mark of work that takes turns with others is none: see
    /// [`Budget::poll`].
    pub fn check(&self) -> Result<(), Limit> {
        self.look(false)
    }

    /// As [`Budget::check`], for loops. Work that takes turns with others waits at its mark until it is resumed; at the
    /// mark of other work the limit is [`Limit::Paused`]. Cheap enough for every few hundred steps.
    pub fn poll(&self) -> Result<(), Limit> {
        self.look(true)
    }

    fn look(&self, waits: bool) -> Result<(), Limit> {
        if self.cancel.load(Relaxed) {
            return Err(Limit::Cancelled);
        }
        if self.conflicts.map_or(false, |limit| self.conflicts_used() >= limit) {
            return Err(Limit::Conflicts);
        }
        if self.propagations.map_or(false, |limit| self.propagations_used() >= limit) {
            return Err(Limit::Propagations);
        }
        if self.work_used() >= self.account.pause.load(Relaxed) {
            match &self.turns {
                Some(turns) if waits => turns.wait()?,
                Some(turns) => turns.look()?,
                None => return Err(Limit::Paused),
            }
        }
        if self.deadline.map_or(false, |end| Instant::now() >= end) {
            return Err(Limit::Time);
        }
        if let Some(parent) = &self.parent {
            parent.look(waits)?;
        }
        self.allows_memory(0)
    }
}

/// The bytes that one data structure has booked on a budget. Clones book as much again, dropping gives it back.
#[derive(Debug, Default)]
pub struct Booking {
    budget: Budget,
    bytes: u64,
}

impl Booking {
    /// The budget booked on.
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// Moves the booking to another budget.
    pub fn move_to(&mut self, budget: Budget) {
        self.budget.book_memory(-(self.bytes as i64));
        budget.book_memory(self.bytes as i64);
        self.budget = budget;
    }

    /// Books this many bytes instead of what was booked before.
    pub fn set(&mut self, bytes: u64) {
        self.budget.book_memory(bytes as i64 - self.bytes as i64);
        self.bytes = bytes;
    }
}

impl Clone for Booking {
    fn clone(&self) -> Booking {
        self.budget.book_memory(self.bytes as i64);
        Booking { budget: self.budget.clone(), bytes: self.bytes }
    }
}

impl Drop for Booking {
    fn drop(&mut self) {
        self.budget.book_memory(-(self.bytes as i64));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_of_two_limits_ends_the_work() {
        let budget = Budget::unlimited().with_conflicts(5).with_propagations(7);
        let budget = budget.and_conflicts(10).and_propagations(20);
        budget.spend(5, 0);
        assert_eq!(budget.check(), Err(Limit::Conflicts));
        let budget = Budget::unlimited().with_conflicts(50).and_conflicts(5).and_propagations(20);
        budget.spend(4, 20);
        assert_eq!(budget.check(), Err(Limit::Propagations));
    }

    #[test]
    fn a_part_has_no_more_time_than_the_whole() {
        let hour = Duration::from_secs(3600);
        assert_eq!(Budget::unlimited().time_left(), None);
        let whole = Budget::unlimited().with_timeout(hour);
        assert!(whole.child().time_left().map_or(false, |left| left <= hour));
        assert!(whole.child().and_timeout(2 * hour).time_left().map_or(false, |left| left <= hour));
        assert_eq!(whole.child().and_timeout(Duration::ZERO).time_left(), Some(Duration::ZERO));
    }

    #[test]
    fn a_part_ends_with_the_memory_of_the_whole() {
        let whole = Budget::unlimited().with_memory(100);
        let part = whole.child().with_memory(200);
        part.book_memory(60);
        assert_eq!((whole.memory_used(), part.allows_memory(40)), (60, Ok(())));
        assert_eq!(part.allows_memory(41), Err(Limit::Memory));
    }

    #[test]
    fn what_is_booked_moves_with_its_holder() {
        let (first, second) = (Budget::unlimited(), Budget::unlimited());
        let mut booking = Booking::default();
        booking.move_to(first.clone());
        booking.set(10);
        booking.move_to(second.clone());
        assert_eq!((first.memory_used(), second.memory_used()), (0, 10));
        let copy = booking.clone();
        assert_eq!(second.memory_used(), 20);
        drop((booking, copy));
        assert_eq!(second.memory_used(), 0);
    }
}

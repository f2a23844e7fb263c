//! Bounds on the work of simplification, and its memory between rounds.

use crate::base::Var;

/// Work of a pass between two looks at the budget.
const POLL_WORK: i64 = 50_000;

/// The memory of simplification from round to round.
#[derive(Clone, Default)]
pub(in crate::solver::sat) struct Memory {
    /// By variable: a clause with it has come or gone since elimination tried it last.
    pub changed: Vec<bool>,
    /// By literal: a clause with its variable has come or gone since variable addition tried it last.
    pub unfactored: Vec<bool>,
    /// By variable: it was eliminated and needed again, and is not eliminated a second time.
    pub barred: Vec<bool>,
    /// The number of clauses that an elimination may add.
    pub bound: usize,
    /// The literal at which probing goes on.
    pub probe: usize,
    /// Length of the trail when clauses were last freed from fixed literals.
    pub cleaned: usize,
    /// Solve calls and length of the trail at the last tidying of level 0.
    pub tidied: (u64, usize),
    /// The number of irredundant clauses after the last subsumption between domain queries.
    pub subsumed_at: usize,
    /// The variable at which sweeping goes on.
    pub sweep: usize,
    /// Whether literals were ever replaced by others.
    pub rewritten: bool,
    /// The rounds that congruence closure leaves out.
    pub congruence: Delay,
    /// Propagations and the part of them that simplification made, up to the last round.
    pub seen: u64,
    pub own: u64,
    pub rounds: u64,
}

/// A pass over the whole formula that finds nothing is left out in the next rounds, in ever more of them.
#[derive(Clone, Copy, Default)]
pub(in crate::solver::sat) struct Delay {
    next: u64,
    failures: u64,
}

/// The most rounds that are left out.
const LONGEST_DELAY: u64 = 20;

impl Delay {
    pub fn is_due(&self, round: u64) -> bool {
        round >= self.next
    }

    pub fn tried(&mut self, round: u64, found: bool) {
        self.failures = if found { 0 } else { (self.failures + 1).min(LONGEST_DELAY) };
        self.next = round + self.failures;
    }
}

impl Memory {
    pub fn grow(&mut self, vars: usize) {
        self.changed.resize(vars, true);
        self.unfactored.resize(2 * vars, true);
        self.barred.resize(vars, false);
    }

    /// A clause with the variable has come or gone.
    #[inline]
    pub fn note(&mut self, v: Var) {
        if let Some(changed) = self.changed.get_mut(v.index()) {
            *changed = true;
            self.unfactored[v.positive().code()] = true;
            self.unfactored[v.negative().code()] = true;
        }
    }

    /// The variable was restored.
    pub fn bar(&mut self, v: Var) {
        if let Some(barred) = self.barred.get_mut(v.index()) {
            *barred = true;
        }
    }

    pub fn shrink(&mut self, vars: usize) {
        self.changed.truncate(vars);
        self.unfactored.truncate(2 * vars);
        self.barred.truncate(vars);
        self.cleaned = 0;
    }
}

/// The work that a pass may still do.
pub(in crate::solver::sat) struct Effort {
    left: i64,
    poll_at: i64,
}

impl Effort {
    /// A bound of this many percent of the search's work.
    pub fn share(search: u64, percent: u64) -> Effort {
        let left = (search / 100).saturating_mul(percent).min(i64::MAX as u64) as i64;
        Effort { left, poll_at: left - POLL_WORK }
    }

    /// A bound of this much work.
    pub fn amount(left: u64) -> Effort {
        Effort::share(left, 100)
    }

    /// Takes work away; the result is whether it is time for a look at the budget.
    pub fn spend(&mut self, amount: usize) -> bool {
        self.left -= amount as i64;
        let poll = self.left < self.poll_at;
        if poll {
            self.poll_at = self.left - POLL_WORK;
        }
        poll
    }

    pub fn is_spent(&self) -> bool {
        self.left <= 0
    }
}

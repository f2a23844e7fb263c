//! When which simplification runs.
//!
//! Simplification is search's housekeeping: rounds of bounded passes at level 0, between restarts (inprocessing,
//! Järvisalo, Heule, Biere, IJCAR 2012), at growing distances in conflicts. Each pass may work as much as a fixed share
//! of what the search has propagated since the round before, so that no formula is too large for a pass, and what is
//! not done in one round goes on in the next. Work is counted, not timed, so runs repeat exactly.
//!
//! Passes over occurrence lists (subsumption, elimination) do not propagate: clauses they remove stay in the watch
//! lists until the pass ends with a compaction, units wait on the trail. Passes that propagate (probing, vivification)
//! keep the watches right at every step. Either kind may stop at any clause.
//!
//! Clauses with the switch of the temporary clauses are left alone by all passes, since others hold references to them.
//! Left out: equivalent literals beyond what elimination finds as gates, blocked and covered clauses, ternary
//! resolution.

use super::solver::{Solver, Status};
use super::theory::Theory;
use crate::base::{Limit, Lit, Var};

/// Shares of the search's propagations, in percent, that the passes may use.
const PROBE_SHARE: u64 = 3;
const VIVIFY_LEARNT_SHARE: u64 = 2;
const VIVIFY_ORIGINAL_SHARE: u64 = 1;
const SUBSUME_SHARE: u64 = 60;
const ELIMINATE_SHARE: u64 = 60;
/// The propagations that the first round, or a round asked for, is reckoned to have waited for.
const FIRST_EFFORT: u64 = 10_000_000;
/// Work of a pass between two looks at the budget.
const POLL_WORK: i64 = 50_000;
/// Eliminations and subsumptions follow each other in a round at most so often.
const ELIMINATION_TURNS: usize = 6;

/// What simplification remembers from round to round.
#[derive(Clone, Default)]
pub(super) struct Memory {
    /// By variable: a clause with it has come or gone since elimination tried it last.
    pub changed: Vec<bool>,
    /// By variable: it was eliminated and needed again. Once is enough.
    pub barred: Vec<bool>,
    /// How many clauses an elimination may add.
    pub bound: usize,
    /// The literal at which probing goes on.
    pub probe: usize,
    /// Length of the trail when clauses were last freed from fixed literals.
    pub cleaned: usize,
    /// Propagations and the part of them that simplification made, up to the last round.
    seen: u64,
    own: u64,
    rounds: u64,
}

impl Memory {
    fn grow(&mut self, vars: usize) {
        self.changed.resize(vars, true);
        self.barred.resize(vars, false);
    }

    /// A clause with the variable has come or gone.
    #[inline]
    pub fn note(&mut self, v: Var) {
        if let Some(changed) = self.changed.get_mut(v.index()) {
            *changed = true;
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
        self.barred.truncate(vars);
        self.cleaned = 0;
    }
}

/// What a pass may still do.
pub(super) struct Effort {
    left: i64,
    poll_at: i64,
}

impl Effort {
    /// So many percent of the search's work.
    pub fn share(search: u64, percent: u64) -> Effort {
        let left = (search / 100).saturating_mul(percent).min(i64::MAX as u64) as i64;
        Effort { left, poll_at: left - POLL_WORK }
    }

    /// This much work.
    pub fn amount(left: u64) -> Effort {
        Effort::share(left, 100)
    }

    pub fn is_spent(&self) -> bool {
        self.left <= 0
    }
}

impl<T: Theory> Solver<T> {
    /// Simplifies the clauses at once: one round of every technique that is switched on, with bounded effort. May be
    /// called at any time between solve calls; the answer and the model of the last one are gone afterwards.
    ///
    /// Before the first call on a large formula it is what other solvers call preprocessing. Variables that later
    /// clauses or assumptions will mention should be frozen first.
    pub fn simplify(&mut self) {
        self.touch();
        self.assumptions.clear();
        // A limit that is reached ends the round early and is found again by the next solve call.
        let _ = self.round(FIRST_EFFORT);
        self.report_spent();
    }

    /// The round that is due during search, at level 0.
    pub(super) fn inprocess(&mut self) -> Result<(), Limit> {
        debug_assert_eq!(self.level(), 0);
        let search = self.stats.propagations - self.memory.own - self.memory.seen;
        let result = self.round(if self.memory.rounds == 0 { FIRST_EFFORT.max(search) } else { search });
        let rounds = self.memory.rounds as f64;
        let distance = self.options.inprocess_interval as f64 * (rounds + 1.0).sqrt();
        self.pace.inprocess_at = self.stats.conflicts + distance as u64;
        result
    }

    fn round(&mut self, search: u64) -> Result<(), Limit> {
        let before = self.stats.propagations;
        self.memory.grow(self.vars.len());
        self.memory.rounds += 1;
        let phases = self.saved.clone();
        let result = self.passes(search);
        debug_assert_eq!(self.level(), 0);
        self.saved = phases;
        let own = self.stats.propagations - before;
        self.memory.own += own;
        self.memory.seen = self.stats.propagations - self.memory.own;
        self.pace.postpone_mode(own);
        result
    }

    fn passes(&mut self, search: u64) -> Result<(), Limit> {
        let share = |percent: u64| Effort::share(search, percent);
        self.clean();
        if self.consistent && self.options.probing {
            self.probe(&mut share(PROBE_SHARE))?;
            self.clean();
        }
        if self.consistent && self.options.vivification && self.redundant > 0 {
            self.vivify(&mut share(VIVIFY_LEARNT_SHARE), true)?;
            self.clean();
        }
        let mut subsuming = share(SUBSUME_SHARE);
        let mut eliminating = share(ELIMINATE_SHARE);
        for _ in 0..ELIMINATION_TURNS {
            if self.consistent && self.options.subsumption {
                self.subsume(&mut subsuming)?;
                self.clean();
            }
            if !self.consistent || !self.may_eliminate() || !self.eliminate(&mut eliminating)? {
                break;
            }
            self.clean();
        }
        if self.consistent && self.options.vivification {
            self.vivify(&mut share(VIVIFY_ORIGINAL_SHARE), false)?;
            self.clean();
        }
        Ok(())
    }

    /// Eliminated variables leave the clauses that define others, on which domain queries rely.
    fn may_eliminate(&self) -> bool {
        self.options.elimination && !self.domain.used
    }

    /// Propagates at level 0 and frees the clauses from what is fixed.
    fn clean(&mut self) {
        self.propagate_fixed();
        if self.consistent && self.trail.len() > self.memory.cleaned {
            self.simplify_level0();
            self.memory.cleaned = self.trail.len();
        }
        self.compact_if_wasteful();
    }

    /// Propagates at level 0; a conflict refutes the clauses.
    pub(super) fn propagate_fixed(&mut self) {
        if !self.consistent {
            return;
        }
        if let Some(conflict) = self.propagate() {
            self.refute(conflict);
        }
    }

    /// Counts work; whether to go on.
    pub(super) fn work(&mut self, effort: &mut Effort, amount: usize) -> Result<bool, Limit> {
        effort.left -= amount as i64;
        if effort.left < effort.poll_at {
            effort.poll_at = effort.left - POLL_WORK;
            self.poll()?;
        }
        Ok(effort.left > 0)
    }

    /// Whether a clause must not be touched by simplification.
    pub(super) fn is_temporary(&self, lits: &[Lit]) -> bool {
        self.temporary.map_or(false, |switch| lits.iter().any(|l| l.var() == switch.var()))
    }

    /// By variable: whether elimination has to leave it alone.
    pub(super) fn kept_variables(&self) -> Vec<bool> {
        let mut kept: Vec<bool> = (0..self.vars.len())
            .map(|v| {
                self.status[v] != Status::Active
                    || self.frozen[v] > 0
                    || self.memory.barred[v]
                    || self.values[Var::new(v).positive().code()] != 0
                    || (T::ACTIVE && self.theory.is_atom(Var::new(v)))
            })
            .collect();
        let selectors = self.scopes.iter().map(|s| s.selector);
        for &c in &self.temporary_clauses {
            for l in self.arena.lits(c) {
                kept[l.var().index()] = true;
            }
        }
        for l in self.assumptions.iter().copied().chain(selectors).chain(self.temporary) {
            kept[l.var().index()] = true;
        }
        kept
    }
}

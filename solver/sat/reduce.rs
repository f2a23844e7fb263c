//! Keeping the clause database small: forgetting learnt clauses, tidying level 0, compacting the arena.

use super::arena::ClauseRef;
use super::simplify::Effort;
use super::solver::Solver;
use super::state::Status;
use super::theory::Theory;
use crate::base::{Lit, Var};

/// The share of the candidates that a reduction removes.
const REDUCE_FRACTION: f64 = 0.75;
/// Solve calls between two looks for clauses satisfied at level 0.
const TIDY_CALLS: u64 = 100;
/// The most work that a search for subsumed clauses between domain queries may take.
const SUBSUME_WORK: u64 = 10_000_000;
/// Clauses between two looks at the budget.
const POLL_CLAUSES: usize = 1 << 14;
/// Waste below this many words is never worth a compaction.
const COMPACT_MINIMUM: usize = 1 << 14;

impl<T: Theory> Solver<T> {
    /// Forgets most of the learnt clauses that were of little use lately: those of large glue first, and of equal
    /// glue the long ones.
    ///
    /// Tiers after Chanseok Oh (SAT 2015): small glue is always kept, medium glue while it is used. By option
    /// the others are safe in the first reduction after their last use.
    pub(super) fn reduce(&mut self) {
        self.stats.reductions += 1;
        let interval = self.options.reduce_interval as f64 * ((self.stats.reductions + 1) as f64).sqrt();
        self.pace.reduce_at = self.stats.conflicts + interval as u64;
        self.pace.tiers.adapt();
        let (tier1, tier2) = self.pace.tier_limits();
        let mut candidates = Vec::new();
        let all: Vec<ClauseRef> = self.db.arena.iter().collect();
        for c in all {
            if !self.db.arena.is_redundant(c) || self.db.arena.glue(c) <= tier1 {
                continue;
            }
            let used = self.db.arena.used(c);
            if used > 0 {
                self.db.arena.set_used(c, used - 1);
            }
            let kept = used > 0 && (self.options.keep_used || self.db.arena.glue(c) <= tier2);
            if !kept && self.db.arena.size(c) > 2 && !self.is_reason(c) {
                candidates.push(c);
            }
        }
        candidates.sort_by_key(|&c| std::cmp::Reverse((self.db.arena.glue(c), self.db.arena.size(c))));
        let doomed = (candidates.len() as f64 * REDUCE_FRACTION) as usize;
        for &c in &candidates[..doomed] {
            self.remove_clause(c);
        }
        self.temporary.clauses.retain(|&c| !self.db.arena.is_garbage(c));
        self.compact_if_wasteful();
    }

    pub(super) fn compact_if_wasteful(&mut self) {
        if self.db.arena.wasted() > COMPACT_MINIMUM.max(self.db.arena.len() / 4) {
            self.compact();
        }
    }

    /// Moves the clauses together and redirects watches, reasons and lists. Garbage must not be a reason.
    pub(super) fn compact(&mut self) {
        self.stats.compactions += 1;
        let forward = self.db.arena.compact();
        self.db.watches.rebuild(|w| {
            forward.get(w.clause()).map(|c| super::database::Watch::new(w.blocker, c, w.is_binary()))
        });
        for &l in &self.trail.lits {
            let reason = &mut self.trail.data[l.var().index()].reason;
            if reason.is_clause() && !reason.is_shared() {
                debug_assert!(forward.get(*reason).is_some());
                *reason = forward.get(*reason).unwrap_or(ClauseRef::NONE);
            }
        }
        let kept = self.temporary.clauses.iter().filter_map(|&c| forward.get(c)).collect();
        self.temporary.clauses = kept;
        self.account.booking.set(self.bytes() as u64);
    }

    /// Before a call: drops the temporary clauses of the call before, and now and then the clauses that level 0
    /// satisfies.
    pub(super) fn tidy(&mut self) {
        debug_assert_eq!(self.level(), 0);
        // A caller may fix a literal before each of its calls.
        let overdue = self.stats.solves >= self.memory.tidied.0 + TIDY_CALLS && !self.domain.active;
        if overdue && self.consistent {
            if let Some(conflict) = self.propagate_all() {
                self.stats.conflicts += 1;
                self.refute(conflict);
            }
        }
        if self.consistent && self.trail.head == self.trail.lits.len() {
            let crowded = self.domain.active && self.options.subsumption && self.has_many_new_clauses();
            let due = crowded || self.stats.solves >= self.memory.tidied.0 + TIDY_CALLS;
            if due && self.trail.lits.len() > self.memory.tidied.1 {
                self.simplify_level0();
            }
            // Not earlier: a strengthened clause must not watch a literal that has been propagated as false before.
            if crowded {
                // If a limit cuts this short, the rest is done at the next occasion.
                let _ = self.subsume(&mut Effort::amount(SUBSUME_WORK));
                self.memory.subsumed_at = self.db.irredundant;
            }
        }
        self.compact_if_wasteful();
    }

    /// Whether enough clauses came since the last subsumption for another one to pay.
    fn has_many_new_clauses(&self) -> bool {
        self.db.irredundant.saturating_sub(self.memory.subsumed_at)
            > self.options.subsume_interval.max(self.memory.subsumed_at / 8)
    }

    /// Forgets the temporary clauses and all clauses learnt from them.
    pub(super) fn drop_temporary(&mut self) {
        self.temporary.over = false;
        self.temporary.on = false;
        for c in std::mem::take(&mut self.temporary.clauses) {
            self.remove_later(c);
        }
        self.sweep_watches();
        if self.temporary.switch.map_or(false, |switch| self.val(switch) != 0) {
            self.temporary.switch = None;
        }
    }

    /// Removes clauses that level 0 satisfies and literals that it falsifies; hands released variables out again. If a
    /// limit cuts this short, the rest is done at the next occasion; the next call for a solution finds the limit.
    pub(super) fn simplify_level0(&mut self) {
        debug_assert!(self.level() == 0 && self.trail.head == self.trail.lits.len());
        let before = self.memory.tidied;
        self.memory.tidied = (self.stats.solves, self.trail.lits.len());
        let all: Vec<ClauseRef> = self.db.arena.iter().collect();
        let mut lits: Vec<Lit> = Vec::new();
        let mut is_whole = true;
        for (i, c) in all.into_iter().enumerate() {
            if i % POLL_CLAUSES == POLL_CLAUSES - 1 && self.poll().is_err() {
                is_whole = false;
                self.memory.tidied = before;
                break;
            }
            lits.clear();
            lits.extend_from_slice(self.db.arena.lits(c));
            if lits.iter().any(|&l| self.val(l) > 0) {
                self.remove_later(c);
            } else if lits.iter().any(|&l| self.val(l) < 0) {
                self.shorten(c, &lits);
            }
        }
        self.sweep_watches();
        self.temporary.clauses.retain(|&c| !self.db.arena.is_garbage(c));
        self.propagate_fixed();
        // A released variable may occur in the clauses that were not looked at.
        if self.consistent && is_whole {
            self.recycle();
        }
    }

    /// Replaces a clause by one without its literals that are false at level 0.
    ///
    /// A single literal may be left: a theory may imply a literal by level 0 alone when the search is far above, and
    /// its explanation is then a clause that does not propagate on level 0.
    fn shorten(&mut self, c: ClauseRef, lits: &[Lit]) {
        let mut sorted: Vec<Lit> = lits.iter().copied().filter(|&l| self.val(l) == 0).collect();
        sorted.sort_unstable();
        sorted.dedup();
        let kept = sorted.len();
        sorted.extend(lits.iter().copied().filter(|&l| self.val(l) < 0));
        let id = self.trace_shortened(&sorted, kept, self.db.arena.id(c));
        if kept < 2 {
            self.drop_later(c);
            match sorted[..kept] {
                [unit] => self.assign_unit(unit, id),
                _ => self.consistent = false,
            }
            return;
        }
        let temporary = self.is_temporary(lits) && self.temporary.clauses.contains(&c);
        let new = self.replace(c, &sorted[..kept], id);
        if temporary {
            self.temporary.clauses.push(new);
        }
    }

    /// Puts a shorter clause, already in the proof as `id`, in the place of another, which the proof has forgotten.
    pub(super) fn replace(&mut self, c: ClauseRef, lits: &[Lit], id: u32) -> ClauseRef {
        let (redundant, glue, used) =
            (self.db.arena.is_redundant(c), self.db.arena.glue(c), self.db.arena.used(c));
        let new = self.new_clause(lits, redundant, glue.min(lits.len() - 1), id);
        self.db.arena.set_used(new, used);
        self.drop_clause(c);
        new
    }

    /// Released variables whose clauses are gone become new ones. They stay as they are if there is a proof, which
    /// would have to take their units back, or if the reconstruction of models might still name them.
    fn recycle(&mut self) {
        if self.tracer.on() || !self.eliminated.is_empty() || !self.query.scopes.is_empty() {
            return;
        }
        let released = |s: &[Status], l: &Lit| s[l.var().index()] == Status::Released;
        let gone: Vec<Lit> =
            self.trail.lits.iter().copied().filter(|l| released(&self.vars.status, l)).collect();
        if gone.is_empty() {
            return;
        }
        let told =
            self.trail.lits[..self.exchange.head].iter().filter(|l| released(&self.vars.status, l)).count();
        self.exchange.head -= told;
        self.trail.lits.retain(|l| !released(&self.vars.status, l));
        self.trail.head = self.trail.lits.len();
        self.memory.tidied.1 = self.trail.lits.len();
        self.memory.cleaned = self.memory.cleaned.min(self.trail.lits.len());
        for l in gone {
            self.trail.values[l.code()] = 0;
            self.trail.values[(!l).code()] = 0;
            self.vars.frozen[l.var().index()] = 0;
            self.vars.released.push(l.var());
        }
        self.vars.released.sort_unstable_by_key(|v: &Var| std::cmp::Reverse(*v));
        self.vars.released.dedup();
    }
}

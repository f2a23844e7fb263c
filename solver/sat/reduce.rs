//! Keeping the clause database small: forgetting learnt clauses, tidying level 0, compacting the arena.

use super::arena::ClauseRef;
use super::inprocess::Effort;
use super::solver::{Solver, Status};
use super::theory::Theory;
use crate::base::{Lit, Var};

/// The share of the candidates that a reduction removes.
const REDUCE_FRACTION: f64 = 0.75;
/// Solve calls between two looks for clauses satisfied at level 0.
const TIDY_CALLS: u64 = 100;
/// What a search for subsumed clauses between domain queries may cost.
const SUBSUME_WORK: u64 = 10_000_000;
/// Waste below this many words is never worth a compaction.
const COMPACT_MINIMUM: usize = 1 << 14;

impl<T: Theory> Solver<T> {
    /// Forgets most of the learnt clauses that were of little use lately: large glue first, long ones first.
    ///
    /// Tiers after Chanseok Oh (SAT 2015): small glue is kept for ever, medium glue while it is used. By option
    /// the others are safe in the first reduction after their last use.
    pub(super) fn reduce(&mut self) {
        self.stats.reductions += 1;
        let interval = self.options.reduce_interval as f64 * ((self.stats.reductions + 1) as f64).sqrt();
        self.pace.reduce_at = self.stats.conflicts + interval as u64;
        let mut candidates = Vec::new();
        let all: Vec<ClauseRef> = self.arena.iter().collect();
        for c in all {
            if !self.arena.is_redundant(c) || self.arena.glue(c) <= self.options.tier1_glue {
                continue;
            }
            let used = self.arena.used(c);
            if used > 0 {
                self.arena.set_used(c, used - 1);
            }
            let kept = used > 0 && (self.options.keep_used || self.arena.glue(c) <= self.options.tier2_glue);
            if !kept && self.arena.size(c) > 2 && !self.is_reason(c) {
                candidates.push(c);
            }
        }
        candidates.sort_by_key(|&c| std::cmp::Reverse((self.arena.glue(c), self.arena.size(c))));
        let doomed = (candidates.len() as f64 * REDUCE_FRACTION) as usize;
        for &c in &candidates[..doomed] {
            self.remove_clause(c);
        }
        self.temporary_clauses.retain(|&c| !self.arena.is_garbage(c));
        self.compact_if_wasteful();
    }

    pub(super) fn compact_if_wasteful(&mut self) {
        if self.arena.wasted() > COMPACT_MINIMUM.max(self.arena.len() / 4) {
            self.compact();
        }
    }

    /// Moves the clauses together and redirects watches, reasons and lists. Garbage must not be a reason.
    pub(super) fn compact(&mut self) {
        self.stats.compactions += 1;
        let forward = self.arena.compact();
        for list in &mut self.watches {
            list.retain_mut(|w| match forward.get(w.clause()) {
                Some(c) => {
                    *w = super::solver::Watch::new(w.blocker, c, w.is_binary());
                    true
                }
                None => false,
            });
        }
        for &l in &self.trail {
            let reason = &mut self.vars[l.var().index()].reason;
            if reason.is_clause() && !reason.is_shared() {
                debug_assert!(forward.get(*reason).is_some());
                *reason = forward.get(*reason).unwrap_or(ClauseRef::NONE);
            }
        }
        let kept = self.temporary_clauses.iter().filter_map(|&c| forward.get(c)).collect();
        self.temporary_clauses = kept;
        self.account.set(self.bytes() as u64);
    }

    /// Before a call: drops the temporary clauses of the call before, and now and then what level 0 satisfies.
    pub(super) fn tidy(&mut self) {
        debug_assert_eq!(self.level(), 0);
        if self.consistent && self.head == self.trail.len() {
            let crowded = self.domain.active && self.options.subsumption && self.has_many_new_clauses();
            let due = crowded || self.stats.solves >= self.tidied.0 + TIDY_CALLS;
            if due && self.trail.len() > self.tidied.1 {
                self.simplify_level0();
            }
            // Only now: a strengthened clause must not watch a literal that has been propagated as false before.
            if crowded {
                // What a limit cuts short is done at the next occasion.
                let _ = self.subsume(&mut Effort::amount(SUBSUME_WORK));
                self.subsumed_at = self.irredundant;
            }
        }
        self.compact_if_wasteful();
    }

    /// Whether so many clauses came since the last subsumption that another one pays.
    fn has_many_new_clauses(&self) -> bool {
        self.irredundant.saturating_sub(self.subsumed_at)
            > self.options.subsume_interval.max(self.subsumed_at / 8)
    }

    /// Forgets the temporary clauses and all that was learnt from them.
    pub(super) fn drop_temporary(&mut self) {
        self.temporary_over = false;
        self.temporary_on = false;
        for c in std::mem::take(&mut self.temporary_clauses) {
            self.remove_clause(c);
        }
        if self.temporary.map_or(false, |switch| self.val(switch) != 0) {
            self.temporary = None;
        }
    }

    /// Removes clauses that level 0 satisfies and literals that it falsifies; hands released variables out again.
    pub(super) fn simplify_level0(&mut self) {
        debug_assert!(self.level() == 0 && self.head == self.trail.len());
        self.tidied = (self.stats.solves, self.trail.len());
        let all: Vec<ClauseRef> = self.arena.iter().collect();
        let mut lits: Vec<Lit> = Vec::new();
        for c in all {
            lits.clear();
            lits.extend_from_slice(self.arena.lits(c));
            if lits.iter().any(|&l| self.val(l) > 0) {
                self.remove_clause(c);
            } else if lits.iter().any(|&l| self.val(l) < 0) {
                self.shorten(c, &lits);
            }
        }
        self.temporary_clauses.retain(|&c| !self.arena.is_garbage(c));
        self.recycle();
    }

    /// Replaces a clause by one without its literals that are false at level 0.
    fn shorten(&mut self, c: ClauseRef, lits: &[Lit]) {
        let mut sorted: Vec<Lit> = lits.iter().copied().filter(|&l| self.val(l) == 0).collect();
        let kept = sorted.len();
        debug_assert!(kept >= 2, "propagation is complete");
        sorted.extend(lits.iter().copied().filter(|&l| self.val(l) < 0));
        let id = self.trace_shortened(&sorted, kept, self.arena.id(c));
        let temporary = self.temporary_clauses.contains(&c);
        let new = self.replace(c, &sorted[..kept], id);
        if temporary {
            self.temporary_clauses.push(new);
        }
    }

    /// Puts a shorter clause, already in the proof as `id`, in the place of another, which the proof has forgotten.
    pub(super) fn replace(&mut self, c: ClauseRef, lits: &[Lit], id: u32) -> ClauseRef {
        let (redundant, glue, used) = (self.arena.is_redundant(c), self.arena.glue(c), self.arena.used(c));
        let new = self.new_clause(lits, redundant, glue.min(lits.len() - 1), id);
        self.arena.set_used(new, used);
        self.drop_clause(c);
        new
    }

    /// Released variables whose clauses are gone become new ones. A proof would have to take their units back, which
    /// no format can, and reconstruction might still name them: then they stay as they are.
    fn recycle(&mut self) {
        if self.tracer.on() || !self.eliminated.is_empty() || !self.scopes.is_empty() {
            return;
        }
        let released = |s: &[Status], l: &Lit| s[l.var().index()] == Status::Released;
        let gone: Vec<Lit> = self.trail.iter().copied().filter(|l| released(&self.status, l)).collect();
        if gone.is_empty() {
            return;
        }
        let told = self.trail[..self.theory_head].iter().filter(|l| released(&self.status, l)).count();
        self.theory_head -= told;
        self.trail.retain(|l| !released(&self.status, l));
        self.head = self.trail.len();
        self.tidied.1 = self.trail.len();
        self.memory.cleaned = self.memory.cleaned.min(self.trail.len());
        for l in gone {
            self.values[l.code()] = 0;
            self.values[(!l).code()] = 0;
            self.frozen[l.var().index()] = 0;
            self.released.push(l.var());
        }
        self.released.sort_unstable_by_key(|v: &Var| std::cmp::Reverse(*v));
        self.released.dedup();
    }
}

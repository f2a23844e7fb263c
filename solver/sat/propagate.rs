//! Unit propagation with two watched literals.
//!
//! Each clause is watched by its first two literals; the watch list of a literal is visited when the literal becomes
//! false (Moskewicz et al., DAC 2001). A watch carries a *blocker*, some other literal of the clause: if the blocker
//! is true the clause is not touched (Sörensson and Eén 2008). Watches of binary clauses are marked and need no visit
//! at all.

use super::arena::ClauseRef;
use super::database::{Database, Watch};
use super::solver::Solver;
use super::state::{Trail, VarData};
use super::theory::{Check, Theory};
use crate::base::Lit;
use std::cmp::Reverse;

/// Watches in a line of the processor's cache, whose fetching is the unit of work.
const WATCHES_PER_TICK: usize = 8;

impl<T: Theory> Solver<T> {
    /// Makes a literal true. At level 0 it is fixed for good and reported to the proof.
    #[inline]
    pub(super) fn assign(&mut self, lit: Lit, reason: ClauseRef) {
        debug_assert_eq!(self.trail.values[lit.code()], 0);
        let level = self.trail.levels.len();
        let mut reason = reason;
        if level == 0 && reason != ClauseRef::NONE {
            if self.tracer.on() {
                self.trace_unit(lit, reason);
            }
            reason = ClauseRef::NONE;
        }
        self.trail.values[lit.code()] = 1;
        self.trail.values[(!lit).code()] = -1;
        let data = &mut self.trail.data[lit.var().index()];
        data.level = level as u32;
        data.reason = reason;
        self.trail.lits.push(lit);
    }

    /// Fixes a literal that the proof knows as unit clause `id`, unless it has a value; false is a contradiction.
    pub(super) fn assign_unit(&mut self, lit: Lit, id: u32) {
        debug_assert_eq!(self.level(), 0);
        match self.val(lit) {
            0 => {
                self.tracer.set_unit(lit, id);
                self.assign(lit, ClauseRef::NONE);
            }
            1 => {}
            _ => {
                if self.tracer.on() {
                    let other = self.tracer.unit(lit);
                    self.tracer.chain.extend([other, id]);
                    self.tracer.derive(&[]);
                }
                self.consistent = false;
            }
        }
    }

    /// Propagates all consequences of the trail, and returns the clause that became false, if there is one.
    pub(super) fn propagate(&mut self) -> Option<ClauseRef> {
        let (before, known) = (self.trail.head, self.trail.lits.len());
        let conflict = if self.domain.active && !self.trail.levels.is_empty() {
            self.propagate_clauses::<true, false>()
        } else {
            self.propagate_clauses::<false, false>()
        };
        if self.trail.levels.is_empty() {
            self.fix_from(known);
        }
        self.stats.propagations += (self.trail.head - before) as u64;
        conflict
    }

    /// Like [`Solver::propagate`], without the clause `self.db.ignored`.
    pub(super) fn propagate_ignoring(&mut self) -> Option<ClauseRef> {
        let before = self.trail.head;
        let conflict = self.propagate_clauses::<false, true>();
        self.stats.propagations += (self.trail.head - before) as u64;
        conflict
    }

    /// Reports the literals that propagation assigned at level 0, from this place of the trail on, and makes them
    /// independent of their reasons.
    fn fix_from(&mut self, place: usize) {
        for i in place..self.trail.lits.len() {
            let lit = self.trail.lits[i];
            let reason = self.trail.data[lit.var().index()].reason;
            if self.tracer.on() {
                self.trace_unit(lit, reason);
            }
            self.trail.data[lit.var().index()].reason = ClauseRef::NONE;
        }
    }

    /// The inner loop. It works on the fields themselves: through `self` every access would look them up again.
    fn propagate_clauses<const DOMAIN: bool, const IGNORE: bool>(&mut self) -> Option<ClauseRef> {
        debug_assert!(self.db.stale.is_empty());
        let level = self.trail.levels.len() as u32;
        let ignored = self.db.ignored;
        let Solver { trail: assigned, db, domain, pace, .. } = self;
        let Trail { values, data, lits: trail, head, .. } = assigned;
        let Database { watches, arena, shared, .. } = db;
        let values = &mut values[..];
        let mut imply = |values: &mut [i8], trail: &mut Vec<Lit>, lit: Lit, reason: ClauseRef| {
            debug_assert_eq!(values[lit.code()], 0);
            values[lit.code()] = 1;
            values[(!lit).code()] = -1;
            data[lit.var().index()] = VarData { level, reason };
            trail.push(lit);
        };
        let mut conflict = None;
        let mut ticks = 0;
        while conflict.is_none() && *head < trail.len() {
            let falsified = !trail[*head];
            *head += 1;
            let (first, list) = shared.as_ref().map_or((0, &[][..]), |s| s.list(falsified));
            for (at, &[a, b]) in list.iter().enumerate() {
                let (va, vb) = (values[a.code()], values[b.code()]);
                if va > 0 || vb > 0 || va == vb && va == 0 {
                    continue;
                }
                let clause = ClauseRef::shared(first + at as u32);
                let open = if va == 0 { a } else { b };
                if va < 0 && vb < 0 {
                    conflict = Some(clause);
                    break;
                }
                if !DOMAIN || domain.contains(open.var()) {
                    imply(values, trail, open, clause);
                }
            }
            if conflict.is_some() {
                break;
            }
            // Other lists may grow meanwhile, but this one stays where it is.
            let (start, end) = watches.bounds(falsified);
            let (mut from, mut to) = (start, start);
            ticks += 1 + (end - start) / WATCHES_PER_TICK;
            while from < end {
                let watch = watches.at(from);
                from += 1;
                let blocker = values[watch.blocker.code()];
                watches.set(to, watch);
                to += 1;
                if blocker > 0 || (DOMAIN && !domain.contains(watch.blocker.var())) {
                    continue;
                }
                let clause = watch.clause();
                if watch.is_binary() {
                    if blocker < 0 {
                        conflict = Some(clause);
                        break;
                    }
                    imply(values, trail, watch.blocker, clause);
                    continue;
                }
                if IGNORE && clause == ignored {
                    continue;
                }
                ticks += 1;
                let (lits, garbage) = arena.visit(clause);
                if garbage {
                    to -= 1;
                    continue;
                }
                debug_assert!(lits[0] == falsified || lits[1] == falsified);
                // The other watched literal, without a branch that the processor would often mispredict.
                let first = Lit::from_word(lits[0].word() ^ lits[1].word() ^ falsified.word());
                lits[0] = first;
                lits[1] = falsified;
                let value = values[first.code()];
                watches.set(to - 1, Watch::new(first, clause, false));
                if value > 0 {
                    continue;
                }
                if let Some(k) = lits[2..].iter().position(|l| values[l.code()] >= 0) {
                    let new = lits[k + 2];
                    lits[1] = new;
                    lits[k + 2] = falsified;
                    watches.push(new, Watch::new(first, clause, false));
                    to -= 1;
                    continue;
                }
                if value < 0 {
                    conflict = Some(clause);
                    break;
                }
                if DOMAIN && !domain.contains(first.var()) {
                    continue;
                }
                imply(values, trail, first, clause);
            }
            watches.close_gap(falsified, to, from);
        }
        pace.ticks += ticks as u64;
        conflict
    }

    /// Propagation of clauses and theory in turn, until neither finds more.
    pub(super) fn propagate_all(&mut self) -> Option<ClauseRef> {
        loop {
            if let Some(conflict) = self.propagate() {
                return Some(conflict);
            }
            if !T::ACTIVE || self.exchange.head == self.trail.lits.len() {
                return None;
            }
            while self.exchange.head < self.trail.lits.len() {
                let lit = self.trail.lits[self.exchange.head];
                self.exchange.head += 1;
                if self.theory.is_atom(lit.var()) {
                    self.theory.assign(lit);
                }
            }
            let mut out = std::mem::take(&mut self.exchange.out);
            out.start(self.vars.len());
            let check = self.theory.propagate(&mut out);
            let conflict = self.take_theory_output(check, &out);
            self.exchange.out = out;
            if conflict.is_some() || !self.consistent {
                return conflict;
            }
        }
    }

    /// Acts on the findings of the theory: a conflict becomes a clause, implied literals are assigned, lemmas are
    /// added.
    pub(super) fn take_theory_output(
        &mut self,
        check: Check,
        out: &super::theory::TheoryOutput,
    ) -> Option<ClauseRef> {
        if check == Check::Conflict {
            let clause: Vec<Lit> = out.conflict.iter().map(|&l| !l).collect();
            return self.add_theory_clause(&clause);
        }
        for &lit in &out.implied {
            if self.val(lit) > 0 {
                continue;
            }
            if self.val(lit) < 0 {
                // The other implied literals may lose their reasons when this conflict is undone.
                let clause = self.theory_reason(lit);
                return self.add_theory_clause(&clause);
            }
            if self.level() == 0 {
                let clause = self.theory_reason(lit);
                self.add_theory_clause(&clause);
            } else {
                self.assign(lit, ClauseRef::THEORY);
            }
        }
        if out.next_var > self.vars.len() {
            let first = self.vars.len();
            self.reserve_vars(out.next_var);
            for v in first..out.next_var {
                self.vars.frozen[v] += 1;
            }
        }
        let mut conflict = None;
        let mut from = 0;
        for &end in &out.lemma_ends {
            conflict = self.add_theory_clause(&out.lemmas[from..end]).or(conflict);
            from = end;
        }
        // A later lemma may have gone back behind an earlier one's conflict.
        conflict.filter(|&c| self.db.arena.lits(c).iter().all(|&l| self.val(l) < 0))
    }

    /// The clause that explains a literal the theory implied: the literal first.
    fn theory_reason(&mut self, lit: Lit) -> Vec<Lit> {
        let mut reason = Vec::new();
        self.theory.explain(lit, &mut reason);
        let mut clause = vec![lit];
        clause.extend(reason.iter().map(|&l| !l));
        clause
    }

    /// Replaces a lazy reason by a clause.
    pub(super) fn reason_clause(&mut self, lit: Lit) -> ClauseRef {
        let reason = self.trail.data[lit.var().index()].reason;
        if !T::ACTIVE || reason != ClauseRef::THEORY {
            return reason;
        }
        let mut lits = self.theory_reason(lit);
        debug_assert!(
            lits[1..].iter().all(|&l| self.val(l) < 0),
            "an explanation of literals that are not true"
        );
        let mut id = self.tracer.axiom(&lits);
        if lits.len() == 1 {
            // A clause has two watches; this one watches its only literal twice.
            lits.push(lit);
            self.tracer.chain.push(id);
            id = self.tracer.derive(&lits);
        }
        let latest = (1..lits.len()).max_by_key(|&i| self.level_of(lits[i]));
        if let Some(i) = latest {
            lits.swap(1, i);
        }
        let c = self.new_clause(&lits, true, lits.len(), id);
        self.trail.data[lit.var().index()].reason = c;
        c
    }

    /// Adds a clause that is valid in the theory in the midst of the search. Goes back far enough that the clause
    /// fits the level: after the call it is open, or propagates, or is the returned conflict of that level.
    pub(super) fn add_theory_clause(&mut self, clause: &[Lit]) -> Option<ClauseRef> {
        let id = self.tracer.axiom(clause);
        let mut lits = clause.to_vec();
        lits.sort_unstable();
        lits.dedup();
        if lits.windows(2).any(|w| w[0] == !w[1]) || lits.iter().any(|&l| self.fixed_value(l) == Some(true)) {
            return None;
        }
        let before = lits.len();
        lits.sort_by_key(|&l| match self.fixed_value(l) {
            Some(_) => 1,
            None => 0,
        });
        let kept = lits.iter().filter(|&&l| self.fixed_value(l).is_none()).count();
        let id =
            if kept < before || before < clause.len() { self.trace_shortened(&lits, kept, id) } else { id };
        lits.truncate(kept);
        // True literals first, then open ones, then false ones from the highest level down.
        lits.sort_by_key(|&l| match self.val(l) {
            1 => (0, Reverse(0)),
            0 => (1, Reverse(0)),
            _ => (2, Reverse(self.level_of(l))),
        });
        match lits.len() {
            0 => {
                self.consistent = false;
                None
            }
            1 => {
                self.backtrack(0);
                self.assign_unit(lits[0], id);
                None
            }
            _ => {
                let c = self.new_clause(&lits, true, lits.len(), id);
                self.settle(c)
            }
        }
    }

    /// Restores the watch invariant for a clause whose first literals are the least false ones.
    fn settle(&mut self, c: ClauseRef) -> Option<ClauseRef> {
        let (a, b) = (self.db.arena.lits(c)[0], self.db.arena.lits(c)[1]);
        if self.val(a) >= 0 {
            if self.val(b) < 0 && self.val(a) == 0 {
                self.backtrack(self.level_of(b));
                self.assign(a, c);
            }
            return None;
        }
        let level = self.level_of(a);
        self.backtrack(level);
        if self.level_of(b) < level {
            // Only one literal of the level: it is flipped rather than analysed.
            self.backtrack(self.level_of(b));
            self.assign(a, c);
            return None;
        }
        Some(c)
    }
}

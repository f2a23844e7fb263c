//! Conflict analysis: the first unique implication point, minimisation, and cores of assumptions.
//!
//! The learnt clause is the first UIP clause (Zhang et al., ICCAD 2001), shortened by recursive minimisation
//! (Sörensson and Biere, SAT 2009) and, if its glue is small, by resolution with binary clauses (as in Glucose).
//! Assumptions live together on decision level 1, so a conflict there ends the call and its core is collected by
//! following reasons back to the assumptions.

use super::arena::ClauseRef;
use super::solver::Solver;
use super::state::mark;
use super::theory::Theory;
use crate::base::{Lit, Var};

/// Clauses longer than this, or of larger glue, are not shortened by binary clauses. The numbers are
/// those of Glucose (Audemard, Simon, IJCAI 2009, and its sources).
const BINARY_MINIMISE_SIZE: usize = 30;
const BINARY_MINIMISE_GLUE: usize = 6;

/// Decisions per conflict up to which the reasons of a learnt clause's literals are worth a reward.
const REASON_SIDE_RATE: f64 = 10.0;
/// If there are more of them than this many times the variables met in the conflict, none is rewarded.
const REASON_SIDE_LIMIT: usize = 10;

impl<T: Theory> Solver<T> {
    /// Learns a clause from a conflict above level 1 into `self.analysis.learnt`, asserting literal first, and
    /// returns its glue.
    ///
    /// The chain of antecedents waits in the tracer.
    pub(super) fn analyze(&mut self, conflict: ClauseRef) -> usize {
        self.resolve_to_uip(conflict);
        self.stats.learnt_literals += self.analysis.learnt.len() as u64;
        let before = self.analysis.learnt.len();
        let stamp = self.stamp_levels();
        self.minimise(stamp);
        let glue = self.count_levels();
        if self.analysis.learnt.len() <= BINARY_MINIMISE_SIZE && glue <= BINARY_MINIMISE_GLUE {
            self.minimise_with_binaries();
        }
        self.stats.minimised_literals += (before - self.analysis.learnt.len()) as u64;
        if self.tracer.on() {
            self.collect_chain(conflict);
        }
        if self.options.reason_side && !self.domain.active && self.pace.decision_rate() <= REASON_SIDE_RATE {
            self.mark_reason_sides();
        }
        self.bump_marked();
        self.clear_marks();
        self.watch_highest();
        glue
    }

    fn resolve_to_uip(&mut self, conflict: ClauseRef) {
        let level = self.level() as u32;
        self.analysis.learnt.clear();
        self.analysis.learnt.push(self.trail.lits[0]);
        let mut open = 0;
        let mut at = self.trail.lits.len();
        let mut clause = conflict;
        loop {
            self.improve(clause);
            for i in 0..self.lits_of(clause).len() {
                let lit = self.lits_of(clause)[i];
                let v = lit.var();
                let data = self.trail.data[v.index()];
                if self.analysis.marks[v.index()] & mark::SEEN != 0 || data.level == 0 {
                    continue;
                }
                self.analysis.marks[v.index()] |= mark::SEEN;
                self.analysis.marked.push(v);
                if data.level == level {
                    open += 1;
                } else {
                    self.analysis.marks[v.index()] |= mark::IN_CLAUSE;
                    self.analysis.learnt.push(lit);
                }
            }
            loop {
                at -= 1;
                if self.analysis.marks[self.trail.lits[at].var().index()] & mark::SEEN != 0 {
                    break;
                }
            }
            let uip = self.trail.lits[at];
            open -= 1;
            if open == 0 {
                self.analysis.marks[uip.var().index()] |= mark::IN_CLAUSE;
                self.analysis.learnt[0] = !uip;
                return;
            }
            clause = self.reason_clause(uip);
        }
    }

    /// A redundant clause that takes part in a conflict is worth keeping, and its glue may have become better.
    fn improve(&mut self, c: ClauseRef) {
        if c.is_shared() || !self.db.arena.is_redundant(c) {
            return;
        }
        let glue = self.db.arena.glue(c);
        if !self.pace.stable {
            self.pace.tiers.used(glue);
        }
        let (tier1, tier2) = self.pace.tier_limits();
        if glue <= tier1 {
            return;
        }
        let now = self.clause_levels(c, glue);
        if now < glue {
            self.db.arena.set_glue(c, now);
        }
        let used = if now <= tier2 { 2 } else { 1 };
        if self.db.arena.used(c) < used {
            self.db.arena.set_used(c, used);
        }
    }

    /// The number of levels in a clause, or `limit` if it is at least that.
    fn clause_levels(&mut self, c: ClauseRef, limit: usize) -> usize {
        self.analysis.stamp += 1;
        let mut count = 0;
        for &l in self.db.arena.lits(c) {
            let level = self.trail.data[l.var().index()].level as usize;
            if self.analysis.level_stamp[level] != self.analysis.stamp {
                self.analysis.level_stamp[level] = self.analysis.stamp;
                count += 1;
                if count >= limit {
                    break;
                }
            }
        }
        count
    }

    /// Stamps the levels of the learnt clause.
    fn stamp_levels(&mut self) -> u32 {
        self.analysis.stamp += 1;
        for &l in &self.analysis.learnt {
            self.analysis.level_stamp[self.trail.data[l.var().index()].level as usize] = self.analysis.stamp;
        }
        self.analysis.stamp
    }

    fn count_levels(&mut self) -> usize {
        self.analysis.stamp += 1;
        let mut count = 0;
        for &l in &self.analysis.learnt {
            let level = self.trail.data[l.var().index()].level as usize;
            if self.analysis.level_stamp[level] != self.analysis.stamp {
                self.analysis.level_stamp[level] = self.analysis.stamp;
                count += 1;
            }
        }
        count
    }

    /// Removes literals that the others imply.
    fn minimise(&mut self, stamp: u32) {
        let mut kept = 1;
        for i in 1..self.analysis.learnt.len() {
            let lit = self.analysis.learnt[i];
            if self.is_implied(lit.var(), stamp) {
                continue;
            }
            self.analysis.learnt[kept] = lit;
            kept += 1;
        }
        self.analysis.learnt.truncate(kept);
        // The clause no longer gives the removed literals; a proof has to derive them.
        if self.tracer.on() {
            for i in 0..self.analysis.marked.len() {
                let v = self.analysis.marked[i];
                self.analysis.marks[v.index()] &= !mark::IN_CLAUSE;
            }
            for &l in &self.analysis.learnt {
                self.analysis.marks[l.var().index()] |= mark::IN_CLAUSE;
            }
        }
    }

    /// Whether a literal of the clause follows from the others, by a walk over reasons with a stack of its own.
    fn is_implied(&mut self, root: Var, stamp: u32) -> bool {
        if !self.trail.data[root.index()].reason.is_clause() {
            return false;
        }
        let mut stack = std::mem::take(&mut self.analysis.stack);
        stack.clear();
        stack.push((root, 0));
        let mut implied = true;
        'walk: while let Some(top) = stack.last_mut() {
            let (v, from) = *top;
            let lits = self.lits_of(self.trail.data[v.index()].reason);
            let mut next = None;
            for (k, l) in lits.iter().enumerate().skip(from as usize) {
                let u = l.var();
                let data = self.trail.data[u.index()];
                let m = self.analysis.marks[u.index()];
                if u == v || data.level == 0 || m & (mark::IN_CLAUSE | mark::REMOVABLE) != 0 {
                    continue;
                }
                if m & mark::POISON != 0
                    || !data.reason.is_clause()
                    || self.analysis.level_stamp[data.level as usize] != stamp
                {
                    implied = false;
                    break 'walk;
                }
                next = Some((u, k));
                break;
            }
            match next {
                Some((u, k)) => {
                    top.1 = k as u32 + 1;
                    stack.push((u, 0));
                }
                None => {
                    if v != root {
                        self.remember(v, mark::REMOVABLE);
                    }
                    stack.pop();
                }
            }
        }
        if !implied {
            for &(v, _) in &stack {
                if v != root {
                    self.remember(v, mark::POISON);
                }
            }
        }
        self.analysis.stack = stack;
        implied
    }

    fn remember(&mut self, v: Var, bit: u8) {
        if self.analysis.marks[v.index()] == 0 {
            self.analysis.marked.push(v);
        }
        self.analysis.marks[v.index()] |= bit;
    }

    /// Resolves away literals by binary clauses that contain the asserting literal.
    fn minimise_with_binaries(&mut self) {
        let asserting = self.analysis.learnt[0];
        // The others are false, so a true blocker is the negation of a candidate.
        let (from, to) = self.db.watches.bounds(asserting);
        for place in from..to {
            let w = self.db.watches.at(place);
            let v = w.blocker.var();
            if !w.is_binary()
                || self.val(w.blocker) <= 0
                || self.analysis.marks[v.index()] & mark::IN_CLAUSE == 0
            {
                continue;
            }
            if self.analysis.learnt[1..].contains(&!w.blocker) {
                self.analysis.learnt.retain(|&l| l != !w.blocker);
                if self.tracer.on() {
                    // The literal's value comes from this clause, which therefore stands at the head of the chain.
                    let id = self.db.arena.id(w.clause());
                    self.tracer.chain.push(id);
                }
            }
        }
    }

    /// Adds the variables of the reasons of the learnt clause's literals to those that are rewarded, in stable mode
    /// those of their reasons too.
    fn mark_reason_sides(&mut self) {
        let depth = 1 + self.pace.stable as usize;
        let (waits, next) = self.pace.reason_delay;
        if waits > 0 {
            self.pace.reason_delay.0 -= 1;
            return;
        }
        let limit = REASON_SIDE_LIMIT * self.analysis.marked.len();
        self.analysis.sides.clear();
        for i in 1..self.analysis.learnt.len() {
            self.mark_reason_side(self.analysis.learnt[i].var(), depth);
            if self.analysis.sides.len() > limit {
                // A reward for nearly everything says nothing. Such conflicts come in crowds.
                while let Some(v) = self.analysis.sides.pop() {
                    self.analysis.marks[v.index()] &= !mark::SEEN;
                }
                self.pace.reason_delay = (next + 1, next + 1);
                return;
            }
        }
        self.pace.reason_delay.1 = next / 2;
    }

    fn mark_reason_side(&mut self, v: Var, depth: usize) {
        let reason = self.trail.data[v.index()].reason;
        if !reason.is_clause() {
            return;
        }
        for i in 0..self.lits_of(reason).len() {
            let u = self.lits_of(reason)[i].var();
            if self.trail.data[u.index()].level > 0 && self.analysis.marks[u.index()] & mark::SEEN == 0 {
                self.remember(u, mark::SEEN);
                self.analysis.sides.push(u);
                if depth > 1 {
                    self.mark_reason_side(u, depth - 1);
                }
            }
        }
    }

    /// Rewards the variables that took part in the conflict.
    fn bump_marked(&mut self) {
        if self.pace.stable || self.domain.active {
            for i in 0..self.analysis.marked.len() {
                let v = self.analysis.marked[i];
                if self.analysis.marks[v.index()] & mark::SEEN != 0 {
                    self.order.scores.bump(v);
                }
            }
            self.order.scores.decay(self.options.decay);
        } else {
            let mut seen: Vec<Var> = std::mem::take(&mut self.analysis.marked);
            let queue = &self.order.queue;
            seen.sort_unstable_by_key(|&v| queue.stamp(v));
            for &v in &seen {
                if self.analysis.marks[v.index()] & mark::SEEN != 0 {
                    let assigned = self.trail.values[v.positive().code()] != 0;
                    self.order.queue.bump(v, assigned);
                }
            }
            self.analysis.marked = seen;
        }
    }

    pub(super) fn clear_marks(&mut self) {
        for v in self.analysis.marked.drain(..) {
            self.analysis.marks[v.index()] = 0;
        }
    }

    /// Puts the literal of the second highest level next to the asserting one.
    fn watch_highest(&mut self) {
        let latest = (1..self.analysis.learnt.len())
            .max_by_key(|&i| (self.level_of(self.analysis.learnt[i]), usize::MAX - i));
        if let Some(i) = latest {
            self.analysis.learnt.swap(1, i);
        }
    }

    /// The core of a conflict on the level of the assumptions.
    pub(super) fn analyze_core(&mut self, conflict: ClauseRef) {
        self.query.core.clear();
        self.collect_core(conflict);
        self.conclude_core(conflict);
    }

    /// The core when an assumption is found false: the assumption and the assumptions that falsified it.
    pub(super) fn analyze_false_assumption(&mut self, assumption: Lit) {
        self.query.core.clear();
        self.query.core.push(assumption);
        let v = assumption.var();
        if self.trail.data[v.index()].level == 0 {
            self.conclude_fixed();
            return;
        }
        let reason = self.reason_clause(!assumption);
        if !reason.is_clause() {
            // The negated assumption is assumed too; there is nothing to prove.
            self.query.core.push(!assumption);
            return;
        }
        self.analysis.marks[v.index()] |= mark::SEEN | mark::IN_CLAUSE;
        self.analysis.marked.push(v);
        self.collect_core(reason);
        self.conclude_core(reason);
    }

    pub(super) fn collect_core(&mut self, conflict: ClauseRef) {
        let mut at = self.trail.lits.len();
        let base = self.trail.levels[0];
        let mut open = self.mark_reason(conflict);
        while open > 0 {
            at -= 1;
            debug_assert!(at >= base);
            let lit = self.trail.lits[at];
            let m = self.analysis.marks[lit.var().index()];
            if m & mark::SEEN == 0 || m & mark::IN_CLAUSE != 0 {
                continue;
            }
            open -= 1;
            let reason = self.reason_clause(lit);
            if reason.is_clause() {
                open += self.mark_reason(reason);
            } else {
                self.analysis.marks[lit.var().index()] |= mark::IN_CLAUSE;
                self.query.core.push(lit);
            }
        }
    }

    /// Marks the literals of a clause above level 0 and returns the number of new marks.
    fn mark_reason(&mut self, c: ClauseRef) -> usize {
        let mut new = 0;
        for i in 0..self.lits_of(c).len() {
            let v = self.lits_of(c)[i].var();
            if self.trail.data[v.index()].level > 0 && self.analysis.marks[v.index()] & mark::SEEN == 0 {
                self.analysis.marks[v.index()] |= mark::SEEN;
                self.analysis.marked.push(v);
                new += 1;
            }
        }
        new
    }

    fn conclude_core(&mut self, conflict: ClauseRef) {
        if self.tracer.on() {
            self.collect_chain(conflict);
            let clause: Vec<Lit> = self.query.core.iter().map(|&l| !l).collect();
            let id = self.tracer.derive(&clause);
            self.tracer.conclude(id, &clause);
        }
        self.clear_marks();
    }

    fn conclude_fixed(&mut self) {
        if self.tracer.on() {
            let lit = !self.query.core[0];
            let id = self.tracer.unit(lit);
            self.tracer.conclude(id, &[lit]);
        }
    }
}

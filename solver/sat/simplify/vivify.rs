//! Vivification.
//!
//! To shorten a clause, its literals are assumed false one after the other and propagated, without the clause itself.
//! If others become false, they are superfluous. If one becomes true, or there is a conflict, the clause of the
//! decisions behind that is enough (Piette, Hamadi, Saïs, ECAI 2008; Luo et al., IJCAI 2017; Li et al., AIJ 2020).
//! The literals are assumed in the order of their number of occurrences, and the clauses sorted by that order, so
//! that neighbours share the decisions they begin with and the trail is used again.
//!
//! The clauses come in four kinds, each with work of its own, so that none starves: the three tiers of learnt clauses
//! by glue, and the irredundant ones (Li et al., AIJ 2020; tiers as in CaDiCaL 2 and Kissat 4).
//!
//! If all literals could be assumed false, one more try is to assume the last of them true: a conflict then shows
//! that the clause holds without it (instantiation; Andersson, Bjesse, Cook, Hanna, "A proof engine approach to
//! solving combinational design automation problems", DAC 2002).
//!
//! Every shortened clause is the result of an analysis like that of the search, with its chain. A learnt clause that
//! others imply is dropped; an original one only if it is subsumed, because domain queries rely on clauses within a
//! domain being enforced there.

use super::effort::Effort;
use crate::base::{Limit, Lit};
use crate::solver::sat::arena::ClauseRef;
use crate::solver::sat::solver::Solver;
use crate::solver::sat::state::mark;
use crate::solver::sat::theory::Theory;

/// Clauses longer than this are not tried.
const SIZE_LIMIT: usize = 100;

/// A kind of clauses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Tier {
    /// Learnt clauses that are always kept.
    First,
    /// Learnt clauses that are kept while they are used.
    Second,
    /// Learnt clauses of larger glue.
    Third,
    /// Clauses that are needed.
    Irredundant,
}

/// The clauses to try, and their literals in the order in which to assume them.
struct Plan {
    lits: Vec<Lit>,
    clauses: Vec<(usize, usize, ClauseRef)>,
}

impl<T: Theory> Solver<T> {
    /// One pass over the clauses of a kind. Begins and ends at level 0, propagated.
    pub(super) fn vivify(&mut self, effort: &mut Effort, tier: Tier) -> Result<(), Limit> {
        let plan = self.plan_vivification(tier);
        let mut result = Ok(());
        for &(from, to, c) in plan.clauses.iter().rev() {
            if self.db.arena.is_garbage(c) {
                continue;
            }
            let before = self.stats.propagations;
            self.vivify_clause(c, &plan.lits[from..to]);
            if !self.consistent {
                break;
            }
            let work = (self.stats.propagations - before) as usize + 1;
            match self.work(effort, work) {
                Ok(true) => {}
                Ok(false) => break,
                Err(limit) => {
                    result = Err(limit);
                    break;
                }
            }
        }
        self.backtrack(0);
        self.db.ignored = ClauseRef::NONE;
        self.query.core.clear();
        result
    }

    fn plan_vivification(&mut self, tier: Tier) -> Plan {
        let mut count = vec![0u32; 2 * self.vars.len()];
        let mut chosen = Vec::new();
        let mut fresh = 0;
        for c in self.db.arena.iter() {
            let lits = self.db.arena.lits(c);
            for l in lits {
                count[l.code()] += 1;
            }
            let wanted = lits.len() > 2
                && lits.len() <= SIZE_LIMIT
                && self.tier_of(c) == tier
                && !self.is_temporary(lits);
            if wanted {
                fresh += !self.db.arena.is_vivified(c) as usize;
                chosen.push(c);
            }
        }
        if fresh == 0 {
            for &c in &chosen {
                self.db.arena.set_vivified(c, false);
            }
        } else {
            chosen.retain(|&c| !self.db.arena.is_vivified(c));
        }
        let rank = |l: &Lit| (std::cmp::Reverse(count[l.code()]), *l);
        let mut plan = Plan { lits: Vec::new(), clauses: Vec::new() };
        for c in chosen {
            let from = plan.lits.len();
            plan.lits.extend_from_slice(self.db.arena.lits(c));
            plan.lits[from..].sort_unstable_by_key(rank);
            plan.clauses.push((from, plan.lits.len(), c));
        }
        let lits = &plan.lits;
        plan.clauses.sort_by(|a, b| lits[a.0..a.1].iter().map(rank).cmp(lits[b.0..b.1].iter().map(rank)));
        plan
    }

    fn tier_of(&self, c: ClauseRef) -> Tier {
        if !self.db.arena.is_redundant(c) {
            return Tier::Irredundant;
        }
        let (first, second) = self.pace.tier_limits();
        match self.db.arena.glue(c) {
            glue if glue <= first => Tier::First,
            glue if glue <= second => Tier::Second,
            _ => Tier::Third,
        }
    }

    fn vivify_clause(&mut self, c: ClauseRef, sorted: &[Lit]) {
        self.db.arena.set_vivified(c, true);
        if sorted.iter().any(|&l| self.fixed_value(l) == Some(true)) {
            return;
        }
        self.keep_decisions(c, sorted);
        self.db.ignored = c;
        // The falsified clause, or the reason of a true literal of `c`.
        let mut conflict = None;
        let mut implied = None;
        for &l in sorted {
            match self.val(l) {
                0 => {
                    self.open_level();
                    self.assign(!l, ClauseRef::NONE);
                    conflict = self.propagate_ignoring();
                    if conflict.is_some() {
                        break;
                    }
                }
                1 => {
                    implied = Some(l);
                    break;
                }
                _ => {}
            }
        }
        let needed = |l: &Lit| !self.trail.data[l.var().index()].reason.is_clause();
        if implied.is_none() && conflict.is_none() && sorted.iter().all(needed) {
            if self.options.instantiation {
                self.instantiate(c);
            }
            self.db.ignored = ClauseRef::NONE;
            return;
        }
        self.db.ignored = ClauseRef::NONE;
        if implied.is_none() && conflict.is_some() {
            // A conflict leaves literals unpropagated; the level that holds it must not be used again.
            self.shorten_by(c, None, conflict);
            let level = self.level();
            self.backtrack(level.saturating_sub(1));
            return;
        }
        self.shorten_by(c, implied, None);
    }

    /// After all literals were assumed false, each by a decision of its own, without conflict: assumes the last one
    /// true. A conflict removes it from the clause.
    fn instantiate(&mut self, c: ClauseRef) {
        let level = self.level();
        let last = match self.trail.levels.last() {
            Some(&start) => !self.trail.lits[start],
            None => return,
        };
        debug_assert!(self.db.arena.lits(c).contains(&last));
        self.backtrack(level - 1);
        // All others are false, so the clause itself is the reason.
        self.open_level();
        self.assign(last, c);
        let conflict = self.propagate_ignoring();
        self.db.ignored = ClauseRef::NONE;
        if let Some(conflict) = conflict {
            self.query.core.clear();
            self.collect_core(conflict);
            let mut lits: Vec<Lit> = self.query.core.iter().map(|&l| !l).collect();
            self.stats.instantiated += 1;
            self.put_shortened(c, conflict, &mut lits);
        } else {
            self.backtrack(level - 1);
        }
    }

    /// Goes back until the decisions are the negations of the clause's first literals, in order, and the clause is not
    /// a reason.
    fn keep_decisions(&mut self, c: ClauseRef, sorted: &[Lit]) {
        let mut next = 0;
        let mut keep = 0;
        for level in 0..self.trail.levels.len() {
            let decision = self.trail.lits[self.trail.levels[level]];
            // Literals that are false already would not be decided.
            while next < sorted.len() && self.val(sorted[next]) < 0 && self.level_of(sorted[next]) <= level {
                next += 1;
            }
            if next < sorted.len() && decision == !sorted[next] {
                next += 1;
                keep = level + 1;
            } else {
                break;
            }
        }
        self.backtrack(keep);
        if self.is_reason(c) {
            let lits = self.db.arena.lits(c);
            let held = if self.val(lits[0]) > 0 { lits[0] } else { lits[1] };
            self.backtrack(self.level_of(held).saturating_sub(1));
        }
    }

    /// Shortens or drops a clause after its literals were assumed false: `conflict` is a falsified clause, or `implied`
    /// a literal that became true, or else all literals are false.
    fn shorten_by(&mut self, c: ClauseRef, implied: Option<Lit>, conflict: Option<ClauseRef>) {
        self.query.core.clear();
        let cause = match implied {
            Some(l) => {
                self.analysis.marks[l.var().index()] |= mark::SEEN | mark::IN_CLAUSE;
                self.analysis.marked.push(l.var());
                self.trail.data[l.var().index()].reason
            }
            None => conflict.unwrap_or(c),
        };
        debug_assert!(cause.is_clause());
        self.collect_core(cause);
        let mut lits: Vec<Lit> = implied.into_iter().collect();
        lits.extend(self.query.core.iter().map(|&l| !l));
        debug_assert!(lits.iter().all(|l| self.db.arena.lits(c).contains(l)));
        let subsumed = cause != c && self.lits_of(cause).iter().all(|l| self.db.arena.lits(c).contains(l));
        let superfluous = cause != c && self.db.arena.is_redundant(c);
        if lits.len() < self.db.arena.size(c) && !subsumed && !(superfluous && implied.is_some()) {
            self.put_shortened(c, cause, &mut lits);
        } else {
            self.clear_marks();
            if subsumed || superfluous {
                self.stats.vivified += 1;
                if !self.db.arena.is_redundant(c) {
                    self.promote(cause);
                }
                self.remove_clause(c);
            }
        }
    }

    /// Replaces a clause by the result of its analysis, whose variables are marked.
    fn put_shortened(&mut self, c: ClauseRef, cause: ClauseRef, lits: &mut [Lit]) {
        self.stats.vivified += 1;
        if self.tracer.on() {
            self.collect_chain(cause);
        }
        let id = self.tracer.derive(lits);
        self.clear_marks();
        lits.sort_by_key(|&l| std::cmp::Reverse(self.level_of(l)));
        if lits.len() < 2 {
            self.backtrack(0);
            match lits.first() {
                Some(&l) => self.assign_unit(l, id),
                None => self.consistent = false,
            }
            self.remove_clause(c);
            self.propagate_fixed();
            return;
        }
        // Both watches of the new clause must be open.
        self.backtrack(self.level_of(lits[1]).saturating_sub(1));
        if !self.db.arena.is_redundant(c) {
            for l in self.db.arena.lits(c) {
                self.memory.note(l.var());
            }
        }
        let old = self.db.arena.id(c);
        if self.tracer.on() {
            self.tracer.delete(old, self.db.arena.lits(c));
        }
        let new = self.replace(c, lits, id);
        self.db.arena.set_vivified(new, true);
    }
}

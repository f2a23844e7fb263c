//! Adding and removing clauses: simplification by level 0, watches, reports to the proof.

use super::arena::ClauseRef;
use super::database::{Database, Watch};
use super::solver::Solver;
use super::state::Status;
use super::theory::Theory;
use crate::base::{Lit, Var};

impl<T: Theory> Solver<T> {
    /// Adds a clause: a disjunction of literals over existing variables. Within a scope it lives until the pop.
    ///
    /// Returns false if the clauses are now known to be unsatisfiable by themselves.
    ///
    /// # Panics
    ///
    /// If a variable was not made, or was popped or released; if all clauses together need more than 4 GB.
    pub fn add_clause(&mut self, clause: &[Lit]) -> bool {
        self.demand_known(clause);
        self.add_known_clause(clause)
    }

    /// [`Solver::add_clause`] for encoders, which add many clauses over variables that they have just made.
    pub(crate) fn add_known_clause(&mut self, clause: &[Lit]) -> bool {
        debug_assert!(clause.iter().all(|l| self.vars.status[l.var().index()] != Status::Released));
        self.touch();
        if !self.eliminated.is_empty() {
            for &l in clause {
                self.restore(l.var());
            }
        }
        let mut lits = std::mem::take(&mut self.analysis.scratch);
        lits.clear();
        lits.extend_from_slice(clause);
        if let Some(scope) = self.query.scopes.last() {
            lits.push(!scope.selector);
        }
        let id = self.tracer.axiom(&lits);
        if self.consistent {
            self.insert(&mut lits, id);
        }
        self.analysis.scratch = lits;
        self.consistent
    }

    /// Whether the solver has added the variable for itself.
    #[inline]
    pub(super) fn is_added(&self, v: Var) -> bool {
        !self.vars.added.is_empty() && self.vars.added.binary_search(&v).is_ok()
    }

    /// Refuses literals of variables that are not there.
    #[inline]
    pub(super) fn demand_known(&self, lits: &[Lit]) {
        for l in lits {
            let status = self.vars.status.get(l.var().index());
            let is_there = matches!(status, Some(Status::Active) | Some(Status::Eliminated));
            if !is_there || self.is_added(l.var()) {
                unknown(*l);
            }
        }
    }

    /// Puts a clause, known to the proof as `id`, into the database, without the literals that level 0 makes
    /// superfluous.
    pub(super) fn insert(&mut self, lits: &mut Vec<Lit>, id: u32) {
        debug_assert_eq!(self.level(), 0);
        let before = lits.len();
        let mut satisfied = false;
        let mut kept = 0;
        let mut removed_false = false;
        for i in 0..before {
            let l = lits[i];
            // Marks 1 and 2: the variable occurs positively, negatively.
            let bit = 1 + l.is_negative() as u8;
            let seen = self.analysis.marks[l.var().index()];
            satisfied |= self.val(l) > 0 || seen & (3 - bit) != 0;
            if self.val(l) < 0 {
                removed_false = true;
            } else if seen & bit == 0 {
                self.analysis.marks[l.var().index()] |= bit;
                // Literals left out move back: the proof needs them.
                lits.swap(kept, i);
                kept += 1;
            }
        }
        for &l in &lits[..kept] {
            self.analysis.marks[l.var().index()] = 0;
        }
        if satisfied {
            self.tracer.delete(id, lits);
            return;
        }
        let id = if removed_false || kept < before { self.trace_shortened(lits, kept, id) } else { id };
        lits.truncate(kept);
        match kept {
            0 => self.consistent = false,
            1 => self.assign_unit(lits[0], id),
            _ => {
                for l in lits.iter() {
                    self.memory.note(l.var());
                }
                self.new_clause(lits, false, 0, id);
            }
        }
    }

    /// Stores and watches a clause of at least two literals; the first two are watched.
    pub(super) fn new_clause(&mut self, lits: &[Lit], redundant: bool, glue: usize, id: u32) -> ClauseRef {
        debug_assert!(lits.len() >= 2);
        let c = self.db.arena.alloc(lits, redundant, glue, id);
        self.watch(c);
        if redundant {
            self.db.redundant += 1;
        } else {
            self.db.irredundant += 1;
        }
        c
    }

    pub(super) fn watch(&mut self, c: ClauseRef) {
        let lits = self.db.arena.lits(c);
        let (a, b, binary) = (lits[0], lits[1], lits.len() == 2);
        self.db.watches.push(a, Watch::new(b, c, binary));
        self.db.watches.push(b, Watch::new(a, c, binary));
    }

    /// Takes a clause out of the database and out of the proof. Long clauses leave the watch lists when they are met,
    /// binary ones at once, because their watches are trusted without a visit.
    pub(super) fn remove_clause(&mut self, c: ClauseRef) {
        self.remove_later(c);
        self.sweep_watches();
    }

    /// Takes a clause out of the database only.
    pub(super) fn drop_clause(&mut self, c: ClauseRef) {
        self.drop_later(c);
        self.sweep_watches();
    }

    /// As [`Solver::remove_clause`] for one clause of many: the watches of binary clauses go with the next
    /// [`Solver::sweep_watches`], which must come before the next propagation. One literal may be in most of the
    /// clauses, so that a walk over its watches for each of them would take quadratic time.
    pub(super) fn remove_later(&mut self, c: ClauseRef) {
        if self.tracer.on() {
            self.tracer.delete(self.db.arena.id(c), self.db.arena.lits(c));
        }
        self.drop_later(c);
    }

    /// As [`Solver::drop_clause`], under the terms of [`Solver::remove_later`].
    pub(super) fn drop_later(&mut self, c: ClauseRef) {
        if self.db.arena.size(c) == 2 {
            self.db.stale.extend_from_slice(self.db.arena.lits(c));
        }
        if self.db.arena.is_redundant(c) {
            self.db.redundant -= 1;
        } else {
            self.db.irredundant -= 1;
        }
        self.db.arena.mark_garbage(c);
    }

    /// Removes the watches of binary clauses that are gone, with one walk over each list.
    pub(super) fn sweep_watches(&mut self) {
        let mut stale = std::mem::take(&mut self.db.stale);
        stale.sort_unstable();
        stale.dedup();
        let Database { watches, arena, .. } = &mut self.db;
        for lit in stale.drain(..) {
            watches.retain(lit, |w| !(w.is_binary() && arena.is_garbage(w.clause())));
        }
        self.db.stale = stale;
    }

    /// The literals of a clause in the arena or among the shared ones.
    #[inline]
    pub(super) fn lits_of(&self, c: ClauseRef) -> &[Lit] {
        self.db.lits(c)
    }

    /// The clauses that are needed, those among several solvers included: original ones, and those that took their
    /// place. Whether those of the innermost scope are among them is a choice. Literals that are fixed are not.
    pub(in crate::solver) fn needed_clauses(&self, with_scope: bool, mut each: impl FnMut(&[Lit])) {
        let selector = self.query.scopes.last().map(|scope| !scope.selector).filter(|_| !with_scope);
        let arena = &self.db.arena;
        for c in arena.iter().filter(|&c| !arena.is_redundant(c)) {
            let lits = arena.lits(c);
            if !selector.map_or(false, |selector| lits.contains(&selector)) {
                each(lits);
            }
        }
        if let Some(shared) = &self.db.shared {
            shared.short.iter().for_each(|clause| each(clause));
        }
    }

    /// A clause is a reason as long as its propagated literal is assigned.
    pub(super) fn is_reason(&self, c: ClauseRef) -> bool {
        let lits = self.db.arena.lits(c);
        let held = |l: Lit| self.val(l) > 0 && self.trail.data[l.var().index()].reason == c;
        held(lits[0]) || held(lits[1])
    }
}

#[cold]
#[inline(never)]
fn unknown(lit: Lit) -> ! {
    panic!("{:?} was not made by this solver, or is gone", lit.var())
}

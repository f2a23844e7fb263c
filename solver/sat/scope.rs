//! Scopes: clauses and variables that vanish together.
//!
//! A scope has a selector, a variable of its own. Every clause added inside carries the negated selector, and every
//! solve call assumes the selectors of the open scopes; they are hidden from cores. Leaving a scope removes its
//! variables and the clauses that mention them, so that no dead clause is left for later calls to skip. Clauses
//! learnt without the help of the scope's clauses stay.

use super::arena::ClauseRef;
use super::solver::Solver;
use super::state::Scope;
use super::theory::Theory;
use crate::base::{Lit, Var};

impl<T: Theory> Solver<T> {
    /// Opens a scope: clauses and variables made from now on vanish at the matching [`Solver::pop`].
    pub fn push(&mut self) {
        self.touch();
        // Reused variables would survive the pop.
        let released = std::mem::take(&mut self.vars.released);
        let vars = self.vars.len();
        let selector = self.new_var().positive();
        self.vars.released = released;
        self.vars.frozen[selector.var().index()] += 1;
        self.query.scopes.push(Scope { vars, selector });
        self.theory.push();
    }

    /// Leaves the innermost scope. Clauses learnt meanwhile stay if they do not depend on it.
    ///
    /// Every clause added in the scope carries its negated selector, so a clause derived from one mentions the
    /// selector or another variable of the scope; a clause that mentions none holds without the scope.
    pub fn pop(&mut self) {
        self.pop_scopes(1);
    }

    /// Leaves the innermost scopes, all of them in one pass over clauses and variables.
    pub(in crate::solver) fn pop_scopes(&mut self, count: usize) {
        self.touch();
        let left = self.query.scopes.len().saturating_sub(count);
        let limit = match self.query.scopes.get(left) {
            Some(outermost) => outermost.vars,
            None => return,
        };
        self.vars.renumbered = true;
        let gone = |l: &Lit| l.var().index() >= limit;
        let doomed: Vec<ClauseRef> =
            self.db.arena.iter().filter(|&c| self.db.arena.lits(c).iter().any(gone)).collect();
        for c in doomed {
            if self.tracer.on() {
                self.tracer.delete(self.db.arena.id(c), self.db.arena.lits(c));
            }
            if self.db.arena.is_redundant(c) {
                self.db.redundant -= 1;
            } else {
                self.db.irredundant -= 1;
            }
            self.db.arena.mark_garbage(c);
        }
        self.theory.backtrack(0);
        for _ in self.query.scopes.drain(left..) {
            self.theory.pop();
        }
        self.exchange.head = 0;
        if self.temporary.switch.map_or(false, |l| gone(&l)) {
            self.temporary.switch = None;
            self.temporary.clauses.clear();
        }
        self.trail.lits.retain(|l| !gone(l));
        self.trail.head = self.trail.head.min(self.trail.lits.len());
        self.eliminated.forget_above(limit);
        self.compact();
        self.truncate_vars(limit);
    }

    /// The literal that clauses of the innermost scope have.
    pub(in crate::solver) fn outside_scope(&self) -> Option<Lit> {
        self.query.scopes.last().map(|scope| !scope.selector)
    }

    /// The number of variables in this many of the outermost scopes, and outside of all.
    pub(in crate::solver) fn var_count_in(&self, scopes: usize) -> usize {
        self.query.scopes.get(scopes).map_or(self.vars.len(), |scope| scope.vars)
    }

    fn truncate_vars(&mut self, limit: usize) {
        self.db.watches.resize(2 * limit);
        self.trail.values.truncate(2 * limit);
        self.trail.data.truncate(limit);
        self.vars.status.truncate(limit);
        self.vars.frozen.truncate(limit);
        self.phases.saved.truncate(limit);
        self.phases.target.truncate(limit);
        self.phases.best.truncate(limit);
        self.phases.preferred.truncate(limit);
        self.analysis.marks.truncate(limit);
        self.vars.released.retain(|v| v.index() < limit);
        self.vars.added.retain(|v| v.index() < limit);
        self.order.scores.shrink(limit);
        self.order.queue.shrink(limit);
        self.domain.shrink(limit);
        self.tracer.shrink(limit);
        self.memory.shrink(limit);
        for v in (0..limit).map(Var::new) {
            self.order.scores.insert(v);
        }
        self.order.heap_filled = true;
    }
}

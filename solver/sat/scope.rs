//! Scopes: clauses and variables that vanish together.
//!
//! A scope has a selector, a variable of its own. Every clause added inside carries the negated selector, and every
//! solve call assumes the selectors of the open scopes; they are hidden from cores. Leaving a scope removes its
//! variables and what mentions them, so that nothing is left to be skipped over later. What was learnt without the help
//! of the scope's clauses stays.

use super::arena::ClauseRef;
use super::solver::{Scope, Solver};
use super::theory::Theory;
use crate::base::{Lit, Var};

impl<T: Theory> Solver<T> {
    /// Opens a scope: clauses and variables made from now on vanish at the matching [`Solver::pop`].
    pub fn push(&mut self) {
        self.touch();
        // Reused variables would survive the pop.
        let released = std::mem::take(&mut self.released);
        let vars = self.vars.len();
        let selector = self.new_var().positive();
        self.released = released;
        self.frozen[selector.var().index()] += 1;
        self.scopes.push(Scope { vars, selector });
        self.theory.push();
    }

    /// Leaves the innermost scope. Clauses learnt meanwhile stay if they do not depend on it.
    ///
    /// Every clause added in the scope carries its negated selector, so whatever was derived from one mentions the
    /// selector or another variable of the scope; what mentions none holds without the scope.
    pub fn pop(&mut self) {
        self.touch();
        let scope = match self.scopes.pop() {
            Some(scope) => scope,
            None => return,
        };
        let limit = scope.vars;
        let gone = |l: &Lit| l.var().index() >= limit;
        let doomed: Vec<ClauseRef> =
            self.arena.iter().filter(|&c| self.arena.lits(c).iter().any(gone)).collect();
        for c in doomed {
            if self.tracer.on() {
                self.tracer.delete(self.arena.id(c), self.arena.lits(c));
            }
            if self.arena.is_redundant(c) {
                self.redundant -= 1;
            } else {
                self.irredundant -= 1;
            }
            self.arena.mark_garbage(c);
        }
        self.theory.backtrack(0);
        self.theory.pop();
        self.theory_head = 0;
        if self.temporary.map_or(false, |l| gone(&l)) {
            self.temporary = None;
            self.temporary_clauses.clear();
        }
        self.trail.retain(|l| !gone(l));
        self.head = self.head.min(self.trail.len());
        self.eliminated.forget_above(limit);
        self.compact();
        self.truncate_vars(limit);
    }

    fn truncate_vars(&mut self, limit: usize) {
        self.watches.truncate(2 * limit);
        self.values.truncate(2 * limit);
        self.vars.truncate(limit);
        self.status.truncate(limit);
        self.frozen.truncate(limit);
        self.saved.truncate(limit);
        self.target.truncate(limit);
        self.best.truncate(limit);
        self.marks.truncate(limit);
        self.released.retain(|v| v.index() < limit);
        self.scores.shrink(limit);
        self.queue.shrink(limit);
        self.domain.shrink(limit);
        self.tracer.shrink(limit);
        self.memory.shrink(limit);
        for v in (0..limit).map(Var::new) {
            self.scores.insert(v);
        }
        self.heap_filled = true;
    }
}

//! Failed literals.
//!
//! A literal whose propagation meets a conflict is false (Freeman 1995). Only the roots of the graph of binary
//! clauses are tried, literals that imply others and are implied by none: if an implied literal fails, the literal
//! that implies it fails too (Lynce and Marques-Silva, ICTAI 2003). A root without conflict is not tried again before
//! level 0 has grown.

use super::effort::Effort;
use crate::base::{Limit, Lit};
use crate::solver::sat::arena::ClauseRef;
use crate::solver::sat::solver::Solver;
use crate::solver::sat::state::{mark, Status};
use crate::solver::sat::theory::Theory;

impl<T: Theory> Solver<T> {
    /// One pass, from where the last one ended. Begins and ends at level 0, propagated.
    pub(super) fn probe(&mut self, effort: &mut Effort) -> Result<(), Limit> {
        let codes = 2 * self.vars.len();
        for _ in 0..codes {
            if self.memory.probe >= codes {
                self.memory.probe = 0;
            }
            let lit = Lit::from_word(self.memory.probe as u32);
            self.memory.probe += 1;
            let before = self.stats.propagations;
            if self.is_root(lit) {
                self.probe_literal(lit);
                if !self.consistent {
                    return Ok(());
                }
            }
            if !self.work(effort, (self.stats.propagations - before) as usize + 1)? {
                break;
            }
        }
        Ok(())
    }

    /// Literals that follow from this one by propagation, scopes disregarded; none if it is fixed, or fails.
    pub(in crate::solver) fn implied(&mut self, lit: Lit) -> Vec<Lit> {
        self.touch();
        self.propagate_fixed();
        if !self.consistent || self.val(lit) != 0 || self.vars.status[lit.var().index()] != Status::Active {
            return Vec::new();
        }
        self.open_level();
        self.assign(lit, ClauseRef::NONE);
        let failed = self.propagate().is_some();
        let start = self.trail.levels[0] + 1;
        let implied = if failed { Vec::new() } else { self.trail.lits[start..].to_vec() };
        self.backtrack(0);
        implied
    }

    fn is_root(&self, lit: Lit) -> bool {
        let binary = |l: Lit| self.db.watches.list(l).iter().any(|w| w.is_binary());
        self.val(lit) == 0
            && self.vars.status[lit.var().index()] == Status::Active
            && !self.is_temporary(&[lit])
            && binary(!lit)
            && !binary(lit)
    }

    fn probe_literal(&mut self, lit: Lit) {
        self.open_level();
        self.assign(lit, ClauseRef::NONE);
        let conflict = match self.propagate() {
            Some(conflict) => conflict,
            None => {
                self.backtrack(0);
                return;
            }
        };
        self.stats.failed_literals += 1;
        if self.tracer.on() {
            self.analysis.marks[lit.var().index()] |= mark::IN_CLAUSE;
            self.collect_chain(conflict);
            self.analysis.marks[lit.var().index()] = 0;
        }
        let id = self.tracer.derive(&[!lit]);
        self.backtrack(0);
        self.assign_unit(!lit, id);
        self.propagate_fixed();
    }
}

//! Reporting to the proof: numbers for clauses, chains of antecedents for derived ones.
//!
//! Every derived clause has the RUP property, and its chain lists the clauses that unit propagation uses, in order. The
//! definitions of added variables alone are RAT steps (`simplify/addition.rs`).
//! Chains are not collected during conflict analysis: once a clause is known, [`Solver::collect_chain`] walks the
//! trail backwards from the falsified clause and stops at the clause's own literals. A literal that becomes fixed at
//! level 0 is at once derived as a unit clause, so that no later chain has to look behind it, and clauses may be
//! deleted without regard to level 0. Clauses of eliminated variables are never deleted from the proof, since they may
//! come back.

use super::arena::ClauseRef;
use super::solver::Solver;
use super::state::mark;
use super::theory::Theory;
use crate::base::Lit;

impl<T: Theory> Solver<T> {
    /// Derives the first `kept` literals of a clause whose other literals are false at level 0 or repeated.
    pub(super) fn trace_shortened(&mut self, lits: &[Lit], kept: usize, id: u32) -> u32 {
        if !self.tracer.on() {
            return 0;
        }
        for &l in lits {
            if self.fixed_value(l) == Some(false) {
                let unit = self.tracer.unit(l);
                self.tracer.chain.push(unit);
            }
        }
        // A literal that is given twice needs its unit once.
        self.tracer.chain.sort_unstable();
        self.tracer.chain.dedup();
        self.tracer.chain.push(id);
        let new = self.tracer.derive(&lits[..kept]);
        self.tracer.delete(id, lits);
        new
    }

    /// Reports that `lit` is fixed at level 0 by a clause whose other literals are false there.
    pub(super) fn trace_unit(&mut self, lit: Lit, reason: ClauseRef) {
        let lits = self.db.arena.lits(reason);
        for &l in lits.iter().filter(|&&l| l != lit) {
            let unit = self.tracer.unit(l);
            self.tracer.chain.push(unit);
        }
        self.tracer.chain.push(self.db.arena.id(reason));
        let id = self.tracer.derive(&[lit]);
        self.tracer.set_unit(lit, id);
    }

    /// Puts the antecedents that falsify `conflict` into the chain, down to level 0 and to the variables marked
    /// `IN_CLAUSE`, whose values the derived clause's negation (or an earlier antecedent, already in the chain) gives.
    pub(super) fn collect_chain(&mut self, conflict: ClauseRef) {
        let first = self.tracer.chain.len();
        let mut units = Vec::new();
        let mut touched = Vec::new();
        let mut pending = 0;
        let mut at = self.trail.lits.len();
        let mut clause = conflict;
        loop {
            self.tracer.chain.push(self.db.arena.id(clause));
            for &l in self.db.arena.lits(clause) {
                let m = &mut self.analysis.marks[l.var().index()];
                if *m & mark::CHAIN != 0 {
                    continue;
                }
                *m |= mark::CHAIN;
                touched.push(l.var());
                if self.trail.data[l.var().index()].level == 0 {
                    units.push(self.tracer.unit(l));
                } else if *m & mark::IN_CLAUSE == 0 {
                    pending += 1;
                }
            }
            if pending == 0 {
                break;
            }
            loop {
                at -= 1;
                let m = self.analysis.marks[self.trail.lits[at].var().index()];
                if m & mark::CHAIN != 0 && m & mark::IN_CLAUSE == 0 {
                    break;
                }
            }
            pending -= 1;
            clause = self.trail.data[self.trail.lits[at].var().index()].reason;
            debug_assert!(clause.is_clause(), "a decision that the derived clause does not mention");
        }
        for v in touched {
            self.analysis.marks[v.index()] &= !mark::CHAIN;
        }
        self.tracer.chain[first..].reverse();
        self.tracer.chain.splice(first..first, units);
    }
}

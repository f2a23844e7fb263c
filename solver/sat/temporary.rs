//! Clauses that count for one solve call only.
//!
//! Such a clause carries the negation of a switch, a variable that the next call assumes. Clauses learnt from it
//! mention the switch, too. All of them are removed when the call is over, and the switch is used again.

use super::arena::ClauseRef;
use super::solver::Solver;
use super::theory::Theory;
use crate::base::Lit;

impl<T: Theory> Solver<T> {
    /// Adds a clause for the next solve call only. Clauses learnt from it are forgotten with it.
    ///
    /// # Panics
    ///
    /// As [`Solver::add_clause`].
    pub fn add_temporary_clause(&mut self, clause: &[Lit]) {
        self.demand_known(clause);
        self.touch();
        self.temporary.on = true;
        let switch = match self.temporary.switch {
            Some(switch) => switch,
            None => {
                let v = self.new_var();
                self.freeze(v);
                self.temporary.switch = Some(v.positive());
                v.positive()
            }
        };
        let mut lits = std::mem::take(&mut self.analysis.learnt);
        lits.clear();
        lits.extend_from_slice(clause);
        lits.push(!switch);
        for &l in &lits {
            self.restore(l.var());
        }
        let id = self.tracer.axiom(&lits);
        if self.consistent {
            let before = self.db.arena.len();
            self.insert(&mut lits, id);
            if self.db.arena.len() > before {
                let c = ClauseRef::from_word(before as u32);
                self.temporary.clauses.push(c);
            } else if lits.len() == 1 && self.consistent {
                // Only the switch was left: the clause is false at level 0 and so is the query, once.
                debug_assert_eq!(lits[0], !switch);
            }
        }
        self.analysis.learnt = lits;
    }
}

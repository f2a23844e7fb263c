//! The way back from variable elimination: models are extended, variables restored.
//!
//! Eliminating a variable moves its clauses here, one block per variable in the order of elimination. A model of the
//! remaining clauses satisfies all resolvents, so going through the blocks backwards and making the variable true
//! exactly if one of its positive clauses needs it satisfies every clause of the block (Davis and Putnam 1960;
//! Järvisalo and Biere, SAT 2010). When a variable is used again, in a clause, an assumption or by freezing, its
//! clauses come back first, and with them the variables eliminated later that they mention (Fazekas, Biere, Scholl,
//! SAT 2019).

use crate::base::{Lit, Var};
use crate::solver::sat::solver::Solver;
use crate::solver::sat::state::Status;
use crate::solver::sat::theory::Theory;

impl<T: Theory> Solver<T> {
    /// Completes the assignment found to the eliminated variables.
    pub(in crate::solver::sat) fn extend_model(&mut self) {
        if self.eliminated.is_empty() {
            return;
        }
        let values = &self.trail.values;
        self.query.model = (0..self.vars.len()).map(|v| values[Var::new(v).positive().code()] > 0).collect();
        for block in self.eliminated.blocks.iter().rev().filter(|b| b.live) {
            let (v, model) = (block.var, &self.query.model);
            let holds = |l: &Lit| l.var() != v && model[l.var().index()] != l.is_negative();
            let needed = block.iter().any(|(_, c)| c.contains(&v.positive()) && !c.iter().any(holds));
            self.query.model[v.index()] = needed;
        }
    }

    /// Brings all eliminated variables back.
    pub(in crate::solver::sat) fn restore_all(&mut self) {
        for v in (0..self.vars.len()).map(Var::new) {
            self.restore(v);
        }
    }

    /// Brings an eliminated variable back, and the variables that its clauses mention. At level 0.
    pub(in crate::solver::sat) fn restore(&mut self, v: Var) {
        if self.vars.status[v.index()] != Status::Eliminated {
            return;
        }
        self.touch();
        let mut work = vec![v];
        while let Some(v) = work.pop() {
            if self.vars.status[v.index()] != Status::Eliminated {
                continue;
            }
            self.vars.status[v.index()] = Status::Active;
            self.stats.eliminated -= 1;
            self.stats.restored += 1;
            self.memory.bar(v);
            self.order.scores.insert(v);
            self.order.cursor = self.order.cursor.min(v.index());
            self.order.queue.unassigned(v);
            let block = match self.eliminated.take(v) {
                Some(block) => block,
                None => continue,
            };
            work.extend(block.lits.iter().map(|l| l.var()));
            for (id, clause) in block.iter() {
                let mut lits = clause.to_vec();
                if self.consistent {
                    self.insert(&mut lits, id);
                }
            }
        }
    }
}

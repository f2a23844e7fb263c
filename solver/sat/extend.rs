//! The way back from variable elimination: models are extended, variables restored.
//!
//! Eliminating a variable moves its clauses here, one block per variable in the order of elimination. A model of the
//! remaining clauses satisfies all resolvents, so going through the blocks backwards and making the variable true
//! exactly if one of its positive clauses needs it satisfies every clause of the block (Davis and Putnam 1960; Järvisalo
//! and Biere, SAT 2010). When a variable is used again, in a clause, an assumption or by freezing, its clauses come back
//! first, and with them the variables eliminated later that they mention (Fazekas, Biere, Scholl, SAT 2019).

use super::solver::{Solver, Status};
use super::theory::Theory;
use crate::base::{Lit, Var};

#[derive(Clone, Default)]
pub(super) struct Eliminated {
    blocks: Vec<Block>,
    live: usize,
}

#[derive(Clone)]
struct Block {
    var: Var,
    /// False once the variable has been restored or popped.
    live: bool,
    /// Number in the proof and end in `lits` of each clause.
    clauses: Vec<(u32, usize)>,
    lits: Vec<Lit>,
}

impl Block {
    fn iter(&self) -> impl Iterator<Item = (u32, &[Lit])> + '_ {
        let mut from = 0;
        self.clauses.iter().map(move |&(id, end)| {
            let clause = &self.lits[from..end];
            from = end;
            (id, clause)
        })
    }
}

impl Eliminated {
    pub fn is_empty(&self) -> bool {
        self.live == 0
    }

    pub fn start(&mut self, var: Var) {
        self.blocks.push(Block { var, live: true, clauses: Vec::new(), lits: Vec::new() });
        self.live += 1;
    }

    /// Adds a clause to the block begun last.
    pub fn push(&mut self, id: u32, clause: &[Lit]) {
        if let Some(block) = self.blocks.last_mut() {
            block.lits.extend_from_slice(clause);
            block.clauses.push((id, block.lits.len()));
        }
    }

    fn take(&mut self, var: Var) -> Option<Block> {
        let block = self.blocks.iter_mut().rev().find(|b| b.live && b.var == var)?;
        block.live = false;
        self.live -= 1;
        let taken = Block {
            var,
            live: true,
            clauses: std::mem::take(&mut block.clauses),
            lits: std::mem::take(&mut block.lits),
        };
        if self.live * 2 < self.blocks.len() {
            self.blocks.retain(|b| b.live);
        }
        Some(taken)
    }

    /// Forgets variables from `limit` on, and the clauses that mention them.
    pub fn forget_above(&mut self, limit: usize) {
        self.blocks.retain(|b| b.live && b.var.index() < limit);
        self.live = self.blocks.len();
        for block in &mut self.blocks {
            if block.lits.iter().all(|l| l.var().index() < limit) {
                continue;
            }
            let kept: Vec<(u32, Vec<Lit>)> = block
                .iter()
                .filter(|(_, c)| c.iter().all(|l| l.var().index() < limit))
                .map(|(id, c)| (id, c.to_vec()))
                .collect();
            block.lits.clear();
            block.clauses.clear();
            for (id, clause) in kept {
                block.lits.extend_from_slice(&clause);
                block.clauses.push((id, block.lits.len()));
            }
        }
    }
}

impl<T: Theory> Solver<T> {
    /// Completes the assignment found to the eliminated variables.
    pub(super) fn extend_model(&mut self) {
        if self.eliminated.is_empty() {
            return;
        }
        let values = &self.values;
        self.model = (0..self.vars.len()).map(|v| values[Var::new(v).positive().code()] > 0).collect();
        for block in self.eliminated.blocks.iter().rev().filter(|b| b.live) {
            let (v, model) = (block.var, &self.model);
            let holds = |l: &Lit| l.var() != v && model[l.var().index()] != l.is_negative();
            let needed = block.iter().any(|(_, c)| c.contains(&v.positive()) && !c.iter().any(holds));
            self.model[v.index()] = needed;
        }
    }

    /// Brings all eliminated variables back.
    pub(super) fn restore_all(&mut self) {
        for v in (0..self.vars.len()).map(Var::new) {
            self.restore(v);
        }
    }

    /// Brings an eliminated variable back, and whatever its clauses mention. At level 0.
    pub(super) fn restore(&mut self, v: Var) {
        if self.status[v.index()] != Status::Eliminated {
            return;
        }
        self.touch();
        let mut work = vec![v];
        while let Some(v) = work.pop() {
            if self.status[v.index()] != Status::Eliminated {
                continue;
            }
            self.status[v.index()] = Status::Active;
            self.stats.eliminated -= 1;
            self.stats.restored += 1;
            self.memory.bar(v);
            self.scores.insert(v);
            self.queue.unassigned(v);
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

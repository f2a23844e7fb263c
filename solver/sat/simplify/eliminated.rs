//! The clauses of eliminated variables, on the stack from which `extend.rs` brings them back.

use crate::base::{Lit, Var};

#[derive(Clone, Default)]
pub(in crate::solver::sat) struct Eliminated {
    pub blocks: Vec<Block>,
    live: usize,
}

#[derive(Clone)]
pub(in crate::solver::sat) struct Block {
    pub var: Var,
    /// False once the variable has been restored or popped.
    pub live: bool,
    /// Number in the proof and end in `lits` of each clause.
    clauses: Vec<(u32, usize)>,
    pub lits: Vec<Lit>,
}

impl Block {
    pub fn iter(&self) -> impl Iterator<Item = (u32, &[Lit])> + '_ {
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

    pub fn take(&mut self, var: Var) -> Option<Block> {
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

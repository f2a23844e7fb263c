//! Learnt clauses, as a proof tells them.

use indubit::base::Lit;
use indubit::solver::proof::{ClauseId, ProofSink};
use std::sync::{Arc, Mutex};

/// The clauses of at most `most` literals that were derived since the last look.
#[derive(Clone, Debug)]
pub(crate) struct Learnt {
    clauses: Arc<Mutex<Vec<Vec<Lit>>>>,
    most: usize,
}

impl Learnt {
    pub fn new(most: usize) -> Learnt {
        Learnt { clauses: Arc::default(), most }
    }

    /// Takes the clauses.
    pub fn take(&self) -> Vec<Vec<Lit>> {
        self.clauses.lock().map(|mut clauses| std::mem::take(&mut *clauses)).unwrap_or_default()
    }
}

impl ProofSink for Learnt {
    fn axiom(&mut self, _: ClauseId, _: &[Lit]) {}

    fn derived(&mut self, _: ClauseId, clause: &[Lit], _: &[ClauseId]) {
        if clause.len() <= self.most {
            if let Ok(mut clauses) = self.clauses.lock() {
                clauses.push(clause.to_vec());
            }
        }
    }

    fn deleted(&mut self, _: ClauseId, _: &[Lit]) {}
}

//! The candidates of a search that missed products, and the times at which a model is looked for.

use crate::base::HashMap;
use crate::solver::term::TermId;

/// Candidates that may miss a product before the search gives up.
const MOST_ROUNDS: u32 = 20_000;

/// Attempts at a model after which the search gives up if there are no more lemmas.
const MOST_REPAIRS: u32 = 8;

/// The products of a search so far.
#[derive(Clone, Default)]
pub(in crate::solver::smt) struct Rounds {
    /// Candidates that missed a product.
    pub count: u32,
    /// Attempts at a model with values for some factors.
    pub repairs: u32,
    /// Attempts at a model of words.
    pub blasts: usize,
    /// By product: the candidates that missed it.
    missed: HashMap<TermId, u32>,
}

impl Rounds {
    /// Notes a candidate that missed these products.
    pub fn note(&mut self, wrong: &[TermId]) {
        self.count += 1;
        wrong.iter().for_each(|&t| *self.missed.entry(t).or_insert(0) += 1);
    }

    /// The number of candidates that missed this product.
    pub fn missed(&self, t: TermId) -> u32 {
        self.missed.get(&t).copied().unwrap_or(0)
    }

    /// Whether the search gives up.
    pub fn is_over(&self) -> bool {
        self.count > MOST_ROUNDS
    }

    /// Whether further attempts at a model are worth a search without new lemmas.
    pub fn has_repairs(&self) -> bool {
        self.repairs < MOST_REPAIRS
    }

    /// Whether a model is to be looked for among a few values now.
    pub fn is_repair_due(&self) -> bool {
        let count = self.count;
        count == 1 || count == 3 || count % 8 == 6 && count < 64 || count % 32 == 0
    }

    /// Whether a model with irrational values is to be looked for now.
    pub fn is_zero_due(&self) -> bool {
        self.count == 2 || self.count % 5 == 0 && self.count < 100 || self.count % 50 == 0
    }

    /// Whether a model of words is to be looked for now.
    pub fn is_blast_due(&self) -> bool {
        matches!(self.count, 2 | 4 | 7 | 14 | 28 | 56 | 112)
    }
}

//! How useful latches have been in lemmas.

use crate::base::Lit;

/// What a lemma adds fades by this factor with each later one.
const DECAY: f64 = 0.99;

/// Scores by latch variable: literals of high score are assumed first and dropped last.
pub(in crate::engine) struct Activity {
    score: Vec<f64>,
    increment: f64,
}

impl Activity {
    pub fn new(vars: usize) -> Activity {
        Activity { score: vec![0.0; vars], increment: 1.0 }
    }

    pub fn bump(&mut self, cube: &[Lit]) {
        self.increment /= DECAY;
        for &l in cube {
            self.score[l.var().index()] += self.increment;
        }
        if self.increment > 1e100 {
            self.score.iter_mut().for_each(|s| *s *= 1e-100);
            self.increment *= 1e-100;
        }
    }

    pub fn of(&self, lit: Lit) -> f64 {
        self.score[lit.var().index()]
    }

    /// Highest first; equal ones by literal.
    pub fn sort_descending(&self, lits: &mut [Lit]) {
        lits.sort_by(|&a, &b| self.of(b).total_cmp(&self.of(a)).then(a.cmp(&b)));
    }
}

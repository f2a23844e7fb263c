//! Activity: a measure of how useful atoms have been in lemmas.

use crate::base::Lit;

/// A lemma's contribution fades by this factor with each later one.
const DECAY: f64 = 0.99;

/// Scores by atom: literals of high score are assumed first and dropped last.
#[derive(Clone, Debug)]
pub struct Activity {
    score: Vec<f64>,
    increment: f64,
}

impl Default for Activity {
    fn default() -> Activity {
        Activity { score: Vec::new(), increment: 1.0 }
    }
}

impl Activity {
    /// Scores the atoms of a new lemma.
    pub fn bump(&mut self, cube: &[Lit]) {
        self.increment /= DECAY;
        let atoms = cube.iter().map(|l| l.var().index() + 1).max().unwrap_or(0);
        if self.score.len() < atoms {
            self.score.resize(atoms, 0.0);
        }
        for &l in cube {
            self.score[l.var().index()] += self.increment;
        }
        if self.increment > 1e100 {
            self.score.iter_mut().for_each(|s| *s *= 1e-100);
            self.increment *= 1e-100;
        }
    }

    /// The score of a literal's atom.
    #[inline]
    pub fn of(&self, lit: Lit) -> f64 {
        self.score.get(lit.var().index()).copied().unwrap_or(0.0)
    }

    /// Highest first; equal ones by literal.
    pub fn sort_descending(&self, lits: &mut [Lit]) {
        lits.sort_by(|&a, &b| self.of(b).total_cmp(&self.of(a)).then(a.cmp(&b)));
    }

    /// Lowest first; equal ones by literal. The order in which to try to drop literals.
    pub fn sort_ascending(&self, lits: &mut [Lit]) {
        lits.sort_by(|&a, &b| self.of(a).total_cmp(&self.of(b)).then(a.cmp(&b)));
    }
}

//! The border of a growing run: the literals that its next step will mention.

use crate::base::Lit;
use crate::solver::sat::Solver;

/// Questions that took fewer propagations together are not worth a simplification.
const EASY: u64 = 2_000_000;

/// Keeps a solver from eliminating the variables of the border, and has it simplify the run when that has grown.
#[derive(Default)]
pub(super) struct Border {
    /// The literals that are frozen for the next step.
    lits: Vec<Lit>,
    /// The number of clauses, and of propagations, after the last simplification between two questions.
    simplified: (usize, u64),
}

impl Border {
    /// Keeps these literals for the next step, and those kept so far no longer.
    pub fn move_to(&mut self, lits: Vec<Lit>, solver: &mut Solver) {
        lits.iter().for_each(|l| solver.freeze(l.var()));
        let before = std::mem::replace(&mut self.lits, lits);
        before.iter().for_each(|l| solver.melt(l.var()));
    }

    /// Simplifies the clauses, if there are many more of them than after the last time, and the questions since then
    /// were not easy.
    pub fn simplify_grown(&mut self, solver: &mut Solver) {
        let (clauses, propagations) = self.simplified;
        let grown = solver.clause_count().0 > 2 * clauses;
        if grown && solver.statistics().propagations > propagations + EASY {
            solver.simplify();
            self.simplified = (solver.clause_count().0, solver.statistics().propagations);
        }
    }
}

//! Equations between expressions that mean the same: sums with equal summands, and equations turned round.

use super::derivation::{Derivation, StepId};
use super::pool::{Expr, Kind, Literal};

impl Derivation {
    /// The step `(cl (= a b))`, if both mean the same by the rules here.
    pub fn equation(&mut self, a: Expr, b: Expr) -> Option<StepId> {
        let equal = self.pool.equal(a, b);
        if a == b {
            return Some(self.step(vec![equal], "eq_reflexive", &[], Vec::new()));
        }
        match (self.pool.formula(a), self.pool.formula(b)) {
            (("=", &[x, y]), ("=", turned)) if turned == [y, x] => {
                Some(self.step(vec![equal], "eq_symmetric", &[], Vec::new()))
            }
            _ if self.pool.kind(a) == Kind::Number => {
                self.comparison(&[Literal { atom: equal, positive: true }])
            }
            _ => None,
        }
    }

    /// Clauses by which two formulas may have one value: as comparisons, as constants, or as equations.
    pub fn similarities(&mut self, a: Literal, b: Literal) -> Vec<StepId> {
        let clauses: [&[Literal]; 4] = [&[!a, b], &[a, !b], &[a], &[!a]];
        let mut steps: Vec<StepId> = clauses.iter().filter_map(|clause| self.comparison(clause)).collect();
        if let ("=", &[x, y]) = self.pool.formula(a.atom) {
            steps.extend(if x == y { self.equation(x, y) } else { None });
        }
        if let Some(equation) = self.equation(a.atom, b.atom) {
            steps.extend(self.both_ways(equation));
        }
        steps
    }
}

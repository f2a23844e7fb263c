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

    /// The clauses that say that two formulas have one value: none if they are one.
    pub fn equivalent(&mut self, a: Literal, b: Literal) -> Option<Vec<StepId>> {
        if a == b {
            return Some(Vec::new());
        }
        for (a, b) in [(a, b), (b, a)] {
            if let "true" | "false" = self.pool.head(b.atom) {
                let holds = (self.pool.head(b.atom) == "true") == b.positive;
                let mut steps = self.gates(b.atom);
                steps.push(self.obvious(a.negate_if(!holds))?);
                return Some(steps);
            }
        }
        if self.pool.is_comparison(a.atom) && self.pool.is_comparison(b.atom) {
            let there = self.comparison(&[!a, b]);
            let back = there.and_then(|_| self.comparison(&[a, !b]));
            if let (Some(there), Some(back)) = (there, back) {
                return Some(vec![there, back]);
            }
        }
        if a.positive != b.positive {
            return None;
        }
        let equation = self.equation(a.atom, b.atom)?;
        Some(self.both_ways(equation).to_vec())
    }

    /// The step of one literal that holds by itself.
    fn obvious(&mut self, l: Literal) -> Option<StepId> {
        match self.pool.formula(l.atom) {
            ("=", &[a, b]) if l.positive && a == b => self.equation(a, b),
            _ => self.comparison(&[l]),
        }
    }
}

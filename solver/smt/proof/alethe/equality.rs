//! Equations between expressions that mean the same: sums with equal summands, equations turned round, and operators of
//! equal arguments.

use super::derivation::{Derivation, StepId};
use super::pool::{Expr, Kind, Literal};

/// Expressions are not compared more deeply than this.
const DEEPEST: u32 = 100;

impl Derivation {
    /// The step `(cl (= a b))`, if both mean the same by the rules here.
    pub fn equation(&mut self, a: Expr, b: Expr) -> Option<StepId> {
        self.equation_to(a, b, DEEPEST)
    }

    fn equation_to(&mut self, a: Expr, b: Expr, depth: u32) -> Option<StepId> {
        if let Some(&known) = self.equations.get(&(a, b)) {
            return known;
        }
        let found = self.new_equation(a, b, depth.checked_sub(1)?);
        self.equations.insert((a, b), found);
        found
    }

    fn new_equation(&mut self, a: Expr, b: Expr, depth: u32) -> Option<StepId> {
        if self.pool.kind(a) != self.pool.kind(b) {
            return None;
        }
        let equal = self.pool.equal(a, b);
        if a == b {
            return Some(self.step(vec![equal], "eq_reflexive", &[], Vec::new()));
        }
        if self.pool.kind(a) == Kind::Number {
            if let Some(step) = self.comparison(&[Literal { atom: equal, positive: true }]) {
                return Some(step);
            }
        }
        let (ours, theirs) = (self.pool.args(a).to_vec(), self.pool.args(b).to_vec());
        if self.pool.head(a) != self.pool.head(b) || ours.len() != theirs.len() || ours.is_empty() {
            return None;
        }
        if self.pool.head(a) == "=" {
            if ours[0] == theirs[1] && ours[1] == theirs[0] {
                return Some(self.step(vec![equal], "eq_symmetric", &[], Vec::new()));
            }
            let turned: Vec<Expr> = theirs.iter().rev().copied().collect();
            if let Some(premises) = self.equations_of(&ours, &turned, depth) {
                return Some(self.step(vec![equal], "cong", &premises, Vec::new()));
            }
        }
        let premises = self.equations_of(&ours, &theirs, depth)?;
        Some(self.step(vec![equal], "cong", &premises, Vec::new()))
    }

    /// The equations of arguments that differ.
    fn equations_of(&mut self, ours: &[Expr], theirs: &[Expr], depth: u32) -> Option<Vec<StepId>> {
        let mut premises = Vec::new();
        for (&a, &b) in ours.iter().zip(theirs) {
            if a != b {
                premises.push(self.equation_to(a, b, depth)?);
            }
        }
        Some(premises)
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

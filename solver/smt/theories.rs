//! The theories that the SAT core is joined with, as one: arithmetic and equality, and the justifier of decisions.
//!
//! A variable is an atom of at most one of them. Terms that both are about are made to agree outside, when both are
//! satisfied (`combine.rs`).

use super::arith::Arithmetic;
use super::equality::Equality;
use super::justify::Justifier;
use crate::base::{Lit, Var};
use crate::solver::sat::{Check, Choice, Open, Theory, TheoryOutput};

/// The SAT core with the theories attached to it.
pub(super) type Sat = crate::solver::sat::Solver<Theories>;

/// Bounds and equalities.
#[derive(Clone, Default)]
pub(super) struct Theories {
    pub arithmetic: Arithmetic,
    pub equality: Equality,
    /// Chooses decisions.
    pub justifier: Justifier,
}

impl Theories {
    /// With this arithmetic.
    pub fn with(arithmetic: Arithmetic) -> Theories {
        Theories { arithmetic, ..Theories::default() }
    }
}

impl Theory for Theories {
    fn is_atom(&self, var: Var) -> bool {
        self.arithmetic.is_atom(var) || self.equality.is_atom(var)
    }

    fn assign(&mut self, lit: Lit) {
        if self.equality.is_atom(lit.var()) {
            self.equality.assign(lit);
        } else {
            self.arithmetic.assign(lit);
        }
    }

    fn propagate(&mut self, out: &mut TheoryOutput) -> Check {
        match self.equality.propagate(out) {
            Check::Consistent if out.implied.is_empty() => self.arithmetic.propagate(out),
            found => found,
        }
    }

    fn explain(&mut self, lit: Lit, reason: &mut Vec<Lit>) {
        if self.equality.is_atom(lit.var()) {
            self.equality.explain(lit, reason);
        } else {
            self.arithmetic.explain(lit, reason);
        }
    }

    fn final_check(&mut self, out: &mut TheoryOutput) -> Check {
        self.arithmetic.final_check(out)
    }

    fn choose(&mut self, open: &Open<'_>) -> Choice {
        match self.arithmetic.branch(open) {
            Some(lit) => Choice::Literal(lit),
            None => self.justifier.choose(open),
        }
    }

    fn is_optional(&self, var: Var) -> bool {
        self.arithmetic.is_optional(var)
    }

    fn new_level(&mut self) {
        self.justifier.new_level();
        self.arithmetic.new_level();
        self.equality.new_level();
    }

    fn backtrack(&mut self, level: usize) {
        self.justifier.backtrack(level);
        self.arithmetic.backtrack(level);
        self.equality.backtrack(level);
    }

    fn push(&mut self) {
        self.justifier.stop();
        self.arithmetic.push();
        self.equality.push();
    }

    fn pop(&mut self) {
        self.arithmetic.pop();
        self.equality.pop();
    }
}

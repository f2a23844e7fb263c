//! The theories that the SAT core is joined with, as one: arithmetic and equality, and the justifier of decisions.
//!
//! A variable is an atom of at most one of them. Terms that both are about are made to agree outside, when both are
//! satisfied (`combine.rs`).

use super::arith::Arithmetic;
use super::equality::Equality;
use super::justify::Justifier;
use super::watched::Watch;
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
    /// Terms that a propagator of the caller watches; their variables may be atoms besides.
    pub watch: Watch,
}

impl Theories {
    /// With this arithmetic.
    pub fn with(arithmetic: Arithmetic) -> Theories {
        Theories { arithmetic, ..Theories::default() }
    }
}

impl Theory for Theories {
    fn is_atom(&self, var: Var) -> bool {
        self.arithmetic.is_atom(var) || self.equality.is_atom(var) || self.watch.is_atom(var)
    }

    fn assign(&mut self, lit: Lit) {
        if self.watch.is_atom(lit.var()) {
            self.watch.assign(lit);
        }
        if self.equality.is_atom(lit.var()) {
            self.equality.assign(lit);
        } else if self.arithmetic.is_atom(lit.var()) {
            self.arithmetic.assign(lit);
        }
    }

    fn propagate(&mut self, out: &mut TheoryOutput) -> Check {
        let found = match self.equality.propagate(out) {
            Check::Consistent if out.implied.is_empty() => self.arithmetic.propagate(out),
            found => found,
        };
        // A conflict would hide lemmas.
        if found == Check::Consistent && out.implied.is_empty() {
            self.watch.propagate(out);
        }
        found
    }

    fn explain(&mut self, lit: Lit, reason: &mut Vec<Lit>) {
        if self.equality.is_atom(lit.var()) {
            self.equality.explain(lit, reason);
        } else {
            self.arithmetic.explain(lit, reason);
        }
    }

    fn final_check(&mut self, out: &mut TheoryOutput) -> Check {
        self.watch.propagate(out);
        if out.has_lemmas() {
            return Check::Consistent;
        }
        self.arithmetic.final_check(out)
    }

    fn choose(&mut self, open: &Open<'_>) -> Choice {
        match self.arithmetic.branch(open) {
            Some(lit) => Choice::Literal(lit),
            None => match self.justifier.choose(open) {
                Choice::Enough => self.watch.open_variable(open).map_or(Choice::Enough, Choice::Variable),
                choice => choice,
            },
        }
    }

    fn is_optional(&self, var: Var) -> bool {
        self.arithmetic.is_optional(var) && !self.watch.is_atom(var)
    }

    fn new_level(&mut self) {
        self.justifier.new_level();
        self.arithmetic.new_level();
        self.equality.new_level();
        self.watch.new_level();
    }

    fn backtrack(&mut self, level: usize) {
        self.justifier.backtrack(level);
        self.arithmetic.backtrack(level);
        self.equality.backtrack(level);
        self.watch.backtrack(level);
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

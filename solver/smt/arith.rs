//! The theory of linear arithmetic as the SAT core sees it.

use crate::base::{Budget, Lit, Var};
use crate::solver::sat::{Check, Theory, TheoryOutput};
use crate::theories::num::Rational;

/// A column of the tableau.
pub(super) type Column = usize;

/// What an atom says of its column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Relation {
    AtMost,
    AtLeast,
}

#[derive(Clone, Default)]
pub(super) struct Arithmetic {
    atoms: usize,
}

impl Arithmetic {
    pub fn set_budget(&mut self, _: Budget) {}
    pub fn new_column(&mut self, _integer: bool) -> Column {
        0
    }
    pub fn new_row(&mut self, _row: &[(Rational, Column)]) -> Column {
        0
    }
    pub fn add_atom(&mut self, _v: Var, _column: Column, _relation: Relation, _bound: Rational) {
        self.atoms += 1;
    }
    pub fn values(&self) -> Vec<Rational> {
        vec![Rational::from(0)]
    }
}

impl Theory for Arithmetic {
    fn is_atom(&self, _: Var) -> bool {
        false
    }

    fn assign(&mut self, _: Lit) {}

    fn propagate(&mut self, _: &mut TheoryOutput) -> Check {
        Check::Consistent
    }

    fn explain(&mut self, _: Lit, _: &mut Vec<Lit>) {}

    fn final_check(&mut self, _: &mut TheoryOutput) -> Check {
        if self.atoms > 0 {
            Check::Unknown
        } else {
            Check::Consistent
        }
    }

    fn new_level(&mut self) {}

    fn backtrack(&mut self, _: usize) {}

    fn push(&mut self) {}

    fn pop(&mut self) {}
}

//! The invariants, checked in debug builds only.
//!
//! Equations are taken from the definitions of the slack variables, not from the tableau, so that a wrong pivot is
//! seen.

use super::bounds::{BoundId, Side};
use super::reasons::ReasonId;
use super::simplex::Simplex;
use super::var::LraVar;
use crate::theories::num::{DeltaRational, Rational};

impl Simplex {
    /// After a successful check: all variables are within bounds, and after pivots all equations hold.
    ///
    /// Most checks need no pivot, and to look at all equations each time takes most of the time of a debug build.
    /// An equation that does not hold is found all the same: the values move by differences, so it stays wrong until
    /// the next pivot.
    pub(super) fn audit(&self, has_pivoted: bool) {
        if !cfg!(debug_assertions) {
            return;
        }
        for v in 0..self.var_count() {
            let var = LraVar::new(v);
            assert!(self.bounds.violated(var, self.value(var)).is_none(), "a variable is out of bounds");
        }
        if has_pivoted {
            self.audit_equations();
        }
    }

    fn audit_equations(&self) {
        for row in self.rows() {
            let entries = self.tableau.row(row).iter();
            let sum = self.evaluate(entries.map(|e| (Rational::from(&e.coefficient), e.var)));
            assert!(sum.is_zero(), "a row of the tableau does not hold");
        }
        for v in 0..self.var_count() {
            let var = LraVar::new(v);
            if let Some(definition) = self.definition(var) {
                let sum = self.evaluate(definition.iter().map(|(c, x)| (c.clone(), *x)));
                assert!(sum == *self.value(var), "a slack variable differs from its definition");
            }
        }
    }

    /// The bounds sum up to a contradiction.
    pub(super) fn audit_conflict(&self, terms: &[(BoundId, Rational)]) {
        if cfg!(debug_assertions) {
            let (coefficients, constant) = self.sum_of_bounds(terms, None);
            assert!(coefficients.iter().all(|c| c.is_zero()), "variables remain in a conflict");
            assert!(constant.sign() < 0, "a conflict is consistent");
        }
    }

    /// The bounds of the reason sum up to the implied one.
    pub(super) fn audit_implied(&self, var: LraVar, side: Side, value: &DeltaRational, reason: ReasonId) {
        if cfg!(debug_assertions) {
            let (coefficients, constant) = self.sum_of_bounds(self.reason_terms(reason), Some((var, side)));
            assert!(coefficients.iter().all(|c| c.is_zero()), "other variables remain in a reason");
            let implied = if side == Side::Upper { constant } else { -constant };
            assert!(implied == *value, "a reason does not give the bound");
        }
    }

    fn evaluate(&self, sum: impl Iterator<Item = (Rational, LraVar)>) -> DeltaRational {
        let mut value = DeltaRational::ZERO;
        for (coefficient, var) in sum {
            value.add_product(&coefficient, self.value(var));
        }
        value
    }

    /// The weighted sum of bounds as `Σ c·x <= constant` over variables that are not slack ones, less `x <= 0` or
    /// `-x <= 0` for the variable that shall remain.
    fn sum_of_bounds(
        &self,
        terms: &[(BoundId, Rational)],
        remaining: Option<(LraVar, Side)>,
    ) -> (Vec<Rational>, DeltaRational) {
        let sign = |side| if side == Side::Upper { Rational::ONE } else { Rational::MINUS_ONE };
        let mut coefficients = vec![Rational::ZERO; self.var_count()];
        let mut constant = DeltaRational::ZERO;
        for (id, weight) in terms {
            assert!(weight.is_positive());
            let bound = &self.bounds[*id];
            let factor = weight * sign(bound.side);
            coefficients[bound.var.index()] += &factor;
            constant.add_product(&factor, &bound.value);
        }
        if let Some((var, side)) = remaining {
            coefficients[var.index()] -= sign(side);
        }
        for v in (0..self.var_count()).rev() {
            if let Some(definition) = self.definition(LraVar::new(v)) {
                let factor = std::mem::take(&mut coefficients[v]);
                for (coefficient, x) in definition {
                    coefficients[x.index()].add_product(&factor, coefficient);
                }
            }
        }
        (coefficients, constant)
    }
}

//! Rational numbers in the place of numbers with infinitesimal parts.
//!
//! The finitely many bounds that hold for the symbol δ hold for every rational up to some positive one (Dutertre and de
//! Moura 2006, section 4). Values that a variable must not have are avoided in the same way, unless the
//! assignment has exactly such a value; then no choice of δ helps, and the caller has to split.

use super::bounds::Side;
use super::simplex::{LraVar, Simplex};
use crate::theories::num::{DeltaRational, Rational};

impl Simplex {
    /// A positive rational for δ with which all values are within their bounds and no variable has a value that it must
    /// not have. To be asked for after a successful [`Simplex::check`].
    ///
    /// # Errors
    ///
    /// The place in `distinct` of the first variable that has exactly the forbidden value.
    pub fn epsilon(&self, distinct: &[(LraVar, Rational)]) -> Result<Rational, usize> {
        let mut epsilon = Rational::ONE;
        let mut limit = |bound: Option<Rational>| {
            if let Some(bound) = bound {
                if bound < epsilon {
                    epsilon = bound;
                }
            }
        };
        for (v, value) in self.values.iter().enumerate() {
            let var = LraVar::new(v);
            if let Some(lower) = self.bounds.get(var, Side::Lower) {
                limit(DeltaRational::largest_delta(&lower.value, value));
            }
            if let Some(upper) = self.bounds.get(var, Side::Upper) {
                limit(DeltaRational::largest_delta(value, &upper.value));
            }
        }
        for (i, (var, forbidden)) in distinct.iter().enumerate() {
            let value = self.value(*var);
            if value.is_rational() && value.real == *forbidden {
                return Err(i);
            }
            if !value.is_rational() && value.real != *forbidden {
                let meeting = (forbidden - &value.real) / &value.delta;
                if meeting.is_positive() {
                    limit(Some(meeting / Rational::from(2)));
                }
            }
        }
        Ok(epsilon)
    }

    /// Rational values of all variables, in the order of their numbers. To be asked for after a successful
    /// [`Simplex::check`].
    ///
    /// # Errors
    ///
    /// The place in `distinct` of the first variable that has exactly the forbidden value.
    pub fn model(&self, distinct: &[(LraVar, Rational)]) -> Result<Vec<Rational>, usize> {
        let epsilon = self.epsilon(distinct)?;
        Ok(self.values.iter().map(|value| value.at(&epsilon)).collect())
    }
}

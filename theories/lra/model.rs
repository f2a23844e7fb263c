//! Rational numbers in the place of numbers with infinitesimal parts.
//!
//! The finitely many bounds that hold for the symbol δ hold for every rational up to some positive one (Dutertre and
//! de Moura 2006, section 4). Values that a variable must not have are avoided in the same way, unless the assignment
//! has exactly such a value. Then [`Simplex::separate`] looks for a nonbasic variable that can move a little; of the
//! points on its way each forbidden value excludes at most one. In a degenerate corner no single variable can move,
//! and the caller has to split.

use super::bounds::Side;
use super::simplex::Simplex;
use super::var::LraVar;
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

    /// Moves variables within their bounds until none has exactly a value that it must not have. To be asked for after
    /// a successful [`Simplex::check`], which remains so.
    ///
    /// # Errors
    ///
    /// The place in `distinct` of the first variable that could not leave its value by moving one nonbasic variable. It
    /// may still have other values.
    pub fn separate(&mut self, distinct: &[(LraVar, Rational)]) -> Result<(), usize> {
        for i in 0..distinct.len() {
            if self.hits(&distinct[i]) && !self.leave(i, distinct) {
                return Err(i);
            }
        }
        Ok(())
    }

    fn hits(&self, (var, forbidden): &(LraVar, Rational)) -> bool {
        let value = self.value(*var);
        value.is_rational() && value.real == *forbidden
    }

    /// Moves one variable so that the forbidden value at place `i` is left and no other one is met.
    fn leave(&mut self, i: usize, distinct: &[(LraVar, Rational)]) -> bool {
        let var = distinct[i].0;
        let met: Vec<bool> = distinct.iter().map(|d| self.hits(d)).collect();
        let movable: Vec<LraVar> =
            if self.is_basic(var) { self.integer_row(var).map(|(_, x)| x).collect() } else { vec![var] };
        for x in movable {
            for side in [Side::Upper, Side::Lower] {
                let room = self.room(x, side).unwrap_or_else(|| DeltaRational::from(1));
                if room.is_zero() {
                    continue;
                }
                let sign = if side == Side::Upper { 1 } else { -1 };
                // A step is never the whole way, so that room is left for others.
                for parts in 2..=distinct.len() as i64 + 2 {
                    let step = &room * Rational::fraction(sign, parts);
                    self.move_nonbasic(x, &step);
                    let meets = |(k, d): (usize, &_)| (k == i || !met[k]) && self.hits(d);
                    if !distinct.iter().enumerate().any(meets) {
                        return true;
                    }
                    self.move_nonbasic(x, &-step);
                }
            }
        }
        false
    }

    /// Adds a step to the value of a nonbasic variable, and updates the values of the basic ones. The step must be no
    /// longer than the variable's [`room`](Simplex::room). The basis stays the same.
    pub fn shift(&mut self, var: LraVar, step: &DeltaRational) {
        if !self.is_basic(var) {
            self.move_nonbasic(var, step);
        }
    }

    /// The distance that a nonbasic variable can move to a side with all variables staying within bounds; `None` if
    /// without end.
    pub fn room(&self, var: LraVar, side: Side) -> Option<DeltaRational> {
        let distance = |x: LraVar, side: Side| {
            let (bound, value) = (&self.bounds.get(x, side)?.value, self.value(x));
            Some(if side == Side::Upper { bound - value } else { value - bound })
        };
        let basics = self.tableau.column(var).iter().filter_map(|entry| {
            let factor = self.tableau.factor(entry.row, entry.place as usize);
            let side = if factor.is_negative() { !side } else { side };
            distance(self.tableau.basic(entry.row), side).map(|d| d / factor.abs())
        });
        basics.chain(distance(var, side)).min()
    }
}

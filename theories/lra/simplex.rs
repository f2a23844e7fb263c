//! Variables, rows and levels, and the assertion of a bound.

use super::bounds::{Bound, BoundId, Bounds, Side, Tag};
use super::reasons::Reasons;
use super::tableau::{RowId, Tableau};
use super::var::LraVar;
use crate::base::Booking;
use crate::theories::num::{DeltaRational, Integer, Rational};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fmt;

/// Bounds that cannot hold together.
///
/// The sum of the inequalities behind the tags, each times its coefficient, is a contradiction: all variables cancel,
/// which leaves `0 <= c` for a negative `c`. A lower bound `x >= l` counts as `-x <= -l`. All coefficients are
/// positive.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Conflict(pub Vec<(Tag, Rational)>);

impl fmt::Display for Conflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bounds cannot hold together", self.0.len())
    }
}

impl std::error::Error for Conflict {}

/// The number of variables at some time; see [`Simplex::pop_rows_to`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RowMark(usize);

/// The rule by which the variable that leaves the basis and the one that replaces it are chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Order {
    /// The lowest index leaves, the shortest column enters.
    #[default]
    Index,
    /// The shortest row leaves, the shortest column enters.
    Row,
    /// The lowest index leaves, the lowest index enters: Bland's rule.
    Bland,
}

#[derive(Clone, Copy, Debug)]
struct Level {
    bounds: usize,
    reasons: usize,
    /// The number of bounds that had been looked at; an implied bound found later is forgotten with the level.
    seen: usize,
}

/// A conjunction of bounds over variables that obey linear equations. See the [module](super) for the method.
///
/// Variables and rows are permanent until [`Simplex::pop_rows_to`]; bounds belong to a level, which
/// [`push`](Simplex::push) opens and [`pop`](Simplex::pop) undoes. All methods panic if a variable does not exist.
#[derive(Clone, Debug, Default)]
pub struct Simplex {
    pub(super) tableau: Tableau,
    pub(super) bounds: Bounds,
    /// By variable.
    pub(super) values: Vec<DeltaRational>,
    /// Basic variables to look at, by rank: all that are out of bounds, and some that no longer are.
    pub(super) violated: BinaryHeap<Reverse<(usize, LraVar)>>,
    pub(super) order: Order,
    /// By variable: whether it is in `violated`.
    pub(super) queued: Vec<bool>,
    levels: Vec<Level>,
    /// The sums that rows were made of, one after the other, and by variable the end of its sum.
    definitions: Vec<(Rational, LraVar)>,
    definition_ends: Vec<usize>,
    /// By variable: whether its row was made by [`Simplex::new_row`].
    slack: Vec<bool>,
    pub(super) reasons: Reasons,
    pub(super) pivots: u64,
    /// Entries of rows visited that are not booked as work yet.
    pub(super) visited: usize,
    pub(super) booking: Booking,
}

impl Simplex {
    /// Without variables.
    pub fn new() -> Simplex {
        Simplex::default()
    }

    /// A new variable without bounds. It has the value 0.
    pub fn new_var(&mut self) -> LraVar {
        let var = LraVar::new(self.values.len());
        self.tableau.add_column();
        self.bounds.add_var();
        self.values.push(DeltaRational::ZERO);
        self.queued.push(false);
        self.definition_ends.push(self.definitions.len());
        self.slack.push(false);
        self.reasons.add_var();
        var
    }

    /// A new variable that equals the sum `Σ c·x`, to be made in any state; variables may be slack ones and repeated.
    ///
    /// Takes time in the order of the lengths of the rows of all basic variables in the sum.
    pub fn new_row(&mut self, sum: &[(Rational, LraVar)]) -> LraVar {
        let var = self.new_var();
        assert!(sum.iter().all(|(_, x)| *x < var), "a row with a variable that does not exist");
        self.definitions.extend_from_slice(sum);
        self.definition_ends[var.index()] = self.definitions.len();
        self.slack[var.index()] = true;
        let row = self.tableau.add_row(var, sum);
        let mut value = DeltaRational::ZERO;
        for (coefficient, x) in sum {
            value.add_product(coefficient, &self.values[x.index()]);
        }
        self.values[var.index()] = value;
        self.reasons.touch(row);
        var
    }

    /// The number of variables.
    pub fn var_count(&self) -> usize {
        self.values.len()
    }

    /// The sum that a slack variable was made of; `None` for other variables.
    pub fn definition(&self, var: LraVar) -> Option<&[(Rational, LraVar)]> {
        let start = if var.index() == 0 { 0 } else { self.definition_ends[var.index() - 1] };
        if self.slack[var.index()] {
            Some(&self.definitions[start..self.definition_ends[var.index()]])
        } else {
            None
        }
    }

    /// Opens a level: bounds asserted from now on are undone by the matching [`Simplex::pop`].
    pub fn push(&mut self) {
        self.levels.push(Level {
            bounds: self.bounds.len(),
            reasons: self.reasons.len(),
            seen: self.reasons.seen,
        });
    }

    /// Undoes the bounds of the innermost `n` levels, or of all if there are fewer, and forgets the bounds that they
    /// implied. The assignment stays.
    pub fn pop(&mut self, n: usize) {
        let depth = self.levels.len().saturating_sub(n);
        if let Some(&level) = self.levels.get(depth) {
            self.bounds.pop_to(level.bounds);
            self.reasons.pop_to(level.reasons, level.seen);
            self.levels.truncate(depth);
        }
    }

    /// The number of open levels.
    pub fn level(&self) -> usize {
        self.levels.len()
    }

    /// A mark to which [`Simplex::pop_rows_to`] can return.
    pub fn row_mark(&self) -> RowMark {
        RowMark(self.var_count())
    }

    /// Removes all variables and rows made since the mark.
    ///
    /// # Panics
    ///
    /// If one of the variables still has a bound: the levels that bounded them must have been popped.
    pub fn pop_rows_to(&mut self, mark: RowMark) {
        while self.var_count() > mark.0 {
            let var = LraVar::new(self.var_count() - 1);
            if self.slack[var.index()] {
                self.remove_row_of(var);
            }
            // Without its row and the later ones no row mentions the variable.
            self.tableau.remove_column();
            self.bounds.remove_var();
            self.values.pop();
            self.queued.pop();
            self.slack.pop();
            self.definition_ends.pop();
            self.reasons.remove_var();
        }
        let limit = self.var_count();
        self.definitions.truncate(self.definition_ends.last().copied().unwrap_or(0));
        let kept: Vec<_> = self.violated.drain().filter(|v| v.0 .1.index() < limit).collect();
        self.violated.extend(kept);
    }

    /// Brings a slack variable into the basis, where its row can be removed without touching the other equations.
    fn remove_row_of(&mut self, var: LraVar) {
        if self.tableau.row_of(var).is_none() {
            let tableau = &self.tableau;
            let shortest = tableau.column(var).iter().min_by_key(|e| tableau.row(e.row).len()).copied();
            let entry = match shortest {
                Some(entry) => entry,
                None => unreachable!("the equation of a slack variable is always somewhere"),
            };
            let leaving = self.tableau.basic(entry.row);
            self.tableau.pivot(entry.row, entry.place as usize);
            self.bring_within_bounds(leaving);
        }
        if let Some(row) = self.tableau.row_of(var) {
            self.tableau.remove_row(row);
        }
    }

    /// Asserts `var <= value`.
    ///
    /// # Errors
    ///
    /// A conflict with the present lower bound. The new bound is then not recorded.
    pub fn assert_upper(&mut self, var: LraVar, value: DeltaRational, tag: Tag) -> Result<(), Conflict> {
        self.assert_bound(var, Side::Upper, value, tag)
    }

    /// Asserts `var >= value`.
    ///
    /// # Errors
    ///
    /// A conflict with the present upper bound. The new bound is then not recorded.
    pub fn assert_lower(&mut self, var: LraVar, value: DeltaRational, tag: Tag) -> Result<(), Conflict> {
        self.assert_bound(var, Side::Lower, value, tag)
    }

    /// Asserts a bound of either side. One that is not stronger than the present one is not recorded.
    ///
    /// Takes time in the order of the length of the variable's column if it is nonbasic and has to move.
    ///
    /// # Errors
    ///
    /// A conflict with the present bound of the other side. The new bound is then not recorded.
    pub fn assert_bound(
        &mut self,
        var: LraVar,
        side: Side,
        value: DeltaRational,
        tag: Tag,
    ) -> Result<(), Conflict> {
        if self.bounds.get(var, side).map_or(false, |present| side.allows(&present.value, &value)) {
            return Ok(());
        }
        if let Some(other) = self.bounds.get(var, !side) {
            if !side.allows(&other.value, &value) {
                return Err(Conflict(vec![(tag, Rational::ONE), (other.tag, Rational::ONE)]));
            }
        }
        self.bounds.push(var, side, value, tag);
        if self.tableau.row_of(var).is_some() {
            self.queue_if_violated(var);
        } else {
            self.bring_within_bounds(var);
        }
        Ok(())
    }

    /// Moves a nonbasic variable to the bound that it violates, if any.
    fn bring_within_bounds(&mut self, var: LraVar) {
        debug_assert!(self.tableau.row_of(var).is_none());
        let side = match self.bounds.violated(var, &self.values[var.index()]) {
            Some(side) => side,
            None => return,
        };
        if let Some(bound) = self.bounds.get(var, side) {
            let step = &bound.value - &self.values[var.index()];
            self.move_nonbasic(var, &step);
        }
    }

    /// Adds a step to the value of a nonbasic variable, and updates the values of the basic ones.
    pub(super) fn move_nonbasic(&mut self, var: LraVar, step: &DeltaRational) {
        self.values[var.index()] += step;
        for k in 0..self.tableau.column(var).len() {
            let entry = self.tableau.column(var)[k];
            let basic = self.tableau.basic(entry.row);
            let factor = self.tableau.factor(entry.row, entry.place as usize);
            self.values[basic.index()].add_product(&factor, step);
            self.queue_if_violated(basic);
        }
    }

    #[inline]
    pub(super) fn queue_if_violated(&mut self, var: LraVar) {
        if !self.queued[var.index()] && self.bounds.violated(var, &self.values[var.index()]).is_some() {
            self.queued[var.index()] = true;
            self.violated.push(Reverse((self.rank(var), var)));
        }
    }

    /// The present value. It is within the bounds after a successful [`Simplex::check`].
    pub fn value(&self, var: LraVar) -> &DeltaRational {
        &self.values[var.index()]
    }

    /// The present bound on a side.
    pub fn bound(&self, var: LraVar, side: Side) -> Option<&Bound> {
        self.bounds.get(var, side)
    }

    /// Whether the variable has a row at present.
    pub fn is_basic(&self, var: LraVar) -> bool {
        self.tableau.row_of(var).is_some()
    }

    /// The row of a basic variable, which equals the sum of these products with nonbasic variables; nothing for a
    /// nonbasic one.
    pub fn row(&self, var: LraVar) -> impl Iterator<Item = (Rational, LraVar)> + '_ {
        let denominator = self.denominator(var).clone();
        self.integer_row(var).map(move |(c, x)| (Rational::new(c.clone(), denominator.clone()), x))
    }

    /// The row of a basic variable without fractions: [`Simplex::denominator`] times the variable equals this sum over
    /// nonbasic variables. Nothing for a nonbasic one.
    pub fn integer_row(&self, var: LraVar) -> impl Iterator<Item = (&Integer, LraVar)> {
        let entries = self.tableau.row_of(var).map_or(&[][..], |row| self.tableau.row(row));
        entries.iter().filter(move |e| e.var != var).map(|e| (&e.coefficient, e.var))
    }

    /// The common denominator of the row of a basic variable, positive and without a factor that divides the whole
    /// [`Simplex::integer_row`]; 1 for a nonbasic variable.
    pub fn denominator(&self, var: LraVar) -> &Integer {
        self.tableau.row_of(var).map_or(&Integer::ONE, |row| self.tableau.denominator(row))
    }

    /// The basic variables whose rows mention a nonbasic one, with its factor in them.
    pub fn column(&self, var: LraVar) -> impl Iterator<Item = (Rational, LraVar)> + '_ {
        let basic = self.is_basic(var);
        let entries = self.tableau.column(var).iter().filter(move |_| !basic);
        entries.map(move |e| (self.tableau.factor(e.row, e.place as usize), self.tableau.basic(e.row)))
    }

    /// The number of pivots made in all.
    pub fn pivots(&self) -> u64 {
        self.pivots
    }

    /// Coefficients with the tags of their bounds.
    pub(super) fn tagged(&self, terms: &[(BoundId, Rational)]) -> Vec<(Tag, Rational)> {
        terms.iter().map(|(id, coefficient)| (self.bounds[*id].tag, coefficient.clone())).collect()
    }

    /// The rows in use, for walks over all of them.
    pub(super) fn rows(&self) -> impl Iterator<Item = RowId> + '_ {
        (0..self.var_count()).filter_map(move |v| self.tableau.row_of(LraVar::new(v)))
    }
}

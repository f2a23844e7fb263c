//! The search for an assignment within the bounds: procedure `Check` of Dutertre and de Moura, section 3.2.
//!
//! The choice of the violated variable that leaves the basis first makes the difference between hundreds of pivots
//! and tens of thousands. Most checks repair the violations of one decision; for these the order of indices is best
//! (measured). A check that goes on for long solves a linear program. There the shortest row goes first: a pivot adds
//! its row to others, so a short row keeps them sparse, and a conflict in it is short.

use super::bounds::{BoundId, Side};
use super::simplex::{Conflict, Order, Simplex};
use super::tableau::RowId;
use super::var::LraVar;
use crate::base::{Budget, Limit};
use crate::theories::num::{Integer, Rational};
use std::cmp::Reverse;
use std::fmt;
use std::mem;

/// The budget is polled whenever this many entries have been visited.
const POLL: usize = 1 << 13;

/// The entries of rows that are visited per unit of work.
const ENTRIES: usize = 8;

/// A pass takes as long as visits of this many entries, and one more for each few that it looks at.
const PASS: usize = 80;
const GLANCES: usize = 8;

/// A check with more pivots than this is a search of its own (measured: 10 to 300 are all much better than 1000).
const SHORT: usize = 100;

/// The reason why [`Simplex::check`] found no assignment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stop {
    /// There is none.
    Conflict(Conflict),
    /// The budget ran out. The state is sound, and a later call goes on.
    Limit(Limit),
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stop::Conflict(conflict) => conflict.fmt(f),
            Stop::Limit(limit) => limit.fmt(f),
        }
    }
}

impl std::error::Error for Stop {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Stop::Conflict(conflict) => Some(conflict),
            Stop::Limit(limit) => Some(limit),
        }
    }
}

/// A pivot: a basic variable that was out of bounds leaves the basis and meets its bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pivot {
    /// The variable that leaves.
    pub leaving: LraVar,
    /// The side on which it was out of bounds.
    pub violated: Side,
    /// The variable that takes its place.
    pub entering: LraVar,
}

impl Simplex {
    /// Changes the assignment until all variables are within their bounds.
    ///
    /// # Errors
    ///
    /// A conflict if that is impossible; the bounds stay as they are, and the caller has to undo some. A limit of the
    /// budget, which is polled after every few thousand entries that pivots visit.
    pub fn check(&mut self, budget: &Budget) -> Result<(), Stop> {
        let mut pivots = 0;
        self.turn_to(Order::Index);
        while let Some((var, row, side)) = self.next_violated() {
            let place = self.place_of_entering(var, row, side).map_err(Stop::Conflict)?;
            self.visited += self.pivot_and_update(var, row, place, side);
            pivots += 1;
            if pivots == SHORT {
                self.turn_to(Order::Row);
            } else if pivots == SHORT + self.var_count() {
                self.turn_to(Order::Bland);
            }
            if self.visited >= POLL {
                self.poll(budget).map_err(Stop::Limit)?;
            }
        }
        self.audit(pivots > 0);
        Ok(())
    }

    /// Makes one pivot, the first that [`Simplex::check`] would make: for those who want to watch. `None` if all
    /// variables are within their bounds.
    ///
    /// # Errors
    ///
    /// A conflict, as of [`Simplex::check`].
    pub fn pivot(&mut self) -> Result<Option<Pivot>, Conflict> {
        self.turn_to(Order::Index);
        let (leaving, row, violated) = match self.next_violated() {
            Some(found) => found,
            None => return Ok(None),
        };
        let place = self.place_of_entering(leaving, row, violated)?;
        let entering = self.tableau.row(row)[place].var;
        self.pivot_and_update(leaving, row, place, violated);
        Ok(Some(Pivot { leaving, violated, entering }))
    }

    /// The place of the variable that enters the basis, or the conflict if there is none.
    fn place_of_entering(&mut self, var: LraVar, row: RowId, side: Side) -> Result<usize, Conflict> {
        match self.entering(row, side) {
            Some(place) => Ok(place),
            None => {
                self.queue_if_violated(var);
                Err(self.row_conflict(var, row, side))
            }
        }
    }

    /// Notes that a procedure looks at all entries of the tableau this many times, and books the work.
    pub fn note_passes(&mut self, passes: usize, budget: &Budget) {
        self.visited += passes * (PASS + (self.tableau.entry_count() + self.var_count()) / GLANCES);
        self.book(budget);
    }

    /// Books the entries that were visited.
    fn book(&mut self, budget: &Budget) {
        budget.spend_work((self.visited / ENTRIES) as u64);
        self.visited %= ENTRIES;
    }

    /// Books the work and the memory of the tableau, the only part that pivots make grow, and looks at the limits.
    fn poll(&mut self, budget: &Budget) -> Result<(), Limit> {
        self.book(budget);
        self.booking.move_to(budget.clone());
        self.booking.set(self.tableau.memory() as u64);
        budget.poll()
    }

    fn turn_to(&mut self, order: Order) {
        if self.order != order {
            self.order = order;
            let queue = mem::take(&mut self.violated);
            self.violated = queue.into_iter().map(|r| Reverse((self.rank(r.0 .1), r.0 .1))).collect();
        }
    }

    /// The rank of a violated variable: smaller ones are looked at first, equal ones in the order of indices.
    pub(super) fn rank(&self, var: LraVar) -> usize {
        match self.tableau.row_of(var) {
            Some(row) if self.order == Order::Row => self.tableau.row(row).len(),
            _ => 0,
        }
    }

    /// Takes a variable of the lowest rank that is basic and out of bounds, with its row and the violated side. One
    /// whose row has grown since it was queued goes back; one whose row has shrunk is found a little late.
    fn next_violated(&mut self) -> Option<(LraVar, RowId, Side)> {
        while let Some(Reverse((rank, var))) = self.violated.pop() {
            let side = self.bounds.violated(var, &self.values[var.index()]);
            if let (Some(row), Some(side)) = (self.tableau.row_of(var), side) {
                let present = self.rank(var);
                if present > rank {
                    self.violated.push(Reverse((present, var)));
                    continue;
                }
                self.queued[var.index()] = false;
                return Some((var, row, side));
            }
            self.queued[var.index()] = false;
        }
        None
    }

    /// The place in the row of the nonbasic variable that shall move to relieve the basic one: of the variables that
    /// can, the one with the shortest column, or by Bland's rule with the lowest index.
    fn entering(&self, row: RowId, violated: Side) -> Option<usize> {
        let basic = self.tableau.basic(row);
        let mut best = None;
        for (place, entry) in self.tableau.row(row).iter().enumerate() {
            if entry.var == basic {
                continue;
            }
            let length = if self.order == Order::Bland { 0 } else { self.tableau.column(entry.var).len() };
            let key = (length, entry.var);
            if best.map_or(true, |(best_key, _)| key < best_key) {
                // A variable at its bound cannot move further; a variable beyond its bound would break the invariant.
                let side = blocking_side(&entry.coefficient, violated);
                let value = &self.values[entry.var.index()];
                if self.bounds.get(entry.var, side).map_or(true, |bound| bound.value != *value) {
                    best = Some((key, place));
                }
            }
        }
        best.map(|(_, place)| place)
    }

    /// Exchanges the basic variable with the one at the place, and moves that so far that the former meets its bound.
    fn pivot_and_update(&mut self, var: LraVar, row: RowId, place: usize, violated: Side) -> usize {
        let entering = self.tableau.row(row)[place].var;
        let target = match self.bounds.get(var, violated) {
            Some(bound) => &bound.value,
            None => unreachable!("only a bound can be violated"),
        };
        let step = (target - &self.values[var.index()]) / self.tableau.factor(row, place);
        self.move_nonbasic(entering, &step);
        self.pivots += 1;
        let visited = self.tableau.column(entering).len() + self.tableau.pivot(row, place);
        self.queue_if_violated(entering);
        visited
    }

    /// The bounds that keep every variable of the row from relieving the basic one. Their sum, weighted by the row, is
    /// the opposite of the violated bound, and stronger.
    fn row_conflict(&self, var: LraVar, row: RowId, violated: Side) -> Conflict {
        let mut terms: Vec<(BoundId, Rational)> = Vec::with_capacity(self.tableau.row(row).len());
        for entry in self.tableau.row(row) {
            let side = if entry.var == var { violated } else { blocking_side(&entry.coefficient, violated) };
            match self.bounds.id(entry.var, side) {
                Some(id) => terms.push((id, entry.coefficient.abs().into())),
                None => unreachable!("a variable without a bound could have moved"),
            }
        }
        self.audit_conflict(&terms);
        Conflict(self.tagged(&terms))
    }
}

/// The bound that keeps a variable with this coefficient from relieving a basic variable.
#[inline]
fn blocking_side(coefficient: &Integer, violated: Side) -> Side {
    if coefficient.is_negative() {
        violated
    } else {
        !violated
    }
}

//! Implied bounds and their explanations.
//!
//! A row `Σ c·x = 0` bounds each of its variables by the bounds of the others: if the rest of the sum is at most `b`,
//! the product with this variable is at least `-b`. If one product is unbounded, only its variable is bounded; if two
//! are, none is. Only rows in which some bound has changed since the last time are looked at.
//!
//! Rows change with every pivot, so an explanation cannot be read off a row later. If the caller wants to keep an
//! implied bound, its explanation is recorded at once, as positions of bounds and coefficients in one arena. It is
//! translated to tags when the caller asks for it. Positions name the bounds of the time of recording, even if
//! stronger ones have been asserted since.

use super::bounds::{BoundId, Side, Tag};
use super::reasons::{Implied, ReasonId};
use super::simplex::Simplex;
use super::tableau::{RowEntry, RowId};
use super::var::LraVar;
use crate::theories::num::{DeltaRational, Integer, Rational};

/// Rows with more entries than this are not looked at: their explanations would be too long to be of use.
const LONGEST_ROW: usize = 256;

/// The sum of the products of a row at its end in one direction.
struct Extreme {
    /// The direction: the largest sum if `Upper`.
    side: Side,
    sum: DeltaRational,
    unbounded: usize,
}

impl Simplex {
    /// Says whether [`Simplex::propagate`] shall report bounds of a variable; at first it does.
    pub fn observe(&mut self, var: LraVar, wanted: bool) {
        self.reasons.ignored[var.index()] = !wanted;
    }

    /// Reports bounds that follow from a single row and are stronger than the present ones, for the rows in which
    /// bounds have changed since the last call. The bounds are not asserted.
    ///
    /// The callback says whether it keeps the bound; only then its reason can be explained later. To be called after a
    /// successful [`Simplex::check`]. Takes time in the order of the rows looked at, rows of more than 256 entries
    /// excepted.
    pub fn propagate(&mut self, mut keep: impl FnMut(Implied) -> bool) {
        for bound in self.bounds.since(self.reasons.seen) {
            for entry in self.tableau.column(bound.var) {
                self.reasons.touch(entry.row);
            }
        }
        self.reasons.seen = self.bounds.len();
        while let Some(row) = self.reasons.touched.pop() {
            self.reasons.is_touched[row.index()] = false;
            self.visited += self.tableau.row(row).len();
            if self.tableau.row(row).len() <= LONGEST_ROW {
                for side in [Side::Lower, Side::Upper] {
                    self.propagate_row(row, side, &mut keep);
                }
            }
        }
    }

    /// The bound at which the product is extreme in a direction.
    #[inline]
    fn extreme_bound(&self, entry: &RowEntry, side: Side) -> Option<BoundId> {
        self.bounds.id(entry.var, if entry.coefficient.is_negative() { !side } else { side })
    }

    /// The extreme sum of a row, unless two of its products are unbounded.
    fn extreme(&self, row: RowId, side: Side) -> Option<Extreme> {
        let mut extreme = Extreme { side, sum: DeltaRational::ZERO, unbounded: 0 };
        for entry in self.tableau.row(row) {
            extreme.unbounded += self.extreme_bound(entry, side).is_none() as usize;
            if extreme.unbounded > 1 {
                return None;
            }
        }
        for entry in self.tableau.row(row) {
            if let Some(id) = self.extreme_bound(entry, side) {
                extreme.sum.add_product(&Rational::from(&entry.coefficient), &self.bounds[id].value);
            }
        }
        Some(extreme)
    }

    fn propagate_row(&mut self, row: RowId, side: Side, keep: &mut impl FnMut(Implied) -> bool) {
        let extreme = match self.extreme(row, side) {
            Some(extreme) => extreme,
            None => return,
        };
        for place in 0..self.tableau.row(row).len() {
            let entry = &self.tableau.row(row)[place];
            let own = self.extreme_bound(entry, side);
            if self.reasons.ignored[entry.var.index()] || (extreme.unbounded == 1 && own.is_some()) {
                continue;
            }
            let coefficient = Rational::from(&entry.coefficient);
            let mut rest = extreme.sum.clone();
            if let Some(id) = own {
                rest.sub_product(&coefficient, &self.bounds[id].value);
            }
            let value = -rest / &coefficient;
            // A maximal rest bounds the product from below.
            let bounded = if entry.coefficient.is_negative() { extreme.side } else { !extreme.side };
            let present = self.bounds.get(entry.var, bounded);
            if present.map_or(false, |bound| bounded.allows(&bound.value, &value)) {
                continue;
            }
            let (var, reason) = (entry.var, ReasonId(self.reasons.len() as u32));
            if keep(Implied { var, side: bounded, value: &value, reason }) {
                self.record(row, place, extreme.side);
                self.audit_implied(var, bounded, &value, reason);
            }
        }
    }

    /// Keeps the bounds of all variables of the row but the one at a place, weighted so that this one has ±1.
    fn record(&mut self, row: RowId, place: usize, side: Side) {
        let entries = self.tableau.row(row);
        let scale = Rational::new(Integer::ONE, entries[place].coefficient.abs());
        for (k, entry) in entries.iter().enumerate() {
            if k != place {
                match self.extreme_bound(entry, side) {
                    Some(id) => {
                        self.reasons.terms.push((id, Rational::from(entry.coefficient.abs()) * &scale))
                    }
                    None => unreachable!("the other products are bounded"),
                }
            }
        }
        self.reasons.ends.push(self.reasons.terms.len());
    }

    pub(super) fn reason_terms(&self, reason: ReasonId) -> &[(BoundId, Rational)] {
        let ends = &self.reasons.ends;
        let start = if reason.0 == 0 { 0 } else { ends[reason.0 as usize - 1] };
        &self.reasons.terms[start..ends[reason.0 as usize]]
    }

    /// The reason why a bound that the caller kept is implied: the inequalities behind the tags, each times its
    /// positive coefficient, sum up to it. Only bounds older than the implied one occur.
    ///
    /// # Panics
    ///
    /// If the bound was not kept, or its level has been popped.
    pub fn explain(&self, reason: ReasonId) -> impl Iterator<Item = (Tag, &Rational)> {
        self.reason_terms(reason).iter().map(move |(id, coefficient)| (self.bounds[*id].tag, coefficient))
    }
}

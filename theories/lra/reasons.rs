//! Explanations of implied bounds, kept until their level is popped.

use super::bounds::{BoundId, Side};
use super::tableau::RowId;
use super::var::LraVar;
use crate::theories::num::{DeltaRational, Rational};

/// An explanation that is kept until the level in which it was found is popped.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ReasonId(pub(super) u32);

/// A bound that follows from others and is stronger than the present one.
#[derive(Clone, Copy, Debug)]
pub struct Implied<'a> {
    /// The variable bounded.
    pub var: LraVar,
    /// From below or from above.
    pub side: Side,
    /// The bound itself, which is allowed as a value.
    pub value: &'a DeltaRational,
    /// The name of the explanation for [`Simplex::explain`](super::Simplex::explain), if the caller keeps the bound.
    pub reason: ReasonId,
}

/// Explanations kept, and the rows to look at next.
#[derive(Clone, Debug, Default)]
pub(super) struct Reasons {
    pub(super) terms: Vec<(BoundId, Rational)>,
    pub(super) ends: Vec<usize>,
    /// Bounds up to this position of the stack have been looked at.
    pub(super) seen: usize,
    /// Rows to look at, without repetition. Rows removed meanwhile are empty.
    pub(super) touched: Vec<RowId>,
    pub(super) is_touched: Vec<bool>,
    /// By variable: whether the caller does not want to hear of its bounds.
    pub(super) ignored: Vec<bool>,
}

impl Reasons {
    pub(super) fn add_var(&mut self) {
        self.ignored.push(false);
    }

    pub(super) fn remove_var(&mut self) {
        self.ignored.pop();
    }

    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Forgets all but the first `len` explanations, and that bounds above a position were seen.
    pub(super) fn pop_to(&mut self, len: usize, seen: usize) {
        self.ends.truncate(len);
        self.terms.truncate(self.ends.last().copied().unwrap_or(0));
        self.seen = self.seen.min(seen);
    }

    pub(super) fn touch(&mut self, row: RowId) {
        if self.is_touched.len() <= row.index() {
            self.is_touched.resize(row.index() + 1, false);
        }
        if !self.is_touched[row.index()] {
            self.is_touched[row.index()] = true;
            self.touched.push(row);
        }
    }
}

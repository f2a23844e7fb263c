//! The sets of must- and may-obligations, and which one is next (CHOOSENEXT in Fig. 4).

use super::wanted::{Kind, Wanted};
use crate::engine::FrameId;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Lowest frame first; there the latest, so that one path is followed to its end.
type Key = (Reverse<FrameId>, usize);

#[derive(Default)]
pub(super) struct Pending {
    all: Vec<Wanted>,
    must: BinaryHeap<Key>,
    may: BinaryHeap<Key>,
    /// Whether a may-obligation is being handled, so that reaching an initial state means nothing.
    handling_may: bool,
    /// Predecessors found for the sake of the may-obligation that is being handled.
    spent: usize,
}

impl Pending {
    pub fn clear(&mut self) {
        *self = Pending::default();
    }

    pub fn add(&mut self, wanted: Wanted, kind: Kind) {
        let key = (Reverse(wanted.frame), self.all.len());
        self.all.push(wanted);
        match kind {
            Kind::Must => self.must.push(key),
            Kind::May => self.may.push(key),
        }
    }

    /// The next obligation, which stays until it is removed. When no must-obligation is left, a may-obligation takes
    /// its place.
    pub fn next(&mut self) -> Option<&mut Wanted> {
        if self.must.is_empty() {
            self.must.push(self.may.pop()?);
            self.handling_may = true;
            self.spent = 0;
        }
        let &(_, id) = self.must.peek()?;
        Some(&mut self.all[id])
    }

    /// Removes the one that [`Pending::next`] gave.
    pub fn remove_next(&mut self) {
        self.must.pop();
    }

    /// Counts a predecessor; true if the may-obligation that is being handled has had more than `limit` of them.
    pub fn is_too_much(&mut self, limit: usize) -> bool {
        self.spent += 1;
        self.handling_may && limit > 0 && self.spent > limit
    }

    /// Gives up the may-obligation that is being handled, with all that came of it; false if it is no may-obligation.
    pub fn give_up(&mut self) -> bool {
        if self.handling_may {
            self.must.clear();
        }
        self.handling_may
    }
}

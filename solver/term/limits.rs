//! A store under an effort.

use super::effort::{Effort, Overrun};
use super::store::Terms;
use crate::base::Budget;

/// Steps that a new term costs.
const TERM: u64 = 64;

impl Terms {
    /// Puts the builders under this budget, and numbers under a length, until [`Terms::end_effort`].
    pub(crate) fn begin_effort(&mut self, budget: &Budget) {
        let start = self.bytes() as u64;
        self.effort = Effort { budget: Some(budget.clone()), work: 0, start, over: None };
    }

    /// Whether the effort is over: terms made since mean nothing.
    #[inline]
    pub(crate) fn is_over(&self) -> bool {
        self.effort.is_over()
    }

    /// Ends the effort. If it was over before, the terms that were made in it must not be used.
    pub(crate) fn end_effort(&mut self) -> Option<Overrun> {
        std::mem::take(&mut self.effort).over
    }

    /// Notes a term that was made in a loop that may run long.
    pub(super) fn note_term(&mut self) {
        let before = self.effort.work;
        self.effort.spend(TERM);
        if self.effort.work < before {
            let grown = (self.bytes() as u64).saturating_sub(self.effort.start);
            let room = self.effort.budget.as_ref().map_or(Ok(()), |budget| budget.allows_memory(grown));
            self.effort.over = self.effort.over.or(room.err().map(Overrun::Limit));
        }
    }
}

//! The cost of encoding, held against the budget.

use super::gate_table::GateTable;
use super::theories::Sat;
use crate::base::{Booking, Budget, Limit};

/// Steps between two looks at the budget. A step makes a gate or a variable, or handles a formula.
const INTERVAL: usize = 4096;

/// Looks at the budget now and then, and remembers whether it has run out.
#[derive(Clone, Default)]
pub(super) struct Effort {
    steps: usize,
    /// Bytes that the encoder holds beside the gates.
    own: usize,
    limit: Option<Limit>,
    booking: Booking,
}

impl Effort {
    /// The account to draw on.
    pub fn set_budget(&mut self, budget: Budget) {
        self.booking.move_to(budget);
    }

    /// Bytes that the encoder holds beside the gates.
    pub fn note_own(&mut self, bytes: usize) {
        self.own = bytes;
    }

    /// Whether a limit was reached.
    pub fn is_over(&self) -> bool {
        self.limit.is_some()
    }

    /// The limit that was reached, as an error; the limit is then forgotten.
    pub fn take(&mut self) -> Result<(), Limit> {
        self.limit.take().map_or(Ok(()), Err)
    }

    /// Notes steps done or to be done next.
    pub fn tick(&mut self, sat: &mut Sat, gates: &GateTable, steps: usize) {
        self.steps += steps;
        if self.steps >= INTERVAL && self.limit.is_none() {
            self.steps = 0;
            self.limit = self.look(sat, gates).err();
        }
    }

    fn look(&mut self, sat: &mut Sat, gates: &GateTable) -> Result<(), Limit> {
        self.booking.set((gates.bytes() + self.own) as u64);
        sat.check_budget(2 * INTERVAL)?;
        if gates.has_room(2 * INTERVAL) {
            return Ok(());
        }
        self.booking.budget().allows_memory(gates.bytes() as u64)
    }
}

//! Tests that count their cases, so that they cannot pass by meeting none.

use crate::cases::factor;

/// Whether an event was met more often than `least` times. Where the knob of [`crate::cases`] asks for fewer cases than
/// usual, any count is enough.
pub fn enough(count: u64, least: u64) -> bool {
    factor() < 1.0 || count > least
}

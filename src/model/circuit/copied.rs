//! Latches that are copies of gates.

use super::{LatchId, NodeId, Signal};

/// A latch that always equals a gate of the same step: an internal signal, see
/// [`with_internal_signals`](crate::model::encode::internal::with_internal_signals).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CopiedGate {
    /// The latch in the circuit with internal signals.
    pub latch: LatchId,
    /// The signal of that circuit, over the same step, whose value it has. It is a gate.
    pub defined_by: Signal,
    /// The gate of the circuit that this one was made of.
    pub of: NodeId,
}

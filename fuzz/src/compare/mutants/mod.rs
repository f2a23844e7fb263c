//! Models that were changed so that the verdict stays, or becomes a known one.
//!
//! Three changes are the same for all kinds: something is added that does not matter (a variable, a step in which
//! nothing happens, a branch that is never taken); another model with a known verdict runs beside the first one, as a
//! choice at the beginning; the error is put behind a condition that never holds.

mod c;
mod circuits;
mod clauses;
mod systems;

pub use c::c;
pub use circuits::circuit;
pub use clauses::horn;
pub use systems::system;

/// A changed model with its verdict, and the change.
pub struct Mutant<M> {
    /// The model.
    pub model: M,
    /// `sat` if the error is reached, else `unsat`.
    pub verdict: &'static str,
    /// The change, in words.
    pub change: &'static str,
}

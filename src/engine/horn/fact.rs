//! Facts: states that are known to be derived.

use crate::model::horn::ClauseId;
use crate::solver::term::{TermId, Value};

/// States of a predicate that have a derivation.
pub(super) struct Fact {
    /// Over the places.
    pub formula: TermId,
    /// The clause that derives them.
    pub clause: ClauseId,
    /// By atom of its body: the number of the fact of that predicate.
    pub premises: Vec<usize>,
    /// One of its states.
    pub point: Vec<Value>,
}

//! Facts: states that are known to be derived.

use crate::base::index;
use crate::model::horn::ClauseId;
use crate::solver::term::{TermId, Value};

/// A fact, by its index among those of its predicate.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct FactId(u32);

index!(FactId);

/// States of a predicate that have a derivation.
pub(super) struct Fact {
    /// Over the constants of its arguments.
    pub formula: TermId,
    /// The clause that derives them.
    pub clause: ClauseId,
    /// By atom of its body: the fact of that predicate.
    pub premises: Vec<FactId>,
    /// One of its states.
    pub point: Vec<Value>,
}

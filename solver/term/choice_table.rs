//! The comparisons of conditionals made so far; `choices.rs` makes them.

use super::id::TermId;
use crate::base::{HashMap, HashSet};
use crate::theories::num::Rational;

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Relation {
    Equal,
    AtMost,
    AtLeast,
}

/// A comparison of a conditional; integers are not compared by `AtLeast`.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Comparison {
    pub choice: TermId,
    pub relation: Relation,
    pub value: Rational,
}

/// The conditionals that have numerals at the ends of their branches, and their comparisons.
#[derive(Clone, Default)]
pub(super) struct Choices {
    /// The number of comparisons of each.
    pub counts: HashMap<TermId, u32>,
    pub formulas: HashMap<Comparison, TermId>,
    /// The conditionals that were compared for their own sake. Only these occur in conditions.
    pub tested: HashSet<TermId>,
    /// Numbers of which a formula leaves few values, the youngest number first.
    pub facts: HashMap<TermId, Vec<Fact>>,
}

/// The values of a number that a formula leaves, as numerals in ascending order.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Fact {
    pub subject: TermId,
    pub values: Vec<TermId>,
}

impl Choices {
    /// Bytes held, roughly.
    pub fn bytes(&self) -> usize {
        (self.counts.capacity() + self.tested.capacity()) * 8
            + self.formulas.capacity() * 48
            + self.facts.capacity() * 64
    }
}

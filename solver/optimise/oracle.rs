//! The solver as the search by cores sees it: literals, clauses, questions, cores.

use std::fmt::Debug;
use std::hash::Hash;

/// A solver of clauses over literals of its own.
pub(super) trait Oracle {
    /// A literal, which stands for its formula.
    type Literal: Copy + Ord + Hash + Debug;
    /// The reason for which there is no answer.
    type Reason;

    /// The negated literal.
    fn negated(&mut self, lit: Self::Literal) -> Self::Literal;

    /// A literal of a new variable.
    fn fresh(&mut self) -> Self::Literal;

    /// Adds a clause.
    fn add(&mut self, clause: &[Self::Literal]);

    /// Whether there is a model in which these literals are true.
    fn ask(&mut self, assumptions: &[Self::Literal]) -> Result<bool, Self::Reason>;

    /// The same within little work; `None` if that does not suffice, or such questions are not supported.
    fn ask_briefly(&mut self, assumptions: &[Self::Literal]) -> Option<bool> {
        let _ = assumptions;
        None
    }

    /// Some literals that follow from this one.
    fn implied(&mut self, lit: Self::Literal) -> Vec<Self::Literal> {
        let _ = lit;
        Vec::new()
    }

    /// After a question without a model: assumptions that suffice for that.
    fn core(&self) -> Vec<Self::Literal>;

    /// After a question with a model: whether the literal is true in it.
    fn holds(&mut self, lit: Self::Literal) -> bool;
}

//! The name of a term.

use std::fmt;

/// A term, valid with the [`Terms`](super::Terms) that made it. Arguments have smaller ids than the terms made of them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TermId(pub(super) u32);

impl TermId {
    /// Position among all terms, from 0.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for TermId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "t{}", self.0)
    }
}

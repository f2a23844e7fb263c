//! The words whose circuits wait, see `postponed.rs`.

use crate::base::HashSet;
use crate::solver::term::{Op, TermId, Terms};

#[derive(Clone, Default)]
pub(super) struct Postponed {
    /// Words at least this wide are postponed; 0: none.
    pub width: u32,
    pub words: Vec<TermId>,
    /// The postponed words that have their circuits by now.
    pub resolved: HashSet<TermId>,
    /// The words that needed their circuits at some time, in any scope.
    pub wanted: HashSet<TermId>,
}

impl Postponed {
    /// Whether the word is one of those that wait; from now on it does.
    pub fn takes(&mut self, terms: &Terms, t: TermId) -> bool {
        let is_constant = |i: usize| terms.bits_of(terms.arg(t, i)).is_some();
        let is_large = match terms.op(t) {
            Op::BvMul => !is_constant(0) && !is_constant(1),
            Op::BvUdiv | Op::BvUrem => !is_constant(1),
            _ => false,
        };
        let takes = is_large && self.width > 0 && terms.width(t) >= self.width && !self.wanted.contains(&t);
        if takes {
            self.words.push(t);
        }
        takes
    }

    pub fn undo_last(&mut self) {
        self.words.pop();
    }

    pub fn undo_resolved(&mut self, t: TermId) {
        self.resolved.remove(&t);
    }

    pub fn unresolved(&self) -> impl Iterator<Item = TermId> + '_ {
        self.words.iter().copied().filter(|t| !self.resolved.contains(t))
    }
}

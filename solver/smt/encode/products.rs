//! Products of terms that have columns, and the lemmas that were told about them, see `lemmas.rs`.

use crate::base::HashSet;
use crate::solver::smt::products::Lemma;
use crate::solver::term::TermId;

/// Products and lemmas, in order.
#[derive(Clone, Default)]
pub(super) struct Products {
    pub list: Vec<TermId>,
    pub told: Vec<(TermId, Lemma)>,
    /// The formulas of the lemmas.
    pub known: HashSet<TermId>,
}

impl Products {
    pub fn undo_product(&mut self) {
        self.list.pop();
    }

    pub fn undo_lemma(&mut self) {
        if let Some((formula, _)) = self.told.pop() {
            self.known.remove(&formula);
        }
    }
}
